import { type Message, message } from "../../../../contract/messages/messages.ts";
import { bookmarkCells, bookmarksIn } from "./bookmarks.ts";
import { orderOf, type DateOrder, readFlag, readShort } from "./cellValues.ts";
import { decode } from "./decode.ts";
import type { DetectedFormat, Plan } from "./detectFormat.ts";
import type { Field, Form, OwnField } from "./formats.ts";
import { jsonRows } from "./jsonRows.ts";
import {
  createLinkReader,
  mostListed,
  type RowReader,
  dateIn,
  nameOf,
  placesOf,
  withoutGaps,
} from "./linkReader.ts";
import { createCellReader } from "./sample.ts";
import { tableRecords } from "./records.ts";
import type { Row, ImportedClick } from "./rows.ts";
import { Unreadable } from "./unreadable.ts";
import { isObject } from "../../../../util/isObject.ts";
import { countryCode } from "../../../visitor/countryNames.ts";

/** What products write where they don't know. */
const unknown = /^(unknown|n\/?a|none|null|-|direct|direct, email and other)?$/i;

/** Characters of a cell that are looked at: browsers' names are matched with many patterns. */
const longestText = 2000;

/** What makes clicks of the rows of a file. */
function createClickReader(known: DetectedFormat): RowReader {
  const { format, plan } = known;
  const places = placesOf(known);
  const { header } = plan;

  return (cells, line, order) => {
    const written = (field: Field) =>
      (cells[places.get(field)?.[0] ?? -1] ?? "").slice(0, longestText).trim();
    const valueOf = (field: Field) => {
      const text = written(field);
      return unknown.test(text) ? undefined : text;
    };
    const invalid = (field: Field, reason: Message) => {
      const column = header[places.get(field)?.[0] ?? -1] ?? null;
      return { kind: "invalid", line, cells, column, reason } as const;
    };
    const short = readShort(written("short"));
    const type = written("type");
    if (short?.alias === "" || /^(base_url|invalid_short_url|regular_404)$/i.test(type)) {
      return { kind: "skipped", line, cells, why: "The row isn't a visit to a link." };
    }
    if (short === undefined) return invalid("short", message("row.noShort"));
    const at = dateIn(written("date"), order);
    if (at === undefined) return invalid("date", message("row.noDate"));
    if (at === "unclear") return invalid("date", message("row.dayOrMonth"));
    if (at === "unreadable") {
      return invalid("date", message("row.date", { cell: written("date").slice(0, 100) }));
    }
    const click = withoutGaps<ImportedClick>({
      line,
      id: nameOf([format, ...cells]),
      alias: short.alias,
      domain: short.domain,
      at,
      country: countryCode(written("country")) ?? undefined,
      city: valueOf("city"),
      userAgent: valueOf("useragent"),
      referrer: valueOf("referrer"),
      language: valueOf("language"),
      isBot: readFlag(written("bot")) === true ? true : undefined,
      browser: valueOf("browser"),
      os: valueOf("os"),
    });
    return { kind: "click", line, cells, click };
  };
}

/** A row as its file has it, before anything is made of it. */
interface RawRow {
  readonly cells: readonly string[];
  readonly line: number;
  /** Why nothing can be made of it. */
  readonly fault?: Message;
}

const endsInside = message("row.cut");

async function* tableRows(
  pieces: AsyncIterable<Buffer>,
  { container, header, form }: Plan & { container: { is: "table" } },
): AsyncGenerator<readonly RawRow[]> {
  const { shape, hasHeader } = container;
  let isHeader = hasHeader;
  const width = header.length;
  const lastTakesAll = form?.isUnquoted === true;
  for await (const records of tableRecords(pieces, shape)) {
    const rows = records.slice(isHeader ? 1 : 0);
    isHeader &&= records.length === 0;
    yield rows.flatMap(({ cells, line, cut }): RawRow[] => {
      if (cut === "inside") return [{ cells, line, fault: endsInside }];
      if (cells.every((cell) => cell.trim() === "")) return [];
      if (cut === "perhaps" && hasHeader && cells.length < width) {
        return [{ cells, line, fault: endsInside }];
      }
      if (cells.length <= width || !hasHeader) return [{ cells, line }];
      const more = cells.slice(width);
      if (lastTakesAll) {
        const last = [cells[width - 1] ?? "", ...more].join(shape.delimiter);
        return [{ cells: [...cells.slice(0, width - 1), last], line }];
      }
      if (more.every((cell) => cell.trim() === "")) return [{ cells, line }];
      const fault = message("row.cells", { cells: cells.length, columns: width });
      return [{ cells, line, fault }];
    });
  }
}

/** A key that means an object's ancestry to careless programs. */
function hasForbiddenKey(value: unknown): boolean {
  if (Array.isArray(value)) return value.some(hasForbiddenKey);
  if (!isObject(value)) return false;
  return Object.hasOwn(value, "__proto__") || Object.values(value).some(hasForbiddenKey);
}

/** More of a second list are none that links have. */
const mostJoined = 1_000_000;

