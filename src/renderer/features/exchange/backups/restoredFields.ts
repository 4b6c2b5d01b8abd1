import type { TFunction } from "i18next";
import type { RecordKind } from "../../../../contract/records.ts";
import { answeredName } from "../../../../contract/restoreChange.ts";
import { fieldText } from "../../changes/fieldWords.ts";

/** What differs in a record, in the window's words; what the window has no word for is left out. */
export function restoredFields(
  kind: RecordKind,
  fields: readonly string[],
  t: TFunction,
): readonly string[] {
  const said = fields.flatMap((field) => fieldText(kind, answeredName(kind, field), t) ?? []);
  return [...new Set(said)];
}
