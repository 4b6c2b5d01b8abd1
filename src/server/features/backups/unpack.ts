import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type Readable, Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import { type Entry, openPromise, type ZipFile } from "yauzl";
import { StoreFull } from "../../common/problems.ts";
import { disk } from "../../store/fileSystem.ts";
import { BackupUnreadable } from "../../store/store.ts";
import { largestPicture, uploadSegments } from "../qr/pictures.ts";
import { everythingVersion, inside } from "./everything.ts";
import { normalized } from "../../../contract/fields/normalized.ts";

/** What a zip of everything holds, unpacked and checked. */
export interface Unpacked {
  /** The files are below it under their names in the zip. */
  readonly folder: string;
  readonly hasCounters: boolean;
  /** `2026-11` and so on: the months whose single clicks are there. */
  readonly months: readonly string[];
  /** Files below `clicks/` of clicks that were brought along. */
  readonly imports: readonly string[];
  /** Below `uploads/`. */
  readonly pictures: readonly string[];
}

/** Files in a zip, at most. */
const mostEntries = 100_000;
const largestDocument = 4 * 2 ** 30;
const largestCounters = 8 * 2 ** 30;
const largestMonth = 64 * 2 ** 30;
const largestText = 2 ** 16;
/** Bytes of extra fields and comment of a file in a zip. Waypost writes neither. */
const mostAttached = 1024;
/** Bytes that come out of one that goes in, at most, where what comes out is more than a trifle. */
const mostRatio = 100;
const trifle = 2 ** 16;
/** The same of a zip as a whole: many trifles are none. */
const trifles = 64 * 2 ** 20;

const monthFile = /^clicks\/(\d{4}-(?:0[1-9]|1[0-2]))\.ndjson$/;
const importFile = /^clicks\/(import-\d{1,15}(?:\.counters)?\.ndjson)$/;
const storedPicture = /^kept\/([\w-]{27})\.(?:png|jpg)$/;

/** The files of {@link Unpacked.imports} that records of click imports stand for. */
export function recordedImports(
  files: readonly string[],
  records: Iterable<object>,
): ReadonlySet<string> {
  const sets = new Set([...records].map((record) => ("set" in record ? record.set : null)));
  const setOf = (file: string) => Number(/^import-(\d+)\./.exec(file)?.[1]);
  return new Set(files.filter((file) => sets.has(setOf(file))));
}

/** Bytes that a file of this name may have; null: no such file belongs into the zip. */
function mostBytes(name: string): number | null {
  if (name === inside.readme || name === inside.manifest) return largestText;
  if (name === inside.document) return largestDocument;
  if (name === inside.counters) return largestCounters;
  if (monthFile.test(name) || importFile.test(name)) return largestMonth;
  if (name.startsWith(inside.pictures) && uploadSegments(name) !== undefined) return largestPicture;
  return null;
}

/** A folder has an entry of its own in zips of some programs. */
function isOwnFolder(name: string): boolean {
  return (
    name === inside.clicks ||
    name === inside.pictures ||
    (name.startsWith(inside.pictures) && uploadSegments(name.slice(0, -1)) !== undefined)
  );
}

/** What the file system on which it was packed says that it is (upper half; 0: nothing said). */
function kindOf(entry: Entry): "file" | "folder" | "other" {
  const kind = (entry.externalFileAttributes >>> 16) & 0o170000;
  if (kind === 0o040000 || (kind === 0 && entry.fileName.endsWith("/"))) return "folder";
  return kind === 0 || kind === 0o100000 ? "file" : "other";
}

/** Drops the parts of an entry that aren't needed again: of many entries they'd fill the memory. */
function slimmed(entry: Entry): Entry {
  const none = Buffer.alloc(0);
  return Object.assign(entry, {
    fileNameRaw: none,
    extraFieldRaw: none,
    extraFields: [],
    fileCommentRaw: none,
    fileComment: "",
    comment: "",
  });
}

/** What is wrong with an entry by what the directory of the zip says of it. */
function faultOf(entry: Entry): string | null {
  const { fileName, uncompressedSize, compressedSize, compressionMethod } = entry;
  if (kindOf(entry) !== "file") return "isn't a regular file";
  const most = mostBytes(fileName);
  if (most === null) return "isn't part of a Waypost backup";
  if (entry.isEncrypted()) return "is encrypted";
  if (compressionMethod !== 0 && compressionMethod !== 8)
    return "has an unknown compression method";
  if (uncompressedSize > most) return `is larger than ${most} bytes, the limit for such files`;
  // A document of links or messages that are alike packs better than any other file.
  const isBound = fileName !== inside.document;
  if (isBound && uncompressedSize > trifle && uncompressedSize > mostRatio * compressedSize) {
    return `is more than ${mostRatio} times as large when it's unpacked`;
  }
  return null;
}

