import { headerLengths, longestAddress } from "../visitor/headerLengths.ts";
import { ownCopy } from "../visitor/boundedCache.ts";

/** As they come, by lower-case names. */
export type VisitorHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers that a visit is read from, bounded. */
export interface VisitHeaders {
  readonly userAgent: string;
  readonly referrer: string;
  readonly acceptLanguage: string;
  /** `CF-Connecting-IP` as sent, unless it is too long; sent twice, it is two values in one and no address. */
  readonly connectingAddress: string | undefined;
  /** The last entry of `X-Forwarded-For`: what the nearest proxy itself saw. */
  readonly lastHop: string | undefined;
  /** `CF-IPCountry` as sent. */
  readonly country: string | undefined;
  readonly isPrefetch: boolean;
  /** What the service sends along when it follows a link of its own. */
  readonly proof: string | undefined;
}

export function readHeaders(headers: VisitorHeaders): VisitHeaders {
  return {
    userAgent: bounded(text(headers["user-agent"]), headerLengths.userAgent),
    referrer: bounded(text(headers["referer"]), headerLengths.referrer),
    acceptLanguage: bounded(text(headers["accept-language"]), headerLengths.acceptLanguage),
    connectingAddress: addressIn(text(headers["cf-connecting-ip"])),
    lastHop: lastHopIn(text(headers["x-forwarded-for"])),
    country: text(headers["cf-ipcountry"]),
    isPrefetch:
      isAhead(headers["sec-purpose"]) ||
      isAhead(headers["purpose"]) ||
      isAhead(headers["x-purpose"]) ||
      isAhead(headers["x-moz"]),
    proof: text(headers["waypost-proof"]),
  };
}

/** Browsers name a fetch that nobody asked for yet in one of four headers. */
function isAhead(purpose: VisitorHeaders[string]): boolean {
  return purpose !== undefined && /prefetch|prerender|preview/iu.test(String(purpose));
}

export function text(header: VisitorHeaders[string]): string | undefined {
  return header === undefined ? undefined : String(header);
}

function bounded(header: string | undefined, length: number): string {
  if (header === undefined) return "";
  return header.length > length ? ownCopy(header.slice(0, length)) : header;
}

/** Undefined: too long for one. */
function addressIn(header: string | undefined): string | undefined {
  return header !== undefined && header.length <= longestAddress ? header : undefined;
}

/** Most proxies send one address, which is the whole header. */
function lastHopIn(header: string | undefined): string | undefined {
  if (header === undefined) return undefined;
  const last = addressIn(header.slice(header.lastIndexOf(",") + 1).trim());
  return last === undefined || last.length === header.length ? last : ownCopy(last);
}

/** Cloudflare says `XX` where it doesn't know and `T1` for Tor. */
export function knownCountry(code: string): string | null {
  const country = code.toUpperCase();
  return /^[A-Z]{2}$/u.test(country) && country !== "XX" ? country : null;
}

/** `DNT` and its successor, Global Privacy Control. */
export function asksNotToBeTracked(headers: VisitorHeaders): boolean {
  return headers["dnt"] === "1" || headers["sec-gpc"] === "1";
}
