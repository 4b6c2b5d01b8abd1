import type { DatabaseSync } from "node:sqlite";
import { historyJobs } from "../history/historyJobs.ts";
import { outboxJobs } from "../outbox/outboxJobs.ts";

/**
 * What the thread that writes can be asked for, by name: a job is one transaction, which is as short
 * as others are to wait. What takes longer is asked for again and again.
 */
export const jobs = { ...historyJobs, ...outboxJobs } satisfies Readonly<
  Record<string, (database: DatabaseSync, input: never) => unknown>
>;

export type Jobs = typeof jobs;
