import { join } from "node:path";
import { type Said, say } from "../../sentences/sentences.ts";
import type { ClickWriter, LogPlace } from "./clickLog.ts";
import { type ClickRoom, createClickRoom, lineBytes } from "./clickRoom.ts";
import { clicksBetween } from "./clickRange.ts";
import { copyClickLines, copyImportedClicks } from "./copyClickLines.ts";
import { clickFile, createClickWriter, monthOf } from "./clickLog.ts";
import type { FileSystem } from "../fileSystem.ts";
import { sayDamagedClicks, setClicksAside } from "./damagedClicks.ts";
import { endsSealed, readClicks } from "./readClicks.ts";
import { deleteOldClicks, loggedMonths, mayBeOlder } from "./oldClicks.ts";
import type { Checkpoint } from "./statisticsFile.ts";
import {
  keepBase,
  readCheckpoint,
  readCounters,
  statisticsName,
  writeCheckpoint,
} from "./statisticsFile.ts";
import { isOutOfSpace } from "../fileSystem.ts";
import type { ClickLog, CounterKeeper, DrainedClicks } from "../store.ts";
import { StoreFailed, StoreFull, subjectKey } from "../store.ts";
import { groupsOf, type TakenGroup } from "./takenClicks.ts";
import { errorText } from "../../sentences/errorText.ts";

/** What of the clicks a copy is to hold, and where it goes. */
export interface ClickCopy {
  readonly folder: string;
  readonly withLines: boolean;
  /** What of a subject's counters leaves this folder. */
  readonly countersOf: (counters: unknown) => unknown;
}

export interface Clicks {
  readonly log: ClickLog;
  copyInto(copy: ClickCopy): Promise<void>;
  /** Writes the counters if clicks came in since they were last written: the next start is quicker. */
  checkpoint(): Promise<void>;
  /** Has every click on disk. */
  close(): Promise<void>;
}

interface Opening {
  readonly files: FileSystem;
  readonly dir: string;
  readonly keeper: CounterKeeper;
  readonly clock: () => number;
  readonly checkpointAfterBytes: number;
  /** Ends a checkpoint that is being written: the click log is the truth. */
  readonly ending: AbortSignal;
  readonly warn: (said: Said) => void;
  /** A name part for a file that is kept aside now. */
  readonly stamp: () => string;
}

