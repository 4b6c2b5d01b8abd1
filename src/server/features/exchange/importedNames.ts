import { type Message, message } from "../../../contract/messages/messages.ts";
import type { PixelRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";

/** New records of each kind that one import creates: each is in memory for good. */
export const mostNew = 2000;

const kinds = ["channels", "campaigns", "pixels"] as const;
export type NamedKind = (typeof kinds)[number];

type Counts = Record<NamedKind, number>;

/** What rows name: the records that are there, and the new ones that the import creates. */
export interface ImportedNames {
  /**
   * ID of the record with a name. A new one comes from `make`; undefined: there are enough new ones.
   * `isThere` says whether a record that had the name still exists.
   */
  idOf(
    kind: NamedKind,
    name: string,
    make: () => number,
    isThere?: (id: number) => boolean,
  ): number | undefined;
  /** How many are new. */
  readonly created: Readonly<Counts>;
}

export function pixelKey({ type, tag }: Pick<PixelRecord, "type" | "tag">): string {
  return `${type}\n${tag}`;
}

export function createImportedNames(store: Pick<Store, "campaigns" | "table">): ImportedNames {
  const byName = (table: Iterable<{ readonly id: number; readonly name: string }>) =>
    new Map([...table].map(({ id, name }) => [name, id]));
  const known: Readonly<Record<NamedKind, Map<string, number>>> = {
    channels: byName(store.table("channels").values()),
    campaigns: byName(store.campaigns.values()),
    pixels: new Map([...store.table("pixels").values()].map((one) => [pixelKey(one), one.id])),
  };
  const created: Counts = { channels: 0, campaigns: 0, pixels: 0 };
  return {
    created,
    idOf(kind, name, make, isThere = () => true) {
      const there = known[kind].get(name);
      if (there !== undefined && isThere(there)) return there;
      if (created[kind] >= mostNew) return undefined;
      created[kind] += 1;
      const id = make();
      known[kind].set(name, id);
      return id;
    },
  };
}

/** Counts what the links of a file would create, and those that come without some of it. */
export function createNameCounts(names: ImportedNames) {
  const left: Counts = { channels: 0, campaigns: 0, pixels: 0 };
  return {
    take(wanted: Readonly<Record<NamedKind, readonly string[]>>): void {
      for (const kind of kinds) {
        const ids = wanted[kind].map((name) => names.idOf(kind, name, () => 0));
        if (ids.includes(undefined)) left[kind] += 1;
      }
    },
    created: names.created,
    leftOut: (): readonly { readonly what: NamedKind; readonly reason: Message }[] =>
      kinds
        .filter((kind) => left[kind] > 0)
        .map((kind) => ({
          what: kind,
          reason: message("column.newNames", { links: left[kind], most: mostNew }),
        })),
  };
}
