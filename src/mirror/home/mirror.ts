import type { EdgeProblem } from "../../contract/messages/edgeProblems.ts";
import type { EdgeState } from "../wire/calls.ts";
import { keys as rowKeys } from "../wire/rows.ts";
import { createDrain } from "./drain.ts";
import { createMeter, type MeterState } from "./dailyQuota.ts";
import { placeOf } from "./ownServer.ts";
import {
  type EdgeClient,
  type EdgeRecord,
  EdgeFailed,
  type SavedEdge,
  type LimitKeeper,
  type LineTaker,
  type MirrorSource,
} from "./model.ts";
import { createPush } from "./push.ts";
import { createTurns } from "./writeLease.ts";
import { createWanted } from "./rowsToSend.ts";
import { errorText } from "../../util/errorText.ts";
import { createTaskQueue } from "../../util/taskQueue.ts";

export interface MirrorState {
  readonly problem: EdgeProblem | null;
  /** What the edge said last of itself; null: nothing yet. */
  readonly edge: EdgeState | null;
  /** When it last went through, also where there was nothing to do; milliseconds since 1970. */
  readonly pushedAt: number | null;
  readonly drainedAt: number | null;
  readonly isPushing: boolean;
  readonly isDraining: boolean;
  /** Rows that should be at the edge. */
  readonly rows: number;
  /** Rows that are another there, or aren't. */
  readonly waiting: number;
  /** Clicks and answers that wait at the edge; null: it wasn't asked yet. */
  readonly linesWaiting: number | null;
  /** Clicks taken home since the start. */
  readonly taken: number;
  readonly meter: MeterState;
  /** By the edge's clock. */
  readonly now: number;
  /** Milliseconds since 1970; what the last comparison of both sides found. */
  readonly check: { readonly at: number; readonly differences: number } | null;
}

/** Keeps the edge as the records want it, and takes home what visitors leave there. */
export interface Mirror {
  state(): MirrorState;
  /** Why a row isn't at the edge as it should be; `soon`: nothing is in its way. Null: it is. */
  waits(key: string): "soon" | "budget" | "problem" | null;
  /** From now on it works by itself. */
  begin(): void;
  /**
   * These resolve when it is done, or when {@link MirrorState.problem} says why not. What waits at the
   * edge comes home with a push too.
   */
  push(): Promise<void>;
  drain(): Promise<void>;
  /** Goes through every text there, and mends what differs. */
  check(): Promise<void>;
  takeOver(): Promise<void>;
  /**
   * Takes home what is there, and keeps all limits here. Visitors find nothing there afterwards, and
   * {@link isEmptied} is true of the record.
   */
  takeBack(): Promise<void>;
  /** The same, then leaves nothing. */
  wipe(): Promise<void>;
  close(): Promise<void>;
}

export interface MirrorOptions {
  readonly source: MirrorSource;
  readonly edge: EdgeClient;
  readonly saved: SavedEdge;
  readonly clicks: LineTaker;
  readonly answers: LineTaker;
  readonly limits: LimitKeeper;
  readonly clock: () => number;
  readonly log: (line: string) => void;
  /** Whether somebody looks at statistics as they come in. */
  readonly isWatched: () => boolean;
  /** Calls back after milliseconds, unless it is called off. */
  readonly after?: (milliseconds: number, run: () => void) => () => void;
}

/** Milliseconds. Changes that come close together go together; each is there within ten seconds. */
const quiet = 2_000;
const longestQuiet = 7_000;
const poll = { watched: 10_000, unwatched: 30_000 } as const;
const firstPause = 2_000;
const longestPause = 60_000;
/** How often both sides are brought together again when somebody else writes there meanwhile. */
const mostTries = 3;

/** What a copy holds that was emptied. */
const nothing = { rows: 0, sum: 0 } as const;

/** Whether all of a copy was taken home, and it holds nothing: one that works has a row at least. */
export function isEmptied({ agreed }: Pick<EdgeRecord, "agreed">): boolean {
  return agreed?.rows === 0;
}

