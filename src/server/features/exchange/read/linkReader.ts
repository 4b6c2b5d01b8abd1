import { type Message, message } from "../../../../contract/messages/messages.ts";
import { hash } from "node:crypto";
import {
  isDayAlone,
  readCount,
  readDate,
  readFlag,
  readList,
  readShort,
  withoutSlashes,
  type DateOrder,
} from "./cellValues.ts";
import type { DetectedFormat } from "./detectFormat.ts";
import { type Field, type OwnField, plainName, structuredColumns } from "./formats.ts";
import { unmarked } from "./formulaMarks.ts";
import { couldBeAddress } from "./mapping.ts";
import { productDecisions } from "./productDecisions.ts";
import {
  type CellProblem,
  type ImportedLink,
  type LeftOut,
  longestHost,
  longestShownName,
  type Row,
  shownCell,
} from "./rows.ts";
import { isComment } from "./sample.ts";
import { isObject } from "../../../../util/isObject.ts";

export type RowReader = (
  cells: readonly string[],
  line: number,
  order: DateOrder | undefined,
) => Row;

/** A cell that can't be read as what its column is. */
export class CellFault {
  readonly field: Field | OwnField;
  readonly reason: Message;
  constructor(field: Field | OwnField, reason: Message) {
    this.field = field;
    this.reason = reason;
  }
}

/** An address within an address, after a blank: they are two. */
const severalAddresses = /\shttps?:\/\//i;

/** What files write where there is no date, and no number. */
const nothing = /^(|0|-|–|—|n\/?a|none|null|never|0000-00-00.*)$/i;

/** undefined: the cell holds nothing. */
export function dateIn(
  cell: string,
  order: DateOrder | undefined,
): number | undefined | CellProblem {
  if (nothing.test(cell)) return undefined;
  const date = readDate(cell, order);
  if (date === undefined) return "unreadable";
  return date === "unclear" ? "unclear" : date.at;
}

/** A short name of what it is made of, the same each time. */
export function nameOf(parts: readonly string[]): string {
  return hash("sha256", JSON.stringify(parts), "base64url").slice(0, 22);
}

const longestId = 500;

const boundedId = (id: string) => (id.length <= longestId ? id : nameOf([id]));

/** Places of the columns by field: several only where the owner or the product says so. */
export function placesOf({
  plan,
}: DetectedFormat): ReadonlyMap<Field | OwnField, readonly number[]> {
  const places = new Map<Field | OwnField, number[]>();
  plan.fields.forEach((field, at) => {
    if (field !== null) places.set(field, [...(places.get(field) ?? []), at]);
  });
  return places;
}

/** Characters of a cell that are looked at: a link keeps less of any text. */
const longestText = 65_536;
/** Entries of a list in a cell, likewise. */
export const mostListed = 100;

/** Levels of nested values. Deeper ones could exhaust the stack when they're written again. */
const deepest = 50;

function isShallow(value: unknown, levels = deepest): boolean {
  if (typeof value !== "object" || value === null) return true;
  return levels > 0 && Object.values(value).every((part) => isShallow(part, levels - 1));
}

/** Text that isn't JSON, or is more than a link can have, stays text, which the service refuses. */
function parsed(cell: string): unknown {
  try {
    const value: unknown = JSON.parse(cell);
    const isLong = Array.isArray(value) && value.length > mostListed;
    return isLong || !isShallow(value) ? cell : value;
  } catch {
    return cell;
  }
}

const structured: ReadonlySet<string> = new Set(structuredColumns);

/** Fields of the contract that are handed on as they are. */
const handedOn = [
  "status",
  "metatitle",
  "metadescription",
  "metaimage",
  "beforeurl",
  "afterurl",
] as const;

