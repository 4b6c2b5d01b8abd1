import type { DomainRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { hostOfBase } from "./ownAddresses.ts";

/** Branded domains by host: looked up by every visit. */
export interface DomainHosts {
  /** Whether there is one at all. */
  hasAny(): boolean;
  /** By host and port as a request names them; null: not a registered one. */
  ofHost(host: string): DomainRecord | null;
}

export function createDomainHosts(store: Pick<Store, "table">): DomainHosts {
  const table = store.table("domains");
  /** By ID: a file may have several for a host. */
  const byHost = new Map<string, Map<number, DomainRecord>>();
  const keyOf = ({ domain }: DomainRecord) => hostOfBase(domain) ?? "";

  function follow(record: DomainRecord): void {
    const host = keyOf(record);
    const there = byHost.get(host) ?? new Map<number, DomainRecord>();
    byHost.set(host, there.set(record.id, record));
  }

  function unfollow(record: DomainRecord): void {
    const host = keyOf(record);
    const there = byHost.get(host);
    there?.delete(record.id);
    if (there?.size === 0) byHost.delete(host);
  }

  for (const record of table.values()) follow(record);
  table.watch((former, next) => {
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });

  return {
    hasAny: () => byHost.size > 0,
    ofHost: (host) => byHost.get(host)?.values().next().value ?? null,
  };
}
