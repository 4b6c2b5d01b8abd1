import { parentPort } from "node:worker_threads";
import { type ReadingJob, runReadingJob } from "./readingJobs.ts";

/** Milliseconds between two words of how far it is. */
const tellEvery = 100;

let ending = new AbortController();
let told = 0;

function tell(done: number, total: number): void {
  const now = performance.now();
  if (now - told < tellEvery) return;
  told = now;
  parentPort?.postMessage({ done, total }, []);
}

/** Entry of the thread that reads lines of clicks: one job after the other, or the word to stop. */
parentPort?.on("message", (message: ReadingJob | "stop") => {
  if (message === "stop") {
    ending.abort();
    return;
  }
  ending = new AbortController();
  runReadingJob(message, tell, ending.signal).then(
    (result) => parentPort?.postMessage({ result }, []),
    (error: unknown) => parentPort?.postMessage({ error: String(error) }, []),
  );
});
