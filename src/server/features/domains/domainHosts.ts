import type { DomainRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { hostOfBase } from "./ownAddresses.ts";

/** Branded domains by host: few of them, and looked up by every visit. */
export interface DomainHosts {
  /** Whether there is one at all. */
  hasAny(): boolean;
  /** By host and port as a request names them; null: not a registered one. */
  ofHost(host: string): DomainRecord | null;
  /** After something has changed the domains. */
  readAgain(): void;
}

export function createDomainHosts(store: Pick<Store, "table">): DomainHosts {
  const table = store.table("domains");
  const read = () =>
    new Map([...table.values()].map((domain) => [hostOfBase(domain.domain) ?? "", domain]));
  let byHost = read();

  return {
    hasAny: () => byHost.size > 0,
    ofHost: (host) => byHost.get(host) ?? null,
    readAgain() {
      byHost = read();
    },
  };
}
