/** What makes a spreadsheet read a cell as a formula, behind any marks that say it is none. */
const formula = /^'*[=+\-@\t\r]/;

export type Cell = string | number;

/** A table as a file that spreadsheets open; the mark at its beginning says that it is UTF-8. */
export function csvOf(head: readonly string[], rows: readonly (readonly Cell[])[]): Blob {
  const lines = [head, ...rows].map((cells) => cells.map(cellOf).join(","));
  return new Blob([`\uFEFF${lines.join("\r\n")}\r\n`], { type: "text/csv;charset=utf-8" });
}

function cellOf(cell: Cell): string {
  if (typeof cell === "number") return String(cell);
  const safe = formula.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
