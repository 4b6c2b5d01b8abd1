import type { Tunnel } from "./tunnels.ts";

/** Where tunnel providers hand out a name that lasts as long as the tunnel runs. */
const temporaryHosts =
  /^https?:\/\/[^/?#]*\.(trycloudflare\.com|loca\.lt|localtunnel\.me|lhr\.(life|rocks|pro)|localhost\.run|serveo\.net|serveousercontent\.com|(free\.)?pinggy\.(link|online|net)|ngrok\.io|tunnelmole\.net)(:\d+)?([/?#]|$)/i;

/** Whether an address is a tunnel's own, gone when that starts again. */
export function isTemporaryAddress(address: string): boolean {
  return temporaryHosts.test(address);
}

type Way = Pick<Tunnel, "way" | "address" | "temporary">;

const plain = (address: string) => address.replace(/\/$/, "");

/** Whether an address is gone when its tunnel starts again. */
export function isForTrial(address: string, tunnel: Way): boolean {
  const isTunnels = tunnel.address !== null && plain(tunnel.address) === plain(address);
  return isTemporaryAddress(address) || (isTunnels && tunnel.temporary);
}

/** Whether only its owner knows if a name lasts: a command of theirs told it, and no provider is known by it. */
export function isUnsure(address: string, tunnel: Way & Pick<Tunnel, "settings">): boolean {
  const { way, settings, address: told } = tunnel;
  const isTold = way === "command" && settings.address === null && told !== null;
  return isTold && plain(told) === plain(address) && !isForTrial(address, tunnel);
}
