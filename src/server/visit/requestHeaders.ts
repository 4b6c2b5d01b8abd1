/** As they come, by lower-case names. */
export type VisitorHeaders = Readonly<Record<string, string | readonly string[] | undefined>>;

/** The headers that a visit is read from, bounded. */
export interface VisitHeaders {
  readonly userAgent: string;
  readonly referrer: string;
  readonly acceptLanguage: string;
  /** `CF-Connecting-IP` as sent; sent twice, it is two values in one and no address. */
  readonly connectingAddress: string | undefined;
  /** The last entry of `X-Forwarded-For`: what the nearest proxy itself saw. */
  readonly lastHop: string | undefined;
  /** `CF-IPCountry` as sent. */
  readonly country: string | undefined;
  readonly isPrefetch: boolean;
  /** What the service sends along when it follows a link of its own. */
  readonly proof: string | undefined;
}

/** In characters. */
const longest = { userAgent: 512, referrer: 2_048, acceptLanguage: 256 } as const;

export function readHeaders(headers: VisitorHeaders): VisitHeaders {
  return {
    userAgent: bounded(text(headers["user-agent"]), longest.userAgent),
    referrer: bounded(text(headers["referer"]), longest.referrer),
    acceptLanguage: bounded(text(headers["accept-language"]), longest.acceptLanguage),
    connectingAddress: text(headers["cf-connecting-ip"]),
    lastHop: text(headers["x-forwarded-for"])?.split(",").at(-1)?.trim(),
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
  return header.length > length ? header.slice(0, length) : header;
}

/** Cloudflare says `XX` where it doesn't know and `T1` for Tor. */
export function knownCountry(said: string): string | null {
  const country = said.toUpperCase();
  return /^[A-Z]{2}$/u.test(country) && country !== "XX" ? country : null;
}

/** `DNT` and its successor, Global Privacy Control. */
export function asksNotToBeTracked(headers: VisitorHeaders): boolean {
  return headers["dnt"] === "1" || headers["sec-gpc"] === "1";
}
