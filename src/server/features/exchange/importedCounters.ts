import { crc32 } from "node:zlib";
import { mostValues } from "../../store/boundedJson.ts";
import { type FileSystem, openNew, publishDraft, writeAll } from "../../store/fileSystem.ts";
import {
  newline,
  type LinePlace,
  longestCounters,
  readLines,
  seal,
  unseal,
} from "../../store/lines.ts";
import { createPauses } from "../../common/paging.ts";
import { isObject } from "../../../util/isObject.ts";

/** What a file of imported clicks is known by, and how far back it goes. */
export interface LinesState {
  readonly bytes: number;
  /** Checksum of its last bytes, which hashes of rows make its own. */
  readonly end: number;
  /** Moment of its oldest line; null: it has none but sums. */
  readonly oldest: number | null;
}

export interface LinkCounters {
  readonly link: number;
  readonly counters: unknown;
}

const version = 1;
const endBytes = 4096;
/** Characters that are written together. */
const sliceLength = 1 << 16;
/** Bytes that are copied together. */
const pieceBytes = 1 << 16;

export async function stateOfLines(
  files: FileSystem,
  path: string,
  oldest: number | null,
): Promise<LinesState> {
  const bytes = (await files.state(path))?.size ?? 0;
  const descriptor = await files.open(path, "r");
  try {
    const from = Math.max(0, bytes - endBytes);
    const end = Buffer.alloc(bytes - from);
    const count = await files.read(descriptor, end, 0, from);
    return { bytes, end: crc32(end.subarray(0, count)), oldest };
  } finally {
    await files.close(descriptor);
  }
}

function statesIn(header: Buffer): readonly LinesState[] {
  const line = unseal(header, mostValues.counters);
  const states = line?.["imported"] === version ? line["of"] : undefined;
  // Somebody else's may be of anything, and match no lines.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return Array.isArray(states) ? (states.filter(isObject) as unknown as LinesState[]) : [];
}

function matching(states: readonly LinesState[], { bytes, end }: LinesState) {
  return states.find((state) => state.bytes === bytes && state.end === end);
}

function headerOf(states: readonly LinesState[]): string {
  return seal(JSON.stringify({ imported: version, of: states }));
}

/**
 * Hands over what the lines of that state add up to, and answers the state with its oldest moment;
 * null: these counters are of other lines, or damaged, and what was handed over counts for nothing.
 */
export async function readImportedCounters(
  files: FileSystem,
  path: string,
  lines: LinesState,
  take: (counters: LinkCounters) => void,
): Promise<LinesState | null> {
  if ((await files.state(path)) === null) return null;
  let state: LinesState | undefined;
  let count = 0;
  let isWhole = false;
  let isDamaged = false;
  const takeLine = (bytes: Buffer, { number }: LinePlace): void => {
    if (number === 1) state = matching(statesIn(bytes), lines);
    if (number === 1 || state === undefined || isDamaged) return;
    const line = unseal(bytes, mostValues.counters);
    if (line === undefined) isDamaged = true;
    else if ("end" in line) isWhole = line["end"] === count;
    else {
      take({ link: Number(line["link"]), counters: line["counters"] });
      count += 1;
    }
  };
  await readLines(files, path, 0, takeLine, undefined, longestCounters);
  return state !== undefined && isWhole && !isDamaged ? state : null;
}

/** Keeps what lines add up to; they may be in any of these states. */
export async function writeImportedCounters(
  files: FileSystem,
  path: string,
  states: readonly LinesState[],
  all: Iterable<LinkCounters>,
): Promise<void> {
  const draft = `${path}.tmp`;
  const descriptor = await openNew(files, draft);
  const pause = createPauses();
  try {
    let text = headerOf(states);
    let count = 0;
    const write = async () => {
      const slice = Buffer.from(text);
      text = "";
      await writeAll(files, descriptor, slice);
    };
    for (const counters of all) {
      text += seal(JSON.stringify(counters));
      count += 1;
      if (text.length >= sliceLength) await write();
      await pause();
    }
    text += seal(JSON.stringify({ end: count }));
    await write();
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  await publishDraft(files, draft, path);
}

/** The same counters for lines that are about to be in another state; nothing where they are of others. */
export async function allowState(
  files: FileSystem,
  path: string,
  present: LinesState,
  next: LinesState,
): Promise<void> {
  if ((await files.state(path)) === null) return;
  const source = await files.open(path, "r");
  const draft = `${path}.tmp`;
  try {
    const piece = Buffer.allocUnsafe(pieceBytes);
    const first = piece.subarray(0, await files.read(source, piece, 0, 0));
    const headerEnd = first.indexOf(newline);
    const state = matching(statesIn(first.subarray(0, headerEnd)), present);
    if (state === undefined) return;
    const descriptor = await openNew(files, draft);
    try {
      await writeAll(files, descriptor, Buffer.from(headerOf([state, next])));
      for (let place = headerEnd + 1; ;) {
        const count = await files.read(source, piece, 0, place);
        if (count === 0) break;
        await writeAll(files, descriptor, piece.subarray(0, count));
        place += count;
      }
      await files.sync(descriptor);
    } finally {
      await files.close(descriptor);
    }
  } finally {
    await files.close(source);
  }
  await publishDraft(files, draft, path);
}
