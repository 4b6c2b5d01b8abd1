import { isDeepStrictEqual } from "node:util";
import type { Collection, RecordOf } from "../../store/records.ts";
import type { Backup, Store } from "../../store/store.ts";
import { collectionNames } from "../../store/tables/tables.ts";
import { isSpelledAs } from "../../store/tables/foldAlias.ts";
import { createPauses } from "../paging.ts";
import { Conflict } from "../problems.ts";
import { type Restored, type Step, withPresent } from "./restorePlan.ts";

/** Which records are restored: of a collection these ids, or all of them. */
export type Chosen = ReadonlyMap<Collection, ReadonlySet<number> | "all">;

/** A choice with the records that it can't do without. */
export interface Choice {
  includes(collection: Collection, id: number): boolean;
  /** How many records nobody chose, and others use. */
  readonly needed: number;
}

type Reference = readonly [collection: Collection, id: number];

/** What a record points at. */
function* referencesOf(collection: Collection, record: Restored): Generator<Reference> {
  if (collection === "contactAnswers") {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- records of this collection
    yield ["overlays", (record as RecordOf<"contactAnswers">).overlay];
  }
  if (collection !== "links" && collection !== "qrCodes" && collection !== "bioPages") return;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- all three have these keys
  const { domain, channels, campaign, pixels, type } = record as Partial<RecordOf<"links">>;
  if (domain !== undefined) yield ["domains", domain];
  for (const id of channels ?? []) yield ["channels", id];
  if (collection !== "links") return;
  if (campaign !== undefined) yield ["campaigns", campaign];
  for (const id of pixels ?? []) yield ["pixels", id];
  if (type?.kind === "overlay") yield ["overlays", type.id];
  if (type?.kind === "splash" && type.id !== undefined) yield ["splashPages", type.id];
}

/** The chosen records, and what they point at where that is in the backup and gone here. */
export async function withNeeded(store: Store, backup: Backup, chosen: Chosen): Promise<Choice> {
  const needed = new Map<Collection, Set<number>>();
  const includes = (collection: Collection, id: number): boolean => {
    const ids = chosen.get(collection);
    return ids === "all" || ids?.has(id) === true || needed.get(collection)?.has(id) === true;
  };
  const there = new Map(
    collectionNames.map((name) => [
      name,
      new Set((backup.records.get(name) ?? []).map(({ id }) => id)),
    ]),
  );
  const pause = createPauses();
  for (const collection of chosen.keys()) {
    for (const found of backup.records.get(collection) ?? []) {
      await pause();
      if (!includes(collection, found.id)) continue;
      const here = store.table(collection).get(found.id);
      if (isDeepStrictEqual(here, withPresent(store, collection, found))) continue;
      for (const [name, id] of referencesOf(collection, found)) {
        const isGone = store.table(name).get(id) === undefined && there.get(name)?.has(id) === true;
        if (!isGone || includes(name, id)) continue;
        needed.set(name, (needed.get(name) ?? new Set()).add(id));
      }
    }
  }
  const count = [...needed.values()].reduce((sum, ids) => sum + ids.size, 0);
  return { includes, needed: count };
}

/** Aliases of the steps' records that something else has and keeps: those records can't come back. */
export function takenAliases(store: Store, steps: readonly Step[]): string[] {
  const touched = new Set(steps.map(({ collection, id }) => `${collection} ${id}`));
  return steps.flatMap(({ collection, record }) => {
    if (record === undefined || (collection !== "links" && collection !== "bioPages")) return [];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- both have these keys
    const { alias, domain } = record as RecordOf<"links">;
    const isTaken = (["links", "bioPages"] as const).some((other) =>
      store[other]
        .withAlias(alias)
        .some(
          (one) =>
            one.domain === domain &&
            isSpelledAs(one.alias, alias) &&
            !touched.has(`${other} ${one.id}`),
        ),
    );
    return isTaken ? [alias] : [];
  });
}

/** A domain that was added since the backup can't go while something that stays is on it. */
export function refuseUsedDomains(store: Store, steps: readonly Step[]): void {
  const isRemoved = ({ collection, record }: Step) =>
    collection === "domains" && record === undefined;
  const removed = new Set(steps.filter(isRemoved).map(({ id }) => id));
  if (removed.size === 0) return;
  const touched = new Set(steps.map(({ collection, id }) => `${collection} ${id}`));
  for (const collection of ["links", "bioPages", "qrCodes"] as const) {
    for (const { id, domain } of store.table(collection).values()) {
      if (domain === undefined || !removed.has(domain)) continue;
      if (touched.has(`${collection} ${id}`)) continue;
      const name = store.table("domains").get(domain)?.domain ?? String(domain);
      throw new Conflict(
        "inUse",
        `${name} was added after this backup and is still used by records that you didn't select. ` +
          "Select those too, or leave the domain out.",
      );
    }
  }
}
