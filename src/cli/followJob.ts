import { setTimeout as pause } from "node:timers/promises";
import { type Job, job as jobShape, jobOperations } from "../contract/jobs.ts";
import type { Client } from "./client.ts";
import { createProgressLine } from "./progressLine.ts";

/** Milliseconds between two questions how far a job is. */
const askEvery = 250;

/**
 * Waits for a job and shows how far it is. Ctrl-C cancels it: what it says of itself then is what is
 * done and how to take that back.
 */
export async function followJob(call: Client, started: Job): Promise<Job> {
  const line = createProgressLine();
  let isCancelled = false;
  const cancel = () => {
    isCancelled = true;
  };
  process.on("SIGINT", cancel);
  let job = started;
  let isAsked = false;
  try {
    while (job.state === "running") {
      line.show(job.phase, job.done, job.total);
      await pause(askEvery);
      const params = { id: String(job.id) };
      if (isCancelled && !isAsked) {
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
