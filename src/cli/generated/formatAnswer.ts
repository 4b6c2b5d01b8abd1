import type { Answer } from "../service/client.ts";
import type { Output } from "../terminal/print.ts";
import { type Column, keyValueLines, table, widthOf } from "../terminal/table.ts";
import type { Typed } from "../typed.ts";
import { sibling, titleOf, type GeneratedCommand } from "./commands.ts";
import { flagOf } from "./flags.ts";
import { bars, formatStatistics } from "./formatStatistics.ts";

/** What the answer was asked with, and where it is printed. */
interface Request {
  readonly search: unknown;
  /** The list's other filters. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** Columns of the screen. */
  readonly screen: number;
  readonly typed: Typed;
}

type Row = Readonly<Record<string, unknown>>;

/** For names of the contract that read badly, in tables and in front of single values. */
const labels: Readonly<Record<string, string>> = {
  date: "made",
  earlierclicks: "earlier clicks",
  longurl: "leads to",
  shorturl: "short address",
  topOs: "systems",
  uniqueclicks: "unique clicks",
};

/** Columns of lists whose items don't fit on a line; others show all they have. */
const columnsByCollection: Readonly<Record<string, readonly string[]>> = {
  items: ["type", "id", "title", "link", "date"],
  qrs: ["id", "type", "name", "scans", "date", "link"],
  urls: ["id", "shorturl", "clicks", "date", "longurl"],
};

