import { z } from "zod";
import { listOf, problemCodes, success } from "../envelope.ts";
import { paging, timestamp } from "../fields/fields.ts";
import { jobResult } from "./jobResults.ts";
import { codedMessage } from "../messages/messageFields.ts";
import { api } from "../operation.ts";

const meanings = {
  message: "Result of the job and how to undo it, or null",
  job: "Job that does the work, which may continue after the response",
};

export const jobKinds = ["bulk", "undo", "import", "apply", "restore"] as const;
export const jobStates = ["running", "done", "failed", "cancelled", "interrupted"] as const;

/** The longest that a request waits for its job; seconds. */
const longestWait = 10;
const waitFault = `must be a number of seconds from 0 to ${longestWait}`;

/** Seconds that a request which starts a job waits for its end; in a query a text. */
export const wait = z
  .union(
    [
      z.int(waitFault).min(0, waitFault).max(longestWait, waitFault),
      z
        .string()
        .regex(/^(\d|10)$/, waitFault)
        .transform(Number),
    ],
    waitFault,
  )
  .optional()
  .meta({
    description: "Time to wait for the result: a number of seconds from 0 to 10. Defaults to 0",
  });

const jobFailure = z.object({
  line: z.int().nullable().describe("Line number in the file, or null"),
  column: z.string().nullable().describe("Column in the file, or null"),
  kind: z.string().nullable().describe("Kind of record"),
  id: z.int().nullable().describe("ID of the record, or null"),
  name: z.string().optional().describe("Name of the record. Omitted if the record has no name"),
  message: z.string().describe("Description of the problem"),
  ...codedMessage,
});

/** Work that takes longer than a request waits, and what has become of it. */
export const job = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  state: z
    .enum(jobStates)
    .describe("State of the job. Changes made by an interrupted or canceled job stay"),
  phase: z.string().nullable().describe("Current phase, or null once the job has ended"),
  done: z
    .int()
    .nonnegative()
    .describe("Number of finished records, or of bytes while a file is read"),
  total: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Total number of records or bytes, or null if unknown"),
  started: timestamp.describe("Time when the job was requested"),
  ended: timestamp.nullable().describe("Time when the job ended, or null"),
  change: z.int().nullable().describe("ID of the job's change set, or null if nothing has changed"),
  message: z.string().nullable().describe(meanings.message),
  problem: z.enum(problemCodes).nullable().describe("Kind of failure of a failed job, or null"),
  reason: z
    .object({ message: z.string().describe("Description of the cause"), ...codedMessage })
    .nullable()
    .describe("Cause of a failed job, or null"),
  failures: z.array(jobFailure).describe("First 1,000 records and rows that failed"),
  failureCount: z.int().nonnegative().describe("Total number of failed records and rows"),
  result: jobResult.describe("Result of the job; its fields depend on the kind of job"),
});
export type Job = z.output<typeof job>;

/** What lists say of a job: its failures and its result may be megabytes. */
const listedJob = job.omit({ failures: true, result: true });
export type ListedJob = z.output<typeof listedJob>;

export const jobOperations = {
  listJobs: api.get("/api/jobs", {
    summary: "List the jobs of the last 24 hours, newest first, without failures and results.",
    query: z.object({ limit: paging.limit, page: paging.page }),
    isStrict: true,
    response: listOf("jobs", listedJob),
  }),
  getJob: api.get("/api/jobs/:id", {
    summary: "Show the progress or result of a job.",
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  cancelJob: api.delete("/api/jobs/:id", {
    summary: "Cancel a job. Changes made so far stay and can be undone.",
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
} as const;
