import { join } from "node:path";
import { mostValues } from "../boundedJson.ts";
import type { ClickWriter, LogPlace } from "./clickLog.ts";
import { type FileSystem, openNew, publishDraft, syncFile, writeAll } from "../fileSystem.ts";
import { type LinePlace, longestCounters, readLines, seal, unseal } from "../lines.ts";
import { noteTaken } from "../mirrorInbox/takenClicks.ts";
import {
  type CounterKeeper,
  type CounterLine,
  MadeByNewer,
  type Subject,
  subjectKey,
} from "../store.ts";
import { isObject } from "../../../util/isObject.ts";

/** 1 had visitors as words; the keeper still reads them. */
const version = 2;

export const statisticsName = "statistics.ndjson";
/** The counters as they were when old clicks were last deleted: what the log alone can't tell any more. */
export const baseName = "statistics-base.ndjson";

/** Where the log has to be read on from, for each link and QR code. */
export interface Checkpoint {
  /** For those that the checkpoint doesn't name; null: from the beginning of the log. */
  readonly start: LogPlace | null;
  /** By {@link subjectKey}. */
  readonly places: ReadonlyMap<number, LogPlace>;
  /** Up to where the clicks of a mirror are counted in front of `start`, by its database. */
  readonly taken: ReadonlyMap<string, number>;
  readonly bytes: number;
  /** Lines that were not what was written; whom they concern is counted anew from the log. */
  readonly damagedLines: number;
}

/** Milliseconds of a slice, for which visitors wait, and characters after which it is written in any case. */
const sliceTime = 0.5;
const sliceLength = 1 << 18;

/** Gives the keeper its counters back; those that are missing or damaged as they were at the base. */
export async function readCheckpoint(
  files: FileSystem,
  dir: string,
  keeper: CounterKeeper,
  isKnown: (subject: Subject) => boolean,
): Promise<Checkpoint> {
  const places = new Map<number, LogPlace>();
  const restoring: Restoring = {
    isWanted: (subject) => !places.has(subjectKey(subject)) && isKnown(subject),
    restore(counters, place) {
      keeper.restore(counters);
      places.set(subjectKey(counters), place);
    },
  };
  const checkpoint = await readCounterFile(files, join(dir, statisticsName), restoring);
  if (checkpoint.start !== null) return { ...checkpoint, places };
  const base = await readCounterFile(files, join(dir, baseName), restoring);
  return { ...checkpoint, start: base.start, places, taken: base.taken };
}

/** Old clicks may be deleted once this is done. */
export async function keepBase(files: FileSystem, dir: string): Promise<void> {
  const draft = join(dir, `${baseName}.tmp`);
  await files.copy(join(dir, statisticsName), draft);
  await syncFile(files, draft);
  await publishDraft(files, draft, join(dir, baseName));
}

interface Restoring {
  readonly isWanted: (subject: Subject) => boolean;
  readonly restore: (counters: CounterLine, place: LogPlace) => void;
}

async function readCounterFile(
  files: FileSystem,
  path: string,
  { isWanted, restore }: Restoring,
): Promise<Omit<Checkpoint, "places">> {
  const size = (await files.state(path))?.size ?? null;
  if (size === null) return { start: null, taken: new Map(), bytes: 0, damagedLines: 0 };
  let start: LogPlace | null = null;
  let taken: ReadonlyMap<string, number> = new Map();
  let damagedLines = 0;
  let isEnded = false;

  const takeLine = (bytes: Buffer, { number }: LinePlace): void => {
    const line = unseal(bytes, mostValues.counters);
    if (line === undefined) damagedLines += 1;
    else if (number === 1) {
      const { statistics } = line;
      if (Number(statistics) > version) throw new MadeByNewer(path, Number(statistics), version);
      start = readPlace(line);
      taken = takenIn(line);
    } else if ("end" in line) isEnded = true;
    else {
      const place = readPlace(line);
      const counters = countersIn(line);
      if (place === null || counters === null) {
        damagedLines += 1;
        return;
      }
      if (!isWanted(counters)) return;
      try {
        restore(counters, place);
      } catch {
        // Sealed, but not in the form of counters: whoever wrote it, it says nothing.
        damagedLines += 1;
      }
    }
  };
  const { rest } = await readLines(files, path, 0, takeLine, undefined, longestCounters);
  if (rest.length > 0 || !isEnded || start === null) damagedLines = Math.max(damagedLines, 1);
  return { start: damagedLines > 0 ? null : start, taken, bytes: size, damagedLines };
}

/** Hands over the counters of a copy that are wanted; false: it is not what was written. */
export async function readCounters(
  files: FileSystem,
  path: string,
  isWanted: (subject: Subject) => boolean,
  take: (line: CounterLine) => void,
): Promise<boolean> {
  return (await readCounterFile(files, path, { isWanted, restore: take })).start !== null;
}

function readPlace(line: Readonly<Record<string, unknown>>): LogPlace | null {
  const { month, byte } = line;
  return typeof month === "string" && Number.isSafeInteger(byte) && Number(byte) >= 0
    ? { month, byte: Number(byte) }
    : null;
}

function takenIn({ taken }: Readonly<Record<string, unknown>>): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const [database, upTo] of Object.entries(isObject(taken) ? taken : {})) {
    if (typeof upTo === "number") noteTaken(found, { database, upTo });
  }
  return found;
}

function countersIn(line: Readonly<Record<string, unknown>>): CounterLine | null {
  const { link, qr, counters } = line;
  if (typeof link === "number") return { link, counters };
  return typeof qr === "number" ? { qr, counters } : null;
}

/**
 * Writes the counters in slices while clicks go on. Each slice is one moment, and its lines carry the
 * place of the log at that moment; so a start knows, subject by subject, which clicks are counted.
 */
export async function writeCheckpoint(
  files: FileSystem,
  dir: string,
  keeper: Pick<CounterKeeper, "snapshot">,
  log: Pick<ClickWriter, "place" | "flush" | "sync">,
  taken: ReadonlyMap<string, number>,
  ending: AbortSignal,
): Promise<{ bytes: number; start: LogPlace }> {
  const path = join(dir, statisticsName);
  const draft = `${path}.tmp`;
  const descriptor = await openNew(files, draft);
  let bytes = 0;
  let count = 0;
  log.flush();
  const start = log.place;
  try {
    const lines = keeper.snapshot();
    let text = seal(
      JSON.stringify({ statistics: version, ...start, taken: Object.fromEntries(taken) }),
    );
    for (let isDone = false; !isDone;) {
      ending.throwIfAborted();
      log.flush();
      const place = log.place;
      const until = performance.now() + sliceTime;
      while (text.length < sliceLength && performance.now() < until) {
        const next = lines.next();
        if (next.done === true) {
          isDone = true;
          text += seal(JSON.stringify({ end: count }));
          break;
        }
        count += 1;
        text += seal(JSON.stringify({ ...place, ...next.value }));
      }
      const slice = Buffer.from(text);
      text = "";
      bytes += slice.length;
      await writeAll(files, descriptor, slice);
    }
    await files.sync(descriptor);
    // The places must not lead beyond what the log has on disk.
    await log.sync();
  } finally {
    await files.close(descriptor);
  }
  await publishDraft(files, draft, path);
  return { bytes, start };
}
