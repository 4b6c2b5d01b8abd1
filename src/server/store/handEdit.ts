import type { Collection } from "./records.ts";
import type { Document } from "./tables.ts";
import { collectionNames, tableOf } from "./tables.ts";

export interface Difference {
  readonly collection: Collection;
  readonly kind: "changed" | "added" | "removed";
  readonly ids: readonly number[];
}

/** Ids that a sentence lists before it only counts. */
const listed = 20;

export function compareStates(former: Document, present: Document): Difference[] {
  return collectionNames.flatMap((collection) => {
    const before = tableOf(former, collection);
    const after = tableOf(present, collection);
    const changed: number[] = [];
    const added: number[] = [];
    const removed: number[] = [];
    for (const record of after.values()) {
      const other = before.get(record.id);
      if (other === undefined) added.push(record.id);
      else if (JSON.stringify(other) !== JSON.stringify(record)) changed.push(record.id);
    }
    for (const record of before.values()) {
      if (after.get(record.id) === undefined) removed.push(record.id);
    }
    const differences: Difference[] = [
      { collection, kind: "changed", ids: changed },
      { collection, kind: "added", ids: added },
      { collection, kind: "removed", ids: removed },
    ];
    return differences.filter((difference) => difference.ids.length > 0);
  });
}

export function describeDifference(differences: readonly Difference[]): string {
  if (differences.length === 0) return "no record differs, only the layout";
  return differences
    .map(({ collection, kind, ids }) => {
      const more = ids.length > listed ? ` and ${ids.length - listed} more` : "";
      return `${collection} ${ids.slice(0, listed).join(", ")}${more} ${kind}`;
    })
    .join("; ");
}
