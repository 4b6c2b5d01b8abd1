import type { ImportPreview } from "../../../../contract/changes/jobResults.ts";

/** What of a row can be shown beside its alias and its target, in the order of the columns. */
const rowFields = [
  "name",
  "description",
  "tags",
  "channel",
  "campaign",
  "expiry",
  "archived",
  "date",
  "earlierclicks",
] as const;

export type RowField = (typeof rowFields)[number];

/** Those that the file has a column for. */
export function shownFields({ columns }: Pick<ImportPreview, "columns">): readonly RowField[] {
  return rowFields.filter((field) => columns.some((column) => column.field === field));
}
