import type { TFunction } from "i18next";
import type { RecordKind } from "../../contract/records.ts";
import { fieldText } from "../history/fieldWords.ts";

/** The preview of a restore names fields as the document does: those that answers call otherwise. */
const answered: Readonly<Record<string, string>> = {
  countries: "geotarget",
  createdAt: "date",
  devices: "devicetarget",
  isArchived: "archived",
  isDynamic: "dynamic",
  isPublic: "public",
  isRead: "read",
  isStarred: "starred",
  languages: "languagetarget",
  linkOrder: "ids",
};

/** What differs in a record, in the window's words; what the window has no word for is left out. */
export function restoredFields(
  kind: RecordKind,
  fields: readonly string[],
  t: TFunction,
): readonly string[] {
  const said = fields.flatMap((field) => {
    const expires = kind === "links" ? "expiry" : "expires";
    const name = field === "expiresAt" ? expires : (answered[field] ?? field.toLowerCase());
    return fieldText(kind, name, t) ?? [];
  });
  return [...new Set(said)];
}
