import { text, type VisitorHeaders } from "../requestHeaders.ts";

/**
 * Whether a form was posted from one of the service's own pages, as far as the browser says. A
 * foreign page can learn nothing by posting, but it could use up its reader's tries.
 */
export function isSameOriginForm(
  headers: VisitorHeaders,
  isOwnHost: (host: string) => boolean,
): boolean {
  const site = headers["sec-fetch-site"];
  if (site !== undefined) return site === "same-origin" || site === "none";
  const origin = text(headers["origin"]);
  // Not a browser of these days; scripts say nothing, and have no reader to harm.
  if (origin === undefined) return true;
  const host = URL.parse(origin)?.host;
  return host !== undefined && host !== "" && (host === text(headers["host"]) || isOwnHost(host));
}
