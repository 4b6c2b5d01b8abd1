import { listEnvelope } from "../../../contract/envelope.ts";
import { jobResult } from "../../../contract/changes/jobResults.ts";
import type {
  Job as AnsweredJob,
  jobOperations,
  ListedJob,
} from "../../../contract/changes/jobs.ts";
import type { BriefJob, Job } from "./jobs.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

/** A job as answers have it. */
export type PresentJob = (job: Job) => AnsweredJob;

function createListedJobPresenter(timestamps: Timestamps): (job: BriefJob) => ListedJob {
  const moment = (at: number) => timestamps.render(new Date(at).toISOString());
  return ({ startedAt, endedAt, problem, said, own: _own, scope: _scope, ...job }) => ({
    ...job,
    started: moment(startedAt),
    ended: endedAt === null ? null : moment(endedAt),
    problem: problem ?? null,
    reason: said === undefined ? null : { ...said },
  });
}

export function createJobPresenter(timestamps: Timestamps): PresentJob {
  const presentListed = createListedJobPresenter(timestamps);
  return ({ failures, result, ...job }) => ({
    ...presentListed(job),
    failures: failures.map((failure) => ({ ...failure })),
    // Of a file that somebody else has written it may be anything.
    result: jobResult.safeParse(result).data ?? null,
  });
}

export function createJobHandlers({
  jobs,
  presentJob: present,
  timestamps,
}: App): HandlersOf<typeof jobOperations> {
  return {
    listJobs: ({ query }, reader) =>
      listEnvelope("jobs", jobs.page(query, reader), createListedJobPresenter(timestamps)),
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
