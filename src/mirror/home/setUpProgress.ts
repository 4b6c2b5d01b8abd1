import type { EdgeProblem } from "../../contract/messages/edgeProblems.ts";
import { problemOf } from "./model.ts";
import { Conflict } from "../../server/common/problems.ts";
import type { EdgeAccount, EdgeStep } from "../../contract/server/edge.ts";
import type { SetUpState } from "./edgeState.ts";

/** Steps of work that is asked for once and looked at while it goes on. */
export interface SetUpProgress {
  state(): SetUpState | null;
  /** Throws where something is under way already; what fails later leaves its problem. */
  begin(kind: SetUpState["kind"], steps: readonly EdgeStep[], work: Work): void;
  /** Resolves when nothing is under way. */
  settled(): Promise<void>;
}

export interface Steps {
  take<Result>(step: EdgeStep, work: () => Promise<Result>): Promise<Result>;
  skip(step: EdgeStep): void;
  /** For the owner to choose from. */
  offer(accounts: readonly EdgeAccount[]): void;
}

type Work = (steps: Steps) => Promise<void>;

export function createSetUpProgress(options: {
  clock: () => number;
  log: (line: string) => void;
  /** Whether the service ends, and whatever is under way with it. */
  isEnding: () => boolean;
}): SetUpProgress {
  const { clock, log } = options;
  let state: SetUpState | null = null;
  let running: Promise<void> = Promise.resolve();

  function change(over: Partial<SetUpState>): void {
    if (state !== null) state = { ...state, ...over };
  }

  function mark(step: EdgeStep, outcome: SetUpState["steps"][number]["outcome"]): void {
    change({
      steps: (state?.steps ?? []).map((one) => (one.step === step ? { step, outcome } : one)),
    });
  }

  const steps: Steps = {
    async take(step, work) {
      mark(step, "running");
      try {
        const result = await work();
        mark(step, "ok");
        return result;
      } catch (error) {
        mark(step, "failed");
        throw error;
      }
    },
    skip: (step) => mark(step, "skipped"),
    offer: (accounts) => change({ accounts: [...accounts] }),
  };

  async function run(work: Work): Promise<void> {
    let problem: EdgeProblem | null = null;
    try {
      await work(steps);
    } catch (error) {
      problem = problemOf(error);
      if (!options.isEnding()) log(`Always-on copy: ${problem.message}`);
    }
    change({ endedAt: clock(), problem });
  }

  return {
    state: () => state,
    begin(kind, names, work) {
      if (state?.endedAt === null) {
        throw new Conflict("running", "The always-on copy is being set up or removed right now.");
      }
      state = {
        kind,
        startedAt: clock(),
        endedAt: null,
        steps: names.map((step) => ({ step, outcome: "waiting" })),
        problem: null,
        accounts: [],
      };
      running = run(work);
    },
    settled: () => running,
  };
}
