import type { TFunction } from "i18next";
import type { ChangeSet } from "../../contract/changes.ts";
import type { RecordKind } from "../../contract/records.ts";
import type { Format } from "../i18n/format.ts";

/** So many records of a kind, in words. */
export function kindText(kind: RecordKind, count: number, t: TFunction, format: Format): string {
  return t(`kinds.${kind}`, { count, formatted: format.number(count) });
}

const changes = ["added", "changed", "removed"] as const;

/** What a change set did, in words: "100 links added, 3 campaigns added", "1 link changed: spring". */
export function changeText(set: ChangeSet, t: TFunction, format: Format): string {
  const did = set.records.flatMap((counts) =>
    changes
      .filter((change) => counts[change] > 0)
      .map((change) =>
        t(`history.${change}`, { what: kindText(counts.kind, counts[change], t, format) }),
      ),
  );
  const counted = did.length === 0 ? t("history.nothingChanged") : did.join(t("common.comma"));
  const { name = "" } = set;
  const said =
    name === "" ? counted : t("history.ofNamed", { what: counted, name: `\u2068${name}\u2069` });
  return leadOf(set, t, format, said);
}

/** What did it, where that says more than the records do. */
function leadOf(set: ChangeSet, t: TFunction, format: Format, said: string): string {
  if (set.undoes !== null)
    return t("history.undoOf", { number: format.number(set.undoes), what: said });
  if (set.by === "import" || set.operation === "applyImport")
    return t("history.importOf", { what: said });
  if (set.by === "restore") return t("history.restoreOf", { what: said });
  return said;
}
