import type { Collection } from "../../store/records.ts";
import type { NamedTable, Store } from "../../store/store.ts";
import { isSpelledAs } from "../../store/tables/foldAlias.ts";
import type { Restored, Step } from "./restorePlan.ts";

/** Records that must change in one commit: they pass their names on in a ring. */
export type StepGroup = readonly Step[];

/**
 * The order in which records come and change: what others point at first, and what passes a name on
 * before what takes it.
 */
const order = [
  "domains",
  "channels",
  "campaigns",
  "pixels",
  "overlays",
  "splashPages",
  "links",
  "bioPages",
  "qrCodes",
  "contactAnswers",
  "views",
  "clickImports",
  "account",
  "settings",
] as const satisfies readonly Collection[];

type Named = { readonly id: number; readonly domain?: number | undefined };

function keyOf(collection: Collection, id: number): string {
  return `${collection} ${id}`;
}

function text(record: Restored, field: "alias" | "slug" | "code"): string {
  const value: unknown = Object.getOwnPropertyDescriptor(record, field)?.value;
  return typeof value === "string" ? value : "";
}

/** Who has the name now that a record is to get; undefined: nobody else. */
function holderOf(store: Store, { collection, id, record }: Step): string | undefined {
  if (record === undefined) return undefined;
  const { domain }: Named = record;
  const find = <Item extends Named>(
    other: Collection,
    table: NamedTable<Item>,
    name: string,
    nameOf: (item: Item) => string,
    hasDomain: boolean,
  ): string | undefined => {
    const holder = table
      .withAlias(name)
      .find(
        (item) =>
          (other !== collection || item.id !== id) &&
          (!hasDomain || item.domain === domain) &&
          isSpelledAs(nameOf(item), name),
      );
    return holder === undefined ? undefined : keyOf(other, holder.id);
  };
  if (collection === "campaigns") {
    return find("campaigns", store.campaigns, text(record, "slug"), ({ slug }) => slug, false);
  }
  if (collection === "qrCodes") {
    return find("qrCodes", store.qrCodes, text(record, "code"), ({ code }) => code, false);
  }
  if (collection !== "links" && collection !== "bioPages") return undefined;
  const alias = text(record, "alias");
  return (
    find("links", store.links, alias, (link) => link.alias, true) ??
    find("bioPages", store.bioPages, alias, (page) => page.alias, true)
  );
}

/**
 * Steps in an order in which no two records ever have one name: removals first, then whoever gives a
 * name up before whoever gets it; rings of names in one group. Names that are only alike may meet.
 */
export function* restoreOrder(store: Store, steps: readonly Step[]): Generator<StepGroup> {
  const byCollection = Map.groupBy(steps, ({ collection }) => collection);
  const stepsOf = (collection: Collection) => byCollection.get(collection) ?? [];
  for (const collection of order.toReversed()) {
    for (const step of stepsOf(collection)) if (step.record === undefined) yield [step];
  }
  const waiting = new Map<string, Step>();
  for (const collection of order) {
    for (const step of stepsOf(collection)) {
      if (step.record !== undefined) waiting.set(keyOf(collection, step.id), step);
    }
  }
  for (const key of waiting.keys()) yield* chainFrom(key);

  /** A step after those that give its name up, one after the other. */
  function* chainFrom(first: string): Generator<StepGroup> {
    const path = new Map<string, Step>();
    let key: string | undefined = first;
    for (;;) {
      const step: Step | undefined = key === undefined ? undefined : waiting.get(key);
      if (key === undefined || step === undefined || path.has(key)) break;
      path.set(key, step);
      key = holderOf(store, step);
    }
    const chain = [...path];
    const ring = key === undefined ? -1 : chain.findIndex(([known]) => known === key);
    const groups =
      ring === -1
        ? chain.map(([, step]) => [step])
        : [
            ...chain.slice(0, ring).map(([, step]) => [step]),
            chain.slice(ring).map(([, step]) => step),
          ];
    for (const group of groups.toReversed()) {
      for (const { collection, id } of group) waiting.delete(keyOf(collection, id));
      yield group;
    }
  }
}
