import { hasEndlessList, mostEntries, mostValues, parseBounded } from "../boundedJson.ts";
import { constants } from "node:buffer";
import { crc32 } from "node:zlib";
import { type Check, type Checked, isCollection } from "../tables/checks.ts";
import type { FileSystem } from "../fileSystem.ts";
import { hexadecimal, type LinePlace, readLines } from "../lines.ts";
import { pauseAfter } from "../pause.ts";
import { createDocumentSize, type DocumentSize } from "./documentSize.ts";
import { checksumKey, type DocumentEnd } from "./snapshot.ts";
import { MadeByNewer, StoreUnavailable, TooMuchMemory } from "../store.ts";
import { errorText } from "../../../util/errorText.ts";
import { isObject } from "../../../util/isObject.ts";

/** Bytes in which the checksum of any document is found. */
const longestEnd = 1 << 12;

/** Bytes of a record's line, several times those of what an operation takes. */
const longestRecord = 1 << 24;

/** Characters that are shown of what isn't the name of a collection. */
const longestName = 50;

export interface RecordProblem {
  readonly line: number;
  readonly text: string;
}

export interface ParsedDocument {
  readonly version: number;
  readonly collections: ReadonlyMap<string, readonly { readonly id: number }[]>;
  readonly end: DocumentEnd;
  /** What was written is what is there; else somebody changed it, or the disk did. */
  readonly isIntact: boolean;
  /** The first thing that is wrong with a record, and where: no later record is looked at. */
  readonly problem: RecordProblem | null;
  readonly size: DocumentSize;
}

export interface DocumentReading {
  readonly files: FileSystem;
  readonly path: string;
  /** The version this program writes; a newer document is refused before its records are looked at. */
  readonly version: number;
  /**
   * Bytes up to which another layout than the store's own is read, and a record of any; absent: as
   * long as a text can be.
   */
  readonly longestFree?: number;
  /** Bytes of memory that its records and their tags may take; absent: any number. */
  readonly mostMemory?: number;
  readonly checkFor: (found: { readonly version: number; readonly isIntact: boolean }) => Check;
}

/** Reads a document as it was written, or as a hand has changed it; throws when it is neither. */
export async function readDocument(reading: DocumentReading): Promise<ParsedDocument> {
  return (await readWritten(reading)) ?? (await readFree(reading));
}