function refusal(called: string, what: string): BackupUnreadable {
  return new BackupUnreadable(`${called} can't be restored: ${what}. Nothing was changed.`);
}

/** Bytes of what stands before a file's content in a zip, at least. */
const shortestHeader = 30;

/** Files that lie over one another are a way to put terabytes into a kilobyte. */
function overlap(entries: readonly Entry[]): boolean {
  let end = 0;
  const inOrder = entries.toSorted(
    (one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader,
  );
  return inOrder.some(({ relativeOffsetOfLocalHeader: start, compressedSize }) => {
    const isOver = start < end;
    end = start + shortestHeader + compressedSize;
    return isOver;
  });
}

/** One of the names that is a file's and a folder's. */
function fileAndFolder(names: ReadonlySet<string>): string | undefined {
  // What is in a folder comes right after its name.
  const inOrder = [...names].map((name) => name.replaceAll("/", "\0")).toSorted();
  const found = inOrder.find((name, place) => inOrder[place + 1]?.startsWith(`${name}\0`));
  return found?.replaceAll("\0", "/");
}

function sumOf(entries: readonly Entry[], bytesOf: (entry: Entry) => number): number {
  return entries.reduce((sum, entry) => sum + bytesOf(entry), 0);
}

/** Reads the whole directory of a zip, and refuses it by what stands there, before anything is unpacked. */
async function checkedEntries(zip: ZipFile, called: string): Promise<Entry[]> {
  if (zip.entryCount > mostEntries) {
    throw refusal(called, `it has too many files (${zip.entryCount})`);
  }
  const entries: Entry[] = [];
  const names = new Set<string>();
  for await (const entry of zip.eachEntry()) {
    const { fileName } = entry;
    const shown = JSON.stringify(fileName.slice(0, 200));
    const folded = normalized(fileName).toLowerCase();
    if (names.has(folded)) throw refusal(called, `it has ${shown} more than once`);
    names.add(folded);
    if (entry.extraFieldLength + entry.fileCommentLength > mostAttached) {
      throw refusal(
        called,
        `${shown} has more than ${mostAttached} bytes of extra fields and comment`,
      );
    }
    if (kindOf(entry) === "folder" && isOwnFolder(fileName)) continue;
    const fault = faultOf(entry);
    if (fault !== null) throw refusal(called, `${shown} ${fault}`);
    entries.push(slimmed(entry));
  }
  if (overlap(entries)) throw refusal(called, "its files overlap");
  const both = fileAndFolder(names);
  if (both !== undefined) {
    throw refusal(called, `${JSON.stringify(both)} is a file and a folder in it`);
  }
  const others = entries.filter(({ fileName }) => fileName !== inside.document);
  const unpacked = sumOf(others, ({ uncompressedSize }) => uncompressedSize);
  const packed = sumOf(others, ({ compressedSize }) => compressedSize);
  if (unpacked > trifles && unpacked > mostRatio * packed) {
    throw refusal(called, `its files are more than ${mostRatio} times as large when unpacked`);
  }
  return entries;
}

/** Passes everything on, and refuses at the end what isn't what was packed. */
function checking(entry: Entry): Transform {
  let checksum = 0;
  let bytes = 0;
  return new Transform({
    transform(piece: Buffer, _, done) {
      checksum = crc32(piece, checksum);
      bytes += piece.length;
      done(
        bytes > entry.uncompressedSize ? new Error("it is larger than the zip file says") : null,
        piece,
      );
    },
    flush(done) {
      const isWhole = checksum === entry.crc32 && bytes === entry.uncompressedSize;
      done(isWhole ? null : new Error("its checksum is wrong"));
    },
  });
}

async function unpackOne(zip: ZipFile, entry: Entry, path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const packed: Readable = await zip.openReadStreamPromise(entry);
  await pipeline(packed, checking(entry), createWriteStream(path, { flags: "wx", mode: 0o600 }));
}

/** A picture that the service has named by its content must have that content. */
async function checkPicture(folder: string, path: string, called: string): Promise<void> {
  const name = storedPicture.exec(path)?.[1];
  if (name === undefined) return;
  const bytes = await readFile(join(folder, inside.pictures, path));
  if (createHash("sha256").update(bytes).digest("base64url").slice(0, 27) === name) return;
  throw refusal(called, `${inside.pictures}${path} doesn't match its name`);
}

async function checkManifest(folder: string, called: string): Promise<void> {
  const text = await readFile(join(folder, inside.manifest), "utf8");
  const version = Number(/"version":\s*(\d+)/.exec(text)?.[1]);
  if (Number.isNaN(version)) throw refusal(called, `its ${inside.manifest} can't be read`);
  if (version > everythingVersion) {
    throw new BackupUnreadable(
      `${called} was created by a newer version of Waypost. Nothing was changed.`,
    );
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/\.$/, "") : String(error);
}

/** Something of the system's, not of the zip's. */
function isOfTheDisk(error: unknown): boolean {
  return error instanceof Error && "syscall" in error;
}

async function unpackAll(
  zip: ZipFile,
  { folder, called, makeRoom, skipsMonths = false }: UnpackOptions,
): Promise<Unpacked> {
  const entries = await checkedEntries(zip, called);
  const names = new Set(entries.map(({ fileName }) => fileName));
  if (!names.has(inside.document)) throw refusal(called, `it has no ${inside.document}`);
  const wanted = entries.filter(({ fileName }) => !skipsMonths || !monthFile.test(fileName));
  await makeRoom(sumOf(wanted, ({ uncompressedSize }) => uncompressedSize));
  for (const entry of wanted) {
    try {
      await unpackOne(zip, entry, join(folder, ...entry.fileName.split("/")));
    } catch (error) {
      if (isOfTheDisk(error)) throw error;
      throw refusal(called, `${JSON.stringify(entry.fileName)} is damaged: ${reasonOf(error)}`);
    }
  }
  if (names.has(inside.manifest)) await checkManifest(folder, called);
  const pictures = [...names]
    .filter((name) => name.startsWith(inside.pictures))
    .map((name) => name.slice(inside.pictures.length));
  for (const path of pictures) await checkPicture(folder, path, called);
  const found = (pattern: RegExp) =>
    [...names].map((name) => pattern.exec(name)?.[1]).filter((part) => part !== undefined);
  return {
    folder,
    hasCounters: names.has(inside.counters),
    months: found(monthFile),
    imports: found(importFile),
    pictures,
  };
}

export interface UnpackOptions {
  readonly folder: string;
  /** As its owner knows it. */
  readonly called: string;
  /** Told what all of it takes, in bytes, before any of it is written; throws where that is too much. */
  readonly makeRoom: (bytes: number) => Promise<void>;
  /** Names the months of single clicks without unpacking them, for who doesn't take them. */
  readonly skipsMonths?: boolean;
}

/**
 * Unpacks a zip of everything into a folder of the service's own, where nothing else is: names and
 * sizes of all files are checked before the first is unpacked, their content before any is used.
 * Throws {@link BackupUnreadable} for whatever is not such a zip.
 */
export async function unpackEverything(path: string, options: UnpackOptions): Promise<Unpacked> {
  const { called } = options;
  let zip: ZipFile;
  try {
    zip = await openPromise(path, { strictFileNames: true, autoClose: false });
  } catch (error) {
    if (isOfTheDisk(error)) throw error;
    throw refusal(called, `it isn't a complete zip file: ${reasonOf(error)}`);
  }
  try {
    return await unpackAll(zip, options);
  } catch (error) {
    // What yauzl says of the directory is an Error and nothing more.
    const isOfTheZip = error instanceof Error && error.constructor === Error && !isOfTheDisk(error);
    throw isOfTheZip ? refusal(called, reasonOf(error)) : error;
  } finally {
    zip.close();
  }
}

/** Bytes that stay free on the disk, at least, after something was unpacked. */
const reservedBytes = 64 << 20;

/** How a zip begins. */
const zipStart = "PK";

export async function isZip(path: string): Promise<boolean> {
  const descriptor = await disk.open(path, "r");
  try {
    const start = Buffer.alloc(zipStart.length);
    await disk.read(descriptor, start, 0, 0);
    return start.toString("latin1") === zipStart;
  } finally {
    await disk.close(descriptor);
  }
}

/** Refuses to unpack what a folder's disk has no room for. */
export function makeRoomOn(folder: string): (bytes: number) => Promise<void> {
  return async (bytes) => {
    const { free } = await disk.space(folder);
    if (bytes + reservedBytes <= free) return;
    throw new StoreFull(
      `The disk has too little space: the unpacked files need ${bytes} bytes, and ${free} bytes are free.`,
    );
  };
}
