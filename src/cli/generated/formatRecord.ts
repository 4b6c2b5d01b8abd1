import { counted } from "../../contract/counted.ts";
import { isObject } from "../../util/isObject.ts";
import { type Output, screenWidth } from "../terminal/print.ts";
import { type Column, keyValueLines, moreLines, table, widthOf } from "../terminal/table.ts";

export type Row = Readonly<Record<string, unknown>>;

/** For names of the contract that read badly, in tables and in front of single values. */
const labels: Readonly<Record<string, string>> = {
  earlierclicks: "earlier clicks",
  longurl: "destination",
  shorturl: "short URL",
  topOs: "systems",
  uniqueclicks: "unique visitors",
};

export function isScalar(value: unknown): boolean {
  return typeof value !== "object" || value === null;
}

/** What a record is called where another one names it. */
function nameIn({ alias, name, title }: Row): unknown {
  return alias ?? name ?? title;
}

function fitsInCell(value: unknown): boolean {
  return isScalar(value) || (isObject(value) && typeof nameIn(value) === "string");
}

/** `topCountries` → `top countries` */
export function labelOf(name: string): string {
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
export function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (Array.isArray(value)) {
    // Lists of lists, such as the clicks of a week's hours, are for programs.
    return value.flatMap((one) => (Array.isArray(one) ? [] : itemText(name, one))).join(", ");
  }
  if (isObject(value)) {
    const entries = Object.entries(value).filter(
      ([, one]) => one !== 0 && valueText("", one) !== "",
    );
    return entries.map(entryText).join(", ");
  }
  // docs/api.md, "Top lists": the integer 0 stands for an empty list of names.
  if (name.startsWith("top") && value === 0) return "";
  return typeof value === "string" ? value : JSON.stringify(value);
}

function itemText(name: string, value: unknown): string {
  if (!isObject(value)) return valueText(name, value);
  const texts = Object.values(value).map((one) => valueText(name, one));
  return texts.length === 2 ? texts.join("=") : Object.entries(value).map(entryText).join(" ");
}

/** To the minute: beside other dates that is enough. */
function cellText(name: string, value: unknown): string {
  if (name === "date") return valueText(name, value).slice(0, 16);
  return valueText(name, isObject(value) && fitsInCell(value) ? nameIn(value) : value);
}

/**
 * Rows as a table. Columns that are empty in every row are left out.
 * @param chosen the columns; those whose values fit in a cell when not given
 */
export function formatRows(rows: readonly Row[], chosen?: readonly string[]): Output {
  const [first = {}] = rows;
  const all = Object.keys(first).filter((name) => rows.every((row) => fitsInCell(row[name])));
  // Where rows have a name, their key is for programs.
  const names = chosen ?? all.filter((name) => name !== "key" || !all.includes("name"));
  const shown = names.filter((name) => rows.some((row) => cellText(name, row[name]) !== ""));
  const widths = shown.map((name) =>
    Math.max(...rows.map((row) => widthOf(cellText(name, row[name])))),
  );
  const widest = widths.indexOf(Math.max(...widths));
  const columns = shown.map((name, index): Column<Row> => ({
    title: (name === "shorturl" ? "short" : labelOf(name)).toUpperCase(),
    value: (row) => cellText(name, row[name]),
    align: rows.every((row) => typeof row[name] === "number") ? "right" : "left",
    shrinks: index === widest,
  }));
  const [titles = "", ...lines] = table(columns, rows, screenWidth());
  return { titles, lines, notes: [] };
}

/** Rows of a list within a record that are shown; `--json` has all of them. */
const mostRows = 10;

/** A list within a record, where it doesn't fit in a line as pairs do. */
function listLines(name: string, value: unknown, by?: unknown): string[] {
  if (!Array.isArray(value) || !value.every(isObject)) return [];
  if (!value.some((row) => Object.keys(row).length > 2)) return [];
  if (value.every(isBucket)) {
    const { titles = "", lines } = formatBars(value, by);
    return ["", titles, ...lines];
  }
  const { titles = "", lines } = formatRows(value.slice(0, mostRows));
  const more = moreLines(value.length - mostRows);
  return ["", capitalized(labelOf(name)), titles, ...lines, ...more];
}

function innerName(outer: string, inner: string): string {
  return outer === "lists" ? inner : `${outer} ${inner}`;
}

/** A single record: a line for each value that it has, then its lists as tables. */
export function describe(fields: Row): string[] {
  const parts = Object.entries(fields).flatMap(([name, value]) =>
    isObject(value) && Object.entries(value).some((inner) => listLines(...inner).length > 0)
      ? Object.entries(value).map(([inner, one]) => [innerName(name, inner), one] as const)
      : [[name, value] as const],
  );
  const pairs = parts
    .filter((part) => listLines(...part).length === 0)
    .map(([name, value]) => [capitalized(labelOf(name)), valueText(name, value)] as const);
  return [...keyValueLines(pairs), ...parts.flatMap((part) => listLines(...part, fields["by"]))];
}

/** Columns of the longest bar. */
const longestBar = 40;

/** Clicks of an hour, a day or a longer interval. */
interface Bucket {
  readonly date: string;
  readonly clicks: number;
}

function isBucket(value: unknown): value is Bucket {
  if (!isObject(value)) return false;
  return typeof value["date"] === "string" && typeof value["clicks"] === "number";
}

/** Clicks over time, each bar as long as its share of the most. */
export function formatBars(values: readonly unknown[], by: unknown): Output {
  const buckets = values.filter(isBucket);
  const most = Math.max(1, ...buckets.map(({ clicks }) => clicks));
  const total = buckets.reduce((sum, { clicks }) => sum + clicks, 0);
  const dateWidth = by === "hour" ? "YYYY-MM-DD HH:MM".length : "YYYY-MM-DD".length;
  const space = screenWidth() - dateWidth - String(most).length - 10;
  const longest = Math.max(1, Math.min(longestBar, space));
  const [titles = "", ...lines] = table<Bucket>(
    [
      {
        title: typeof by === "string" && by !== "" ? by.toUpperCase() : "DAY",
        value: ({ date }) => date.slice(0, dateWidth),
      },
      { title: "CLICKS", value: ({ clicks }) => String(clicks), align: "right" },
      { title: "", value: ({ clicks }) => "█".repeat(Math.ceil((clicks / most) * longest)) },
    ],
    buckets,
    Number.POSITIVE_INFINITY,
  );
  return { titles, lines, notes: [`${counted(total, "click")} in total`] };
}