function isRow(value: unknown): value is Row {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** What a record is called where another one names it. */
function nameIn({ alias, name, title }: Row): unknown {
  return alias ?? name ?? title;
}

function fitsInCell(value: unknown): boolean {
  return isScalar(value) || (isRow(value) && typeof nameIn(value) === "string");
}

/** `topCountries` → `top countries` */
function labelOf(name: string): string {
  return (
    labels[name] ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function entryText([name, value]: readonly [string, unknown]): string {
  const text = valueText(name, value);
  return /^\d+$/.test(text) ? `${name} ${text}` : `${name} → ${text}`;
}

/** A value in one line; an absent value is empty. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => itemText(name, one)).join(", ");
  if (isRow(value)) {
    const entries = Object.entries(value).filter(
      ([, one]) => one !== 0 && valueText("", one) !== "",
    );
    return entries.map(entryText).join(", ");
  }
  // docs/contract.md, "Top lists": the integer 0 stands for an empty list of names.
  if (name.startsWith("top") && value === 0) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function itemText(name: string, value: unknown): string {
  if (!isRow(value)) return valueText(name, value);
  const texts = Object.values(value).map((one) => valueText(name, one));
  return texts.length === 2 ? texts.join("=") : JSON.stringify(value);
}

/** To the minute: beside other dates that is enough. */
function cellText(name: string, value: unknown): string {
  if (name === "date") return valueText(name, value).slice(0, 16);
  return valueText(name, isRow(value) && fitsInCell(value) ? nameIn(value) : value);
}

/** Rows as a table; columns that are empty in every row are left out. */
function rowsTable(items: readonly Row[], screen: number, chosen?: readonly string[]): string[] {
  const [first = {}] = items;
  const names =
    chosen ?? Object.keys(first).filter((name) => items.every((item) => fitsInCell(item[name])));
  const shown = names.filter((name) => items.some((item) => cellText(name, item[name]) !== ""));
  const widths = shown.map((name) =>
    Math.max(...items.map((item) => widthOf(cellText(name, item[name])))),
  );
  const widest = widths.indexOf(Math.max(...widths));
  const columns = shown.map((name, index): Column<Row> => ({
    title: (name === "shorturl" ? "short" : labelOf(name)).toUpperCase(),
    value: (item) => cellText(name, item[name]),
    align: items.every((item) => typeof item[name] === "number") ? "right" : "left",
    shrinks: index === widest,
  }));
  return table(columns, items, screen);
}

/** The rows of a list that has a table of its own; a list of pairs fits in a line. */
function tableRows(value: unknown): readonly Row[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || !value.every(isRow)) return undefined;
  return value.some((row) => Object.keys(row).length > 2) ? value : undefined;
}

/** A single record: a line for each value that it has, then its lists as tables. */
function describe(fields: Row, screen: number): string[] {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    isRow(value) && Object.values(value).some((inner) => tableRows(inner) !== undefined)
      ? Object.entries(value).map(([inner, one]) => [`${labelOf(name)} ${inner}`, one] as const)
      : [[name, value] as const],
  );
  const pairs = parts
    .filter(([, value]) => tableRows(value) === undefined)
    .map(([name, value]) => [capitalized(labelOf(name)), valueText(name, value)] as const);
  const tables = parts.flatMap(([name, value]) => {
    const rows = tableRows(value);
    return rows === undefined ? [] : ["", capitalized(labelOf(name)), ...rowsTable(rows, screen)];
  });
  return [...keyValueLines(pairs), ...tables];
}

/** A single answer's fields side by side: the envelope's own, the record's and its counts. */
function fieldsIn(answer: Answer): Row {
  const { error: _error, details, data, ...own } = answer;
  // docs/contract.md, "The name of a campaign": its changes answer the name under the key `domain`.
  const { domain, rotator, ...plain } = own;
  return {
    ...(rotator === undefined ? own : { ...plain, name: domain, rotator }),
    ...(isRow(details) ? details : {}),
    ...(isRow(data) ? data : {}),
  };
}

interface List {
  readonly collection: string;
  readonly items: readonly Row[];
  /** Over all pages. */
  readonly total: number;
  readonly page: number;
  readonly pages: number;
}

function listIn({ data }: Answer): List | undefined {
  if (!isRow(data)) return undefined;
  const [collection, items] = Object.entries(data).find(([, value]) => Array.isArray(value)) ?? [];
  const { result, currentpage, maxpage } = data;
  if (collection === undefined || !Array.isArray(items) || typeof result !== "number") {
    return undefined;
  }
  return {
    collection,
    items: items.filter(isRow),
    total: result,
    page: Number(currentpage),
    pages: Number(maxpage),
  };
}

/** Items of a list answer; a single answer has none. */
export function itemsIn(answer: Answer): {
  readonly items: readonly Row[];
  readonly pages: number;
} {
  return listIn(answer) ?? { items: [], pages: 0 };
}

function emptyList(command: GeneratedCommand, { total }: List, request: Request): string {
  const { search, filters, typed } = request;
  const { one, many } = titleOf(command.noun);
  if (command.verb !== "list") {
    return total > 0 ? "Nothing more: see earlier pages." : "There is nothing in it.";
  }
  if (total > 0) return `No more ${many}: there are ${total}, on earlier pages.`;
  const names = Object.keys(filters);
  if (typeof search === "string" && names.length === 0) return `No ${one} matches "${search}".`;
  if (names.join() === "tag" && search === undefined) return noneTagged(one, filters["tag"]);
  if (names.length > 0) {
    const flags = [...(search === undefined ? [] : ["search"]), ...names];
    return `No ${one} matches ${flags.map((name) => `--${flagOf(name)}`).join(", ")}.`;
  }
  const canAdd = sibling(command, "add") !== undefined;
  return `No ${many} yet.${canAdd ? ` To create one: ${typed(`${command.noun} add --help`)}` : ""}`;
}

function noneTagged(one: string, given: unknown): string {
  const tags = [given].flat().map((tag) => `"${String(tag)}"`);
  return `No ${one} has the ${tags.length === 1 ? "tag" : "tags"} ${tags.join(" and ")}.`;
}

function formatList(command: GeneratedCommand, list: List, request: Request): Output {
  const { items, total, page, pages, collection } = list;
  if (items.length === 0) return { lines: [], notes: [emptyList(command, list, request)] };
  const [titles = "", ...lines] = rowsTable(items, request.screen, columnsByCollection[collection]);
  const what = command.verb === "list" ? titleOf(command.noun).many : "in all";
  return {
    titles,
    lines,
    notes: pages > 1 ? [`page ${page} of ${pages}, ${total} ${what}`] : [],
  };
}

/** The one value of a change's answer that the next command needs: an address, else the id. */
function resultIn({ row }: GeneratedCommand, fields: Row): string | undefined {
  if (row.method === "GET") return undefined;
  const address = fields["shorturl"] ?? fields["short"] ?? fields["link"];
  if (typeof address === "string") return address;
  const { id } = fields;
  return row.method === "POST" && typeof id === "number" ? String(id) : undefined;
}

/** An answer for people, with the service's warnings. */
export function formatAnswer(
  command: GeneratedCommand,
  { warnings, ...answer }: Answer,
  request: Request,
): Output {
  const formatted = formatPlain(command, answer, request);
  const warned = Array.isArray(warnings) ? warnings.map(String) : [];
  return { ...formatted, notes: [...warned, ...formatted.notes] };
}

function formatPlain(command: GeneratedCommand, answer: Answer, request: Request): Output {
  // A document with a format of its own, such as OpenAPI.
  if (!("error" in answer)) return { lines: [JSON.stringify(answer, undefined, 2)], notes: [] };
  const list = listIn(answer);
  if (list !== undefined) return formatList(command, list, request);
  const { screen } = request;
  const { history, by, message, ...rest } = answer;
  if (Array.isArray(history)) return bars(history, by, screen);
  const statistics = formatStatistics(answer, screen);
  if (statistics !== null) return statistics;
  if (typeof message === "string") {
    return { lines: [message, ...describe(fieldsIn(rest), screen)], notes: [] };
  }
  const fields = fieldsIn(answer);
  const [only, ...more] = Object.entries(fields);
  return only !== undefined && more.length === 0
    ? formatOnly(...only, screen)
    : { lines: [resultIn(command, fields) ?? describe(fields, screen)].flat(), notes: [] };
}

/** The only field of an answer needs no name. */
function formatOnly(name: string, value: unknown, screen: number): Output {
  if (isScalar(value)) return { lines: [valueText(name, value)], notes: [] };
  if (!Array.isArray(value) || !value.every(isRow)) {
    return { lines: describe({ [name]: value }, screen), notes: [] };
  }
  if (value.length === 0) return { lines: [], notes: [`No ${labelOf(name)} yet.`] };
  const [titles = "", ...lines] = rowsTable(value, screen);
  return { titles, lines, notes: [] };
}
