import type { ImportFormat } from "../../../../contract/changes/imports.ts";
import { bounds } from "../../../../contract/fields/bounds.ts";
import { type Message, message } from "../../../../contract/messages/messages.ts";
import { bookmarkCells, bookmarkFields, bookmarkHeader, bookmarksIn } from "./bookmarks.ts";
import { decode, encodingOf, type Encoding, refuseOtherFiles } from "./decode.ts";
import {
  clickFields,
  forms,
  htmlFormats,
  htmlMakers,
  linkFields,
  plainName,
  type Field,
  type Form,
  type OwnField,
} from "./formats.ts";
import { jsonRows, type JsonPath } from "./jsonRows.ts";
import { jsonCells, listIn, namesIn, type TableSample } from "./sample.ts";
import { couldBeAddress, guessFields, isAddress, mapFields, type Mapping } from "./mapping.ts";
import { tableRecords, type Shape } from "./records.ts";
import { longestShownName } from "./rows.ts";
import { binaryShortcut, shortcutName, textShortcut } from "./shortcut.ts";
import { Unreadable } from "./unreadable.ts";

export type Confidence = "certain" | "likely" | "guess";

/** How the rows of a file lie in it. */
export type Container =
  | { readonly is: "table"; readonly shape: Shape; readonly hasHeader: boolean }
  | { readonly is: "json"; readonly path: JsonPath }
  | { readonly is: "html" | "firefox" }
  /** The whole file is one row. */
  | { readonly is: "row"; readonly cells: readonly string[] };

/** What a file was taken for, and what is to become of its columns. */
export interface DetectedFormat {
  readonly format: ImportFormat;
  readonly sureness: Confidence;
  /** Those that it could be, best first. */
  readonly formats: readonly ImportFormat[];
  readonly kind: "links" | "clicks";
  readonly columns: readonly {
    readonly name: string;
    readonly example: string;
    readonly field: Field | null;
  }[];
  /** What a column can be taken for. */
  readonly fields: readonly { readonly field: string; readonly label: string }[];
  readonly dropped: readonly { readonly column: string; readonly reason: Message }[];
  /** For {@link read} alone. */
  readonly plan: Plan;
}

export interface Plan {
  readonly encoding: { readonly encoding: Encoding; readonly markBytes: number };
  readonly container: Container;
  readonly header: readonly string[];
  readonly form: Form | undefined;
  /** By the place of the column. */
  readonly fields: readonly (Field | OwnField | null)[];
}

/** More columns than a mapping can name are no table of links. */
const mostColumns = bounds.keys;
const sampled = 50;
/** Of a table that has no line of names; a character that no text holds. */
const listShape: Shape = { delimiter: "\u001F", isQuoted: false, linesBefore: 0 };

async function* oneOf(head: Uint8Array): AsyncGenerator<Uint8Array> {
  yield head;
}

function refuseColumns(
  columns: number,
  place?: { readonly line: number; readonly column: string },
) {
  if (columns <= mostColumns) return;
  throw new Unreadable(message("file.manyColumns", { most: mostColumns, columns }), place);
}

async function tableSample(
  pieces: () => AsyncIterable<Buffer>,
  shape: Shape,
): Promise<readonly (readonly string[])[]> {
  const rows: (readonly string[])[] = [];
  for await (const records of tableRecords(pieces(), shape)) {
    rows.push(...records.filter(({ cut }) => cut !== "inside").map(({ cells }) => cells));
    if (rows.length > sampled) break;
  }
  return rows.slice(0, sampled);
}

/** How many columns most rows have, if the first row has them too. */
function columnsIn(rows: readonly (readonly string[])[]): number {
  const [first] = rows;
  if (first === undefined) return 0;
  const alike = rows.filter(({ length }) => length === first.length).length;
  return alike * 2 >= rows.length ? first.length : 1;
}

