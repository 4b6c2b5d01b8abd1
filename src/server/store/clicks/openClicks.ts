import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { type ClickWriter, createClickWriter, type LogPlace } from "./clickLog.ts";
import { type ClickRoom, createClickRoom, lineBytes } from "./clickQuota.ts";
import { clicksBetween, clicksWritten } from "./clickRange.ts";
import { copyClickLines, copyImportedClicks } from "./copyClickLines.ts";
import { beginOfMonth, clickFile, loggedFiles, monthOf } from "./clickFiles.ts";
import { type FileSystem, isOutOfSpace, syncFile } from "../fileSystem.ts";
import { createAside, sayDamagedClicks } from "./damagedClicks.ts";
import { endsSealed, readClicks } from "./readClicks.ts";
import { deleteOldClicks } from "./oldClicks.ts";
import {
  type Checkpoint,
  keepBase,
  readCheckpoint,
  readCounters,
  statisticsName,
  writeCheckpoint,
} from "./statisticsFile.ts";
import {
  type ClickLog,
  type CounterKeeper,
  StoreFailed,
  StoreFull,
  type Subject,
  subjectKey,
} from "../store.ts";
import { createTaking } from "../mirrorInbox/takeClicks.ts";
import { noteTaken } from "../mirrorInbox/takenClicks.ts";
import { errorText } from "../../../util/errorText.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";

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
  readonly warn: (said: Message) => void;
  /** See knownSubjects.ts. */
  readonly isKnown: (subject: Subject) => boolean;
  /** A name part for a file that is kept aside now. */
  readonly stamp: () => string;
}

