import type { DomainRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { firstOf, recordsByKey } from "../../common/recordsByKey.ts";
import { hostOfBase } from "./ownAddresses.ts";

/** Branded domains by host: looked up by every visit. */
export interface DomainHosts {
  /** Whether there is one at all. */
  hasAny(): boolean;
  /** By host and port as a request names them; null: not a registered one. */
  ofHost(host: string): DomainRecord | null;
}

export function createDomainHosts(store: Pick<Store, "table">): DomainHosts {
  const byHost = recordsByKey(store.table("domains"), ({ domain }) => hostOfBase(domain) ?? "");
  return {
    hasAny: () => byHost.size > 0,
    ofHost: (host) => firstOf(byHost, host) ?? null,
  };
}
