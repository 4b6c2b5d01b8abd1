import { createTaskQueue } from "../../../../util/taskQueue.ts";

/** Keeps what is asked in an order: one after the other, and nothing of before where something else was asked since. */
export interface Turns {
  /** Begins another turn: what earlier ones have planned is not done any more. */
  next(): number;
  isNow(turn: number): boolean;
  /** After all that was asked before; not at all once it is closed. */
  readonly inTurn: (work: () => Promise<void>) => Promise<void>;
  /** The same, for what nobody waits for. */
  readonly unasked: (work: () => Promise<void>) => void;
  /** Does what a turn leads to (the present one), unless there is another by then. */
  readonly still: (work: () => Promise<void>, turn?: number) => void;
  /** The same, after a time in milliseconds. */
  readonly after: (milliseconds: number, work: () => void) => void;
  /** Forgets what `after` was told in this turn. */
  stopTimers(): void;
  /** Resolves when what is under way is done; nothing begins any more. */
  close(): Promise<void>;
}

export function createTurns(failed: (error: unknown) => void): Turns {
  let turn = 0;
  let isClosed = false;
  const queue = createTaskQueue();
  const timers = new Set<NodeJS.Timeout>();

  function stopTimers(): void {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  }

  const inTurn = (work: () => Promise<void>) =>
    queue.run(async () => {
      if (!isClosed) await work();
    });

  function unasked(work: () => Promise<void>): void {
    inTurn(work).catch(failed);
  }

  return {
    next() {
      stopTimers();
      turn += 1;
      return turn;
    },
    isNow: (mine) => mine === turn,
    inTurn,
    unasked,
    still(work, mine = turn) {
      unasked(async () => {
        if (mine === turn) await work();
      });
    },
    after(milliseconds, work) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        work();
      }, milliseconds).unref();
      timers.add(timer);
    },
    stopTimers,
    async close() {
      isClosed = true;
      stopTimers();
      await queue.idle();
    },
  };
}