/** The layout that the store writes: one record a line. Null: another layout. */
async function readWritten(reading: DocumentReading): Promise<ParsedDocument | null> {
  const { files, path } = reading;
  const collections = new Map<string, { readonly id: number }[]>();
  let check: Check | null = null;
  let version = 0;
  let open: { readonly name: string; readonly records: { readonly id: number }[] } | null = null;
  let end: DocumentEnd | null = null;
  const isWhole = await isIntactDocument(files, path);
  let isWritten = true;
  let problem: RecordProblem | null = null;
  const { longestFree, mostMemory = Infinity } = reading;
  const longestLine = longestFree ?? longestRecord;
  const size = createDocumentSize(mostMemory);

  function take(line: Buffer, place: LinePlace): void {
    if (end !== null || line.length > longestLine) {
      isWritten = false;
      return;
    }
    const text = line.toString("utf8");
    if (check === null) {
      const match = /^\{"waypost":(\d+),$/.exec(text);
      if (match === null) isWritten = false;
      else {
        version = Number(match[1]);
        refuseNewer(reading, version);
        check = reading.checkFor({ version, isIntact: isWhole });
      }
    } else if (open === null) {
      const match = /^"(\w+)":(\[$|\{.*\}\}$)/.exec(text);
      if (match === null) isWritten = false;
      else if (match[1] === "end") {
        end = parseEnd(text.slice('"end":'.length, -1));
        isWritten &&= end !== null;
      } else {
        open = { name: match[1] ?? "", records: [] };
        refuseOther(path, open.name, collections);
        collections.set(open.name, open.records);
      }
    } else if (text === "],") {
      open = null;
    } else if (problem === null) {
      const most = longestFree === undefined ? mostValues.journal : mostValues.record;
      const record = parse(text.endsWith(",") ? text.slice(0, -1) : text, most);
      if (record === undefined) {
        isWritten = false;
        return;
      }
      const checked = checkBounded(reading, check, open.name, record);
      if ("record" in checked) {
        open.records.push(checked.record);
        size.add(open.name, checked.record, line.length);
        if (size.isOverMemory) throw new TooMuchMemory(path);
      } else problem = { line: place.number, text: `${open.name}: ${checked.problem}` };
    }
  }

  const { rest } = await readLines(
    files,
    path,
    0,
    (line, place) => {
      if (isWritten) take(line, place);
    },
    // Nothing is kept of a file that isn't one, however long it is.
    async (unfinished) => {
      isWritten &&= unfinished <= longestLine;
      return !isWritten;
    },
  );
  if (!isWritten || end === null) return null;
  return { version, collections, end, isIntact: isWhole && rest.length === 0, problem, size };
}

/** A schema looks at every entry: of a record from elsewhere their number is looked at before. */
function checkBounded(
  { longestFree }: DocumentReading,
  check: Check,
  collection: string,
  record: unknown,
): Checked {
  return longestFree !== undefined && hasEndlessList(record)
    ? { problem: `the record: a list has more than ${mostEntries} entries` }
    : check(collection, record);
}

/** Whether a document is what was written, without looking at its records. */
export async function isIntactDocument(
  files: FileSystem,
  path: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const size = (await files.state(path))?.size ?? 0;
  const start = Math.max(size - longestEnd, 0);
  const descriptor = await files.open(path, "r");
  const tail = Buffer.alloc(size - start);
  try {
    for (let done = 0; done < tail.length;) {
      const count = await files.read(descriptor, tail, done, start + done);
      if (count === 0) return false;
      done += count;
    }
  } finally {
    await files.close(descriptor);
  }
  const covered = tail.lastIndexOf(checksumKey);
  if (covered === -1) return false;
  const text = tail.toString("utf8", covered).trimEnd();
  return hasChecksum(files, path, { text, covered: start + covered }, signal);
}

/** A quick pass of its own: the text up to the checksum in the last line is what was written. */
async function hasChecksum(
  files: FileSystem,
  path: string,
  last: { readonly text: string; readonly covered: number },
  signal: AbortSignal | undefined,
): Promise<boolean> {
  const descriptor = await files.open(path, "r");
  try {
    const chunk = Buffer.allocUnsafe(Math.min(last.covered, 1 << 20));
    let checksum = 0;
    for (let done = 0; done < last.covered;) {
      signal?.throwIfAborted();
      const count = Math.min(await files.read(descriptor, chunk, 0, done), last.covered - done);
      if (count === 0) return false;
      checksum = crc32(chunk.subarray(0, count), checksum);
      done += count;
    }
    return last.text.endsWith(`${checksumKey}${hexadecimal(checksum)}"}}`);
  } finally {
    await files.close(descriptor);
  }
}

/** Any JSON of the right shape, for documents that an editor has laid out anew. */
async function readFree(reading: DocumentReading): Promise<ParsedDocument> {
  const { files, path, longestFree = constants.MAX_STRING_LENGTH, mostMemory = Infinity } = reading;
  if (((await files.state(path))?.size ?? 0) > longestFree) {
    throw damaged(
      path,
      "it doesn't have one record per line, and is too long to be read otherwise",
    );
  }
  const text = (await files.readFile(path)).toString("utf8").replace(/^\uFEFF/, "");
  const most = reading.longestFree === undefined ? Infinity : mostValues.backup;
  const whole = parseOrRefuse(path, text, most);
  if (!isObject(whole) || typeof whole["waypost"] !== "number") {
    throw damaged(path, `line 1: it doesn't start with {"waypost": and a version`);
  }
  const version = whole["waypost"];
  refuseNewer(reading, version);
  const check = reading.checkFor({ version, isIntact: false });
  const collections = new Map<string, { readonly id: number }[]>();
  const size = createDocumentSize(mostMemory);
  const pause = pauseAfter();
  let problem: RecordProblem | null = null;
  for (const [name, records] of Object.entries(whole)) {
    if (name === "waypost" || name === "end") continue;
    refuseOther(path, name, collections);
    if (!Array.isArray(records)) throw damaged(path, `"${name}" isn't a list of records`);
    const good: { readonly id: number }[] = [];
    for (const record of records as unknown[]) {
      if (problem !== null) break;
      if (pause.isDue()) await pause.now();
      const checked = checkBounded(reading, check, name, record);
      if ("record" in checked) {
        good.push(checked.record);
        size.add(name, checked.record);
        if (size.isOverMemory) throw new TooMuchMemory(path);
      } else
        problem = {
          line: lineOfRecord(text, name, record) ?? lineOfCollection(text, name),
          text: `${name}: ${checked.problem}`,
        };
    }
    collections.set(name, good);
  }
  const end = checkEnd(whole["end"]);
  if (end === null) throw damaged(path, `its last entry, "end", is missing or incomplete`);
  return { version, collections, end, isIntact: false, problem, size };
}

/** Each collection is there once: what a file may name besides has no end. */
function refuseOther(path: string, name: string, known: ParsedDocument["collections"]): void {
  if (isCollection(name) && !known.has(name)) return;
  throw damaged(path, `"${name.slice(0, longestName)}" isn't a collection, or is there twice`);
}

export function damaged(path: string, what: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} is damaged or has an edit that can't be read: ${what}. Nothing was changed. ` +
      `Correct that place, or run "waypost doctor" on the folder. It sets the file aside and saves all intact records.`,
  );
}

