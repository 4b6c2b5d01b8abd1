/** The beginning of a table: names of its columns, and rows of cells. */
export interface TableSample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export type JsonObject = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** An object as the cells of a table with these columns. */
export function cellsOf(value: JsonObject, header: readonly string[]): readonly string[] {
  return header.map((name) => (Object.hasOwn(value, name) ? cellOf(value[name]) : ""));
}

/** The names that any of the objects has: the columns of a table of them. */
export function namesIn(values: readonly unknown[]): readonly string[] {
  return [...new Set(values.filter(isObject).flatMap((value) => Object.keys(value)))];
}

export function jsonCells(values: readonly unknown[], header: readonly string[]): TableSample {
  return { header, rows: values.filter(isObject).map((value) => cellsOf(value, header)) };
}
