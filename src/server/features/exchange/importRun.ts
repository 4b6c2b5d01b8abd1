import type { OpenSet } from "../../store/store.ts";
import type { JobRun } from "../jobs/jobs.ts";
import type { FailedRows } from "./failedRows.ts";
import type { Opened } from "./openedImport.ts";

/** What bringing a file's rows along works with, whatever its rows are. */
export interface ImportRun<Rules> {
  readonly job: JobRun;
  readonly opened: Opened;
  /** What its rows are judged by. */
  readonly rules: Rules;
  /** Takes the rows that don't come; closed at the end of the run. */
  readonly failed: FailedRows;
  /** Begins the change set, for the first row that changes something. */
  readonly begin: () => Promise<OpenSet>;
}