/** The entries of a second list by what they belong to; of too many for one cell, one more than fit. */
async function joinedEntries(
  pieces: () => AsyncIterable<Buffer>,
  { lists, by }: NonNullable<Form["joined"]>,
): Promise<Map<unknown, readonly unknown[]>> {
  const found = new Map<unknown, unknown[]>();
  let entries = 0;
  for (const list of lists) {
    for await (const { rows } of jsonRows(pieces(), `$.${list}.*`)) {
      for (const { value } of rows) {
        if (!isObject(value)) continue;
        entries += 1;
        if (entries > mostJoined) {
          throw new Unreadable(message("file.tooManyRows", { most: mostJoined }));
        }
        const known = found.get(value[by]);
        if (known === undefined) found.set(value[by], [value]);
        else if (known.length <= mostListed) known.push(value);
      }
    }
  }
  return found;
}

async function* objectRows(
  pieces: () => AsyncIterable<Buffer>,
  { container, header, form }: Plan & { container: { is: "json" } },
): AsyncGenerator<readonly RawRow[]> {
  const joined = form?.joined;
  const cellsOf = createCellReader(header);
  const entries = joined === undefined ? undefined : await joinedEntries(pieces, joined);
  for await (const { rows, cut } of jsonRows(pieces(), container.path)) {
    yield rows.map(({ value: own, line }): RawRow => {
      if (!isObject(own)) {
        return { cells: [JSON.stringify(own)], line, fault: message("row.noObject") };
      }
      const others = joined && entries?.get(own[joined.to]);
      // They belong to one row: each further one would take as long as all of them.
      if (joined) entries?.delete(own[joined.to]);
      const value = joined && others ? { ...own, [joined.as]: others } : own;
      const cells = cellsOf(value);
      return hasForbiddenKey(value)
        ? { cells, line, fault: message("row.forbiddenKey") }
        : { cells, line };
    });
    if (cut !== undefined) yield [{ cells: [], line: cut.line, fault: endsInside }];
  }
}

async function* treeRows(
  pieces: AsyncIterable<Buffer>,
  container: { readonly is: "html" | "firefox" },
): AsyncGenerator<readonly RawRow[]> {
  for await (const { rows, cut } of bookmarksIn(container, pieces)) {
    yield rows.map((bookmark) => ({ cells: bookmarkCells(bookmark), line: bookmark.line }));
    if (cut !== undefined) yield [{ cells: [], line: cut.line, fault: endsInside }];
  }
}

async function* oneRow(cells: readonly string[]): AsyncGenerator<readonly RawRow[]> {
  yield [{ cells, line: 1 }];
}

function rawRows(
  pieces: () => AsyncIterable<Buffer>,
  plan: Plan,
): AsyncIterable<readonly RawRow[]> {
  const { container } = plan;
  switch (container.is) {
    case "table":
      return tableRows(pieces(), { ...plan, container });
    case "json":
      return objectRows(pieces, { ...plan, container });
    case "html":
    case "firefox":
      return treeRows(pieces(), container);
    case "row":
      return oneRow(container.cells);
  }
}

export interface Reading {
  /** Names of the columns of each row's cells. */
  readonly header: readonly string[];
  readonly rows: AsyncIterable<Row>;
  /** Name of the column that a field was read from. */
  columnOf(field: Field): string | null;
  /** After the last row: the order of day and month, where the file has dates in which it matters. */
  dates(): { readonly order: DateOrder | "unknown" } | null;
}

const dateFields: readonly (Field | OwnField | null)[] = ["date", "expiry", "starts"];

/** Reads on until a date says which of its numbers is the day. */
async function findOrder(
  rows: AsyncIterable<readonly RawRow[]>,
  places: readonly number[],
): Promise<DateOrder | undefined> {
  try {
    for await (const piece of rows) {
      for (const { cells } of piece) {
        for (const at of places) {
          const order = orderOf(cells[at] ?? "");
          if (order === "day first" || order === "month first") return order;
        }
      }
    }
  } catch {
    // Whatever is wrong with the file, the reading itself says.
  }
  return undefined;
}

/**
 * The rows of a file that {@link examine} knows, in bounded memory. `open` begins
 * at its beginning each time; it is opened twice where its dates don't say their order at once.
 */
export function read(
  open: () => AsyncIterable<Uint8Array>,
  known: DetectedFormat,
  choice: { readonly dates?: DateOrder } = {},
): Reading {
  const { plan } = known;
  const { header, fields } = plan;
  const pieces = () => decode(open(), plan.encoding, "whole");
  const datePlaces = fields.flatMap((field, at) => (dateFields.includes(field) ? [at] : []));
  let order: DateOrder | "unknown" | undefined = choice.dates;
  let meetsDates = false;

  const isUnclear = (cells: readonly string[]) =>
    datePlaces.some((at) => orderOf(cells[at] ?? "") === "unclear");

  async function* rows(): AsyncGenerator<Row> {
    const reader: RowReader =
      known.kind === "links" ? createLinkReader(known) : createClickReader(known);
    for await (const piece of rawRows(pieces, plan)) {
      for (const { cells, line, fault } of piece) {
        if (isUnclear(cells)) {
          meetsDates = true;
          order ??= (await findOrder(rawRows(pieces, plan), datePlaces)) ?? "unknown";
        }
        yield fault === undefined
          ? reader(cells, line, order === "unknown" ? undefined : order)
          : { kind: "invalid", line, cells, column: null, reason: fault };
      }
    }
  }

  return {
    header,
    rows: { [Symbol.asyncIterator]: rows },
    columnOf(field) {
      const at = fields.findIndex((one) => one === field);
      return header[at] ?? null;
    },
    dates: () => (meetsDates ? { order: order ?? "unknown" } : null),
  };
}
