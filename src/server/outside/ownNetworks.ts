import { BlockList, isIP } from "node:net";
import { networkInterfaces } from "node:os";
import { isLoopback } from "../features/domains/ownAddresses.ts";
import { isLinkLocal, isPublicAddress } from "./publicAddresses.ts";
import type { Settings } from "../features/settings/settings.ts";

/** The addresses of this machine, by interface, as the system lists them. */
export type Interfaces = typeof networkInterfaces;

export interface OwnNetworks {
  /** Whether an address is this machine's or one of its neighbours'. */
  includes(address: string): boolean;
  /** Whether an address is this machine's own. */
  has(address: string): boolean;
  /** Whether this machine has an address at which others could answer; else it is offline. */
  isConnected(): boolean;
}

/** Who has one IPv6 address shares at least its /64, also where the system is told of one address. */
const sharedIPv6 = 64;
/** A network wider than these is a way to the whole internet (a tunnel), not a neighbourhood. */
const widest = { IPv4: 8, IPv6: 19 } as const;

/** Looked at anew at each question: machines move between networks. */
export function createOwnNetworks(interfaces: Interfaces = networkInterfaces): OwnNetworks {
  /** Loopback belongs to every machine, and is refused as such. */
  const held = () =>
    Object.values(interfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal }) => !internal);

  return {
    includes(address) {
      if (isIP(address) === 0) return false;
      const networks = new BlockList();
      for (const { address: own, family, cidr } of held()) {
        const kind = family === "IPv6" ? "ipv6" : "ipv4";
        const bits = Number(cidr?.split("/")[1] ?? Number.NaN);
        networks.addAddress(own, kind);
        if (Number.isNaN(bits) || bits < widest[family]) continue;
        networks.addSubnet(own, family === "IPv6" ? Math.min(bits, sharedIPv6) : bits, kind);
      }
      return networks.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
    },
    has(address) {
      const own = new BlockList();
      for (const { address: one, family } of held()) {
        own.addAddress(one, family === "IPv6" ? "ipv6" : "ipv4");
      }
      return isIP(address) !== 0 && own.check(address, isIP(address) === 6 ? "ipv6" : "ipv4");
    },
    // A link-local address is what an interface gives itself where nobody gives it one.
    isConnected: () => held().some(({ address }) => !isLinkLocal(address)),
  };
}

/** Where a proxy on this very machine answers in front of the service. */
const webPorts = [80, 443];
const wildcards = ["0.0.0.0", "::"];

/**
 * Whether a numeric address and port may be asked who answers there, though it leads inside: the
 * service's own doors, and under this machine's own public addresses the ports of the web, where a
 * proxy stands that passes on to it.
 */
export function createListensAt(
  settings: Pick<Settings, "host" | "port" | "publicPort" | "guiPort">,
  ownNetworks: Pick<OwnNetworks, "has">,
): (address: string, port: number) => boolean {
  return (address, requestedPort) => {
    const { host, port, publicPort, guiPort } = settings;
    const isDoor = [port, publicPort, guiPort].includes(requestedPort);
    if (isDoor && (isLoopback(address) || address === host)) return true;
    if (!ownNetworks.has(address)) return false;
    const isWeb = webPorts.includes(requestedPort) && isPublicAddress(address);
    return isWeb || (isDoor && wildcards.includes(host));
  };
}