export function createMirror(options: MirrorOptions): Mirror {
  const { source, edge, saved, limits, clock, log, isWatched, after = timer } = options;
  let offset = 0;
  let latest: EdgeState | null = null;
  let problem: EdgeProblem | null = null;
  let check: MirrorState["check"] = null;
  let taken = 0;
  let pushedAt = saved.now().lastPushAt;
  let drainedAt = saved.now().lastDrainAt;
  let isPushing = false;
  let isDraining = false;

  const meter = createMeter(
    saved.now().meter,
    () => clock() + offset,
    placeOf(saved.now()) === "cloudflare",
  );
  const wanted = createWanted(source);
  const seen = (state: EdgeState): void => {
    latest = state;
    offset = state.now - clock();
  };
  const turns = createTurns({
    edge,
    saved,
    meter,
    seen,
    isBehind: ({ database, clicks }) => clicks.last < options.clicks.takenUpTo(database),
    // It may give clicks again that it has given since.
    wasPutBack: () => told(limits.endAll()),
  });
  const push = createPush({ source, edge, turns, wanted, meter, log });
  const drain = createDrain({ ...options, turns, meter, between: pushChanges });

  /** Told since they were read last. */
  let changed = new Set<string>();
  let isFilled = false;
  /** The last push is known to have arrived. */
  let isSent = false;

  async function readChanges(): Promise<void> {
    if (!isFilled) {
      await wanted.fill();
      await limits.fill();
      isFilled = true;
      // Until it can be asked, the edge is taken for what it was when both were the same.
      if (isAgreed()) wanted.agree();
    }
    const keys = changed;
    changed = new Set();
    try {
      await wanted.read(keys);
    } catch (error) {
      for (const key of keys) changed.add(key);
      throw error;
    }
  }

  function isAgreed(): boolean {
    const [now, before] = [wanted.total(), saved.now().agreed];
    return now.rows === before?.rows && now.sum === before.sum;
  }

  const told = async (keys: Promise<readonly string[]>): Promise<void> => {
    for (const key of await keys) changed.add(key);
  };

  /** Limits that another database counted aren't in this one. */
  async function compare(how?: "deep"): Promise<number> {
    const differences = await push.compare(how);
    if (latest !== null) await told(limits.met(latest.database));
    if (changed.size > 0) await readChanges();
    return differences;
  }

  async function pushAll(how?: "deep"): Promise<void> {
    isPushing = true;
    isSent = false;
    try {
      // Links that were made there come home before their rows are read here.
      const { database = "" } = latest ?? {};
      const made = options.answers.takenUpTo(database);
      await readChanges();
      const differences = await compare(how);
      if (isEmptied(saved.now())) await saved.change({ agreed: null });
      if (how === "deep") check = { at: clock(), differences };
      let rows = 0;
      for (let tries = 1; tries <= mostTries; tries += 1) {
        const sent = await push.send(latest?.database === database ? made : 0);
        rows += sent.rows;
        isSent = sent.isAsExpected;
        if (isSent) break;
        await compare();
      }
      pushedAt = clock();
      const isNew = wanted.differing.size === 0 && !isAgreed();
      if (rows > 0 || isNew) {
        const agreed = isNew ? { agreed: wanted.total() } : {};
        await saved.change({ lastPushAt: pushedAt, meter: meter.record(), ...agreed });
      }
    } finally {
      isPushing = false;
    }
  }

  /** What changes meanwhile doesn't wait until many clicks are home. */
  async function pushChanges(): Promise<void> {
    if (changed.size > 0 && clock() - (pushedAt ?? 0) >= quiet) await pushAll();
  }

  async function drainAll(how?: "whole"): Promise<void> {
    const state = how === "whole" || latest === null ? await turns.state() : latest;
    drainedAt = clock();
    if (how !== "whole" && !drain.isWorth(state)) return;
    isDraining = true;
    try {
      taken += await drain.drain(state, how);
      await turns.state();
      drainedAt = clock();
      await saved.change({ lastDrainAt: drainedAt, meter: meter.record() });
    } finally {
      isDraining = false;
    }
  }

  /** What visitors left comes home also where nothing can be sent. */
  const bothWays = () =>
    inLane(async () => {
      try {
        await pushAll();
      } finally {
        await drainAll();
      }
      await settleLimits();
    });

  /** Whether every row that the edge holds is of this moment: nothing that came since is unheard. */
  const isCurrent = () => isWatching && isSent && changed.size === 0 && wanted.isCurrent();

  /** Limits change hands where the edge holds what it is to hold, and all that it counted until then is here. */
  async function settleLimits(): Promise<void> {
    if (!isCurrent() || !limits.isUnsettled()) return;
    await drainAll("whole");
    if (!isCurrent() || latest === null) return;
    await told(limits.settle(latest.sequence));
    await pushAll();
  }

  async function takeBack(): Promise<void> {
    await told(limits.endAll());
    if (changed.size > 0) await pushAll();
    await drainAll("whole");
    // Clicks that have come since come home, too: those of visitors who come now aren't answered.
    await turns.take("other", (turn) => edge.wipe({ ...turn, isOfRows: true }));
    await drainAll("whole");
    await saved.change({ agreed: nothing });
  }

  // One thing after the other: turns follow each other.
  const lane = createTaskQueue();
  let isClosed = false;
  let failures = 0;
  let lastFault = "";

  const inLane = (work: () => Promise<void>) => lane.run(() => attempt(work));

  async function attempt(work: () => Promise<void>): Promise<void> {
    if (isClosed) return;
    try {
      await work();
      setProblem(null);
    } catch (error) {
      if (error instanceof EdgeFailed) return setProblem(error.problem);
      failures += 1;
      throw error;
    }
  }

  /** What fails at home, as a full disk does, is tried again too; it is said once. */
  function failed(error: unknown): void {
    const fault = errorText(error);
    if (fault !== lastFault) log(`The state of the always-on copy couldn't be saved: ${fault}`);
    lastFault = fault;
  }

  function setProblem(now: EdgeProblem | null): void {
    if (isClosed) return;
    failures = now === null ? 0 : failures + 1;
    lastFault = "";
    if (now !== null && now.code !== problem?.code) log(now.message);
    if (now === null && problem !== null) log(`${saved.now().address} is in sync again.`);
    problem = now;
  }

  let callOff = (): void => undefined;
  let unwatch = (): void => undefined;
  let isWatching = false;
  let changedAt: number | null = null;
  let plannedAt = Infinity;

  function plan(milliseconds: number): void {
    const at = clock() + milliseconds;
    callOff();
    plannedAt = at;
    callOff = after(milliseconds, () => {
      plannedAt = Infinity;
      changedAt = null;
      void bothWays().catch(failed).finally(planNext);
    });
  }

  function planNext(): void {
    if (isClosed) return;
    const usual = isWatched() ? poll.watched : poll.unwatched;
    const wait = failures === 0 ? usual : Math.min(longestPause, firstPause * 2 ** (failures - 1));
    if (changed.size > 0 && failures === 0) planChange();
    else plan(wait);
  }

  function planChange(): void {
    const now = clock();
    changedAt ??= now;
    plan(Math.max(0, Math.min(quiet, changedAt + longestQuiet - now)));
  }

  return {
    state: () => ({
      problem,
      edge: latest,
      isPushing,
      isDraining,
      rows: wanted.total().rows,
      waiting: wanted.differing.size + changed.size + wanted.setAsides(),
      linesWaiting: latest === null ? null : drain.waiting(latest),
      taken,
      meter: meter.state(wanted.differing.size, latest === null ? 0 : drain.deletable(latest)),
      now: clock() + offset,
      check,
      pushedAt,
      drainedAt,
    }),
    waits(key) {
      if (wanted.isSetAside(key)) return "problem";
      if (!wanted.differing.has(key) && !changed.has(key) && isFilled) return null;
      if (problem !== null) return "problem";
      return meter.left() < wanted.differing.size ? "budget" : "soon";
    },
    begin() {
      isWatching = true;
      unwatch = source.watch((keys) => {
        for (const key of keys) changed.add(key);
        // A run of its own, or a pause after failures, comes in its time.
        if (failures === 0 && plannedAt !== Infinity) planChange();
      });
      plan(0);
    },
    push: bothWays,
    drain: () => inLane(() => drainAll("whole")),
    check: () => inLane(() => pushAll("deep")),
    takeOver: () =>
      inLane(async () => {
        // Whoever wrote there meanwhile may have handed them over again.
        await told(limits.endAll());
        await turns.takeOver();
        // Nobody else's browsers, and none of before.
        await saved.change({ browsers: [] });
        changed.add(rowKeys.browsers);
        await pushAll();
      }),
    takeBack: () => inLane(takeBack),
    wipe: () =>
      inLane(async () => {
        await takeBack();
        await turns.take("other", (turn) => edge.wipe(turn));
      }),
    async close() {
      isClosed = true;
      callOff();
      unwatch();
      edge.close();
      await lane.idle();
    },
  };
}

function timer(milliseconds: number, run: () => void): () => void {
  const started = setTimeout(run, milliseconds).unref();
  return () => clearTimeout(started);
}
