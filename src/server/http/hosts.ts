import { networkInterfaces } from "node:os";
import { isLoopback } from "../features/domains/ownAddresses.ts";

/** Which `Host` headers a door takes, as they are sent. */
export interface Hosts {
  /** The door's own addresses on this computer. */
  isOwn(host: string | undefined): boolean;
  /** The addresses that visitors know the service by, or knew it by. */
  isPublic(host: string | undefined): boolean;
}

const defaultPorts = { "http:": 80, "https:": 443 } as const;

function spellings(name: string, port: number): readonly string[] {
  return port === defaultPorts["http:"] ? [name, `${name}:${port}`] : [`${name}:${port}`];
}

/** As it stands in an address: IPv6 in brackets. */
export function hostInAddress(host: string): string {
  return host.includes(":") ? `[${host}]` : host.toLowerCase();
}

/** An address that stands for all of this computer's. */
export function isWildcard(host: string): boolean {
  return host === "0.0.0.0" || host === "::";
}

/** `host` is where the door listens; one that isn't loopback is the owner's choice and counts as own. */
export function createHosts(options: {
  host: string;
  port: number;
  /** Another address of this computer at which the door listens. */
  browserHost?: string;
  /**
   * Addresses under which visitors come, for example through a tunnel, the present one last; another
   * list after each change.
   */
  publicBases: () => readonly string[];
}): Hosts {
  const { host, port, browserHost = host, publicBases } = options;
  const names = ["127.0.0.1", "localhost", "[::1]", browserHost];
  // A number can't be made to lead elsewhere, as a name can.
  const listening = isWildcard(host)
    ? Object.values(networkInterfaces()).flatMap(
        (list) => list?.map(({ address }) => address) ?? [],
      )
    : [host];
  names.push(...listening.map(hostInAddress));
  const own = new Set(names.flatMap((name) => spellings(name, port)));
  let bases = publicBases();
  let open = publicHosts(bases);
  const has = (set: ReadonlySet<string>, name: string | undefined) =>
    name !== undefined && (set.has(name) || set.has(name.toLowerCase()));
  return {
    isOwn: (name) => has(own, name),
    isPublic(name) {
      const present = publicBases();
      if (present !== bases) {
        bases = present;
        open = publicHosts(present);
      }
      return has(open, name);
    },
  };
}

/** A former number of this computer is no name that anybody brings along from outside. */
function publicHosts(bases: readonly string[]): ReadonlySet<string> {
  return new Set(
    bases.flatMap((base, place) => {
      const url = URL.parse(base);
      if (url === null) return [];
      const { hostname, host: withPort, protocol, port: given } = url;
      if (isLoopback(hostname)) return place === bases.length - 1 ? [withPort] : [];
      if (given !== "") return [withPort];
      return [hostname, `${hostname}:${protocol === "https:" ? 443 : 80}`];
    }),
  );
}
