/** Whether a page lets itself be shown in a frame, by its headers. */
export interface FramingHeaders {
  /** `Content-Security-Policy`, several joined by commas. */
  readonly policy: string | null;
  /** `X-Frame-Options`, several joined by commas. */
  readonly options: string | null;
}

/** A policy that names http takes https too (CSP 3, 6.7.2.9). */
function isScheme(named: string, framing: URL): boolean {
  return framing.protocol === `${named}:` || (named === "http" && framing.protocol === "https:");
}

function portOf(url: URL): string {
  if (url.port !== "") return url.port;
  return url.protocol === "https:" ? "443" : "80";
}

const schemeSource = /^(?<scheme>[a-z][a-z\d+.-]*):$/;
const hostSource =
  /^(?:(?<scheme>[a-z][a-z\d+.-]*):\/\/)?(?<host>\*|(?:\*\.)?[\w.-]+|\[[\da-f:.]+\])(?::(?<port>\d+|\*))?(?:\/.*)?$/;

/** Whether a source expression (CSP 3, 6.7.2.8) names the framing page; its path plays no part. */
function matchesSource(source: string, framing: URL, page: URL): boolean {
  const expression = source.toLowerCase();
  if (expression === "*") return true;
  if (expression === "'self'") return framing.origin === page.origin;
  const scheme = schemeSource.exec(expression)?.groups?.scheme;
  if (scheme !== undefined) return isScheme(scheme, framing);
  const named = hostSource.exec(expression)?.groups;
  if (named === undefined || !isScheme(named.scheme ?? page.protocol.slice(0, -1), framing)) {
    return false;
  }
  const { host = "", port } = named;
  const isHost = host.startsWith("*")
    ? framing.hostname.endsWith(host.slice(1))
    : framing.hostname === host;
  const isPort = port === undefined ? framing.port === "" : port === portOf(framing);
  return isHost && (port === "*" || isPort);
}

/** The source lists of every policy that says who may frame; empty when none does. */
function frameAncestors(policy: string): string[][] {
  return policy.split(",").flatMap((one) => {
    // Of a directive that is there twice the first counts.
    const directive = one
      .split(";")
      .map((part) => part.trim().split(/\s+/))
      .find(([name = ""]) => name.toLowerCase() === "frame-ancestors");
    return directive === undefined ? [] : [directive.slice(1)];
  });
}

/**
 * Whether a page at `page` may be framed by one at `framing`. A policy's `frame-ancestors` goes
 * before `X-Frame-Options`; where neither speaks, or not in words that browsers know, it may.
 */
export function mayBeFramed(headers: FramingHeaders, page: URL, framing: URL): boolean {
  const lists = frameAncestors(headers.policy ?? "");
  if (lists.length > 0) {
    return lists.every((sources) => sources.some((source) => matchesSource(source, framing, page)));
  }
  const options = new Set(
    (headers.options ?? "").split(",").map((one) => one.trim().toLowerCase()),
  );
  // HTML, "check a navigation response's adherence": options that contradict each other forbid.
  if (options.size > 1) return !["deny", "sameorigin", "allowall"].some((one) => options.has(one));
  if (options.has("deny")) return false;
  return !options.has("sameorigin") || framing.origin === page.origin;
}
