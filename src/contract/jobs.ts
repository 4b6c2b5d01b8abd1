import { z } from "zod";
import { listOf, problemCodes, success } from "./envelope.ts";
import { idPath, nothing, paging, timestamp } from "./fields.ts";
import { jobResult } from "./jobResults.ts";
import { codedMessage } from "./messageFields.ts";
import { operation } from "./operation.ts";

export const jobKinds = ["bulk", "undo", "import", "apply", "restore"] as const;
export const jobStates = ["running", "done", "failed", "cancelled", "cut off"] as const;

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
  .meta({ description: "Seconds to wait for the end of the job, 0 to 10 (0 when not given)" });

const jobFailure = z.object({
  /** Of a file. */
  line: z.int().nullable(),
  column: z.string().nullable(),
  /** Of a record. */
  kind: z.string().nullable(),
  id: z.int().nullable(),
  /** What the record is known by; not there where it has no name, and for lines of a file. */
  name: z.string().optional(),
  message: z.string(),
  ...codedMessage,
});

/** Work that takes longer than a request waits, and what has become of it. */
export const job = z.object({
  id: z.int(),
  kind: z.enum(jobKinds),
  state: z.enum(jobStates),
  phase: z.string().nullable(),
  done: z.int().nonnegative(),
  total: z.int().nonnegative().nullable(),
  started: timestamp,
  ended: timestamp.nullable(),
  change: z.int().nullable(),
  message: z.string().nullable(),
  /** Of one that failed: what kind of failure it is. */
  problem: z.enum(problemCodes).nullable(),
  /** Of one that failed: what is to be said of it in particular. */
  reason: z.object({ message: z.string(), ...codedMessage }).nullable(),
  failures: z.array(jobFailure),
  failureCount: z.int().nonnegative(),
  result: jobResult,
});
export type Job = z.output<typeof job>;

export const jobOperations = {
  listJobs: operation({
    method: "GET",
    path: "/api/jobs",
    scope: "api",
    summary: "List the jobs of the last day, newest first.",
    params: nothing,
    query: z.object({ limit: paging.limit, page: paging.page }),
    body: nothing,
    isStrict: true,
    response: listOf("jobs", job),
  }),
  getJob: operation({
    method: "GET",
    path: "/api/jobs/:id",
    scope: "api",
    summary: "Say how far a job is, or what it came to.",
    params: idPath,
    query: nothing,
    body: nothing,
    isStrict: true,
    response: success({ job }),
  }),
  cancelJob: operation({
    method: "DELETE",
    path: "/api/jobs/:id",
    scope: "api",
    summary: "Cancel a job; what it has done stays, and it says how to take that back.",
    params: idPath,
    query: nothing,
    body: nothing,
    isStrict: true,
    response: success({ job }),
  }),
} as const;
