import { isLoopback } from "./ownAddresses.ts";

/** What stands between the public address and this service. */
export interface ReachProblem {
  readonly code: "private" | "timeout" | "status" | "other" | "network";
  /** For whoever reads no codes. */
  readonly message: string;
  readonly status: number | null;
}

/** What came of asking an address: this service itself, inside when without leaving this computer. */
export type ReachAnswer =
  | { readonly isInside: boolean; readonly problem: null }
  | { readonly problem: ReachProblem };

/** Asks an address who answers there. Never rejects. */
export type AskReach = (base: string) => Promise<ReachAnswer>;

export interface ReachState {
  /** `local`: there is nothing to ask, short addresses lead to this computer by their name. */
  readonly state: "local" | "unproved" | "answering" | "silent";
  readonly address: string;
  readonly isChecking: boolean;
  /** Milliseconds since 1970. */
  readonly checkedAt: number | null;
  readonly provedAt: number | null;
  /** The answer came without leaving this computer, which proves nothing to others. */
  readonly isInside: boolean;
  readonly problem: ReachProblem | null;
}

export interface Reach {
  state(): ReachState;
  /** Asks now; resolves when it is known. Whoever asks meanwhile waits for the same answer. */
  check(): Promise<void>;
  /** Asks in the background where the last answer is old. */
  look(): void;
}

/** Milliseconds that an answer is good for, by whether it was a good one. */
const goodFor = { answering: 5 * 60_000, silent: 60_000 } as const;

/** Whether the public address really leads to this service, as often as somebody looks. */
export function createReach(options: {
  /** What short addresses are printed with. */
  shortBase: string;
  ask: AskReach;
  clock: () => number;
}): Reach {
  const { shortBase, ask, clock } = options;
  const isLocal = isLoopback(new URL(shortBase).hostname);
  let running: Promise<void> | null = null;
  let last: { readonly at: number; readonly answer: ReachAnswer } | null = null;
  let provedAt: number | null = null;

  async function askOnce(): Promise<void> {
    const answer = await ask(shortBase);
    last = { at: clock(), answer };
    if (answer.problem === null) provedAt = last.at;
  }

  async function check(): Promise<void> {
    if (isLocal) return;
    running ??= askOnce().finally(() => {
      running = null;
    });
    await running;
  }

  function stateNow(): ReachState["state"] {
    if (isLocal) return "local";
    if (last === null) return "unproved";
    return last.answer.problem === null ? "answering" : "silent";
  }

  return {
    check,
    look() {
      const state = stateNow();
      if (state === "local" || running !== null) return;
      const isFresh = state !== "unproved" && last !== null && clock() - last.at < goodFor[state];
      if (!isFresh) void check();
    },
    state: () => ({
      state: stateNow(),
      address: shortBase,
      isChecking: running !== null,
      checkedAt: last?.at ?? null,
      provedAt,
      isInside: last?.answer.problem === null && last.answer.isInside,
      problem: last?.answer.problem ?? null,
    }),
  };
}
