import type { IncomingMessage } from "node:http";
import type { Visit } from "../resolve/model.ts";
import type { ClickFacts } from "../services/clicks/clicks.ts";
import type { Countries } from "../services/countries.ts";
import type { Proxies } from "../services/trustedProxies.ts";
import type { Referrers } from "../services/visitor/referrers.ts";
import type { GeoProvider } from "../services/settings.ts";
import type { UserAgents } from "../services/visitor/userAgents.ts";
import type { VisitorKeys } from "../services/visitorKeys.ts";
import type { Languages } from "../services/visitor/languages.ts";
import { believedProvider, forwardedAddress, forwardedCountry } from "./forwardedHeaders.ts";
import { readHeaders } from "./requestHeaders.ts";

/** A visit, what a click of it leaves behind, and whether it is one. */
export interface ReadVisit extends ClickFacts {
  readonly visit: Visit;
  /** Kept nowhere; null: visitors can't be told apart. */
  readonly address: string | null;
  /**
   * Fetched ahead of a person who may never look, or by the service itself to see whether its links
   * lead on: answered like any other, and not counted.
   */
  readonly isUncounted: boolean;
}

export interface VisitReaderParts {
  readonly countries: Pick<Countries, "lookup">;
  readonly userAgents: UserAgents;
  readonly referrers: Referrers;
  readonly languages: Languages;
  readonly visitors: VisitorKeys;
  readonly settings: VisitSettings;
  /** Whether the service itself is following a link just now and sends this along. */
  readonly isProof: (nonce: string) => boolean;
  clock(): number;
}

export interface VisitSettings {
  /** Whose forwarded headers are believed, on the public door only. */
  readonly geoProvider: GeoProvider;
  /** From whom they are taken; whoever else sends some made them up. */
  readonly proxies: Proxies;
  /** See services/settings. */
  readonly pageName: string;
  readonly pageColor: string;
  readonly respectDnt: boolean;
  readonly prefix: string;
  readonly shortBase: string;
  readonly formerBases: readonly string[];
}

export type VisitReader = (request: IncomingMessage, isPublicDoor: boolean) => ReadVisit;

/** Gathers the facts of a visit once; every string is bounded here. */
export function createVisitReader(parts: VisitReaderParts): VisitReader {
  return (request, isPublicDoor) => {
    const headers = readHeaders(request.headers);
    const peer = request.socket.remoteAddress;
    const provider = believedProvider(parts.settings, peer, isPublicDoor);
    const address =
      provider === "none" ? socketAddress(peer, isPublicDoor) : forwardedAddress(provider, headers);
    const country =
      provider === "cloudflare" && headers.country !== undefined
        ? forwardedCountry(headers.country)
        : address === null
          ? null
          : parts.countries.lookup(address);
    const userAgent = parts.userAgents.read(headers.userAgent);
    const languages = parts.languages.read(headers.acceptLanguage);
    const now = parts.clock();
    return {
      at: now,
      userAgent,
      visitorKey: () => parts.visitors.keyOf(address, headers.userAgent),
      country,
      referrer: parts.referrers.read(headers.referrer),
      language: languages[0],
      isUncounted:
        headers.isPrefetch || (headers.proof !== undefined && parts.isProof(headers.proof)),
      address,
      visit: {
        now,
        languages,
        country,
        device: userAgent.device ?? null,
        deviceGroup: userAgent.deviceGroup ?? null,
        isPreview: userAgent.isPreview,
        isUnlocked: false,
      },
    };
  };
}

/** Behind a tunnel that tells nothing, every visitor has the tunnel's own loopback address. */
function socketAddress(address: string | undefined, isPublicDoor: boolean): string | null {
  if (address === undefined) return null;
  return isPublicDoor && isLoopback(address) ? null : address;
}

function isLoopback(address: string): boolean {
  return address === "::1" || address.startsWith("127.") || address.startsWith("::ffff:127.");
}
