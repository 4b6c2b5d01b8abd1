import { createBoundedCache } from "../services/visitor/boundedCache.ts";
import type { Domain, DomainService } from "../services/domains.ts";

/** The branded domain that a `Host` header names; null: none, so the service's own address. */
export type HostDomain = (host: string | undefined) => Domain | null;

/** Longer ones are made up: a name has at most 253 characters, a port five. */
const longestHost = 260;

export function createHostDomain(domains: Pick<DomainService, "hasAny" | "ofHost">): HostDomain {
  const plainHost = createBoundedCache(200, withoutDefaults);
  return (host) => {
    // Most services have no domain, and their visitors pay for this question only.
    if (!domains.hasAny()) return null;
    if (host === undefined || host.length > longestHost) return null;
    return domains.ofHost(plainHost(host));
  };
}

/** Which of the two schemes the visitor used isn't known here, so both ports may be left out. */
function withoutDefaults(host: string): string {
  const [, name = "", port = ""] = /^(.*?)\.?(:\d+)?$/u.exec(host.toLowerCase()) ?? [];
  return port === ":80" || port === ":443" ? name : name + port;
}
