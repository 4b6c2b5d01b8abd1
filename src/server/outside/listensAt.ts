import { isLoopback } from "../features/domains/ownAddresses.ts";
import type { OwnNetworks } from "./ownNetworks.ts";
import { isPublicAddress } from "./publicAddresses.ts";
import type { Settings } from "../features/settings/settings.ts";

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
  return (address, asked) => {
    const { host, port, publicPort, guiPort } = settings;
    const isDoor = [port, publicPort, guiPort].includes(asked);
    if (isDoor && (isLoopback(address) || address === host)) return true;
    if (!ownNetworks.has(address)) return false;
    const isWeb = webPorts.includes(asked) && isPublicAddress(address);
    return isWeb || (isDoor && wildcards.includes(host));
  };
}
