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

/** Objects as a table: each name that one of them has is a column. */
export function jsonCells(values: readonly unknown[]): TableSample {
  const objects = values.filter(isObject);
  const header = [...new Set(objects.flatMap((value) => Object.keys(value)))];
  return { header, rows: objects.map((value) => cellsOf(value, header)) };
}