async function tableIn(
  pieces: () => AsyncIterable<Buffer>,
  start: string,
): Promise<{ shape: Shape; rows: readonly (readonly string[])[] }> {
  const delimiterOf = /^sep=([,;\t])\r?\n/i.exec(start)?.[1];
  const linesBefore = delimiterOf === undefined ? 0 : 1;
  const tried = await Promise.all(
    (delimiterOf === undefined ? [",", ";", "\t"] : [delimiterOf]).map(async (delimiter) => {
      const shape = { delimiter, isQuoted: true, linesBefore };
      const rows = await tableSample(pieces, shape);
      return { shape, rows, columns: columnsIn(rows) };
    }),
  );
  const [best] = tried.toSorted((one, other) => other.columns - one.columns);
  if (best === undefined) throw new Unreadable(message("file.noRows"));
  return best;
}

/** Never what every object inherits, whatever a column is called. */
function ownValue<Value>(
  values: Readonly<Record<string, Value>> | undefined,
  name: string,
): Value | undefined {
  return values !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
}

function isOf(form: Form, name: string): boolean {
  const { columns, dropped = {} } = form;
  const isNamed = Object.hasOwn(columns, name) || Object.hasOwn(dropped, name);
  return isNamed || isHandedOn(form, name);
}

function isHandedOn(form: Form, name: string): boolean {
  return form.handedOn?.includes(name) === true || decides(form, name);
}

function decides({ decides: names = [] }: Form, name: string): boolean {
  return names.some((one) => plainName(one) === name);
}

interface Candidate {
  readonly form: Form;
  readonly hasHeader: boolean;
  readonly known: number;
  readonly coverage: number;
}

/**
 * Tables of few columns look like addresses with commas: a cell is an alias only where no query
 * stands before it, each row has one of its own, and it isn't a number.
 */
