import { stringify } from "csv-stringify/sync";
import { marked, markedThroughout } from "../read/formulaMarks.ts";

export type Cell = string | number;

function lines(
  rows: readonly (readonly Cell[])[],
  harmless: (cell: string) => string,
  isQuoted: boolean,
): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? harmless(cell) : cell))),
    {
      record_delimiter: "windows",
      // A lone line feed in a cell doesn't end a record, but would be read as the end of one.
      quoted_match: /[\r\n]/,
      quoted_string: isQuoted,
      quoted_empty: false,
    },
  );
}

/** Lines of a CSV file (RFC 4180), with an end behind each. Import restores the same text. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return lines(rows, marked, false);
}

/** The same for text of strangers, which nothing imports: every text is quoted. */
export function strangersCsvLines(rows: readonly (readonly Cell[])[]): string {
  return lines(rows, markedThroughout, true);
}

/** Some spreadsheets take a file for UTF-8 only where this stands first. */
export const byteOrderMark = "\uFEFF";
