import { parentPort } from "node:worker_threads";
import { runDrawingJob, type DrawingJob } from "./drawingJobs.ts";

/** Entry of the thread that draws: a job comes in, its result or its failure goes out. */
parentPort?.on("message", (job: DrawingJob) => {
  try {
    parentPort?.postMessage({ result: runDrawingJob(job) }, []);
  } catch (error) {
    parentPort?.postMessage({ error: String(error) }, []);
  }
});
