import { guesses, nestedObjects, plainName } from "./formats.ts";
import { couldBeAddress, isAddress } from "./mapping.ts";
import { isObject } from "../../../../util/isObject.ts";

/** The beginning of a table: names of its columns, and rows of cells. */
export interface TableSample {
  readonly header: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

type JsonObject = Readonly<Record<string, unknown>>;

function cellOf(value: unknown): string {
  if (value === null || value === undefined) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * Reads objects as the cells of a table with these columns; `meta.maxVisits` is a part of `meta`.
 * An object takes time for what it has, and not for each column.
 */
export function createCellReader(
  header: readonly string[],
): (value: JsonObject) => readonly string[] {
  const places = new Map([...header.entries()].map(([at, name]) => [name, at]));
  const nested = header.filter((name) => name.includes("."));
  const partsOf = Map.groupBy(nested, (name) => name.slice(0, name.indexOf(".")));
  return (value) => {
    const cells = header.map(() => "");
    const put = (name: string, content: unknown): void => {
      const at = places.get(name);
      if (at !== undefined) cells[at] = cellOf(content);
    };
    for (const [name, content] of Object.entries(value)) {
      put(name, content);
      if (!isObject(content)) continue;
      for (const whole of partsOf.get(name) ?? []) {
        const part = whole.slice(name.length + 1);
        if (!Object.hasOwn(value, whole) && Object.hasOwn(content, part)) put(whole, content[part]);
      }
    }
    return cells;
  };
}

/** The names that any of the objects has: the columns of a table of them. */
export function namesIn(values: readonly unknown[]): readonly string[] {
  const names = values
    .filter(isObject)
    .flatMap((value) =>
      Object.entries(value).flatMap(([name, inner]) =>
        nestedObjects.includes(name) && isObject(inner)
          ? Object.keys(inner).map((part) => `${name}.${part}`)
          : [name],
      ),
    );
  return [...new Set(names)];
}

export function jsonCells(values: readonly unknown[], header: readonly string[]): TableSample {
  return { header, rows: values.filter(isObject).map(createCellReader(header)) };
}

/** Lines that people write between their addresses. */
export function isComment(line: string): boolean {
  return /^\s*(#|;|\/\/\s)/.test(line);
}

/** Not each says `https://`, because browsers don't ask for it. */
function isAddressLine(line: string): boolean {
  if (/\s/.test(line)) return false;
  return isAddress(line) || (couldBeAddress(line) && !/[,;]/.test(line));
}

const columnNames: ReadonlySet<string> = new Set(guesses.flatMap(([, names]) => names));

/** Whether a file's first line names columns, and so begins a table. */
function namesColumns(line: string): boolean {
  return !isAddressLine(line) && (/[,;\t]/.test(line) || columnNames.has(plainName(line)));
}

/**
 * Whether lines are a list of addresses, and whether each of them is one. A stray line among them
 * doesn't make a list anything else.
 */
export function listIn(lines: readonly string[]): { readonly isWhole: boolean } | undefined {
  const written = lines
    .map((line) => line.trim())
    .filter((line) => line !== "" && !isComment(line));
  const addresses = written.filter(isAddressLine);
  const [first] = written;
  if (first === undefined || namesColumns(first) || !addresses.some(isAddress)) return undefined;
  if (addresses.length * 2 < written.length) return undefined;
  return { isWhole: addresses.length === written.length };
}
