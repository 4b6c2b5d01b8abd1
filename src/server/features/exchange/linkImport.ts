import type { OpenSet } from "../../store/store.ts";
import type { Statistics } from "../clicks/statistics.ts";
import { endSet, type JobOutcome, type JobRun } from "../jobs/jobs.ts";
import { createPauses } from "../../common/paging.ts";
import { tooLarge } from "../links/linkSize.ts";
import { createImportCounts } from "./importCounts.ts";
import { createSlice } from "./rowToLink.ts";
import type { ImportRules, Verdict } from "./importRules.ts";
import { createImportTexts } from "./importTexts.ts";
import type { ReadRow } from "./openImport.ts";
import { columnOf, type OpenImport } from "./openImport.ts";
import type { FailedRows } from "./failedRows.ts";

/** What bringing a file's rows along works with, whatever its rows are. */
export interface ImportRun<Rules> {
  readonly job: JobRun;
  readonly opened: OpenImport;
  /** What its rows are judged by. */
  readonly rules: Rules;
  /** Takes the rows that don't come; closed at the end of the run. */
  readonly failed: FailedRows;
  /** Begins the change set, for the first row that changes something. */
  readonly begin: () => Promise<OpenSet>;
}

/** Rows of a commit: what others wait for is short, and so is what a kill cuts off. */
const sliceRows = 50;
const sliceBytes = 64 * 1024;
/** Commits that wait for the disk at once: they share its syncs. */
const mostUnderWay = 8;

type LinkRow = ReadRow & { readonly kind: "link" };
type InvalidRow = ReadRow & { readonly kind: "invalid" };

type SliceOptions = Parameters<typeof createSlice>[0];

interface LinkImportOptions extends Omit<SliceOptions, "texts" | "now"> {
  readonly statistics: Pick<Statistics, "linkAdded" | "linkRemoved" | "forget">;
  readonly clock: () => number;
}

/** Brings the links of a file along, a commit for some rows at a time. */
export async function applyLinks(
  { job, opened, rules, failed, begin }: ImportRun<ImportRules>,
  options: LinkImportOptions,
): Promise<JobOutcome> {
  const { store, statistics, onConflict } = options;
  const texts = createImportTexts();
  const counts = createImportCounts(opened.known.format);
  let set: OpenSet | undefined;
  let waiting: (LinkRow | InvalidRow)[] = [];
  let waitingBytes = 0;

  /** Whether rows would change anything; a set of nothing is none. */
  const changes = (verdict: Verdict) =>
    verdict.is === "new" ||
    (verdict.is === "conflict" && onConflict !== "skip") ||
    (verdict.is === "known" && onConflict === "overwrite");

  /** From here to the commit nothing waits: what is free now is free then. */
  function commitJudged(
    judged: readonly (InvalidRow | { readonly row: LinkRow; readonly verdict: Verdict })[],
  ): Promise<unknown> {
    const here = createImportCounts(opened.known.format);
    const slice = createSlice({
      ...options,
      texts,
      now: options.clock(),
    });
    for (const one of judged) {
      if ("kind" in one) {
        here.count("invalid");
        job.fail(failed.add(one, one.column, one.reason));
        continue;
      }
      const { row, verdict } = one;
      const outcome = slice.place(row.link, verdict);
      here.take(outcome, row.link);
      if (outcome.is === "invalid" || outcome.is === "skipped") {
        const column = columnOf(opened.reading, outcome.field);
        job.fail(failed.add(row, column, outcome.reason));
      }
      for (const excess of "left" in outcome ? outcome.left : []) {
        const { field, detail } = tooLarge(excess);
        job.fail(failed.add(row, field, detail));
      }
    }
    here.leaveOut("pixelsLeftOut", slice.withoutPixels());
    here.leaveOut("campaignsLeftOut", slice.withoutCampaign());
    here.leaveOut("statisticsLeftOut", slice.withoutStatistics());
    here.leaveOut("namesLeftOut", slice.withoutNames());
    if (set === undefined || slice.changes.length === 0) {
      counts.add(here);
      return Promise.resolve();
    }
    const safe = store.commit(slice.changes, { set, allowsAlike: true });
    for (const id of slice.added) statistics.linkAdded(id);
    return safe.then(
      () => counts.add(here),
      (error: unknown) => {
        for (const id of slice.added) {
          statistics.linkRemoved(id);
          statistics.forget(id);
        }
        throw error;
      },
    );
  }

  /** Commits that aren't safe yet, the oldest first. */
  const underWay: Promise<unknown>[] = [];
  const pause = createPauses();

  async function settle(most: number): Promise<void> {
    while (underWay.length > most) await underWay.shift();
    job.report(counts.result());
    job.progress(counts.rows());
  }

  async function flush(): Promise<void> {
    let judged = waiting.map((row) =>
      row.kind === "link" ? { row, verdict: rules.judge(row.link) } : row,
    );
    waiting = [];
    waitingBytes = 0;
    if (set === undefined && judged.some((one) => "verdict" in one && changes(one.verdict))) {
      set = await begin();
      // Its links may have been changed or deleted since.
      judged = judged.map((one) =>
        "verdict" in one ? { ...one, verdict: rules.judgeAgain(one.row.link, one.verdict) } : one,
      );
    }
    const safe = commitJudged(judged);
    // Looked at in its turn; until then a refusal is nobody's.
    safe.catch(() => undefined);
    underWay.push(safe);
    await settle(mostUnderWay);
    await failed.flush();
    await pause();
  }

  try {
    for await (const row of opened.reading.rows) {
      job.signal.throwIfAborted();
      if (row.kind === "skipped") counts.count("skipped");
      else if (row.kind === "click") counts.count("invalid");
      else {
        // What can't be read waits with the others: failures are told in the order of the file.
        waiting.push(row);
        waitingBytes += row.characters;
      }
      if (waiting.length >= sliceRows || waitingBytes >= sliceBytes) await flush();
    }
    await flush();
    await settle(0);
  } finally {
    await Promise.allSettled(underWay);
    job.report(counts.result());
    job.progress(counts.rows());
    try {
      await failed.close();
    } finally {
      await endSet(set, job.signal);
    }
  }
  return { message: counts.message(set), result: counts.result() };
}
