import { minus, plus } from "../wire/hash.ts";
import { keys } from "../wire/rows.ts";
import type { PushedRow } from "../wire/calls.ts";
import { pauseAfter } from "../../server/store/pause.ts";
import { createAnswerLimit } from "./answerLimit.ts";
import type { Meter } from "./dailyQuota.ts";
import { type EdgeClient, isTooHeavy, type MirrorSource } from "./model.ts";
import type { Turns } from "./writeLease.ts";
import type { Difference, Total, Wanted } from "./rowsToSend.ts";

/** Characters of rows in a call: a Worker has 10 ms for it. */
const longestChunk = 250_000;
const mostRows = 500;
/** Keys and hashes of one answer. */
const listedAtOnce = 2_000;
/** Of a list whose hashes are made anew. */
const hashedAtOnce = 200;
/** Rows that are read of a list: more than a database has room for. */
const mostListed = 5_000_000;
/** That many more than a copy counts may be there: somebody wrote them by hand. */
const mostUncounted = 100_000;
/** Characters of all keys of a list: they are in memory at once. */
const longestKeys = 64_000_000;
/** Characters of a key; aliases are shorter. */
const longestKey = 4_096;
/** What many links share counts as clicked without end. */
const mostClicks = Number.MAX_SAFE_INTEGER - 1;
/** What a turn itself writes in a call. */
const rowsOfTurn = 2;

export interface Push {
  /** Asks what the edge holds; a deep look goes through every text of it. Answers how many rows differ. */
  compare(how?: "deep"): Promise<number>;
  /**
   * Sends what differs, as far as the day's budget goes.
   * @param made the number up to which links that were made at the edge are among home's own rows; with the
   *   last of these, the edge gives them up
   */
  send(made: number): Promise<Sent>;
}

export interface Sent {
  readonly rows: number;
  /** Else the edge answered that it holds something else. */
  readonly isAsExpected: boolean;
}

/** A call that was begun: whether it arrived, a count tells. */
interface Begun {
  readonly before: Total;
  readonly after: Total;
  readonly chunk: readonly Difference[];
}

