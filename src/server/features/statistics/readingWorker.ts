import { parentPort } from "node:worker_threads";
import { type ReadingJob, runReadingJob } from "./readingJobs.ts";

/** Milliseconds between two words of how far it is. */
const reportInterval = 100;

let ending = new AbortController();
let reportedAt = 0;

function reportProgress(done: number, total: number): void {
  const now = performance.now();
  if (now - reportedAt < reportInterval) return;
  reportedAt = now;
  parentPort?.postMessage({ done, total }, []);
}

/** Entry of the thread that reads lines of clicks: one job after the other, or the word to stop. */
parentPort?.on("message", (message: ReadingJob | "stop") => {
  if (message === "stop") {
    ending.abort();
    return;
  }
  ending = new AbortController();
  runReadingJob(message, reportProgress, ending.signal).then(
    (result) => parentPort?.postMessage({ result }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  );
});
