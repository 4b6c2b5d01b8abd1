import { isIP } from "node:net";
import type { GeoProvider } from "../../features/settings/settings.ts";
import type { Proxies } from "../../features/settings/trustedProxies.ts";
import type { VisitHeaders } from "../../visit/requestHeaders.ts";

interface Believed {
  /** Whose forwarded headers are believed, on the public door only. */
  readonly geoProvider: GeoProvider;
  /** From whom they are taken; whoever else sends some made them up. */
  readonly proxies: Proxies;
}

/** Whose headers a connection's other end may pass on; "none": they are ignored. */
export function believedProvider(
  { geoProvider, proxies }: Believed,
  peer: string | undefined,
  isPublicDoor: boolean,
): GeoProvider {
  return isPublicDoor && geoProvider !== "none" && proxies.includes(peer) ? geoProvider : "none";
}

/** The visitor's address as the provider tells it; null: it tells none. */
export function forwardedAddress(
  provider: Exclude<GeoProvider, "none">,
  { connectingAddress, lastHop }: VisitHeaders,
): string | null {
  const said = provider === "cloudflare" ? connectingAddress : lastHop;
  return said !== undefined && isIP(said) !== 0 ? said : null;
}
