import { createNamedTable, type NamedRecordTable } from "./namedTable.ts";
import type { LinkRecord } from "../records.ts";
import type { Referent, ReferringTable } from "../store.ts";

/** Every place in which a record can name another one; not all records have all of them. */
type Referring = Pick<LinkRecord, "id" | "domain" | "channels" | "campaign" | "pixels" | "type">;

export interface ReferringRecordTable<Item> extends NamedRecordTable<Item>, ReferringTable<Item> {}

const nobody: ReadonlySet<number> = new Set();

/** A named table that also knows which of its records point at a given one. */
export function createReferringTable<Item extends { readonly id: number }>(
  nameOf: (item: Item) => string,
  referencesOf: (item: Item) => Referring,
): ReferringRecordTable<Item> {
  const table = createNamedTable<Item>(nameOf);
  const users = new Map<string, Set<number>>();

  function follow(item: Item): void {
    eachReference(referencesOf(item), (key) => {
      const ids = users.get(key);
      if (ids === undefined) users.set(key, new Set([item.id]));
      else ids.add(item.id);
    });
  }

  function unfollow(item: Item): void {
    eachReference(referencesOf(item), (key) => {
      const ids = users.get(key);
      ids?.delete(item.id);
      if (ids?.size === 0) users.delete(key);
    });
  }

  table.watch((former, next) => {
    if (former !== undefined) unfollow(former);
    if (next !== undefined) follow(next);
  });

  return Object.assign(table, {
    using: (referent: Referent, id: number) => users.get(keyOf(referent, id)) ?? nobody,
  });
}

function keyOf(referent: Referent, id: number): string {
  return `${referent} ${id}`;
}

function eachReference(record: Referring, found: (key: string) => void): void {
  const { domain, campaign, channels, pixels, type } = record;
  if (domain !== undefined) found(keyOf("domains", domain));
  if (campaign !== undefined) found(keyOf("campaigns", campaign));
  for (const id of channels ?? []) found(keyOf("channels", id));
  for (const id of pixels ?? []) found(keyOf("pixels", id));
  if (type?.kind === "overlay") found(keyOf("overlays", type.id));
  if (type?.kind === "splash" && type.id !== undefined) found(keyOf("splashPages", type.id));
}
