/** Signs that start a formula, with their full-width forms, which spreadsheets accept as well. */
const sign = "[=+\\-@\\uFF0B\\uFF0D\\uFF1D\\uFF20]";
const formula = new RegExp(`^(?:[\\s']*${sign}|'*[\\t\\r\\n])`);
/** Spreadsheets in many countries split a line at semicolons, also inside quotes. */
const afterSemicolon = new RegExp(`;(?=[\\s']*${sign})`, "g");

/** Puts a mark before a cell that a spreadsheet would run. {@link unmarked} is the exact reverse. */
export function marked(cell: string): string {
  return formula.test(cell) ? `'${cell}` : cell;
}

export function unmarked(cell: string): string {
  return cell.startsWith("'") && formula.test(cell.slice(1)) ? cell.slice(1) : cell;
}

/** For text of strangers that isn't imported again: marks also what a split at semicolons would start. */
export function markedThroughout(cell: string): string {
  return marked(cell).replaceAll(afterSemicolon, ";'");
}
