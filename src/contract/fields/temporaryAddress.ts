import type { Tunnel } from "../server/tunnels.ts";

/** Where tunnel providers hand out a name that lasts as long as the tunnel runs. */
const temporaryHosts =
  /^https?:\/\/[^/?#]*\.(trycloudflare\.com|loca\.lt|localtunnel\.me|lhr\.(life|rocks|pro)|localhost\.run|serveo\.net|serveousercontent\.com|(free\.)?pinggy\.(link|online|net)|ngrok\.io|tunnelmole\.net)(:\d+)?([/?#]|$)/i;

/** Whether an address is a tunnel's own, gone when that starts again. */
export function isTemporaryAddress(address: string): boolean {
  return temporaryHosts.test(address);
}

type Way = Pick<Tunnel, "way" | "address" | "temporary">;

const plain = (address: string) => address.replace(/\/$/, "");

function isTunnels(address: string, tunnel: Way): boolean {
  return tunnel.address !== null && plain(tunnel.address) === plain(address);
}

/** Whether an address is gone when its tunnel starts again. */
export function isForTrial(address: string, tunnel: Way): boolean {
  return isTemporaryAddress(address) || (isTunnels(address, tunnel) && tunnel.temporary);
}

/** Whether only its owner knows if a name lasts: a command of theirs told it, and no provider is known by it. */
export function isUnsure(
  address: string,
  tunnel: Way & { readonly settings: Pick<Tunnel["settings"], "address"> },
): boolean {
  const isReported = tunnel.way === "command" && tunnel.settings.address === null;
  return isReported && isTunnels(address, tunnel) && !isForTrial(address, tunnel);
}
