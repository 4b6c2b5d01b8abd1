import { setImmediate as nextTurn } from "node:timers/promises";
import { isOutOfSpace } from "../fileSystem.ts";
import type { ClickRecord } from "../records.ts";
import {
  type ClickLog,
  type CounterKeeper,
  type DrainedClicks,
  StoreFailed,
  StoreFull,
} from "../store.ts";
import type { ClickWriter } from "../clicks/clickLog.ts";
import type { ClickRoom } from "../clicks/clickQuota.ts";
import { groupsOf, noteTaken, type TakenGroup } from "./takenClicks.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";

export interface Taking extends Pick<ClickLog, "take" | "takenUpTo"> {
  /** Does something while no clicks are taken. */
  apart<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Takes what mirrors hand over: group after group, so that visitors have their turn. */
export function createTaking(parts: {
  readonly writer: ClickWriter;
  readonly room: Pick<ClickRoom, "isOpen" | "missed">;
  readonly keeper: Pick<CounterKeeper, "apply">;
  /** By a mirror's database up to where its clicks are counted; at first, as it is on disk. */
  readonly taken: Map<string, number>;
  readonly clock: () => number;
  readonly isKnown: (click: ClickRecord) => boolean;
  readonly isClosing: () => boolean;
  /** Resolves when no counters are being written. */
  readonly othersWritten: () => Promise<void>;
  /** Whether the counters of now are on disk. */
  readonly writeCounters: () => Promise<boolean>;
}): Taking {
  const { writer, room, keeper, taken, isClosing, othersWritten, writeCounters } = parts;
  const safelyTaken = new Map(taken);
  const queue = createTaskQueue();
  /** Clicks are counted that neither a line nor the counters on disk know of. */
  let isUnsafe = false;

  /** As visitors' clicks where there is no room for lines. */
  function countWithoutLine({ clicks, mark }: TakenGroup): void {
    noteTaken(taken, mark);
    isUnsafe = true;
    for (const click of clicks) {
      keeper.apply(click);
      room.missed();
    }
  }

  async function take(drained: DrainedClicks): Promise<number> {
    const { database, upTo } = drained;
    if (!Number.isSafeInteger(upTo))
      throw new StoreFailed("The ids of the always-on copy aren't numbers.");
    let count = 0;
    for (const group of groupsOf(drained, taken.get(database) ?? 0, parts)) {
      // Counters that are being written must have all of what no line tells, or nothing.
      if (!room.isOpen) await othersWritten();
      if (isClosing()) throw new StoreFailed("The store is closed.");
      if (room.isOpen) {
        writer.append(group);
        noteTaken(taken, group.mark);
      } else countWithoutLine(group);
      count += group.clicks.length;
      await nextTurn();
    }
    await writer.sync();
    if (isUnsafe) {
      if (!(await writeCounters())) throw new StoreFailed("The totals couldn't be saved.");
      isUnsafe = false;
    }
    noteTaken(taken, drained);
    safelyTaken.set(database, taken.get(database) ?? 0);
    return count;
  }

  return {
    take: (drained) =>
      queue.run(() =>
        take(drained).catch((error: unknown) => {
          throw refusal(error);
        }),
      ),
    takenUpTo: (database) => safelyTaken.get(database) ?? 0,
    apart: (work) => queue.run(work),
  };
}

function refusal(error: unknown): Error {
  if (error instanceof StoreFailed) return error;
  return error instanceof Error && isOutOfSpace(error)
    ? new StoreFull("The disk is full.", { cause: error })
    : new StoreFailed("Clicks of the always-on copy couldn't be saved.", { cause: error });
}
