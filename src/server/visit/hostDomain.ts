import { createBoundedCache } from "../visitor/boundedCache.ts";
import type { VisitedDomain } from "./visitModel.ts";

/** The branded domain that a `Host` header names; null: none, so the service's own address. */
export type HostDomain = (host: string | undefined) => VisitedDomain | null;

/** Longer ones are made up: a name has at most 253 characters, a port five. */
const longestHost = 260;

interface HostDomains {
  /** Whether there is one at all. */
  hasAny(): boolean;
  /** By host and port as a request names them; null: not a registered one. */
  ofHost(host: string): VisitedDomain | null;
}

export function createHostDomain(domains: HostDomains): HostDomain {
  const plainHost = createBoundedCache({ size: 200, longest: longestHost + 1 }, withoutDefaults);
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
