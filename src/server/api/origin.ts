import type { RequestHandler } from "express";
import { HttpFailure } from "./failures.ts";

/** The desktop window's own origin; no page of the web can have it. */
const windowOrigin = "app://waypost";

/** Of `Sec-Fetch-Site`: other programs on this computer are other ports of one site. */
const foreignSites = new Set<unknown>(["cross-site", "same-site"]);
const safeMethods = new Set(["GET", "HEAD"]);

/** `host` has been found to be ours before. */
function isOwn(origin: string, host: string | undefined): boolean {
  if (origin === windowOrigin) return true;
  return URL.canParse(origin) && host !== undefined && new URL(origin).host === host.toLowerCase();
}

/**
 * A browser says where a write comes from: pages of other sites may not make one, with or without
 * a key. There is no header that would let them read an answer either.
 */
export const refuseForeignOrigin: RequestHandler = (request, _response, next) => {
  const { origin, host } = request.headers;
  const isForeign =
    origin === undefined
      ? foreignSites.has(request.headers["sec-fetch-site"])
      : !isOwn(origin, host);
  if (isForeign && !safeMethods.has(request.method)) {
    next(new HttpFailure(403, "otherSite", "Requests from pages of other sites are not accepted."));
  } else next();
};