function refuseNewer(reading: DocumentReading, version: number): void {
  if (version <= reading.version) return;
  throw new MadeByNewer(reading.path, version, reading.version);
}

function parseOrRefuse(path: string, text: string, most: number): unknown {
  try {
    return parseBounded(text, most);
  } catch (error) {
    const reason = errorText(error);
    const place = /line \d+/.test(reason) ? "" : ` (line ${text.split("\n").length})`;
    throw damaged(path, `${reason}${place}`);
  }
}

function parse(text: string, most: number): unknown {
  try {
    return parseBounded(text, most);
  } catch {
    return undefined;
  }
}

function parseEnd(text: string): DocumentEnd | null {
  return checkEnd(parse(text, mostValues.record));
}

function checkEnd(value: unknown): DocumentEnd | null {
  if (!isObject(value) || !isObject(value["next"])) return null;
  const { count, next, journal, commit } = value;
  const numbers = [count, journal, commit];
  if (!numbers.every((number) => Number.isSafeInteger(number) && Number(number) >= 0)) return null;
  // One that is too large is whoever reads the document to judge.
  const ids = Object.values(next);
  if (!ids.every((id) => Number.isInteger(id) && Number(id) >= 0)) return null;
  return { count, next, journal, commit } as unknown as DocumentEnd;
}

/** The line of a record in any layout, found by its id, which it begins with; null: not found. */
export function lineOfRecord(text: string, collection: string, record: unknown): number | null {
  const from = text.indexOf(`"${collection}"`);
  const id = isObject(record) ? record["id"] : undefined;
  if (from === -1 || !Number.isSafeInteger(id)) return null;
  const found = text.slice(from).search(new RegExp(`\\{\\s*"id"\\s*:\\s*${String(id)}\\b`));
  return found === -1 ? null : text.slice(0, from + found).split("\n").length;
}

function lineOfCollection(text: string, collection: string): number {
  return text.slice(0, Math.max(text.indexOf(`"${collection}"`), 0)).split("\n").length;
}
