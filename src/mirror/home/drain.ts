import {
  type EdgeState,
  longestTexts,
  type WaitingLine,
  type WaitingLines,
} from "../wire/calls.ts";
import { createAnswerLimit } from "./answerLimit.ts";
import { type Meter, rowsOfDay } from "./dailyQuota.ts";
import { type EdgeClient, EdgeFailed, type LineTaker } from "./model.ts";
import type { Turns } from "./writeLease.ts";

/** Lines of each kind in a call. */
const mostLines = 500;
/** Rows that a call deletes. */
const mostDeletes = 5_000;
/** Lines that can wait: what a copy takes in a hundred days. */
const mostWaiting = 100 * rowsOfDay;

type Lines = readonly WaitingLine[];

const isEmpty = ({ length }: Lines): boolean => length === 0;

/** Whether a call had room for more than there was. */
function isShort(lines: Lines, limit: number): boolean {
  const length = lines.reduce((sum, [, line]) => sum + line.length, 0);
  return lines.length < limit && length < longestTexts;
}

export interface Drain {
  /** Whether the edge has lines that home hasn't, or more of those that it has than it needs. */
  isWorth(state: EdgeState): boolean;
  waiting(state: EdgeState): number;
  /** Lines that are there, but for the newest ones. */
  deletable(state: EdgeState): number;
  /** Takes everything home; `whole`: and has what home has by now deleted. Answers how many clicks. */
  drain(state: EdgeState, how?: "whole"): Promise<number>;
}

/** What visitors left at the edge, taken home: first it is safe here, then it is acknowledged there. */
export function createDrain(parts: {
  readonly edge: EdgeClient;
  readonly turns: Turns;
  readonly meter: Meter;
  readonly clicks: LineTaker;
  readonly answers: LineTaker;
  /** Called between two calls of a drain that isn't whole. */
  readonly between: () => Promise<void>;
}): Drain {
  const { edge, turns, meter, clicks, answers, between } = parts;

  /** What this home, or the one before it, has taken. */
  function takenUpTo(taker: LineTaker, database: string, there: WaitingLines): number {
    return Math.max(taker.takenUpTo(database), there.last - there.waiting);
  }

  function missing(taker: LineTaker, database: string, there: WaitingLines): number {
    return Math.max(0, there.last - takenUpTo(taker, database, there));
  }

  function waiting(state: EdgeState): number {
    const { database } = state;
    return missing(clicks, database, state.clicks) + missing(answers, database, state.answers);
  }

  /** What ended a drain that came to no end; until the owner asks for another one. */
  let refusal: EdgeFailed | null = null;

  async function drain(state: EdgeState, how?: "whole"): Promise<number> {
    if (refusal !== null && how !== "whole") throw refusal;
    refusal = null;
    try {
      return await takeAll(state, how);
    } catch (error) {
      if (error instanceof EdgeFailed && error.problem.code === "excess") refusal = error;
      throw error;
    }
  }

  async function takeAll(state: EdgeState, how?: "whole"): Promise<number> {
    const { database } = state;
    // More may come meanwhile, but not more than in a day.
    const rows = Math.min(waiting(state), mostWaiting) + rowsOfDay;
    const answersLeft = createAnswerLimit({ rows });
    const upTo = {
      clicks: takenUpTo(clicks, database, state.clicks),
      answers: takenUpTo(answers, database, state.answers),
    };
    let taken = 0;
    let limit = mostLines;
    for (;;) {
      const call = await turns.takeSome("other", limit, (turn, most) =>
        edge.drain({
          ...turn,
          clicksUpTo: upTo.clicks,
          answersUpTo: upTo.answers,
          deletes: Math.min(mostDeletes, meter.deletes()),
          limit: most,
        }),
      );
      ({ limit } = call);
      const found = call.answer;
      // A click may be of a link that was made there: that one comes first.
      const isClicksTurn = isShort(found.answers, limit);
      for (const kind of ["answers", "clicks"] as const) {
        const lines = kind === "answers" || isClicksTurn ? found[kind] : [];
        const last = lines.at(-1);
        if (last === undefined) continue;
        answersLeft.take(lines, limit, last[0] > upTo[kind]);
        const group = { database, upTo: last[0], lines };
        const added = await (kind === "clicks" ? clicks : answers).take(group);
        upTo[kind] = last[0];
        if (kind === "clicks") taken += added;
      }
      const both = [found.clicks, found.answers];
      const isLast = how === "whole" ? isEmpty : isShort;
      if (both.every((lines) => isLast(lines, limit))) return taken;
      if (how !== "whole") await between();
    }
  }

  return {
    waiting,
    deletable: (state) =>
      state.clicks.last - state.clicks.first + state.answers.last - state.answers.first,
    // What was kept for want of a budget goes when there is one; the last rows go with the next ones.
    isWorth: (state) =>
      waiting(state) > 0 ||
      (state.clicks.last - state.clicks.first > mostDeletes && meter.deletes() > mostDeletes),
    drain,
  };
}
