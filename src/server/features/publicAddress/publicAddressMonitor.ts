import type { z } from "zod";
import type { PublicState, reachProblem } from "../../../contract/server/reach.ts";
import { isLoopback } from "../domains/ownAddresses.ts";
import { type Prove, type ProofStep, untriedSteps } from "./publicProof.ts";
import type { Core } from "../../common/context.ts";
import { isDark } from "./publicAddress.ts";
import { errorText } from "../../../util/errorText.ts";

/** What stands between the public address and this service. */
export type ReachProblem = z.output<typeof reachProblem>;

/** What came of asking an address: this service itself, inside when without leaving this computer. */
export type ReachAnswer =
  | { readonly isInside: boolean; readonly problem: null }
  | { readonly problem: ReachProblem };

/** Asks an address who answers there. Never rejects. */
export type AskReach = (base: string) => Promise<ReachAnswer>;

/** An address as it was tried from outside. */
export interface Proof {
  readonly address: string;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Null: under way. */
  readonly endedAt: number | null;
  readonly steps: readonly ProofStep[];
}

export interface ReachState {
  /**
   * `dark`: everybody outside is told to come later. `local`: there is nothing to ask, short
   * addresses lead to this computer by their name.
   */
  readonly state: PublicState;
  readonly address: string;
  readonly isChecking: boolean;
  /** Milliseconds since 1970. */
  readonly checkedAt: number | null;
  readonly provedAt: number | null;
  /** The answer came without leaving this computer, which proves nothing to others. */
  readonly isInside: boolean;
  readonly problem: ReachProblem | null;
  /** The last one, of this address or of one that was to be tried; or the one under way. */
  readonly proof: Proof | null;
}

/** The public address is another, or leads elsewhere than it did. */
export type ReachChange = Pick<ReachState, "state" | "address">;

export interface Reach {
  state(): ReachState;
  /**
   * Tries the public address now, or another that may become it; resolves when it is known. Whoever
   * asks for the same meanwhile waits for the same answer.
   */
  check(address?: string): Promise<void>;
  /** Tries it in the background where the last answer is old. */
  look(): void;
  /** Tries it by itself from now on. */
  begin(): void;
  /** The address, or whether it is dark, may be another by now. */
  moved(): void;
  /** Told of each change of the state; answers how to be told no more. */
  onChange(listener: (change: ReachChange) => void): () => void;
  close(): void;
}

/** Milliseconds that an answer is good for, by whether it was a good one. */
const goodFor = { reachable: 5 * 60_000, unreachable: 60_000 } as const;
/** A tunnel may need some seconds after a start: where nothing ever answered, a second try decides. */
const secondTry = 15_000;

/** What is known of an address. */
interface CheckedAddress {
  /** Whole. */
  readonly proof: Proof;
  readonly provedAt: number | null;
  /** Failed ones in a row. */
  readonly failures: number;
}

/** Addresses that were tried lately; each is another one to be switched to. */
const mostKnown = 10;

const localSteps: readonly ProofStep[] = untriedSteps.map((step) => ({
  ...step,
  outcome: "skipped",
  code: "local",
  message: "This address works only on this computer.",
}));

