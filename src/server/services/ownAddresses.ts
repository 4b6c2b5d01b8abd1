import { isIPv4 } from "node:net";

/** The service's own addresses: which of all addresses lead to a short link of it. */

export interface NamedAlias {
  readonly alias: string;
  /** Undefined: on the service's own address. */
  readonly domain: number | undefined;
}

export interface OwnAddresses {
  /**
   * The alias that an address of this service names, and its branded domain: a full address under
   * any base it ever had, or the same without scheme. Null: not an address of this service, or not
   * of a link.
   */
  aliasOf(address: string): NamedAlias | null;
  /** Whether visiting the address would come back to a link: a short link, a QR code's, a rotator's. */
  leadsBack(address: string): boolean;
  /** The branded domain and the path below its base that an address of this service has; null: not one. */
  placeOf(address: string): { readonly domain: number | undefined; readonly path: string } | null;
  /** Whether a `domain` that a caller gave is the service itself, with or without scheme. */
  isOwnBase(domain: string): boolean;
  /** Whether the address has the host and port of the service, whatever its path. */
  isOwnHost(address: string): boolean;
}

/** Every spelling of this machine's own address, as `new URL` leaves it. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    (isIPv4(name) && (name.startsWith("127.") || name === "0.0.0.0")) ||
    name === "::1" ||
    name === "::" ||
    name.startsWith("::ffff:7f")
  );
}

function parse(address: string): URL | null {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(full) ? new URL(full) : null;
}

/** Host and port without the scheme's own port; a trailing dot makes no difference. */
function hostOf({ hostname, port }: URL): string {
  const name = hostname.replace(/\.$/, "");
  return port === "" ? name : `${name}:${port}`;
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment);
  } catch {
    return null;
  }
}

/** First segments that redirect without being an alias. */
const redirecting = new Set(["q", "r"]);

export function createOwnAddresses(options: {
  bases: readonly string[];
  /** Ports of the doors that visitors use on this machine. */
  loopbackPorts: readonly number[];
  prefix: string;
  isAlias: (segment: string) => boolean;
  /** The branded domain of a host and port, where it is one. */
  domainOf: (host: string) => number | undefined;
}): OwnAddresses {
  const { loopbackPorts, prefix, isAlias, domainOf } = options;
  const prefixesByHost = new Map<string, Set<string>>();
  for (const base of options.bases) {
    const url = new URL(base);
    const prefixes = prefixesByHost.get(hostOf(url)) ?? new Set();
    prefixesByHost.set(hostOf(url), prefixes.add(url.pathname.replace(/\/$/, "")));
  }

  function isOwnDoor({ hostname, port }: URL): boolean {
    return isLoopback(hostname) && loopbackPorts.includes(Number(port === "" ? 80 : port));
  }

  function prefixesOf(url: URL): readonly string[] {
    const known = prefixesByHost.get(hostOf(url)) ?? [];
    // Our own doors answer below the prefix and without it (proxies may strip it).
    const isDomain = domainOf(hostOf(url)) !== undefined;
    const own = isDomain || isOwnDoor(url) ? [prefix, ""] : [];
    return [...new Set([...known, ...own])].toSorted((a, b) => b.length - a.length);
  }

  /** `go.localhost` leads to this machine, but is a name of its own: a domain to be registered. */
  function isOwnHost(address: string): boolean {
    const url = parse(address);
    if (url === null) return false;
    if (prefixesByHost.has(hostOf(url))) return true;
    return !/.\.localhost\.?$/.test(url.hostname) && isOwnDoor(url);
  }

  /** Path segments below a base of the service, for each base that the address may be under. */
  function segmentsOf(address: string): (readonly string[])[] {
    const url = parse(address);
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    return prefixesOf(url).flatMap((base) => {
      if (url.pathname !== base && !url.pathname.startsWith(`${base}/`)) return [];
      const segments = url.pathname.slice(base.length).split("/").filter(Boolean).map(decoded);
      return segments.every((segment) => segment !== null) ? [segments] : [];
    });
  }

  function aliasOf(address: string): NamedAlias | null {
    for (const [first, ...rest] of segmentsOf(address)) {
      if (first === undefined || rest.length > 0 || !isAlias(first)) continue;
      const url = parse(address);
      return { alias: first, domain: url === null ? undefined : domainOf(hostOf(url)) };
    }
    return null;
  }

  return {
    aliasOf,
    leadsBack(address) {
      return (
        aliasOf(address) !== null ||
        segmentsOf(address).some(
          ([first = "", ...rest]) => redirecting.has(first.toLowerCase()) && rest.length === 1,
        )
      );
    },
    placeOf(address) {
      const [segments] = segmentsOf(address);
      const url = parse(address);
      if (segments === undefined || url === null) return null;
      const path = `/${segments.map(encodeURIComponent).join("/")}`;
      return { domain: domainOf(hostOf(url)), path };
    },
    isOwnBase(domain) {
      const url = parse(domain);
      if (url === null || domainOf(hostOf(url)) !== undefined || !isOwnHost(domain)) return false;
      return segmentsOf(domain).some((segments) => segments.length === 0);
    },
    isOwnHost,
  };
}
