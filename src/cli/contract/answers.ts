import type { Answer } from "../client.ts";
import { titleOf, sibling, type TableCommand } from "./commands.ts";
import type { Said } from "./said.ts";
import { clicksSaid } from "./statisticsSaid.ts";
import { stepsSaid } from "./stepsSaid.ts";
import { flagOf } from "./flags.ts";
import { table, widthOf, type Column } from "./table.ts";
import type { Typed } from "../typed.ts";

/** Who asked, and where it is read. */
interface Reader {
  readonly search: unknown;
  /** What else the list was filtered by. */
  readonly filters: Readonly<Record<string, unknown>>;
  /** In columns. */
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

/** Columns of lists whose items have more to tell than fits on a line; others show all they have. */
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

/** `topCountries` → `top countries` */
function labelOf(name: string): string {
  return (
    labels[name] ?? name.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  );
}

function capitalised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function entryText([name, value]: readonly [string, unknown]): string {
  const text = valueText(name, value);
  return /^\d+$/.test(text) ? `${name} ${text}` : `${name} → ${text}`;
}

/** A value in one line; what isn't there is empty. */
function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) return value.map((one) => itemText(name, one)).join(", ");
  if (isRow(value)) {
    const entries = Object.entries(value).filter(([, one]) => one !== 0 && one !== "");
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

function pairLines(rows: readonly (readonly [name: string, text: string])[]): string[] {
  const columns = [
    { title: "", value: ([name]: readonly [string, string]) => name },
    { title: "", value: ([, text]: readonly [string, string]) => text },
  ];
  return table(columns, rows, Number.POSITIVE_INFINITY).slice(1);
}

/** What a single thing has, a line each; what it doesn't have is left out. */
function describe(fields: Row): string[] {
  return pairLines(
    Object.entries(fields)
      .map(([name, value]) => [capitalised(labelOf(name)), valueText(name, value)] as const)
      .filter(([, text]) => text !== ""),
  );
}

/** A single answer's fields side by side: the envelope's own, the thing's and its counts. */
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

/** A time to the minute is enough beside others. */
function cellText(name: string, value: unknown): string {
  return name === "date" ? valueText(name, value).slice(0, 16) : valueText(name, value);
}

function columnsOf({ collection, items }: List): Column<Row>[] {
  const [first = {}] = items;
  const names =
    columnsByCollection[collection] ??
    Object.keys(first).filter((name) => items.every((item) => isScalar(item[name])));
  const widths = names.map((name) =>
    Math.max(...items.map((item) => widthOf(cellText(name, item[name])))),
  );
  const widest = widths.indexOf(Math.max(...widths));
  return names.map((name, index) => ({
    title: (name === "shorturl" ? "short" : labelOf(name)).toUpperCase(),
    value: (item: Row) => cellText(name, item[name]),
    align: items.every((item) => typeof item[name] === "number") ? "right" : "left",
    shrinks: index === widest,
  }));
}

function emptyList(command: TableCommand, { total }: List, reader: Reader): string {
  const { search, filters, typed } = reader;
  const { one, many } = titleOf(command.noun);
  if (command.verb !== "list")
    return total > 0 ? "Nothing more: see earlier pages." : "There is nothing in it.";
  if (total > 0) return `No more ${many}: there are ${total}, on earlier pages.`;
  const names = Object.keys(filters);
  if (typeof search === "string" && names.length === 0) return `No ${one} matches "${search}".`;
  if (names.join() === "tag" && search === undefined) return noneTagged(one, filters["tag"]);
  if (names.length > 0) {
    const flags = [...(search === undefined ? [] : ["search"]), ...names];
    return `No ${one} matches ${flags.map((name) => `--${flagOf(name)}`).join(", ")}.`;
  }
  const add =
    sibling(command, "add") === undefined
      ? ""
      : ` How to make the first one: ${typed(`${command.noun} add --help`)}`;
  return `No ${many} yet.${add}`;
}

function noneTagged(one: string, given: unknown): string {
  const tags = [given].flat().map((tag) => `"${String(tag)}"`);
  return `No ${one} has the ${tags.length === 1 ? "tag" : "tags"} ${tags.join(" and ")}.`;
}

function listSaid(command: TableCommand, list: List, reader: Reader): Said {
  const { items, total, page, pages } = list;
  if (items.length === 0) return { lines: [], notes: [emptyList(command, list, reader)] };
  const [titles = "", ...lines] = table(columnsOf(list), items, reader.screen);
  const things = command.verb === "list" ? titleOf(command.noun).many : "in all";
  return {
    titles,
    lines,
    notes: pages > 1 ? [`page ${page} of ${pages}, ${total} ${things}`] : [],
  };
}

/** The one thing of a change's answer that the next command wants: an address, else the id. */
function resultIn({ row }: TableCommand, fields: Row): string | undefined {
  if (row.method === "GET") return undefined;
  const address = fields["shorturl"] ?? fields["short"] ?? fields["link"];
  if (typeof address === "string") return address;
  const { id } = fields;
  return row.method === "POST" && typeof id === "number" ? String(id) : undefined;
}

/** An answer for people; what the service warns of goes with it. */
export function said(command: TableCommand, answer: Answer, reader: Reader): Said {
  const { warnings, ...plain } = answer;
  const result = resultSaid(command, plain, reader);
  const told = Array.isArray(warnings) ? warnings.map(String) : [];
  return { ...result, notes: [...told, ...result.notes] };
}

function resultSaid(command: TableCommand, answer: Answer, reader: Reader): Said {
  // A document of its own kind, and not one for people.
  if (!("error" in answer)) return { lines: [JSON.stringify(answer, undefined, 2)], notes: [] };
  const list = listIn(answer);
  if (list !== undefined) return listSaid(command, list, reader);
  const { history, by } = answer;
  if (Array.isArray(history)) return stepsSaid(history, by, reader.screen);
  const clicks = clicksSaid(`${command.noun} ${command.verb}`, answer, reader.screen);
  if (clicks !== null) return clicks;
  const { message, ...rest } = answer;
  if (typeof message === "string")
    return { lines: [message, ...describe(fieldsIn(rest))], notes: [] };
  const fields = fieldsIn(answer);
  const [only, ...more] = Object.entries(fields);
  const isOne = only !== undefined && more.length === 0 && isScalar(only[1]);
  const result = isOne ? valueText(...only) : resultIn(command, fields);
  return { lines: result === undefined ? describe(fields) : [result], notes: [] };
}