function isPositional(rows: readonly (readonly string[])[]): boolean {
  const width = rows[0]?.length ?? 0;
  const isNarrow = width < 4;
  const aliases = rows.map(([, alias = ""]) => alias.trim()).filter((alias) => alias !== "");
  if (isNarrow && new Set(aliases).size < rows.length) return false;
  return rows.every(([address = "", alias = "", ...more]) => {
    const isRow =
      more.length === width - 2 &&
      more.length <= 2 &&
      isAddress(address) &&
      /^[\p{L}\p{N}_-]*$/u.test(alias.trim());
    return isRow && !(isNarrow && (/[?#]/.test(address) || /^\d*$/.test(alias.trim())));
  });
}

/** Products whose own columns the file has, best first; of equals the one that its name names. */
function candidatesFor(
  names: readonly string[],
  rows: readonly (readonly string[])[],
  container: "table" | "json",
  fileName: string,
): readonly Candidate[] {
  const plain = names.map(plainName);
  const found = forms
    .filter(({ json }) => container === "table" || json !== undefined)
    .flatMap((form): Candidate[] => {
      const hasMarks = form.marks.every((mark) => plain.includes(mark));
      if (hasMarks) {
        const known = plain.filter((name) => isOf(form, name));
        const coverage = known.length / plain.length;
        return [{ form, hasHeader: true, known: known.length, coverage }];
      }
      const fits = form.isPositional === true && names.length > 1 && isPositional(rows);
      return fits ? [{ form, hasHeader: false, known: 0, coverage: 0 }] : [];
    });
  const named = ({ form }: Candidate) => Number(fileName.includes(form.format));
  return found.toSorted(
    (one, other) =>
      other.known + other.coverage - (one.known + one.coverage) || named(other) - named(one),
  );
}

function confidenceOf({ hasHeader, known, coverage }: Candidate): Confidence {
  if (!hasHeader) return "guess";
  return known >= 3 && coverage >= 0.8 ? "certain" : "likely";
}

function unique<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Set(values)];
}

/** Names of columns, each once and none empty. */
function columnNames(cells: readonly string[]): readonly string[] {
  const seen = new Map<string, number>();
  return cells.map((cell, at) => {
    const shown = cell.trim().slice(0, longestShownName);
    const name = shown === "" ? `column ${at + 1}` : shown;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

interface Choice {
  /** Name of the file; it decides only between what else would be equal. */
  readonly name?: string;
  readonly format?: ImportFormat;
  readonly mapping?: Mapping;
}

interface Detection {
  readonly format: ImportFormat;
  readonly sureness: Confidence;
  readonly formats: readonly ImportFormat[];
  readonly form: Form | undefined;
  readonly container: Container;
  readonly sample: TableSample;
}

function detectionFor({
  format,
  form,
  hasHeader,
  sample,
  container,
  sureness,
  formats,
}: Omit<Detection, "sample"> & {
  readonly hasHeader: boolean;
  readonly sample: readonly (readonly string[])[];
}): Detection {
  const [first = [], ...rows] = sample;
  const cells = hasHeader ? { header: columnNames(first), rows } : headless(sample);
  return { format, form, sureness, formats, container, sample: cells };
}

function headless(rows: readonly (readonly string[])[]): TableSample {
  const widest = Math.min(mostColumns, Math.max(...rows.map(({ length }) => length), 1));
  return { header: Array.from({ length: widest }, (_, at) => `column ${at + 1}`), rows };
}

async function takeTable(
  pieces: () => AsyncIterable<Buffer>,
  start: string,
  { name = "", format }: Choice,
): Promise<Detection> {
  const { shape, rows } = await tableIn(pieces, start);
  const [first] = rows;
  if (first === undefined) throw new Unreadable(message("file.noRows"));
  refuseColumns(first.length, {
    line: 1 + shape.linesBefore,
    column: String(mostColumns + 1),
  });
  const found = candidatesFor(first, rows, "table", name.toLowerCase());
  const lines = await tableSample(pieces, listShape);
  const list = listIn(lines.map(([line = ""]) => line));
  const hasNames = !first.some((cell) => isAddress(cell.trim()));
  const others: ImportFormat[] = list !== undefined ? ["list", "csv"] : ["csv"];
  const formats = unique([...found.map(({ form }) => form.format), ...others]);
  const table = (hasHeader: boolean, form?: Form): Container => ({
    is: "table",
    hasHeader,
    shape: { ...shape, isQuoted: form?.isUnquoted !== true },
  });
  const asList = (sureness: Confidence): Detection => ({
    format: "list",
    sureness,
    formats,
    form: undefined,
    container: { is: "table", shape: listShape, hasHeader: false },
    sample: { header: ["address"], rows: lines },
  });
  const asTable = (sureness: Confidence): Detection =>
    detectionFor({
      format: "csv",
      sureness,
      formats,
      form: undefined,
      hasHeader: hasNames,
      container: table(hasNames),
      sample: rows,
    });
  const asProduct = (candidate: Candidate): Detection =>
    detectionFor({
      format: candidate.form.format,
      sureness: confidenceOf(candidate),
      formats,
      form: candidate.form,
      hasHeader: candidate.hasHeader,
      container: table(candidate.hasHeader, candidate.form),
      sample: rows,
    });

  if (format === "list") return asList("certain");
  if (format === "csv") return asTable("certain");
  const [best] = format === undefined ? found : found.filter(({ form }) => form.format === format);
  if (best !== undefined) return asProduct(best);
  if (format !== undefined) {
    const form = forms.find((one) => one.format === format);
    if (form === undefined) throw new Unreadable(message("file.isTable", { format }));
    return { ...asTable("guess"), format, form };
  }
  if (list !== undefined) {
    return asList(list.isWhole && first.length === 1 ? "certain" : "likely");
  }
  const guessed = guessFields(hasNames ? first : [], hasNames ? rows.slice(1) : rows);
  if (!guessed.includes("url") && !rows.some((cells) => cells.some(couldBeAddress))) {
    throw new Unreadable(message("file.noAddresses"));
  }
  return asTable(guessed.includes("url") && hasNames ? "likely" : "guess");
}

async function jsonSample(
  pieces: () => AsyncIterable<Buffer>,
  path: JsonPath,
): Promise<readonly unknown[]> {
  const values: unknown[] = [];
  for await (const { rows } of jsonRows(pieces(), path)) {
    values.push(...rows.map(({ value }) => value));
    if (values.length > sampled) break;
  }
  return values.slice(0, sampled);
}

/** With all the names that our own links may have: each leaves out what it has none of. */
function ourCells({ header }: TableSample, values: readonly unknown[]): TableSample {
  const names = forms
    .filter(({ format }) => format === "waypost")
    .flatMap(({ columns, handedOn = [] }) => [...Object.keys(columns), ...handedOn]);
  const whole = unique([...header, ...names]);
  return jsonCells(values, whole);
}

/** With the columns of rules and splits, which hardly any link has: the first ones may lack them. */
function withDecisions(
  sample: TableSample,
  values: readonly unknown[],
  { decides: names = [], joined }: Form,
): TableSample {
  const header = unique([...sample.header, ...names, ...(joined ? [joined.as] : [])]);
  return header.length === sample.header.length ? sample : jsonCells(values, header);
}

async function takeJson(
  pieces: () => AsyncIterable<Buffer>,
  start: string,
  { name = "", format }: Choice,
): Promise<Detection> {
  if (/^\s*\{\s*"waypost"\s*:\s*\d/.test(start)) {
    throw new Unreadable(message("file.wholeFolder"));
  }
  if (/^\s*\{/.test(start) && /"type"\s*:\s*"text\/x-moz-place-container"/.test(start)) {
    if (format !== undefined && format !== "firefox") {
      throw new Unreadable(message("file.otherJson", { format }));
    }
    return takeBookmarks(pieces, { is: "firefox" }, "firefox");
  }
  const isOurs = /^\s*\{\s*"waypost"\s*:\s*"links"/.test(start);
  const lists = start.trimStart().startsWith("[")
    ? (["$.*"] as const)
    : unique(forms.flatMap(({ json = [] }) => json))
        .filter((list) => list !== "")
        .map((list): JsonPath => `$.${list}.*`);
  for (const path of lists) {
    const values = await jsonSample(pieces, path);
    if (values.length === 0) continue;
    const header = namesIn(values);
    refuseColumns(header.length);
    const cells = jsonCells(values, header);
    const sample = isOurs ? ourCells(cells, values) : cells;
    const found = candidatesFor(sample.header, sample.rows, "json", name.toLowerCase());
    const formats = unique(found.map(({ form }) => form.format));
    const [best] =
      format === undefined ? found : found.filter(({ form }) => form.format === format);
    const container = { is: "json", path } as const;
    if (best !== undefined) {
      const { form } = best;
      const sureness = confidenceOf(best);
      const whole = withDecisions(sample, values, form);
      return {
        format: form.format,
        sureness,
        formats,
        form,
        container,
        sample: whole,
      };
    }
  }
  if (isOurs && /"links"\s*:\s*\[\s*\]/.test(start)) {
    throw new Unreadable(message("file.noLinks"));
  }
  throw new Unreadable(
    format === undefined ? message("file.unknownJson") : message("file.otherJson", { format }),
  );
}

async function takeBookmarks(
  pieces: () => AsyncIterable<Buffer>,
  container: { readonly is: "html" | "firefox" },
  format: ImportFormat,
): Promise<Detection> {
  const rows: (readonly string[])[] = [];
  for await (const piece of bookmarksIn(container, pieces())) {
    rows.push(...piece.rows.map(bookmarkCells));
    if (rows.length >= sampled) break;
  }
  if (rows.length === 0) {
    throw new Unreadable(message("file.noBookmarks"));
  }
  return {
    format,
    sureness: "certain",
    formats: [format],
    form: undefined,
    container,
    sample: { header: [...bookmarkHeader], rows: rows.slice(0, sampled) },
  };
}

function takeHtml(
  pieces: () => AsyncIterable<Buffer>,
  start: string,
  { format }: Choice,
): Promise<Detection> {
  if (format !== undefined && !htmlFormats.includes(format)) {
    throw new Unreadable(message("file.isHtml", { format }));
  }
  const [maker] = htmlMakers.find(([, mark]) => mark.test(start)) ?? ["bookmarks" as const];
  return takeBookmarks(pieces, { is: "html" }, format ?? maker);
}

/** A file of one address. */
function takeShortcut(address: string, { name = "" }: Choice): Detection {
  const cells = [address, shortcutName(name)];
  return {
    format: "shortcut",
    sureness: "certain",
    formats: ["shortcut"],
    form: undefined,
    container: { is: "row", cells },
    sample: { header: ["URL", "name"], rows: [cells] },
  };
}

function fieldsOf(
  { format, form, sample, container }: Detection,
  mapping: Mapping,
): readonly (Field | OwnField | null)[] {
  if (container.is === "html" || container.is === "firefox") return bookmarkFields;
  if (container.is === "row") return ["url", "name"];
  if (format === "list") return ["url"];
  const { header, rows } = sample;
  const isNamed = container.is !== "table" || container.hasHeader;
  const own = isNamed
    ? header.map((name) => ownValue(form?.columns, plainName(name)) ?? null)
    : header.map((_, at) => Object.values(form?.columns ?? {})[at] ?? null);
  const hasOwn = own.includes("url") || form?.kind === "clicks";
  const first = hasOwn ? own : guessFields(isNamed ? header : [], rows);
  return mapFields(header, first, mapping, form?.kind ?? "links");
}

/** Of our own fields some stay in words of the link; which product's column that is, nobody chooses. */
function shownField(field: Field | OwnField | null): Field | null {
  if (field === "customshort") return "custom";
  if (field === "channels") return "channel";
  return field === "password" || field === "deleted" ? null : field;
}

/**
 * What a file is, by its beginning: 256 KiB of it say enough. Throws {@link Unreadable}, in words
 * for the owner, where no reader could do anything with it.
 */
export async function detectFormat(head: Uint8Array, choice: Choice = {}): Promise<DetectedFormat> {
  refuseOtherFiles(head);
  const isShortcut = choice.format === undefined || choice.format === "shortcut";
  const binary = isShortcut ? binaryShortcut(head) : undefined;
  if (binary !== undefined) return knownOf(takeShortcut(binary, choice), choice, plainText);
  const encoding = encodingOf(head);
  const pieces = () => decode(oneOf(head), encoding, "beginning");
  let start = "";
  for await (const piece of pieces()) start += piece.toString();
  if (start.trim() === "") throw new Unreadable(message("file.empty"));
  const shortcut = isShortcut ? textShortcut(start) : undefined;
  const detection =
    shortcut !== undefined
      ? takeShortcut(shortcut, choice)
      : /^\s*</.test(start)
        ? await takeHtml(pieces, start, choice)
        : /^\s*[[{]/.test(start)
          ? await takeJson(pieces, start, choice)
          : await takeTable(pieces, start, choice);
  return knownOf(detection, choice, encoding);
}

const plainText = { encoding: "utf-8", markBytes: 0 } as const;

function knownOf(detection: Detection, choice: Choice, encoding: Plan["encoding"]): DetectedFormat {
  const { format, sureness, formats, form, container, sample } = detection;
  const fields = fieldsOf(detection, choice.mapping ?? {});
  const kind = form?.kind ?? "links";
  const isRead = (at: number) =>
    fields[at] != null ||
    (form !== undefined && isHandedOn(form, plainName(sample.header[at] ?? "")));
  return {
    format,
    sureness,
    formats: unique([format, ...formats]),
    kind,
    columns: sample.header.map((name, at) => ({
      name: name.slice(0, longestShownName),
      example: (sample.rows.find((row) => (row[at] ?? "").trim() !== "")?.[at] ?? "").slice(0, 100),
      field: shownField(fields[at] ?? null),
    })),
    fields: Object.entries(kind === "links" ? linkFields : clickFields).map(([field, label]) => ({
      field,
      label,
    })),
    dropped: sample.header.flatMap((column, at) =>
      isRead(at)
        ? []
        : [
            {
              column: column.slice(0, longestShownName),
              reason: message(ownValue(form?.dropped, plainName(column)) ?? "column.noField"),
            },
          ],
    ),
    plan: { encoding, container, header: sample.header, form, fields },
  };
}
