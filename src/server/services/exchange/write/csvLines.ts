import { stringify } from "csv-stringify/sync";

export type Cell = string | number;

/** What makes a spreadsheet read a cell as a formula, behind any marks that say it is none. */
const formula = /^'*[=+\-@\t\r]/;

/** A cell that a spreadsheet would take for a formula gets a mark in front; readers take one off. */
export function harmless(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

/** Lines of a CSV file (RFC 4180), with an end behind each. */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === "string" ? harmless(cell) : cell))),
    // A lone line feed in a cell is no end of a record, and would yet be read as one.
    { record_delimiter: "windows", quoted_match: /[\r\n]/ },
  );
}

/** Some spreadsheets take a file for UTF-8 only where this stands first. */
export const byteOrderMark = "\uFEFF";
