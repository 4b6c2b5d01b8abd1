import { isObject } from "../../../../util/isObject.ts";

/** What cells say, whatever the product that wrote them. */

export type DateOrder = "day first" | "month first";

/** `unclear`: day and month could be either way round. */
export type ReadDate = { readonly at: number } | "unclear" | undefined;

/** Characters of a date, a count or a flag: a longer cell is none of them, and no expression sees it. */
const longestValue = 64;
/** Entries of one list: more are neither tags nor names. */
const mostListed = 1000;

function shortCell(cell: string): string | undefined {
  const written = cell.trim();
  return written.length > longestValue ? undefined : written;
}

/** "1,234", "1.234", "1 234" and "1234.0" → 1234; undefined: no whole number from 0. */
export function readCount(cell: string): number | undefined {
  const plain = shortCell(cell);
  if (plain === undefined) return undefined;
  const digits = /^\d{1,3}([.,'’\u00a0\u202f ]\d{3})+$/.test(plain)
    ? plain.replace(/\D/g, "")
    : plain.replace(/[.,]0+$/, "");
  if (!/^\d{1,15}$/.test(digits)) return undefined;
  return Number(digits);
}

/** undefined: neither. */
export function readFlag(cell: string): boolean | undefined {
  const written = shortCell(cell);
  if (written === undefined) return undefined;
  if (/^(true|yes|y|t|1)$/i.test(written)) return true;
  if (/^(false|no|n|f|0)?$/i.test(written)) return false;
  return undefined;
}

const time = String.raw`(?:[T ,:]+(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,](\d+))?)?(?:\s*([ap]m))?)?`;
const zone = String.raw`\s*((?:UTC|GMT)?[+-]\d{2}(?::?\d{2})?|Z|UTC|GMT|[ECMP][SD]T)?(?: \([^)]*\))?`;
const isoDate = new RegExp(String.raw`^(\d{4})-(\d{1,2})-(\d{1,2})${time}${zone}$`, "i");
const yearFirst = new RegExp(String.raw`^(\d{4})[/.](\d{1,2})[/.](\d{1,2})${time}${zone}$`, "i");
const numberedDate = new RegExp(
  String.raw`^(\d{1,2})([/.-])(\d{1,2})\2(\d{4})${time}${zone}$`,
  "i",
);
const dayMonth = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?(\d{1,2})(?:st|nd|rd|th)?[ /-]([a-z]{3,9})\.?,?[ /-](\d{4})${time}${zone}$`,
  "i",
);
const monthDay = new RegExp(
  String.raw`^(?:[a-z]{3,9},?\s+)?([a-z]{3,9})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})${time}${zone}$`,
  "i",
);
const months = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];

function monthNamed(name: string): number {
  return months.indexOf(name.slice(0, 3).toLowerCase()) + 1;
}

type Parts = readonly (string | undefined)[];

/** Hours from UTC of the zones that mail names by their letters, in winter. */
const namedZones: Readonly<Record<string, number>> = { e: -5, c: -6, m: -7, p: -8 };

/** Milliseconds of the zone's offset. */
function offsetOf(written = ""): number {
  const [, zoneName = "", season = ""] = /^([ecmp])([sd])t$/i.exec(written) ?? [];
  const named = namedZones[zoneName.toLowerCase()];
  if (named !== undefined) return (named + (/d/i.test(season) ? 1 : 0)) * 3_600_000;
  const match = /([+-])(\d{2}):?(\d{2})?$/.exec(written);
  if (match === null) return 0;
  const [, sign, hours = "0", minutes = "0"] = match;
  return (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000;
}

function hourOf(written: string, half: string | undefined): number {
  const hour = Number(written);
  if (half === undefined) return hour;
  return (hour % 12) + (half.toLowerCase() === "pm" ? 12 : 0);
}

/** What can be stored, in milliseconds: an offset can lead out of four digits of a year. */
const earliest = Date.parse("0000-01-01T00:00:00Z");
const latest = Date.parse("9999-12-31T23:59:59Z");

function moment(year: number, month: number, day: number, rest: Parts): ReadDate {
  const [hours = "0", minutes = "0", seconds = "0", fraction = "", half, written] = rest;
  const at = Date.UTC(
    year,
    month - 1,
    day,
    hourOf(hours, half),
    Number(minutes),
    Number(seconds),
    Number(fraction.slice(0, 3).padEnd(3, "0")),
  );
  const date = new Date(at);
  const isReal =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  const instant = at - offsetOf(written);
  return isReal && instant >= earliest && instant <= latest ? { at: instant } : undefined;
}

/** What the cell alone says of the order in which its file writes day and month. */
export function orderOf(cell: string): DateOrder | "unclear" | undefined {
  const match = numberedDate.exec(shortCell(cell) ?? "");
  if (match === null) return undefined;
  const [, first, mark, second] = match;
  // Nobody writes months first with points.
  if (mark === "." || Number(first) > 12) return "day first";
  if (Number(second) > 12) return "month first";
  return first === second ? undefined : "unclear";
}

/** Milliseconds from 1601, where the clocks of WebKit and Windows begin, to 1970. */
const since1601 = 11_644_473_600_000;

/** Seconds, milliseconds and microseconds since 1970, and microseconds since 1601, by their size. */
function readNumber(written: string): ReadDate {
  if (/^\d{9,10}(\.\d+)?$/.test(written)) return { at: Math.floor(Number(written) * 1000) };
  if (/^\d{12,13}$/.test(written)) return { at: Number(written) };
  if (/^\d{15,16}$/.test(written)) return { at: Math.floor(Number(written) / 1000) };
  if (/^\d{17}$/.test(written)) return { at: Math.floor(Number(written) / 1000) - since1601 };
  return undefined;
}

/** Whether the cell names a day and no time of it. */
export function isDayAlone(cell: string): boolean {
  const isNumber = readNumber(shortCell(cell) ?? "") !== undefined;
  return !isNumber && !cell.includes(":");
}

/** Without an offset the clocks of UTC are meant. undefined: no date. */
export function readDate(cell: string, order: DateOrder | undefined): ReadDate {
  // Web servers write theirs in brackets.
  const written = shortCell(cell)?.replace(/^\[(.*)\]$/, "$1");
  if (written === undefined) return undefined;
  const number = readNumber(written);
  if (number !== undefined) return number;
  const iso = isoDate.exec(written) ?? yearFirst.exec(written);
  if (iso !== null) {
    const [, year, month, day, ...rest] = iso;
    return moment(Number(year), Number(month), Number(day), rest);
  }
  const dayFirst = dayMonth.exec(written);
  if (dayFirst !== null) {
    const [, day, month = "", year, ...rest] = dayFirst;
    return moment(Number(year), monthNamed(month), Number(day), rest);
  }
  const monthFirst = monthDay.exec(written);
  if (monthFirst !== null) {
    const [, month = "", day, year, ...rest] = monthFirst;
    return moment(Number(year), monthNamed(month), Number(day), rest);
  }
  const numbered = numberedDate.exec(written);
  if (numbered === null) return undefined;
  const [, first, , second, year, ...rest] = numbered;
  const own = orderOf(written);
  const known = own === "unclear" ? order : (own ?? "day first");
  if (known === undefined) return "unclear";
  const [day, month] = known === "day first" ? [first, second] : [second, first];
  return moment(Number(year), Number(month), Number(day), rest);
}

/** A loop, because the expression for it takes the square of the slashes. */
export function withoutSlashes(path: string): string {
  let start = 0;
  let end = path.length;
  while (path[start] === "/") start += 1;
  while (end > start && path[end - 1] === "/") end -= 1;
  return path.slice(start, end);
}

/** Host and the rest of a short address, however much of it is written. */
export function readShort(cell: string): { domain: string; alias: string } | undefined {
  const match = /^(?:https?:\/\/)?([^/\s?#]+)\/([^?#\s]*)/i.exec(cell.trim());
  if (match === null) return undefined;
  const [, domain = "", path = ""] = match;
  const alias = withoutSlashes(path);
  try {
    return { domain: domain.toLowerCase(), alias: decodeURIComponent(alias) };
  } catch {
    return { domain: domain.toLowerCase(), alias };
  }
}

/** Some products write a tag with its id and color. */
function nameIn(entry: unknown): unknown {
  return isObject(entry) ? entry["name"] : entry;
}

function listed(cell: string): readonly string[] | undefined {
  if (!cell.startsWith("[")) return undefined;
  try {
    const value: unknown = JSON.parse(cell);
    const names: unknown = Array.isArray(value) ? value.map(nameIn) : undefined;
    return Array.isArray(names) && names.every((one) => typeof one === "string")
      ? names
      : undefined;
  } catch {
    return undefined;
  }
}

/** Tags or names of one cell: JSON, or joined by what the file joins with. */
export function readList(cell: string, separators: RegExp): readonly string[] {
  const written = cell.trim();
  const all = listed(written) ?? written.split(separators, mostListed);
  const trimmed = all.map((one) => one.trim()).filter((one) => one !== "");
  return [...new Set(trimmed)];
}
