import { clickFormats, linkFormats } from "../../../../contract/exports.ts";

export type LinkFormat = (typeof linkFormats)[number];
type ClickFormat = (typeof clickFormats)[number];
/** `zip`: everything in one file. */
export type ExportFormat = LinkFormat | ClickFormat | "zip";

interface Group {
  readonly title: "tables" | "products" | "wayOut" | "clicks" | "everything";
  readonly formats: readonly ExportFormat[];
}

/** What can be taken along, and in which forms. */
export const exportGroups = [
  { title: "tables", formats: ["csv", "json", "bookmarks"] },
  { title: "products", formats: ["shlink", "yourls"] },
  { title: "wayOut", formats: ["netlify", "nginx", "caddy", "apache", "html"] },
  { title: "clicks", formats: clickFormats },
  { title: "everything", formats: ["zip"] },
] as const satisfies readonly Group[];

/** Forms in which a spreadsheet wants to be told how letters are written. */
export function hasMark(format: ExportFormat): boolean {
  return format === "csv" || format === "clicks-csv";
}

export function isLinkFormat(format: ExportFormat): format is LinkFormat {
  return linkFormats.some((one) => one === format);
}
