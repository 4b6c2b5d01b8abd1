import type { EdgeDatabase } from "./database.ts";

/** What the Worker is bound to. */
export interface Env {
  readonly DB: EdgeDatabase;
  /** Signs whatever home asks. */
  readonly SECRET: string;
}

/** What the network gives along with a request; only what is used of it. */
export interface Context {
  /** What goes on after the answer. */
  waitUntil(work: Promise<unknown>): void;
}