/** Restores the counters, counts the clicks that came after them, and goes on logging. */
export async function openClicks(opening: Opening): Promise<Clicks> {
  const { files, dir, keeper, clock, warn, ending } = opening;
  await files.makeFolder(join(dir, "clicks"));
  const checkpoint = await readCheckpoint(files, dir, keeper);
  if (checkpoint.damagedLines > 0) {
    const damage = { path: join(dir, statisticsName), lines: checkpoint.damagedLines };
    warn(
      checkpoint.start === null
        ? say("service.countersLost", damage)
        : say("service.countersDamaged", damage),
    );
  }
  const months = await loggedMonths(files, dir);
  /** By a mirror's database: what is counted of it, and what of that is safe on disk. */
  const taken = new Map(checkpoint.taken);
  const replay = await replayClicks(opening, months, checkpoint, taken);
  const safelyTaken = new Map(taken);
  const last = months.at(-1);
  const place: LogPlace =
    last === undefined ? { month: monthOf(clock()), byte: 0 } : { month: last, byte: replay.end };

  let uncounted = replay.bytes;
  let checkpointBytes = checkpoint.bytes;
  let running: Promise<LogPlace | null> | null = null;
  let before: LogPlace = place;
  let hasFailed = false;
  let forgetting: Promise<void> = Promise.resolve();
  let isClosing = false;

  const writer: ClickWriter = createClickWriter({
    files,
    dir,
    place,
    isBroken: last !== undefined && !(await endsSealed(files, clickFile(dir, last), replay.end)),
    warn,
    count: (click) => keeper.apply(click),
    takesLine() {
      if (room.isOpen) return true;
      room.missed();
      uncounted += lineBytes;
      return false;
    },
    flushed() {
      const now = writer.place;
      uncounted += now.month === before.month ? now.byte - before.byte : now.byte;
      before = now;
      // Twice as much log as counters: writing them costs visits little, reading the log a start.
      const limit = Math.max(opening.checkpointAfterBytes, 2 * checkpointBytes);
      if (uncounted >= limit && running === null && !hasFailed) void writeCounters();
    },
  });

  /**
   * Up to where every click is counted on disk; null: it failed, which costs time at the next
   * start, and nothing else.
   */
  function writeCounters(): Promise<LogPlace | null> {
    uncounted = 0;
    running = writeCheckpoint(files, dir, keeper, writer, taken, ending)
      .then(({ bytes, start }) => {
        checkpointBytes = bytes;
        return start;
      })
      .catch((error: unknown) => {
        hasFailed = true;
        if (ending.aborted) return null;
        const reason = errorText(error);
        warn(say("service.countersUnwritten", { reason }));
        return null;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function forgetBefore(moment: number): Promise<void> {
    const logged = await loggedMonths(files, dir);
    if (isClosing || !logged.some((month) => mayBeOlder(month, moment))) return;
    // What is deleted must be counted on disk first, and again in a copy that only this replaces.
    if (running !== null) await running;
    const counted = await writeCounters();
    if (counted === null) return;
    await keepBase(files, dir);
    await deleteOldClicks(files, dir, moment, counted, ending).catch((error: unknown) => {
      // What is left is deleted the next time.
      if (!ending.aborted) throw error;
    });
  }

  /** One group of lines after the other, and none while the counters are being copied. */
  let taking: Promise<unknown> = Promise.resolve();

  function alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const done = taking.catch(() => undefined).then(work);
    taking = done;
    return done;
  }

  /** Clicks of a mirror are counted that neither a line nor the counters on disk know of. */
  let isTakenUnsafe = false;

  async function take(drained: DrainedClicks): Promise<number> {
    const { database, upTo } = drained;
    let count = 0;
    try {
      for (const group of groupsOf(drained, taken.get(database) ?? 0, clock())) {
        if (isClosing) throw new StoreFailed("The store is closed.");
        if (room.isOpen) writer.append(group);
        else await countWithoutLine(group);
        taken.set(database, group.mark.upTo);
        count += group.clicks.length;
        await otherWork();
      }
      await writer.sync();
      if (isTakenUnsafe) await keepTaken();
    } catch (error) {
      throw refusal(error);
    }
    const safe = Math.max(upTo, taken.get(database) ?? 0);
    taken.set(database, safe);
    safelyTaken.set(database, safe);
    return count;
  }

  /** As visitors' clicks where there is no room for lines; counters alone know up to where they reach. */
  async function countWithoutLine({ clicks }: TakenGroup): Promise<void> {
    // Counters that are being written must have all of it, or nothing.
    for (let writing = running; writing !== null; writing = running) await writing;
    for (const click of clicks) {
      keeper.apply(click);
      room.missed();
    }
    uncounted += lineBytes * clicks.length;
    isTakenUnsafe = true;
  }

  async function keepTaken(): Promise<void> {
    if (running !== null) await running;
    if ((await writeCounters()) === null) throw new Error("The counters could not be written.");
    isTakenUnsafe = false;
  }

  /** Counts on disk what was counted from elsewhere than the log, for good. */
  async function settle(): Promise<void> {
    if (running !== null) await running;
    if ((await writeCounters()) !== null) await keepBase(files, dir);
  }

  /**
   * The lines first, then the counters: whoever opens the copy finds every line in it counted. The
   * counters stand at the moment they are written, each.
   */
  async function copyInto({ folder, withLines, countersOf }: ClickCopy): Promise<void> {
    await copyImportedClicks(files, dir, folder);
    if (withLines) await copyClickLines(files, dir, folder, ending);
    const lines = function* () {
      for (const line of keeper.snapshot()) {
        yield { ...line, counters: countersOf(line.counters) };
      }
    };
    await writeCheckpoint(files, folder, { snapshot: lines }, writer, taken, ending);
  }

  function forget(moment: number): Promise<void> {
    forgetting = forgetting.catch(() => undefined).then(() => forgetBefore(moment));
    return forgetting;
  }

  const room: ClickRoom = createClickRoom({
    files,
    dir,
    place: () => writer.place,
    forgetBefore: forget,
    checkpoint: async () => running ?? (hasFailed || isClosing ? null : writeCounters()),
  });
  await room.look();

  // A copy may have counters that are ahead of its log: new lines must not be taken for counted ones.
  if (isAhead(checkpoint, place)) await writeCounters();
  return {
    log: {
      record: (click, written) => writer.record(click, written),
      get lost() {
        return writer.lost;
      },
      forgetBefore: forget,
      keepWithin: (bytes) => room.keepWithin(bytes),
      notices: () => room.notices(),
      between(from, to) {
        writer.flush();
        return clicksBetween(files, dir, { from, to });
      },
      take: (drained) => alone(() => take(drained)),
      takenUpTo: (database) => safelyTaken.get(database) ?? 0,
      readCounters: (path, into) => readCounters(files, path, into),
      settle,
    },
    copyInto: (copy) => alone(() => copyInto(copy)),
    async checkpoint() {
      isClosing = true;
      room.close();
      await forgetting.catch(() => undefined);
      await taking.catch(() => undefined);
      writer.flush();
      if (running !== null) await running;
      if (uncounted > 0 && !hasFailed) await writeCounters();
    },
    close: () => writer.close(),
  };
}

async function replayClicks(
  opening: Opening,
  months: readonly string[],
  checkpoint: Checkpoint,
  taken: Map<string, number>,
): Promise<{ end: number; bytes: number }> {
  const { files, dir, keeper, warn } = opening;
  const { start, places } = checkpoint;
  let end = 0;
  let replayed = 0;
  for (const month of months) {
    const isLast = month === months.at(-1);
    if (start !== null && month < start.month && !isLast) continue;
    const path = clickFile(dir, month);
    const size = (await files.state(path))?.size ?? 0;
    const from =
      start?.month === month ? start.byte : start !== null && month < start.month ? size : 0;
    if (from >= size) {
      end = size;
      continue;
    }
    let hasTaken = false;
    const read = await readClicks(
      files,
      path,
      from,
      (click, byte) => {
        if (!isCounted(places.get(subjectKey(click)), month, byte)) keeper.apply(click);
      },
      undefined,
      ({ database, upTo }) => {
        taken.set(database, Math.max(upTo, taken.get(database) ?? 0));
        hasTaken = true;
      },
    );
    // A mirror deletes what is taken: what was read must outlast a power cut.
    if (hasTaken) await syncFile(files, path);
    end = read.end;
    replayed += read.end - from;
    const bad = [...read.bad];
    if (read.rest > 0) {
      if (isLast) await cut(files, path, read.end);
      else bad.push(read.end);
    }
    if (bad.length > 0) {
      const name = await setClicksAside(files, dir, { month, starts: bad, stamp: opening.stamp() });
      warn(sayDamagedClicks(path, bad.length, name));
    }
  }
  return { end, bytes: replayed };
}

async function syncFile(files: FileSystem, path: string): Promise<void> {
  const descriptor = await files.open(path, "r+");
  try {
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}

function refusal(error: unknown): Error {
  if (error instanceof StoreFailed) return error;
  return isOutOfSpace(error)
    ? new StoreFull("There is no room left on the disk.", { cause: error })
    : new StoreFailed("Clicks of a mirror could not be written.", { cause: error });
}

/** Lets visitors have their turn. */
function otherWork(): Promise<void> {
  return new Promise((resolve) => void setImmediate(resolve));
}

function isCounted(place: LogPlace | undefined, month: string, byte: number): boolean {
  if (place === undefined) return false;
  return month === place.month ? byte < place.byte : month < place.month;
}

/** The last line was never finished, so its visitor was never answered. */
async function cut(files: FileSystem, path: string, length: number): Promise<void> {
  const descriptor = await files.open(path, "r+");
  try {
    files.truncateNow(descriptor, length);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}

function isAhead(checkpoint: Checkpoint, end: LogPlace): boolean {
  const places = [...checkpoint.places.values()];
  if (checkpoint.start !== null) places.push(checkpoint.start);
  return places.some((place) =>
    place.month === end.month ? place.byte > end.byte : place.month > end.month,
  );
}
