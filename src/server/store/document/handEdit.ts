import { isDeepStrictEqual } from "node:util";
import type { Collection } from "../records.ts";
import type { Change } from "../store.ts";
import { collectionNames, type Document, tableOf } from "../tables/tables.ts";

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
      else if (!isSame(other, record)) changed.push(record.id);
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
  return differences
    .map(({ collection, kind, ids }) => {
      const more = ids.length > listed ? ` and ${ids.length - listed} more` : "";
      return `${collection} ${ids.slice(0, listed).join(", ")}${more} ${kind}`;
    })
    .join("; ");
}

/** A field that was changed by hand and, otherwise, in the journals that come after the document. */
export interface Contradiction {
  readonly collection: Collection;
  readonly id: number;
  /** Null: the record as a whole, which one of them removed or both made. */
  readonly field: string | null;
  readonly byHand: unknown;
  readonly sinceThen: unknown;
}

type Fields = Readonly<Record<string, unknown>> & { readonly id: number };

/**
 * What a hand changed in a document (`former` → `edited`) as changes to what the journals have made
 * of the former one since then, field by field.
 */
export function changesOnTop(
  former: Document,
  edited: Document,
  present: Document,
): { changes: Change[]; contradictions: Contradiction[] } {
  const changes: Change[] = [];
  const contradictions: Contradiction[] = [];
  for (const { collection, ids } of compareStates(former, edited)) {
    const recordIn = (document: Document, id: number) =>
      tableOf(document, collection).get(id) as Fields | undefined;
    for (const id of ids) {
      const found = [former, edited, present].map((document) => recordIn(document, id));
      const [before, byHand, now] = found;
      if (isSame(byHand, now)) continue;
      if (isSame(before, now)) {
        const change =
          byHand === undefined ? { remove: collection, id } : { put: collection, record: byHand };
        changes.push(change as Change);
        continue;
      }
      if (before === undefined || byHand === undefined || now === undefined) {
        contradictions.push({ collection, id, field: null, byHand, sinceThen: now });
        continue;
      }
      const record: Record<string, unknown> = { ...now };
      for (const field of new Set([...Object.keys(before), ...Object.keys(byHand)])) {
        if (isSame(before[field], byHand[field])) continue;
        if (isSame(before[field], now[field])) record[field] = byHand[field];
        else if (!isSame(byHand[field], now[field])) {
          const [mine, theirs] = [byHand[field], now[field]];
          contradictions.push({ collection, id, field, byHand: mine, sinceThen: theirs });
        }
        if (record[field] === undefined) delete record[field];
      }
      changes.push({ put: collection, record } as unknown as Change);
    }
  }
  return { changes, contradictions };
}

function isSame(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b) || isDeepStrictEqual(a, b);
}

/** Characters of a value that a sentence shows. */
const shownLength = 80;

export function describeContradiction(contradiction: Contradiction): string {
  const { collection, id, field, byHand, sinceThen } = contradiction;
  if (field === null) {
    const what = (record: unknown) => (record === undefined ? "removed" : "made or changed");
    return `${collection} ${id} was ${what(byHand)} by hand and ${what(sinceThen)} by Waypost`;
  }
  return `${collection} ${id}: ${field} was changed by hand to ${shown(field, byHand)} and by Waypost to ${shown(field, sinceThen)}`;
}

function shown(field: string, value: unknown): string {
  if (value === undefined) return "nothing";
  if (field === "password") return "another one";
  const text = JSON.stringify(value);
  return text.length > shownLength ? `${text.slice(0, shownLength)}…` : text;
}
