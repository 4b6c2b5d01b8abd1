import { hopMark } from "./pages/interstitialParts.ts";
import { visitorQuery } from "./visitorQuery.ts";
import type { VisitorRequest } from "./visitorRequest.ts";

/** How long a visitor may take from the page of pixels to the next one of the link; seconds. */
const longestHop = 60;

/**
 * The same link again, for whoever has been on its page of pixels. It holds for a minute only, so
 * that an address that was passed on with it counts like any other.
 */
export function afterHop({ read }: VisitorRequest): string {
  return `?${hopMark}=${Math.floor(read.at / 1_000).toString(36)}`;
}

/** Whether the visit has been counted, and its pixels fired, a moment ago. */
export function isAfterHop({ path, read }: Pick<VisitorRequest, "path" | "read">): boolean {
  const query = path.indexOf("?");
  if (query < 0) return false;
  const sent = visitorQuery(path.slice(query + 1)).get(hopMark);
  if (sent === null || !/^[\da-z]{1,8}$/u.test(sent)) return false;
  const age = Math.floor(read.at / 1_000) - Number.parseInt(sent, 36);
  return age >= 0 && age <= longestHop;
}
