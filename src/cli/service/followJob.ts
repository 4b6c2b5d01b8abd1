import { setTimeout as pause } from "node:timers/promises";
import { type Job, job as jobShape, jobOperations } from "../../contract/changes/jobs.ts";
import { createProgressLine } from "../terminal/print.ts";
import type { Answer, Call } from "./client.ts";

/** Milliseconds before the first question how far a job is, and between two at most. */
const [firstPause, longestPause] = [20, 250];

export function jobIn(answer: Answer): Job {
  return jobShape.parse(answer["job"]);
}

/**
 * Waits for the job that a request starts, and shows how far it is. Ctrl-C cancels it from the moment
 * the request is sent: the job's message then says what is done and how to undo it.
 */
export async function followJob(call: Call, started: Promise<Answer>): Promise<Job> {
  const line = createProgressLine();
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const cancel = () => interrupt.abort();
  process.on("SIGINT", cancel);
  let isCancelled = false;
  let length = firstPause;
  try {
    let job = jobIn(await started);
    while (job.state === "running") {
      line.show(job.phase, job.done, job.total);
      await pause(length, undefined, isCancelled ? {} : { signal }).catch(() => undefined);
      length = Math.min(2 * length, longestPause);
      const params = { id: String(job.id) };
      if (signal.aborted && !isCancelled) {
        isCancelled = true;
        // A job that has ended in between can't be cancelled.
        await call(jobOperations.cancelJob, { params }).catch(() => undefined);
      }
      job = jobIn(await call(jobOperations.getJob, { params }));
    }
    return job;
  } finally {
    line.clear();
    process.off("SIGINT", cancel);
  }
}

/** Milliseconds between two looks at something that is in progress. */
const pollInterval = 300;

/** Calls until an answer is final. */
export async function poll(
  first: Answer,
  ask: () => Promise<Answer>,
  isFinal: (answer: Answer) => boolean,
): Promise<Answer> {
  let answer = first;
  while (!isFinal(answer)) {
    await pause(pollInterval);
    answer = await ask();
  }
  return answer;
}
