/** The headers that a visit is read from, bounded. */
export interface VisitHeaders {
  userAgent: string;
  referrer: string;
  acceptLanguage: string;
  /** `CF-Connecting-IP`; sent twice, it is not believed. */
  connectingAddress: string | undefined;
  /** `CF-IPCountry`. */
  country: string | undefined;
  isPrefetch: boolean;
}

/** In characters. */
const longest = { userAgent: 512, referrer: 2_048, acceptLanguage: 256 } as const;

/**
 * Reads the names and values as they came: `request.headers` would build an object of all of them
 * on the one path where that costs. Of a header sent twice the first counts.
 */
export function readHeaders(raw: readonly string[]): VisitHeaders {
  const headers: VisitHeaders = {
    userAgent: "",
    referrer: "",
    acceptLanguage: "",
    connectingAddress: undefined,
    country: undefined,
    isPrefetch: false,
  };
  for (let place = 0; place + 1 < raw.length; place += 2) {
    const name = raw[place] ?? "";
    if (interestingLengths.has(name.length))
      take(headers, name.toLowerCase(), raw[place + 1] ?? "");
  }
  return headers;
}

const interestingLengths = new Set(
  [
    "user-agent",
    "referer",
    "accept-language",
    "cf-connecting-ip",
    "cf-ipcountry",
    "sec-purpose",
    "purpose",
    "x-purpose",
    "x-moz",
  ].map(({ length }) => length),
);

function take(headers: VisitHeaders, name: string, value: string): void {
  switch (name) {
    case "user-agent":
      if (headers.userAgent === "") headers.userAgent = bounded(value, longest.userAgent);
      return;
    case "referer":
      if (headers.referrer === "") headers.referrer = bounded(value, longest.referrer);
      return;
    case "accept-language":
      if (headers.acceptLanguage === "") {
        headers.acceptLanguage = bounded(value, longest.acceptLanguage);
      }
      return;
    case "cf-connecting-ip":
      headers.connectingAddress = headers.connectingAddress === undefined ? value.trim() : "";
      return;
    case "cf-ipcountry":
      headers.country = headers.country === undefined ? value.trim() : "";
      return;
    case "sec-purpose":
    case "purpose":
    case "x-purpose":
    case "x-moz":
      if (/prefetch|prerender|preview/iu.test(value)) headers.isPrefetch = true;
      return;
    default:
  }
}

function bounded(value: string, length: number): string {
  return value.length > length ? value.slice(0, length) : value;
}
