import { BlockList, isIP } from "node:net";

/** Whoever may say from whom it passes a request on. */
export interface Proxies {
  /** Whether the other end of a connection is one of them. */
  includes(peer: string | undefined): boolean;
}

export const noProxies: Proxies = { includes: () => false };

/** As sockets name a peer on this computer. */
const usualPeers = new Set(["127.0.0.1", "::1", "::ffff:127.0.0.1"]);
const addressBits = { 4: 32, 6: 128 } as const;

/** Addresses and networks ("10.0.0.2, 2001:db8::/64"); null: one of them is neither. */
export function readProxies(list: string): Proxies | null {
  // A proxy or tunnel on this computer.
  const known = new BlockList();
  known.addSubnet("127.0.0.0", 8, "ipv4");
  known.addAddress("::1", "ipv6");
  for (const entry of list.split(",").map((one) => one.trim())) {
    if (entry === "") continue;
    const [address = "", bits, ...rest] = entry.split("/");
    const version = isIP(address);
    if ((version !== 4 && version !== 6) || rest.length > 0) return null;
    const most = addressBits[version];
    const prefix = bits === undefined ? most : /^\d{1,3}$/.test(bits) ? Number(bits) : Number.NaN;
    if (!(prefix >= 0 && prefix <= most)) return null;
    known.addSubnet(address, prefix, version === 4 ? "ipv4" : "ipv6");
  }
  return {
    includes(peer = "") {
      // Nearly always the tunnel beside us: every visit asks.
      if (usualPeers.has(peer)) return true;
      const version = isIP(peer);
      // An IPv4 peer of a door that listens on IPv6 is mapped; the list knows it either way.
      return version !== 0 && known.check(peer, version === 4 ? "ipv4" : "ipv6");
    },
  };
}
