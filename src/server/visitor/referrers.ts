import { createBoundedCache } from "./boundedCache.ts";
import { platformOfApp, platformOfHost } from "./socialPlatforms.ts";
import type { SocialPlatform } from "../../contract/fields/socialPlatforms.ts";

/** Where a visitor came from. */
export interface Referrer {
  /** Host of the page, or name of the app. Undefined: direct, e-mail and other. */
  readonly host: string | undefined;
  readonly social: SocialPlatform | undefined;
}

const nowhere: Referrer = { host: undefined, social: undefined };

/** Longer ones are made up: no host name is longer. */
const longestHost = 253;

export interface Referrers {
  /** Of a `Referer` header, already bounded. */
  readonly read: (header: string) => Referrer;
}

/** More than a scheme, a name and a port. */
const longestOrigin = 300;

export function createReferrers(): Referrers {
  const ofOrigin = createBoundedCache({ size: 20_000, longest: longestOrigin }, parse);
  return { read: (header) => ofOrigin(originOf(header)) };
}

/** The address up to its path, which says nothing that is kept; whole where it has an unusual form. */
function originOf(header: string): string {
  const host = header.indexOf("://") + 3;
  const path = header.indexOf("/", host);
  return host < 3 || path <= host ? header : header.slice(0, path);
}

function parse(header: string): Referrer {
  const address = header === "" ? null : URL.parse(header);
  if (address === null) return nowhere;
  const { protocol, hostname } = address;
  if (hostname === "" || hostname.length > longestHost) return nowhere;
  const name = hostname.toLowerCase();
  switch (protocol) {
    case "http:":
    case "https:":
      return { host: name.replace(/^www\./u, ""), social: platformOfHost(name) ?? undefined };
    case "android-app:":
      return { host: name, social: platformOfApp(name) ?? undefined };
    default:
      return nowhere;
  }
}
