import type { Settings } from "../settings/settings.ts";

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

/** Every spelling of this machine's own address, as `new URL` or a socket has it. */
export function isLoopback(hostname: string): boolean {
  const name = hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  return (
    name === "localhost" ||
    name.endsWith(".localhost") ||
    /^127(?:\.\d{1,3}){3}$/.test(name) ||
    name === "0.0.0.0" ||
    name === "::1" ||
    name === "::" ||
    /^::ffff:(?:7f|127\.)/.test(name)
  );
}

function parse(address: string): URL | null {
  const full = /^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `http://${address}`;
  return URL.canParse(full) ? new URL(full) : null;
}

/** Host and port of a base, as requests name them; null: it is none. */
export function hostOfBase(base: string): string | null {
  return URL.parse(base)?.host.replace(/\.(?=:|$)/, "") ?? null;
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

/** Prefixes of paths, and how long they are: a path can have thousands of slashes. */
interface PathPrefixes {
  readonly known: ReadonlySet<string>;
  readonly lengths: ReadonlySet<number>;
}

function pathPrefixes(known: ReadonlySet<string>): PathPrefixes {
  return { known, lengths: new Set([...known].map(({ length }) => length)) };
}

/** Those that a path begins with. */
function startsOf(path: string, { known, lengths }: PathPrefixes): string[] {
  return [...lengths]
    .filter((length) => length === path.length || path[length] === "/")
    .map((length) => path.slice(0, length))
    .filter((start) => known.has(start));
}

function byHost(bases: readonly string[]): ReadonlyMap<string, PathPrefixes> {
  const prefixes = new Map<string, Set<string>>();
  for (const base of bases) {
    const url = URL.parse(base);
    if (url === null) continue;
    const known = prefixes.get(hostOf(url)) ?? new Set();
    prefixes.set(hostOf(url), known.add(url.pathname.replace(/\/$/, "")));
  }
  return new Map([...prefixes].map(([host, known]) => [host, pathPrefixes(known)]));
}

/** First segments that redirect without being an alias. */
const redirecting = new Set(["q", "r"]);

export function createOwnAddresses(options: {
  /** Every base that it ever had, the prefixes below which it answers, and its doors' ports. */
  settings: Pick<Settings, "formerBases" | "prefix" | "formerPrefixes" | "port" | "publicPort">;
  isAlias: (segment: string) => boolean;
  /** The branded domain of a host and port, where it is one. */
  domainOf: (host: string) => number | undefined;
}): OwnAddresses {
  const { settings, isAlias, domainOf } = options;
  let bases = settings.formerBases;
  let prefixesByHost = byHost(bases);
  let { prefix, formerPrefixes } = settings;
  const presentPrefixes = () => pathPrefixes(new Set([prefix, ...formerPrefixes, ""]));
  let prefixes = presentPrefixes();

  /** The list is another one after each change. */
  function knownBases(): ReadonlyMap<string, PathPrefixes> {
    if (settings.formerBases !== bases) {
      bases = settings.formerBases;
      prefixesByHost = byHost(bases);
    }
    return prefixesByHost;
  }

  /** Of the doors that visitors use on this machine. */
  function isOwnDoor({ hostname, port }: URL): boolean {
    const portNumber = Number(port === "" ? 80 : port);
    return isLoopback(hostname) && [settings.port, settings.publicPort].includes(portNumber);
  }

  /** The list is another one after each change. */
  function prefixesHere(): PathPrefixes {
    if (settings.formerPrefixes !== formerPrefixes || settings.prefix !== prefix) {
      ({ prefix, formerPrefixes } = settings);
      prefixes = presentPrefixes();
    }
    return prefixes;
  }

  /** Prefixes that the path of an address begins with, longest first: there can be thousands of others. */
  function prefixesOf(url: URL): readonly string[] {
    const known = knownBases().get(hostOf(url));
    // Our own doors answer below the prefix and without it (proxies may strip it).
    const isHere = domainOf(hostOf(url)) !== undefined || isOwnDoor(url);
    const here = isHere ? prefixesHere() : undefined;
    const starts = [known, here].flatMap((list) =>
      list === undefined ? [] : startsOf(url.pathname, list),
    );
    return [...new Set(starts)].toSorted((one, other) => other.length - one.length);
  }

  /** `go.localhost` leads to this machine, but is a name of its own: a domain to be registered. */
  function isOwnHost(address: string): boolean {
    const url = parse(address);
    if (url === null) return false;
    if (knownBases().has(hostOf(url))) return true;
    return !/.\.localhost\.?$/.test(url.hostname) && isOwnDoor(url);
  }

  /** Path segments below a base of the service, for each base that the address may be under. */
  function segmentsOf(url: URL | null): (readonly string[])[] {
    if (url === null || !/^https?:$/.test(url.protocol)) return [];
    return prefixesOf(url).flatMap((base) => {
      const segments = url.pathname.slice(base.length).split("/").filter(Boolean).map(decoded);
      return segments.every((segment) => segment !== null) ? [segments] : [];
    });
  }

  /** Whether these segments are an alias and nothing else. */
  const isOfAlias = ([first, ...rest]: readonly string[]) =>
    first !== undefined && rest.length === 0 && isAlias(first);

  const isOfRedirect = ([first = "", ...rest]: readonly string[]) =>
    redirecting.has(first.toLowerCase()) && rest.length === 1;

  return {
    aliasOf(address) {
      const url = parse(address);
      const [alias] = segmentsOf(url).find(isOfAlias) ?? [];
      return url === null || alias === undefined ? null : { alias, domain: domainOf(hostOf(url)) };
    },
    leadsBack: (address) =>
      segmentsOf(parse(address)).some((segments) => isOfAlias(segments) || isOfRedirect(segments)),
    placeOf(address) {
      const url = parse(address);
      const [segments] = segmentsOf(url);
      if (segments === undefined || url === null) return null;
      const path = `/${segments.map(encodeURIComponent).join("/")}`;
      return { domain: domainOf(hostOf(url)), path };
    },
    isOwnBase(domain) {
      const url = parse(domain);
      if (url === null || domainOf(hostOf(url)) !== undefined || !isOwnHost(domain)) return false;
      return segmentsOf(url).some((segments) => segments.length === 0);
    },
    isOwnHost,
  };
}
