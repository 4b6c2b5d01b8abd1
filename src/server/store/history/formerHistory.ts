import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { crc32, inflateRawSync } from "node:zlib";
import { mostValues } from "../boundedJson.ts";
import { unseal, wholeLines } from "../lines.ts";
import { largest } from "../unavailable.ts";
import { isCount } from "./journalEntry.ts";

/**
 * The history as it was kept before there was a database: files of lines as journals have them, in
 * blocks that `gzip` packed, and the hashes of passwords beside them.
 */
export const formerFolder = "history";

export interface FormerFile {
  readonly name: string;
  /** Number of its last commit. */
  readonly last: number;
}

/** Oldest first, without those that are a part of another one. */
export function formerFiles(folder: string): FormerFile[] {
  if (!existsSync(folder)) return [];
  const found = readdirSync(folder).flatMap((name) => {
    const [, first, last] = /^(\d{12,})-(\d{12,})\.ndjson\.gz$/.exec(name) ?? [];
    return first === undefined || !isCount(Number(last))
      ? []
      : [{ name, first: Number(first), last: Number(last) }];
  });
  let end = 0;
  return found
    .toSorted((one, other) => one.first - other.first || other.last - one.last)
    .filter(({ last }) => {
      const isNew = last > end;
      end = Math.max(end, last);
      return isNew;
    });
}

/** What every block begins with, and bytes of `gzip`'s around what is packed. */
const magic = Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0);
const frame = { head: 10, tail: 8 } as const;
/** A block that expands to more than this is not one of ours. */
const mostExpanded = 1 << 28;
/** Bytes that come out of one of a file, at most, where what comes out is more than a trifle. */
const mostRatio = 100;
const trifle = 1 << 20;
/** Blocks that can't be read, after which no more is tried: each may take as long as a whole one. */
const mostUnreadable = 20;
/** Lines of a file that can't be read, after which the rest of it is ignored: a file may have millions of line ends. */
const mostUnreadableLines = 10_000;

/** The lines of a file with the version of their records; what can't be read is passed over. */
export function* formerLines(
  path: string,
): Generator<{ readonly version: number; readonly line: Readonly<Record<string, unknown>> }> {
  const file = readFileSync(path);
  let room = Math.max(trifle, mostRatio * file.length);
  let unreadable = 0;
  let unreadableLines = 0;
  for (let offset = file.indexOf(magic); offset !== -1 && room > 0;) {
    const block = blockAt(file, offset, Math.min(mostExpanded, room));
    room -= block?.text.length ?? 0;
    const lines = wholeLines(block?.text ?? Buffer.alloc(0));
    const first = lines.next();
    const version =
      first.done === true ? undefined : unseal(first.value, mostValues.journal)?.["version"];
    if (block === null || !isCount(version)) {
      unreadable += 1;
      if (unreadable > mostUnreadable) return;
      offset = file.indexOf(magic, offset + 1);
      continue;
    }
    for (const bytes of lines) {
      const line = unseal(bytes, mostValues.journal);
      if (line !== undefined) yield { version, line };
      else if ((unreadableLines += 1) > mostUnreadableLines) return;
    }
    offset = file.indexOf(magic, block.end);
  }
}

function blockAt(
  file: Buffer,
  offset: number,
  maxOutputLength: number,
): { text: Buffer; end: number } | null {
  const start = offset + frame.head;
  try {
    const inflated: unknown = inflateRawSync(file.subarray(start), {
      maxOutputLength,
      info: true,
    });
    // With `info`, zlib hands out its engine too, which knows how much it took.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    const { buffer, engine } = inflated as { buffer: Buffer; engine: { bytesWritten: number } };
    const end = start + engine.bytesWritten;
    const isWhole = end + frame.tail <= file.length && file.readUInt32LE(end) === crc32(buffer);
    return isWhole ? { text: buffer, end: end + frame.tail } : null;
  } catch {
    return null;
  }
}

/** A hash that a link had until a commit. */
export interface FormerPassword {
  readonly link: number;
  readonly commit: number;
  readonly hash: string;
}

export function formerPasswords(folder: string): FormerPassword[] {
  const path = join(folder, "passwords.ndjson");
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? Infinity) > largest.job) return [];
  const found: FormerPassword[] = [];
  let unreadableLines = 0;
  for (const bytes of wholeLines(readFileSync(path))) {
    const { link, commit, hash } = unseal(bytes, mostValues.record) ?? {};
    if (isCount(link) && isCount(commit) && typeof hash === "string") {
      found.push({ link, commit, hash });
    } else if ((unreadableLines += 1) > mostUnreadableLines) break;
  }
  return found;
}