/** Restores the counters, counts the clicks that came after them, and goes on logging. */
export async function openClicks(opening: Opening): Promise<Clicks> {
  const { files, dir, keeper, clock, warn, ending } = opening;
  await files.makeFolder(join(dir, "clicks"));
  let unknown = 0;
  const isKnown = (subject: Subject) => {
    if (opening.isKnown(subject)) return true;
    unknown += 1;
    return false;
  };
  const checkpoint = await readCheckpoint(files, dir, keeper, isKnown);
  if (checkpoint.damagedLines > 0) {
    const damage = { path: join(dir, statisticsName), lines: checkpoint.damagedLines };
    warn(
      checkpoint.start === null
        ? message("service.countersLost", damage)
        : message("service.countersDamaged", damage),
    );
  }
  const logged = await loggedFiles(files, dir);
  const months = logged.map(({ month }) => month);
  const taken = new Map(checkpoint.taken);
  const replay = await replayClicks({ ...opening, isKnown }, months, checkpoint, taken);
  if (unknown > 0) warn(message("service.clicksUnknown", { dir, lines: unknown }));
  const last = months.at(-1);
  const place: LogPlace =
    last === undefined ? { month: monthOf(clock()), byte: 0 } : { month: last, byte: replay.end };

  let uncounted = replay.bytes;
  let checkpointBytes = checkpoint.bytes;
  let running: Promise<LogPlace | null> | null = null;
  let before: LogPlace = place;
  let hasFailed = false;
  /** Of the last write that failed. */
  let failure: unknown;
  const forgetting = createTaskQueue();
  let isClosing = false;

  const writer: ClickWriter = createClickWriter({
    files,
    dir,
    place,
    since: logged.at(-1)?.from ?? beginOfMonth(place.month),
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
      // Three times as much log as counters: writing them costs visits little, reading the log a start.
      const limit = Math.max(opening.checkpointAfterBytes, 3 * checkpointBytes);
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
        failure = error;
        if (ending.aborted) return null;
        const reason = errorText(error);
        warn(message("service.countersUnwritten", { reason }));
        return null;
      })
      .finally(() => {
        running = null;
      });
    return running;
  }

  async function othersWritten(): Promise<void> {
    for (let writing = running; writing !== null; writing = running) await writing;
  }

  /** As {@link writeCounters}, of what is counted by now: others may be at it, and began earlier. */
  async function writeAnew(): Promise<LogPlace | null> {
    await othersWritten();
    return writeCounters();
  }

  async function forgetBefore(moment: number): Promise<void> {
    const present = await loggedFiles(files, dir);
    if (isClosing || !present.some(({ from }) => from < moment)) return;
    // What is deleted must be counted on disk first, and again in a copy that only this replaces.
    const counted = await writeAnew();
    if (counted === null) return;
    await keepBase(files, dir);
    await deleteOldClicks(files, dir, moment, counted, ending).catch((error: unknown) => {
      // What is left is deleted the next time.
      if (!ending.aborted) throw error;
    });
  }

  /** Counts on disk what was counted from elsewhere than the log, for good. */
  async function settle(): Promise<void> {
    try {
      if ((await writeAnew()) === null) throw failure;
      await keepBase(files, dir);
    } catch (error) {
      throw isOutOfSpace(error)
        ? new StoreFull("The disk is full.", { cause: error })
        : new StoreFailed("The totals couldn't be saved.", { cause: error });
    }
  }

  /**
   * The lines first, then the counters: whoever opens the copy finds every line in it counted. The
   * counters stand at the moment they are written, each.
   */
  async function copyInto({ folder, withLines, countersOf }: ClickCopy): Promise<void> {
    await copyImportedClicks(files, dir, folder);
    const end = withLines ? await copyClickLines(files, dir, folder, ending) : null;
    const log = { place: end ?? writer.place, flush: () => undefined, sync: async () => {} };
    const lines = function* () {
      for (const line of keeper.snapshot()) {
        yield { ...line, counters: countersOf(line.counters) };
      }
    };
    await writeCheckpoint(files, folder, { snapshot: lines }, log, taken, ending);
  }

  const forget = (moment: number) => forgetting.run(() => forgetBefore(moment));

  const room: ClickRoom = createClickRoom({
    files,
    dir,
    place: () => writer.place,
    forgetBefore: forget,
    checkpoint: async () => running ?? (hasFailed || isClosing ? null : writeCounters()),
  });
  await room.look();

  const taking = createTaking({
    writer,
    room,
    keeper,
    taken,
    clock,
    isKnown: opening.isKnown,
    isClosing: () => isClosing,
    othersWritten,
    writeCounters: async () => (await writeAnew()) !== null,
  });

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
      get place() {
        writer.flush();
        return writer.place;
      },
      written: (from, to) => clicksWritten(files, dir, from, to),
      take: taking.take,
      takenUpTo: taking.takenUpTo,
      isKnown: opening.isKnown,
      readCounters: (path, isWanted, into) => readCounters(files, path, isWanted, into),
      settle,
    },
    copyInto: (copy) => taking.apart(() => copyInto(copy)),
    async checkpoint() {
      isClosing = true;
      room.close();
      await forgetting.idle();
      await taking.apart(async () => {});
      writer.flush();
      await othersWritten();
      // Clicks that had no room for a line are in the counters alone: they are tried again.
      if (uncounted > 0 || hasFailed) await writeCounters();
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
  const { files, dir, keeper, warn, isKnown } = opening;
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
    const aside = createAside(files, dir, month, opening.stamp());
    const read = await readClicks(
      files,
      path,
      from,
      (click, byte) => {
        const place = places.get(subjectKey(click));
        if (place === undefined ? isKnown(click) : !isCounted(place, month, byte)) {
          keeper.apply(click);
        }
      },
      {
        ...aside,
        taken(mark) {
          noteTaken(taken, mark);
          hasTaken = true;
        },
      },
    );
    // A mirror deletes what is taken: what was read must outlast a power cut.
    if (hasTaken) await syncFile(files, path);
    end = read.end;
    replayed += read.end - from;
    let { damagedLines } = read;
    if (read.rest > 0) {
      if (isLast) await cut(files, path, read.end);
      else {
        aside.damaged({ from: read.end, to: size });
        damagedLines += 1;
      }
    }
    if (damagedLines > 0) {
      await aside.settle();
      warn(sayDamagedClicks(path, damagedLines, aside.name));
    }
  }
  return { end, bytes: replayed };
}

function isCounted(place: LogPlace, month: string, byte: number): boolean {
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