/** Whether the public address really leads to this service, as often as somebody looks. */
export function createReach(app: Core, prove: Prove): Reach {
  const { store, settings, log, clock } = app;
  const known = new Map<string, CheckedAddress>();
  const running = new Map<string, Promise<void>>();
  const listeners = new Set<(change: ReachChange) => void>();
  let latest: Proof | null = null;
  let lastChange: { readonly state: ReachState["state"]; readonly address: string } | null = null;
  let timer: NodeJS.Timeout | undefined;

  const isLocal = (address: string) => isLoopback(new URL(address).hostname);

  function stateNow(): ReachState["state"] {
    const address = settings.shortBase;
    if (isDark(store)) return "paused";
    if (isLocal(address)) return "local";
    const last = known.get(address);
    if (last === undefined) return "unverified";
    return last.failures === 0 ? "reachable" : "unreachable";
  }

  async function proveOnce(address: string): Promise<void> {
    const about = { address, startedAt: clock() };
    latest = { ...about, endedAt: null, steps: untriedSteps };
    const steps = isLocal(address)
      ? localSteps
      : await prove(address, {
          isDark: isDark(store),
          onProgress(now) {
            latest = { ...about, endedAt: null, steps: now };
          },
        });
    const proof = { ...about, endedAt: clock(), steps };
    latest = proof;
    const before = known.get(address);
    const isGood = problemIn(steps) === null;
    if (known.size >= mostKnown) {
      for (const other of known.keys()) if (other !== settings.shortBase) known.delete(other);
    }
    known.set(address, {
      proof,
      provedAt: isGood ? proof.endedAt : (before?.provedAt ?? null),
      failures: isGood ? 0 : (before?.failures ?? 0) + 1,
    });
  }

  async function check(address = settings.shortBase): Promise<void> {
    const verification =
      running.get(address) ?? proveOnce(address).finally(() => running.delete(address));
    running.set(address, verification);
    await verification;
    if (address === settings.shortBase) announce();
  }

  /** Tells of what is another than it was told to be. */
  function announce(): void {
    if (lastChange === null) return;
    plan();
    const { state, address, problem } = stateOf();
    const last = known.get(address);
    const isSame = lastChange.address === address;
    const isEarly = state === "unreachable" && last?.provedAt === null && last.failures < 2;
    if (isSame && (isEarly || lastChange.state === state)) return;
    const isBack = isSame && lastChange.state === "unreachable";
    lastChange = { state, address };
    if (state === "unreachable") {
      log(`The public address ${address} isn't reachable: ${problem?.message ?? ""}`);
    }
    if (state === "reachable" && isBack) log(`The public address ${address} is reachable again.`);
    for (const listener of listeners) listener(lastChange);
  }

  /** When it is tried next without anybody asking. */
  function plan(): void {
    clearTimeout(timer);
    if (lastChange === null) return;
    timer = setTimeout(() => inBackground(tryAgain()), pauseNow()).unref();
  }

  function pauseNow(): number {
    const last = known.get(settings.shortBase);
    if (stateNow() !== "unreachable" || last === undefined) return goodFor.reachable;
    return last.failures === 1 && last.provedAt === null ? secondTry : goodFor.unreachable;
  }

  async function tryAgain(): Promise<void> {
    // Whoever lets nothing be asked works offline.
    const state = stateNow();
    if (
      state === "paused" ||
      state === "local" ||
      !(settings.get("targets.ask") && settings.get("verifyDomains"))
    )
      plan();
    else await check();
  }

  /** Nobody waits for the answer. */
  function inBackground(verification: Promise<void>): void {
    verification.catch((error: unknown) => {
      log(`The public address couldn't be verified: ${errorText(error)}`);
    });
  }

  function stateOf(): ReachState {
    const address = settings.shortBase;
    const last = isLocal(address) ? undefined : known.get(address);
    const steps = last?.proof.steps ?? [];
    return {
      state: stateNow(),
      address,
      isChecking: running.has(address),
      checkedAt: last?.proof.endedAt ?? null,
      provedAt: last?.provedAt ?? null,
      isInside: problemIn(steps) === null && steps.some(({ isInside }) => isInside),
      problem: problemIn(steps),
      proof: latest,
    };
  }

  return {
    check,
    look() {
      const state = stateNow();
      if (state === "local" || state === "paused" || running.has(settings.shortBase)) return;
      const checkedAt = known.get(settings.shortBase)?.proof.endedAt ?? null;
      const isFresh =
        state !== "unverified" && checkedAt !== null && clock() - checkedAt < goodFor[state];
      if (!isFresh) inBackground(check());
    },
    state: stateOf,
    begin() {
      lastChange = { state: stateNow(), address: settings.shortBase };
      inBackground(tryAgain());
    },
    moved() {
      announce();
      if (lastChange !== null) inBackground(tryAgain());
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close() {
      lastChange = null;
      clearTimeout(timer);
    },
  };
}

/** Callers that know only these get the one that is nearest. */
const reachCodes: Readonly<Partial<Record<string, ReachProblem["code"]>>> = {
  noName: "network",
  private: "private",
  timeout: "timeout",
  network: "network",
  status: "status",
};

/** Why the first step that failed did. */
function problemIn(steps: readonly ProofStep[]): ReachProblem | null {
  const failed = steps.find(({ outcome }) => outcome === "failed");
  if (failed === undefined) return null;
  const { code, message, status } = failed;
  return { code: reachCodes[code ?? ""] ?? "other", message: message ?? "", status };
}
