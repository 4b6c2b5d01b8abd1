import type { TFunction } from "i18next";
import type { ChangeSet } from "../../../contract/changes/changes.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import type { Format } from "../../i18n/format.ts";

/** So many records of a kind, in words. */
export function kindText(kind: RecordKind, count: number, t: TFunction, format: Format): string {
  return t(`kinds.${kind}`, format.counted(count));
}

const changes = ["added", "changed", "removed"] as const;

/** What is taken back by each: what was added is deleted by that. */
const reverted = { added: "removed", changed: "changed", removed: "added" } as const;

/**
 * What a change set did, in words: "100 links added, 3 campaigns added", "1 link changed: spring"; of
 * an undo what it took back.
 */
export function changeText(set: ChangeSet, t: TFunction, format: Format): string {
  const isUndo = set.undoes !== null;
  const did = set.records.flatMap((counts) =>
    changes.flatMap((change) => {
      const count = counts[isUndo ? reverted[change] : change];
      if (count === 0) return [];
      return t(`history.${changeKindOf(change, set)}`, {
        what: kindText(counts.kind, count, t, format),
      });
    }),
  );
  const counted = did.length === 0 ? t("history.nothingChanged") : did.join(t("common.comma"));
  const { name = "" } = set;
  const text =
    name === "" ? counted : t("history.ofNamed", { what: counted, name: `\u2068${name}\u2069` });
  return leadOf(set, t, text);
}

/** Archiving is called by its name: to the link it is one change among others. */
function changeKindOf(change: (typeof changes)[number], { archived, undoes }: ChangeSet) {
  if (change !== "changed" || archived === undefined) return change;
  return archived === (undoes === null) ? "archived" : "unarchived";
}

/** What did it, where that says more than the records do. */
function leadOf(set: ChangeSet, t: TFunction, text: string): string {
  if (set.undoes !== null) return t("history.undoOf", { what: text });
  if (set.by === "import" || set.operation === "applyImport")
    return t("history.importOf", { what: text });
  if (set.by === "restore") return t("history.restoreOf", { what: text });
  return text;
}
