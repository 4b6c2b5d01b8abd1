import { z } from "zod";
import { linkFields } from "./linkFields.ts";
import {
  campaignFields,
  channelFields,
  domainFields,
  fieldsIn,
  overlayFields,
  pixelFields,
  type RecordTable,
  splashPageFields,
  storedKey,
} from "./recordTables.ts";
import { type RecordKind, recordKinds } from "./records.ts";

export const recordKind = z.enum(recordKinds);

/** What a restore does to records of one kind. */
export const restoreChange = z.object({
  kind: recordKind.describe("Kind of record"),
  added: z.int().nonnegative().meta({ description: "Number of records that the restore creates" }),
  changed: z
    .int()
    .nonnegative()
    .meta({ description: "Number of records that the restore changes back" }),
  removed: z
    .int()
    .nonnegative()
    .meta({ description: "Number of records created after the backup, which the restore deletes" }),
  examples: z
    .array(
      z.object({
        id: z.int(),
        name: z.string(),
        change: z.enum(["added", "changed", "removed"]).describe("Kind of change to the record"),
        fields: z
          .array(z.string())
          .describe("Fields that differ. Empty if the record is created or deleted"),
      }),
    )
    .describe("Up to 50 of the records"),
});
export type RestoreChange = z.output<typeof restoreChange>;

/** The preview of a restore names fields as the document does: those that no table has, and answers call otherwise. */
const answered: Readonly<Record<string, string>> = {
  createdAt: "date",
  expiresAt: "expires",
  isDynamic: "dynamic",
  isRead: "read",
  linkOrder: "ids",
};

const tables: Partial<Record<RecordKind, RecordTable>> = {
  domains: domainFields,
  channels: channelFields,
  campaigns: campaignFields,
  pixels: pixelFields,
  overlays: overlayFields,
  splash: splashPageFields,
};

/** What answers call a field of the document. */
export function answeredName(kind: RecordKind, field: string): string {
  const named =
    kind === "links"
      ? Object.entries(linkFields).find(([, { storedAs }]) => storedAs === field)
      : fieldsIn(tables[kind] ?? {}).find(([name, row]) => storedKey(name, row) === field);
  return named?.[0] ?? answered[field] ?? field.toLowerCase();
}
