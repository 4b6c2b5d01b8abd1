import { setTimeout as pause } from "node:timers/promises";
import { type Job, job as jobShape, jobOperations } from "../contract/jobs.ts";
import type { Client } from "./client.ts";
import { createProgressLine } from "./progressLine.ts";

/** Milliseconds before the first question how far a job is, and between two at most. */
const [askFirst, askEvery] = [20, 250];

/**
 * Waits for a job and shows how far it is. Ctrl-C cancels it: what it says of itself then is what is
 * done and how to take that back. That holds from the moment at which it is asked for.
 */
export async function followJob(call: Client, started: Job | Promise<Job>): Promise<Job> {
  const line = createProgressLine();
  const interrupt = new AbortController();
  const { signal } = interrupt;
  const cancel = () => interrupt.abort();
  process.on("SIGINT", cancel);
  let isAsked = false;
  let length = askFirst;
  try {
    let job = await started;
    while (job.state === "running") {
      line.show(job.phase, job.done, job.total);
      await pause(length, undefined, isAsked ? {} : { signal }).catch(() => undefined);
      length = Math.min(2 * length, askEvery);
      const params = { id: String(job.id) };
      if (signal.aborted && !isAsked) {
        isAsked = true;
        // It may have ended meanwhile: then there is nothing to cancel.
        await call(jobOperations.cancelJob, { params }).catch(() => undefined);
      }
      const { job: present } = await call(jobOperations.getJob, { params });
      job = jobShape.parse(present);
    }
    return job;
  } finally {
    line.clear();
    process.off("SIGINT", cancel);
  }
}
