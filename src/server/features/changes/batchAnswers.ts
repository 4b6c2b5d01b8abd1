import type { ChangePreview } from "../../../contract/changes/changes.ts";
import type { Job } from "../../../contract/changes/jobs.ts";
import { OutcomeChanged, type BatchChange } from "./batchChange.ts";
import { undoHint } from "../jobs/jobs.ts";
import { Invalid } from "../../common/problems.ts";
import { HttpFailure } from "../../api/failures.ts";
import { kindOf } from "./presentChanges.ts";
import { currentOrigin } from "../../common/origin.ts";
import type { Origin } from "../../store/store.ts";
import type { App } from "../../common/context.ts";

/** What a request says of whether it is done, or only looked at. */
interface PreviewOptions {
  readonly preview?: boolean | undefined;
  readonly token?: string | undefined;
  /** Needs no token: where something conflicts, the answer is the preview. */
  readonly ifUnchanged?: boolean | undefined;
  readonly wait?: number | undefined;
}

interface Run {
  readonly kind: "bulk" | "undo";
  /** Absent: of the request. */
  readonly origin?: Origin;
}

/** How going through many records is answered: what would come of it, or the job that does it. */
export interface BatchAnswers {
  previewOrRun<Item>(
    prepare: () => BatchChange<Item> | Promise<BatchChange<Item>>,
    options: PreviewOptions,
    run: Run,
  ): Promise<Answer>;
  run<Item>(batch: BatchChange<Item>, run: Run & Pick<PreviewOptions, "wait">): Promise<Job>;
}

const withoutToken = {
  token: {
    code: "missing",
    detail:
      "is required. Send the request with preview: true first, then send the token from the response",
  },
} as const;

const otherwise = "Check the new preview, then send its token.";

interface Counted {
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly conflictCount: number;
}

type Answer =
  | { readonly error: 0; readonly preview: ChangePreview }
  | { readonly error: 0; readonly job: Job };

export function createBatchAnswers(
  app: Pick<App, "batchChanges" | "jobs" | "presentChanges" | "presentJob">,
): BatchAnswers {
  const { batchChanges, jobs, presentChanges: present, presentJob } = app;

  async function run<Item>(
    batch: BatchChange<Item>,
    { kind, origin = currentOrigin(), wait = 0 }: Run & Pick<PreviewOptions, "wait">,
  ): Promise<Job> {
    if (origin === undefined) throw new Error("Nobody asked for this.");
    const started = await jobs.start({
      kind,
      scope: origin.scope,
      wait,
      async run(job) {
        job.phase("changing");
        job.progress(0, batch.total);
        const { counts, change } = await batchChanges.run(batch, origin, {
          signal: job.signal,
          progress: (done, total) => job.progress(done, total),
          began: job.began,
          conflict({ collection, id, name, field, detail }) {
            const what = kindOf[collection];
            const column = field === null ? null : present.fieldName(collection, field);
            const whose = name === "" ? `${what} ${id}` : `${what} ${id} (${name})`;
            const message = `${column === null ? whose : `${whose}, ${column}`}: ${detail.message}`;
            const called = name === "" ? {} : { name };
            job.fail({ ...detail, ...called, kind: what, id, column, message });
          },
        });
        const { conflictCount: conflicts, ...result } = counts;
        return { message: summaryOf(counts, change), result: { ...result, conflicts } };
      },
    });
    return presentJob(started);
  }

  return {
    run,
    async previewOrRun(prepare, { preview, token, ifUnchanged = false, wait }, how) {
      if (preview !== true && !ifUnchanged && token === undefined) throw new Invalid(withoutToken);
      const batch = await prepare();
      if (preview !== true && ifUnchanged) {
        const outcome = await batchChanges.preview(batch);
        return outcome.conflictCount > 0
          ? { error: 0, preview: present.preview(outcome) }
          : { error: 0, job: await run(batch, { ...how, wait }) };
      }
      if (preview === true) {
        return { error: 0, preview: present.preview(await batchChanges.preview(batch)) };
      }
      try {
        await batchChanges.checkToken(batch, token ?? "");
      } catch (error) {
        if (!(error instanceof OutcomeChanged)) throw error;
        throw new HttpFailure(
          409,
          error.code,
          error.message,
          {},
          {
            reason: otherwise,
            preview: present.preview(error.preview),
          },
        );
      }
      return { error: 0, job: await run(batch, { ...how, wait }) };
    },
  };
}

function summaryOf(counts: Counted, change: number | null): string {
  const { added, changed, removed, conflictCount } = counts;
  const parts = [
    [added, "restored"],
    [changed, "changed"],
    [removed, "deleted"],
  ] as const;
  const done = parts.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
  const left = conflictCount === 0 ? "" : ` ${conflictCount} skipped.`;
  const summary = done.length === 0 ? "Nothing was changed" : done.join(", ");
  return `${summary}.${left}${change === null ? "" : ` ${undoHint(change)}`}`;
}
