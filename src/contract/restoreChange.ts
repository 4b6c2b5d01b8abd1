import { z } from "zod";
import { type RecordKind, recordKinds } from "./records.ts";

export const recordKind = z.enum(recordKinds);

/** What a restore does to records of one kind. */
export const restoreChange = z.object({
  kind: recordKind.describe("Kind of record"),
  added: z.int().nonnegative().meta({ description: "Records that come back" }),
  changed: z.int().nonnegative().meta({ description: "Records that become what they were" }),
  removed: z.int().nonnegative().meta({ description: "Records made since, which go" }),
  examples: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        change: z
          .enum(["added", "changed", "removed"])
          .describe("ID of the change set, or null if nothing changed"),
        fields: z.array(z.string()).describe("Fields that differ; empty unless the record changed"),
      }),
    )
    .describe("At most 50 records"),
});
export type RestoreChange = z.output<typeof restoreChange>;

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

/** What answers call a field of the document. */
export function answeredName(kind: RecordKind, field: string): string {
  if (field.startsWith("values.")) return field;
  if (field === "expiresAt") return kind === "links" ? "expiry" : "expires";
  return answered[field] ?? field.toLowerCase();
}
