import { message } from "../../../../contract/messages/messages.ts";
import { readCount, readDate, readShort } from "./cellValues.ts";
import {
  alsoCalled,
  clickFields,
  guesses,
  linkFields,
  plainName,
  type Field,
  type LinkField,
  type OwnField,
} from "./formats.ts";
import { Unreadable } from "./unreadable.ts";

/** Column → what it is to be taken for; null or empty: left out. */
export type Mapping = Readonly<Record<string, string | null>>;

export function isAddress(cell: string): boolean {
  return /^https?:\/\/[^\s/]/i.test(cell.trim());
}

/** With or without what browsers put before it. */
export function couldBeAddress(cell: string): boolean {
  return /^(https?:)?\/\/[^\s/]|^[^\s/:@]+\.[^\s/.]{2,}(\/\S*)?$/i.test(cell.trim());
}

function cellsAt(rows: readonly (readonly string[])[], at: number): readonly string[] {
  return rows.map((row) => (row[at] ?? "").trim()).filter((cell) => cell !== "");
}

function isMostly(cells: readonly string[], is: (cell: string) => boolean): boolean {
  return cells.length > 0 && cells.filter(is).length * 5 >= cells.length * 4;
}

/** Of columns of addresses, those that could be short ones: one host, and short ways below it. */
function isShortColumn(cells: readonly string[]): boolean {
  const shorts = cells.map(readShort);
  const hosts = new Set(shorts.map((short) => short?.domain));
  return (
    cells.length > 1 &&
    hosts.size === 1 &&
    shorts.every((short) => short !== undefined && /^[\p{L}\p{N}_-]{1,30}$/u.test(short.alias))
  );
}

/** Names that mean where a link leads and nothing else: they hold even where the contents are bad, row by row. */
const namesTarget: ReadonlySet<string> = new Set([
  "longurl",
  "url",
  "targeturl",
  "destination",
  "destinationurl",
  "originalurl",
  "redirecturl",
  "longlink",
]);

const shortNames = guesses.find(([field]) => field === "short")?.[1] ?? [];

function isAliasColumn(cells: readonly string[]): boolean {
  return isMostly(cells, (cell) => /^[\p{L}\p{N}_-]{1,100}$/u.test(cell));
}

/** What a table's columns seem to be, by their names and then by what is in them. */
export function guessFields(
  names: readonly string[],
  rows: readonly (readonly string[])[],
): readonly (LinkField | null)[] {
  const width = Math.max(names.length, ...rows.map(({ length }) => length));
  const fields: (LinkField | null)[] = Array.from({ length: width }, () => null);
  const plain = names.map(plainName);
  for (const [field, called] of guesses) {
    const named = called
      .map((name) => plain.findIndex((one, place) => one === name && fields[place] === null))
      .filter((place) => place !== -1);
    const fitting = named.slice(0, field === "url" ? named.length : 1);
    const at =
      fitting.find((place) => fits(field, cellsAt(rows, place))) ??
      (field === "url" ? plain.findIndex((name) => namesTarget.has(name)) : -1);
    if (at !== -1) fields[at] = field;
  }
  const isFree = (field: LinkField) => !fields.includes(field);
  // A column that is called "Short" may hold aliases alone.
  const bare = plain.findIndex(
    (name, at) =>
      fields[at] === null && shortNames.includes(name) && isAliasColumn(cellsAt(rows, at)),
  );
  if (bare !== -1 && isFree("custom") && isFree("short")) fields[bare] = "custom";
  const places = fields.flatMap((field, at) => (field === null ? [at] : []));
  const addresses = places.filter((at) => isMostly(cellsAt(rows, at), isAddress));
  const short =
    addresses.length > 1 || !isFree("url")
      ? addresses.find((at) => isShortColumn(cellsAt(rows, at)))
      : undefined;
  if (short !== undefined && isFree("short") && isFree("custom")) fields[short] = "short";
  const target = addresses.find((at) => at !== short);
  if (target !== undefined && isFree("url")) fields[target] = "url";
  return fields;
}

/** Whether what is in a column can be what its name says. */
function fits(field: LinkField, cells: readonly string[]): boolean {
  if (cells.length === 0) return true;
  switch (field) {
    case "url":
    case "metaimage":
    case "beforeurl":
    case "afterurl":
      return isMostly(cells, couldBeAddress);
    case "short":
      return isMostly(cells, (cell) => readShort(cell) !== undefined);
    case "custom":
      return isMostly(cells, (cell) => !isAddress(cell) && !/\s/.test(cell));
    case "date":
    case "expiry":
    case "starts":
      // Rows with a moment that can't be are refused one by one; the others keep theirs.
      return cells.some((cell) => readDate(cell, undefined) !== undefined);
    case "earlierclicks":
    case "maxclicks":
      return cells.some((cell) => readCount(cell) !== undefined);
    case "domain":
    case "name":
    case "description":
    case "tags":
    case "channel":
    case "campaign":
    case "archived":
    case "status":
    case "metatitle":
    case "metadescription":
    case "id":
      return true;
  }
}

function fieldCalled(name: string, kind: "links" | "clicks"): Field {
  const known: Readonly<Record<string, string>> = kind === "links" ? linkFields : clickFields;
  const written = name.trim().toLowerCase();
  const field = Object.hasOwn(alsoCalled, written) ? alsoCalled[written] : written;
  if (field !== undefined && Object.hasOwn(known, field)) {
    // One of the names just looked up.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return field as Field;
  }
  throw new Unreadable(message("file.noField", { name, fields: Object.keys(known).join(", ") }));
}

/** The fields of the columns, with what the owner says of some; whatever was taken for the same gives way. */
export function mapFields(
  header: readonly string[],
  fields: readonly (Field | OwnField | null)[],
  mapping: Mapping,
  kind: "links" | "clicks",
): readonly (Field | OwnField | null)[] {
  const chosen = new Map(
    Object.entries(mapping).map(([column, field]) => {
      const at = header.indexOf(column);
      if (at === -1) {
        throw new Unreadable(
          message("file.noColumn", { name: column, columns: header.join(", ") }),
        );
      }
      return [at, field === null || field === "" ? null : fieldCalled(field, kind)];
    }),
  );
  const used = new Set<Field | OwnField | null>(chosen.values());
  return header.map((_, at) => {
    const own = fields[at] ?? null;
    const chosenField = chosen.get(at);
    if (chosenField !== undefined) return chosenField;
    return used.has(own) ? null : own;
  });
}
