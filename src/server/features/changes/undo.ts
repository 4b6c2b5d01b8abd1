import { currentOrigin } from "../../common/origin.ts";
import type { Origin, RecordChange, SetSummary, Store } from "../../store/store.ts";
import { Conflict } from "../../common/problems.ts";
import { reverse } from "./reverse.ts";
import { jsonLength } from "../../../contract/fields/jsonLength.ts";
import { type BatchChange, weightOfSize } from "./batchChange.ts";

export interface Undo {
  /** The inverse of each change of a set, the last one first. */
  batch(set: SetSummary, force: boolean): BatchChange<RecordChange>;
  originOf(set: SetSummary): Origin;
}

export function createUndo({ history }: Pick<Store, "history">): Undo {
  return {
    batch(set, force) {
      if (set.state === "running") {
        throw new Conflict(
          "running",
          "This change is still in progress. Wait until its job has ended, or cancel the job first.",
        );
      }
      if (set.state === "partial") {
        throw new Conflict(
          "partial",
          "History no longer has all of this change, so it can't be undone. Restore deleted records from the trash, or restore a backup.",
        );
      }
      async function* items(): AsyncGenerator<RecordChange> {
        // A domain can go once nothing points at it any more.
        const last: RecordChange[] = [];
        for await (const change of history.recordsBackwards(set.id)) {
          if (change.collection === "domains" && change.before === null) last.push(change);
          else yield change;
        }
        yield* last;
      }
      return {
        about: { undo: set.id, force },
        items,
        keyOf: ({ collection, id }) => `${collection} ${id}`,
        weightOf: weightOfChange,
        decide: (change, draft) => reverse(change, { draft, force }),
        total: changesOf(set),
      };
    },
    originOf({ id, origin: { scope } }) {
      const { key } = currentOrigin() ?? {};
      return {
        by: "undo",
        operation: "undoChange",
        scope,
        ...(key !== undefined && { key }),
        undoes: id,
      };
    },
  };
}

/** Undoing a change goes through both of its sides. */
export function weightOfChange({ before, after }: RecordChange): number {
  return weightOfSize(jsonLength(before) + jsonLength(after));
}

/** How many changes of records a set has. */
export function changesOf({ counts }: SetSummary): number {
  return [...counts.values()].reduce(
    (sum, { added, changed, removed }) => sum + added + changed + removed,
    0,
  );
}
