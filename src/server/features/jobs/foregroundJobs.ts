import type { Job, JobFailure, JobService } from "./jobs.ts";

/** Jobs of a process that does one thing and waits for it: each is done when it is started. */
export function createForegroundJobs(
  clock: () => number,
  onProgress: (phase: string | null, done: number, total: number | null) => void,
): Pick<JobService, "start"> {
  return {
    async start({ kind, scope = "owner", run }) {
      const failures: JobFailure[] = [];
      let failureCount = 0;
      let phase: string | null = null;
      let done = 0;
      let total: number | null = null;
      let change: number | null = null;
      const startedAt = clock();
      const { message, result } = await run({
        id: 1,
        signal: new AbortController().signal,
        phase(name) {
          phase = name;
          onProgress(phase, done, total);
        },
        progress(now, all) {
          done = now;
          if (all !== undefined) total = all;
          onProgress(phase, done, total);
        },
        fail({ line = null, column = null, kind: what = null, id = null, ...failure }) {
          failureCount += 1;
          failures.push({ line, column, kind: what, id, ...failure });
        },
        began(number) {
          change = number;
          return Promise.resolve();
        },
        report: () => undefined,
        keep: () => undefined,
      });
      const job: Job = {
        id: 1,
        kind,
        scope,
        state: "done",
        phase: null,
        done,
        total,
        startedAt,
        endedAt: clock(),
        change,
        message,
        failures,
        failureCount,
        result: result ?? null,
      };
      return job;
    },
  };
}
