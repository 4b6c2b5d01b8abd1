import { listEnvelope } from "../../../contract/envelope.ts";
import { jobResult } from "../../../contract/changes/jobResults.ts";
import type { Job as AnsweredJob, jobOperations } from "../../../contract/changes/jobs.ts";
import type { Job } from "./jobs.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

/** A job as answers have it. */
export type PresentJob = (job: Job) => AnsweredJob;

export function createJobPresenter(timestamps: Timestamps): PresentJob {
  const moment = (at: number) => timestamps.render(new Date(at).toISOString());
  return ({
    startedAt,
    endedAt,
    failures,
    result,
    problem,
    said,
    own: _own,
    scope: _scope,
    ...job
  }) => ({
    ...job,
    started: moment(startedAt),
    ended: endedAt === null ? null : moment(endedAt),
    failures: failures.map((failure) => ({ ...failure })),
    problem: problem ?? null,
    reason: said === undefined ? null : { ...said },
    // Of a file that somebody else has written it may be anything.
    result: jobResult.safeParse(result).data ?? null,
  });
}

export function createJobHandlers({
  jobs,
  presentJob: present,
}: App): HandlersOf<typeof jobOperations> {
  return {
    listJobs: async ({ query }, reader) =>
      listEnvelope("jobs", await jobs.page(query, reader), present),
    getJob: async ({ params }, reader) => ({
      error: 0,
      job: present(await jobs.get(params.id, reader)),
    }),
    cancelJob: async ({ params }, reader) => ({
      error: 0,
      job: present(await jobs.cancel(params.id, reader)),
    }),
  };
}
