import { isIP } from "node:net";
import type { IncomingMessage } from "node:http";
import type { GeoProvider } from "../../features/settings/settings.ts";
import { isLoopback } from "../../features/domains/ownAddresses.ts";
import type { Proxies } from "../../features/settings/trustedProxies.ts";
import { createVisitReader, type ReadVisit, type VisitReaderParts } from "../../visit/readVisit.ts";
import { knownCountry, readHeaders, type VisitHeaders } from "../../visit/requestHeaders.ts";
import type { Countries } from "../../features/clicks/countries.ts";

export interface RequestReaderParts extends VisitReaderParts {
  readonly countries: Pick<Countries, "lookup">;
  readonly settings: {
    /** Whose forwarded headers are believed, on the public door only. */
    readonly geoProvider: GeoProvider;
    /** From whom they are taken; whoever else sends some made them up. */
    readonly proxies: Proxies;
  };
}

export type RequestReader = (request: IncomingMessage, isPublicDoor: boolean) => ReadVisit;

/** Reads a visit that came over a socket of this computer. */
export function createRequestReader(parts: RequestReaderParts): RequestReader {
  const readVisit = createVisitReader(parts);
  return (request, isPublicDoor) => {
    const headers = readHeaders(request.headers);
    const peer = request.socket.remoteAddress;
    const provider = believedProvider(parts.settings, peer, isPublicDoor);
    const address =
      provider === "none" ? socketAddress(peer, isPublicDoor) : forwardedAddress(provider, headers);
    const country =
      provider === "cloudflare" && headers.country !== undefined
        ? knownCountry(headers.country)
        : address === null
          ? null
          : parts.countries.lookup(address);
    return readVisit(headers, { address, country });
  };
}

/** Behind a tunnel that tells nothing, every visitor has the tunnel's own loopback address. */
function socketAddress(address: string | undefined, isPublicDoor: boolean): string | null {
  if (address === undefined) return null;
  return isPublicDoor && isLoopback(address) ? null : address;
}

interface Believed {
  /** Whose forwarded headers are believed, on the public door only. */
  readonly geoProvider: GeoProvider;
  /** From whom they are taken; whoever else sends some made them up. */
  readonly proxies: Proxies;
}

/** Whose headers a connection's other end may pass on; "none": they are ignored. */
function believedProvider(
  { geoProvider, proxies }: Believed,
  peer: string | undefined,
  isPublicDoor: boolean,
): GeoProvider {
  return isPublicDoor && geoProvider !== "none" && proxies.includes(peer) ? geoProvider : "none";
}

/** The visitor's address as the provider tells it; null: it tells none. */
function forwardedAddress(
  provider: Exclude<GeoProvider, "none">,
  { connectingAddress, lastHop }: VisitHeaders,
): string | null {
  const clientAddress = provider === "cloudflare" ? connectingAddress : lastHop;
  return clientAddress !== undefined && isIP(clientAddress) !== 0 ? clientAddress : null;
}