export function createPush(parts: {
  readonly source: Pick<MirrorSource, "clicksOf">;
  readonly edge: EdgeClient;
  readonly turns: Turns;
  readonly wanted: Wanted;
  readonly meter: Meter;
  readonly log: (line: string) => void;
}): Push {
  const { source, edge, turns, wanted, meter, log } = parts;
  /** What the edge holds; null: not known, or no longer. */
  let held: Total | null = null;
  let begun: Begun | null = null;
  let isMiscounted = false;
  /** The number of the oldest link that was made there and is still there as it was made; 0: there is none. */
  let oldestMade = 0;
  /** Rows of a call: fewer where a Worker's time wasn't enough for them. */
  let rowsAtOnce = mostRows;

  async function compare(how?: "deep"): Promise<number> {
    const state = await turns.state();
    oldestMade = state.made ?? 0;
    const { before, after, chunk } = begun ?? { before: held, after: null, chunk: [] };
    begun = null;
    if (how === "deep") held = await list(state, how);
    else if (isSame(state, before)) held = before;
    else if (isSame(state, after)) {
      for (const one of chunk) wanted.pushed(one);
      held = after;
    } else if (isSame(state, wanted.total())) {
      wanted.agree();
      held = wanted.total();
    } else held = await list(state);
    return wanted.differing.size;
  }

  const pageAfter = (after: string | null, most: number, how?: "deep") =>
    turns.takeSome("mirror", most, (turn, limit) =>
      edge.list({ ...turn, after, limit, ...(how === "deep" && { isDeep: true }) }),
    );

  async function list(state: Total, how?: "deep"): Promise<Total> {
    held = null;
    const found = new Map<string, number>();
    let limit: number = how === "deep" ? hashedAtOnce : listedAtOnce;
    let after: string | null = null;
    let sum = 0;
    let length = 0;
    const answers = createAnswerLimit({ rows: Math.min(mostListed, state.rows + mostUncounted) });
    // It has none: there is nothing to ask for.
    for (let isMore = how === "deep" || state.rows > 0; isMore;) {
      const page = await pageAfter(after, limit, how);
      ({ limit } = page);
      const { rows } = page.answer;
      for (const [key] of rows) length += key.length;
      const isNext = rows.every(([key]) => key.length <= longestKey && !found.has(key));
      answers.take(rows, limit, isNext && length <= longestKeys);
      for (const [key, hash] of rows) {
        found.set(key, hash);
        sum = plus(sum, hash);
      }
      after = rows.at(-1)?.[0] ?? null;
      // Of long texts, a page has only as many as fit into an answer.
      isMore = how === "deep" ? rows.length > 0 : rows.length === limit;
      if (how === "deep") limit = Math.min(hashedAtOnce, 2 * rows.length + 1);
    }
    wanted.compare(found);
    const total = { rows: found.size, sum };
    isMiscounted = !isSame(state, total);
    return total;
  }

  /** What is gone first; then, where not all can go today, what everything hangs on and what is clicked most. */
  async function inOrder(room: number): Promise<readonly string[]> {
    const differing = [...wanted.differing.keys()];
    const gone = differing.filter((key) => !wanted.has(key));
    const there = differing.filter((key) => wanted.has(key));
    if (differing.length <= room) return [...gone, ...there];
    const weights = new Map<string, number>();
    const pause = pauseAfter();
    for (const key of there) {
      weights.set(key, key === keys.site ? Infinity : Math.min(source.clicksOf(key), mostClicks));
      if (pause.isDue()) await pause.now();
    }
    const byWeight = (a: string, b: string) => {
      const [own = 0, other = 0] = [weights.get(a), weights.get(b)];
      return own === other ? 0 : other - own;
    };
    return [...gone, ...there.toSorted(byWeight)];
  }

  async function* chunks(room: number): AsyncGenerator<Difference[]> {
    let chunk: Difference[] = [];
    let length = 0;
    const pause = pauseAfter();
    for (const key of await inOrder(room)) {
      if (pause.isDue()) await pause.now();
      const one = wanted.difference(key);
      if (!wanted.differing.has(key)) continue;
      const own = key.length + (one.data?.length ?? 0);
      const isFull = chunk.length >= rowsAtOnce || length + own > longestChunk;
      if (isFull && chunk.length > 0) {
        yield chunk;
        chunk = [];
        length = 0;
      }
      chunk.push(one);
      length += own;
    }
    if (chunk.length > 0) yield chunk;
  }

  /** `recount`: what the edge counted isn't what it holds, which the hashes of its rows tell only then. */
  async function sendChunk(
    chunk: readonly Difference[],
    { made, recount }: { readonly made?: number; readonly recount?: true },
  ): Promise<void> {
    if (held === null) return;
    const upserts = chunk.flatMap(({ key, hash, data }): PushedRow[] =>
      data === null || hash === null ? [] : [[key, hash, data]],
    );
    const removes = chunk.flatMap(({ key, data }) => (data === null ? [key] : []));
    const before = held;
    const after = afterChunk(before, chunk, wanted.differing);
    held = null;
    begun = { before, after, chunk };
    const answer = await turns.take("mirror", (turn) =>
      edge.push({
        ...turn,
        upserts,
        removes,
        ...(recount && { recount }),
        ...(made !== undefined && { made }),
      }),
    );
    begun = null;
    for (const one of chunk) wanted.pushed(one);
    if (recount) isMiscounted = false;
    if (made !== undefined) oldestMade = 0;
    held = isMiscounted || isSame(answer, after) ? after : null;
  }

  /** Nothing of it is lost where this call is: it is asked again. */
  const released = (made: number) => (oldestMade > 0 && oldestMade <= made ? { made } : {});

  const room = () => (held === null ? 0 : meter.left() - rowsOfTurn);

  /** Answers how many rows it sent; null: a Worker's time wasn't enough, and the next call has fewer. */
  async function sendChunks(made: number): Promise<number | null> {
    let rows = 0;
    if (wanted.differing.size === 0 || room() <= 0) return 0;
    for await (const chunk of chunks(room())) {
      const sent = chunk.slice(0, room());
      try {
        const isLast = sent.length === wanted.differing.size;
        await sendChunk(sent, isLast ? released(made) : {});
      } catch (error) {
        if (!isTooHeavy(error)) throw error;
        ease(sent);
        return null;
      }
      rows += sent.length;
      rowsAtOnce = Math.min(mostRows, rowsAtOnce * 2);
      if (room() <= 0) break;
    }
    return rows;
  }

  function ease(chunk: readonly Difference[]): void {
    const [alone] = chunk;
    rowsAtOnce = Math.ceil(chunk.length / 2);
    if (alone === undefined || chunk.length > 1) return;
    wanted.setAside(alone);
    log(
      `The row ${alone.key} is too large for the always-on copy. It works on this computer only.`,
    );
  }

  return {
    compare,
    async send(made) {
      let rows = await sendChunks(made);
      while (rows === null) {
        // Whether the call arrived.
        await compare();
        rows = await sendChunks(made);
      }
      if (isMiscounted) await sendChunk([], { recount: true });
      if (wanted.differing.size === 0 && "made" in released(made)) await sendChunk([], { made });
      return { rows, isAsExpected: held !== null };
    },
  };
}

function isSame(a: Total, b: Total | null): boolean {
  return a.rows === b?.rows && a.sum === b.sum;
}

function afterChunk(
  before: Total,
  chunk: readonly Difference[],
  differing: ReadonlyMap<string, number | null>,
): Total {
  let { rows, sum } = before;
  for (const { key, hash } of chunk) {
    const former = differing.get(key) ?? null;
    if (former !== null) [rows, sum] = [rows - 1, minus(sum, former)];
    if (hash !== null) [rows, sum] = [rows + 1, plus(sum, hash)];
  }
  return { rows, sum };
}
