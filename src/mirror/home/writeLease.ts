import type { EdgeState, Turn, Written } from "../wire/calls.ts";
import { formats } from "../wire/rows.ts";
import type { Meter } from "./dailyQuota.ts";
import {
  type EdgeClient,
  EdgeFailed,
  type EdgeRecord,
  isTooHeavy,
  type SavedEdge,
} from "./model.ts";
import { refusalOf } from "./refusals.ts";

/** Calls of the edge, one after the other, each with its turn. */
export interface Turns {
  /** The state, of an edge that is this home's; rejects where it is another's. */
  state(): Promise<EdgeState>;
  take<Answer extends Written>(
    what: "mirror" | "other",
    call: (turn: Turn) => Promise<Answer>,
  ): Promise<Answer>;
  /**
   * As `take`, of so many at once: again of half as many as long as that takes more of the Worker's time than
   * the network gives it. Answers how many it was, too.
   */
  takeSome<Answer extends Written>(
    what: "mirror" | "other",
    most: number,
    call: (turn: Turn, limit: number) => Promise<Answer>,
  ): Promise<{ readonly answer: Answer; readonly limit: number }>;
  /** Becomes the home that writes there, after whoever it is now. */
  takeOver(): Promise<void>;
}

export function createTurns(parts: {
  readonly edge: EdgeClient;
  readonly saved: SavedEdge;
  readonly meter: Meter;
  /** Told of what the edge says of itself, whosever it is. */
  readonly seen: (state: EdgeState) => void;
  /** Whether home has lines of the edge that it hasn't had yet. */
  readonly isBehind: (state: EdgeState) => boolean;
  /** Told before the next call that the edge was put back to an earlier state. */
  readonly wasPutBack: () => Promise<void>;
}): Turns {
  const { edge, saved, meter, seen, isBehind, wasPutBack } = parts;
  /** The edge's; null: a call was lost on its way, there or back. */
  let sequence: number | null = null;

  async function look(): Promise<EdgeState> {
    const found = await edge.state();
    seen(found);
    meter.see(found.today);
    const [oldest, newest] = found.formats;
    if (formats.newest < oldest || formats.newest > newest) {
      throw new EdgeFailed("otherWorker", {
        address: saved.now().address,
        worker: found.worker,
      });
    }
    return found;
  }

  /** Another turn than the one that was asked for is none of this protocol's. */
  function refuseSequence(answer: Written, asked: number): void {
    if (answer.sequence === asked) return;
    throw refusalOf({ code: "unknownCall" }, saved.now().address, 0);
  }

  async function adopt(generation: number, before: number): Promise<void> {
    const { home } = saved.now();
    // Written down before, as in each turn: after a crash in between it isn't another's.
    await saved.change({ sequence: before + 1 });
    const answer = await edge.adopt({ home, generation });
    refuseSequence(answer, before + 1);
    meter.add(answer.written, "other");
    await saved.change({ generation });
    sequence = answer.sequence;
  }

  async function state(): Promise<EdgeState> {
    let found = await look();
    if (found.owner === null) {
      await adopt(saved.now().generation, found.sequence);
      found = await look();
    }
    refuseOther(found, saved.now());
    // A call that was begun may not have arrived; one that was answered has.
    const least = sequence ?? saved.now().sequence - 1;
    if (found.sequence < least || isBehind(found)) await wasPutBack();
    sequence = found.sequence;
    return found;
  }

  async function take<Answer extends Written>(
    what: "mirror" | "other",
    call: (turn: Turn) => Promise<Answer>,
  ): Promise<Answer> {
    const next = (sequence ?? (await state()).sequence) + 1;
    const { home, generation } = saved.now();
    await saved.change({ sequence: next, meter: meter.record() });
    sequence = null;
    const answer = await call({ home, generation, sequence: next, budget: meter.budget() });
    refuseSequence(answer, next);
    meter.add(answer.written, what);
    sequence = answer.sequence;
    return answer;
  }

  return {
    state,
    take,
    async takeSome(what, most, call) {
      for (let limit = most; ; limit = Math.ceil(limit / 2)) {
        const size = limit;
        try {
          return { answer: await take(what, (turn) => call(turn, size)), limit };
        } catch (error) {
          if (!isTooHeavy(error) || limit === 1) throw error;
        }
      }
    },
    async takeOver() {
      const { owner, sequence: before } = await look();
      const { home, generation } = saved.now();
      const isOurs = owner?.home === home && owner.generation === generation;
      // A copy of this folder has the same name and generation: also then it becomes the next.
      await adopt((isOurs ? generation : (owner?.generation ?? 0)) + 1, before);
    },
  };
}

/** Throws where somebody else writes there. */
export function refuseOther({ owner, sequence }: EdgeState, saved: EdgeRecord): void {
  const { address, home, generation, sequence: begun } = saved;
  if (owner?.home !== home || owner.generation !== generation) {
    throw refusalOf({ code: "otherOwner", owner }, address, 0);
  }
  if (sequence > begun) throw new EdgeFailed("copied", { address });
}