function hostOf(domain: string): string {
  const [host = ""] = domain.replace(/^https?:\/\//i, "").split("/");
  return host.toLowerCase();
}

type WithGaps<Shape> = { readonly [Key in keyof Shape]: Shape[Key] | undefined };

export function withoutGaps<Shape extends object>(shape: WithGaps<Shape>): Shape {
  // A loop: through entries and back it took a fifth of the reading of a file.
  const whole: Partial<WithGaps<Shape>> = {};
  for (const key in shape) if (shape[key] !== undefined) whole[key] = shape[key];
  // What is undefined is left out; the rest keeps its type.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return whole as Shape;
}

/** Formats a start date as request bodies do: an instant, or a day in the account's time zone. */
function startOf(at: number, cell: string): string {
  const instant = new Date(at).toISOString();
  return isDayAlone(cell) ? instant.slice(0, 10) : instant;
}

/** What a person typed as an address, in a list or a table; what is none is for the rules to refuse. */
function wholeAddress(line: string): string {
  return !/^[a-z][a-z\d+.-]*:/i.test(line) && couldBeAddress(line)
    ? `https://${line.replace(/^\/\//, "")}`
    : line;
}

/** What makes links of the rows of a file. */
export function createLinkReader(known: DetectedFormat): RowReader {
  const { format, plan } = known;
  const places = placesOf(known);
  const { header, form, container } = plan;
  const isOurs = format === "waypost" && form !== undefined;
  const isNeutralised = form?.isNeutralised === true && container.is === "table";
  const tagMarks = form?.tags;
  const restPlaces = [...header.entries()].filter(
    ([, name]) => name !== "source" && form?.handedOn?.includes(name) === true,
  );
  const sourceAt = isOurs ? header.indexOf("source") : -1;
  const countedAt = isOurs ? header.indexOf("clicks") : -1;
  const placeOf = new Map<string, number>();
  for (const [at, name] of [...header.entries()].toReversed()) placeOf.set(plainName(name), at);
  const hasDecisions = form?.decides?.some((name) => placeOf.has(plainName(name))) === true;

  function cellAt(cells: readonly string[], at: number): string {
    const cell = isNeutralised ? unmarked(cells[at] ?? "") : (cells[at] ?? "");
    return isOurs ? cell : cell.trim();
  }

  const textAt = (cells: readonly string[], at: number) => cellAt(cells, at).slice(0, longestText);

  function text(cells: readonly string[], field: Field | OwnField): string | undefined {
    for (const at of places.get(field) ?? []) {
      const cell = textAt(cells, at);
      if (cell !== "") return cell;
    }
    return undefined;
  }

  /** A note may come in several columns. */
  function joined(cells: readonly string[], field: Field): string | undefined {
    const at = places.get(field) ?? [];
    if (at.length < 2) return text(cells, field);
    const parts = at.map((place) => textAt(cells, place)).filter((part) => part !== "");
    return parts.length === 0 ? undefined : parts.join("\n\n");
  }

  function list(cells: readonly string[], field: Field | OwnField): readonly string[] | undefined {
    const found = (places.get(field) ?? []).flatMap((at) => {
      const cell = textAt(cells, at);
      return readList(cell, tagMarks ?? (cell.includes("|") ? /\|/ : /[,;]/));
    });
    return found.length === 0 ? undefined : [...new Set(found)].slice(0, mostListed);
  }

  /** What a link can do without; a value that can't be read is noted. */
  function optional<Value extends number | boolean>(
    cells: readonly string[],
    field: Field,
    leftOut: LeftOut[],
    valueOf: (cell: string) => Value | undefined | CellProblem,
  ): Value | undefined {
    const cell = text(cells, field);
    const value = cell === undefined ? undefined : valueOf(cell);
    if (value !== "unreadable" && value !== "unclear") return value;
    leftOut.push({ column: columnOf(field), cell: (cell ?? "").slice(0, 100), why: value });
    return undefined;
  }

  function columnOf(field: Field | OwnField): string {
    return (header[places.get(field)?.[0] ?? -1] ?? field).slice(0, longestShownName);
  }

  /** Reads rules, splits and targets, which several columns describe together. */
  function decisionsOf(cells: readonly string[]) {
    return productDecisions(format, (column) => {
      const cell = cellAt(cells, placeOf.get(column) ?? -1);
      const value = cell === "" ? undefined : parsed(cell);
      const isNothing =
        typeof value === "object" && value !== null && Object.keys(value).length === 0;
      return isNothing ? undefined : value;
    });
  }

  /** Clicks that the limit counted where the link comes from. */
  function countedBefore(cells: readonly string[], earlier: number | undefined): number {
    return isOurs ? (readCount(cellAt(cells, countedAt)) ?? 0) : (earlier ?? 0);
  }

  function count(cell: string): number | undefined | "unreadable" {
    if (nothing.test(cell)) return undefined;
    const number = readCount(cell);
    return number === 0 ? undefined : (number ?? "unreadable");
  }

  function address(
    cells: readonly string[],
    leftOut: LeftOut[],
  ): {
    readonly alias: string | undefined;
    readonly domain: string | undefined;
    readonly short: string;
  } {
    const own = text(cells, "customshort");
    const written = own ?? text(cells, "short");
    const short = written === undefined ? undefined : readShort(written);
    if (written !== undefined && short === undefined && own === undefined) {
      throw new CellFault("short", message("row.short", { cell: written.slice(0, 100) }));
    }
    // A custom link may be written as its back-half alone.
    const whole = short ?? { alias: written, domain: undefined };
    const custom = withoutSlashes(text(cells, "custom") ?? "");
    const alias = custom === "" ? whole.alias : custom;
    const given = text(cells, "domain");
    const isGiven = given !== undefined && !/^default$/i.test(given);
    let domain = isGiven ? hostOf(given) : whole.domain;
    if (domain !== undefined && domain.length > longestHost) {
      const field = own === undefined ? "short" : "customshort";
      const column = columnOf(isGiven ? "domain" : field);
      leftOut.push({ column, cell: shownCell(domain), why: "unreadable" });
      domain = undefined;
    }
    if (alias === "") {
      throw new CellFault("short", message("row.shortEmpty"));
    }
    return { alias, domain, short: `${domain ?? ""}/${alias ?? ""}` };
  }

  function restOf(
    cells: readonly string[],
    fields: Readonly<Record<string, unknown>>,
  ): Readonly<Record<string, unknown>> | undefined {
    const ours = restPlaces.flatMap(([at, name]) => {
      const cell = structured.has(name) ? parsed(cellAt(cells, at)) : textAt(cells, at);
      return cell === "" ? [] : [[name, cell] as const];
    });
    const chosen = handedOn.flatMap((field) => {
      const cell = text(cells, field);
      return cell === undefined ? [] : [[field, cell] as const];
    });
    const all = [...Object.entries(fields), ...ours, ...chosen];
    return all.length === 0 ? undefined : Object.fromEntries(all);
  }

  function sourceOf(cells: readonly string[], short: string, url: string): ImportedLink["source"] {
    const own = sourceAt === -1 ? undefined : parsed(textAt(cells, sourceAt));
    if (isObject(own) && typeof own["service"] === "string" && typeof own["id"] === "string") {
      return { service: own["service"].slice(0, longestId), id: boundedId(own["id"]) };
    }
    const id = text(cells, "id");
    return { service: format, id: id === undefined ? nameOf([format, short, url]) : boundedId(id) };
  }

  function skipped(cells: readonly string[], url: string): string | undefined {
    const state = text(cells, "deleted");
    if (state !== undefined && /^(deleted|true|1|yes)$/i.test(state)) {
      return "The link is deleted there.";
    }
    if (format === "list" && isComment(url)) return "The row is a comment.";
    const isBookmark = container.is === "html" || container.is === "firefox";
    const isWeb = !isBookmark || /^https?:\/\//i.test(url);
    return isWeb ? undefined : `This isn't a web address: ${url.slice(0, 60)}`;
  }

  function link(cells: readonly string[], line: number, order: DateOrder | undefined): Row {
    const url = text(cells, "url");
    if (url === undefined) throw new CellFault("url", message("row.noAddress"));
    if (severalAddresses.test(url)) throw new CellFault("url", message("row.severalAddresses"));
    const why = skipped(cells, url);
    if (why !== undefined) return { kind: "skipped", line, cells, why };
    const leftOut: LeftOut[] = [];
    const { alias, domain, short } = address(cells, leftOut);
    const password = text(cells, "password");
    const date = (field: "date" | "expiry" | "starts") =>
      optional(cells, field, leftOut, (cell) => dateIn(cell, order));
    const expiresAt = date("expiry");
    const clicks = optional(cells, "earlierclicks", leftOut, count);
    const starts = date("starts");
    const maxclicks = optional(cells, "maxclicks", leftOut, count);
    const decisions = hasDecisions ? decisionsOf(cells) : undefined;
    leftOut.push(...(decisions?.leftOut ?? []));
    const rest = restOf(cells, {
      ...decisions?.fields,
      ...(starts !== undefined && { starts: startOf(starts, text(cells, "starts") ?? "") }),
      ...(maxclicks !== undefined && { maxclicks }),
    });
    const limit = rest?.["maxclicks"];
    if (limit !== undefined && countedBefore(cells, clicks) > 0) {
      const column = isOurs ? "maxclicks" : columnOf("maxclicks");
      leftOut.push({ column, cell: shownCell(limit), why: "fromZero" });
    }
    return {
      kind: "link",
      line,
      cells,
      link: withoutGaps<ImportedLink>({
        line,
        url: format === "list" || format === "csv" ? wholeAddress(url) : url,
        alias,
        domain,
        name: text(cells, "name"),
        description: joined(cells, "description"),
        tags: list(cells, "tags"),
        createdAt: date("date"),
        expiresAt,
        expiresOnDay:
          expiresAt !== undefined && isDayAlone(text(cells, "expiry") ?? "") ? true : undefined,
        clicks,
        archived: optional(
          cells,
          "archived",
          leftOut,
          (cell) => readFlag(cell) ?? ("unreadable" as const),
        ),
        campaign: text(cells, "campaign"),
        channels: list(cells, "channels") ?? list(cells, "channel"),
        source: sourceOf(cells, short, url),
        // Some files contain the password itself. Only its presence is read.
        hadPassword: password !== undefined && readFlag(password) !== false ? true : undefined,
        rest,
        leftOut: leftOut.length > 0 ? leftOut : undefined,
      }),
    };
  }

  return (cells, line, order) => {
    const at = cells.findIndex((cell) => cell.includes("\0"));
    if (at !== -1) {
      const column = header[at] ?? null;
      return { kind: "invalid", line, cells, column, reason: message("row.nul") };
    }
    try {
      return link(cells, line, order);
    } catch (error) {
      if (!(error instanceof CellFault)) throw error;
      const column = header[places.get(error.field)?.[0] ?? -1] ?? null;
      return { kind: "invalid", line, cells, column, reason: error.reason };
    }
  };
}
