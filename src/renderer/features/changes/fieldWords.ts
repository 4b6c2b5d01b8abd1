import { exists, type ParseKeys, type TFunction } from "i18next";
import type { RecordKind } from "../../../contract/fields/records.ts";

/** Undefined: there is no such word. */
function wordAt(key: string, t: TFunction): string | undefined {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it is there
  return exists(key) ? t(key as ParseKeys) : undefined;
}

/** A field of a record as the app calls it, in its editor and in the history; undefined: it has no word for it. */
export function fieldText(kind: RecordKind, field: string, t: TFunction): string | undefined {
  if (kind === "links") return wordAt(`fields.${field}`, t);
  const own = wordAt(`${kind}.fields.${field}`, t) ?? wordAt(`history.fields.${field}`, t);
  if (own !== undefined) return own;
  // A link is known by its address, whatever else by its name.
  return field === "name" ? t("fields.recordName") : wordAt(`fields.${field}`, t);
}

/** What an editor says below a field. */
export function fieldHint(kind: RecordKind, field: string, t: TFunction): string | undefined {
  return wordAt(`${kind}.hints.${field}`, t);
}
