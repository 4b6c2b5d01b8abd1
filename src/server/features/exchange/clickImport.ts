import { type Message } from "../../../contract/messages/messages.ts";
import type { ClickImportRecord } from "../../store/records.ts";
import type { OpenSet, Store } from "../../store/store.ts";
import { endSet, type JobOutcome, serviceEnds } from "../jobs/jobs.ts";
import type { ClickRules } from "./clickRules.ts";
import type { ClickWriter, ImportedClicks } from "./importedClicks.ts";
import type { ImportedClickLine } from "./importedLines.ts";
import { createImportCounts } from "./importCounts.ts";
import type { ImportRun } from "./linkImport.ts";
import type { Row } from "./read/rows.ts";

/** Clicks that are written at once. */
const sliceClicks = 500;

/** Counts the clicks of a file with the links they are of. */
export async function applyClicks(
  { job, opened, rules, failed, begin }: ImportRun<ClickRules>,
  options: {
    store: Store;
    importedClicks: Pick<ImportedClicks, "begin">;
    /** What the file's owner calls it. */
    name: string;
    clock: () => number;
  },
): Promise<JobOutcome> {
  const { store, importedClicks, name, clock } = options;
  const { format } = opened.known;
  const counts = createImportCounts(format);
  let bots = 0;
  let set: OpenSet | undefined;
  let writer: ClickWriter | undefined;
  let record: ClickImportRecord | undefined;
  let waiting: ImportedClickLine[] = [];

  /** A restored record may have the number of a change that hasn't been made: its file stays. */
  async function beginUnnamed(): Promise<OpenSet> {
    const begun = await begin();
    if (![...store.clickImports.values()].some((one) => one.set === begun.id)) return begun;
    await begun.end();
    job.signal.throwIfAborted();
    return beginUnnamed();
  }

  async function flush(): Promise<void> {
    await failed.flush();
    if (waiting.length === 0) return;
    set ??= await beginUnnamed();
    writer ??= await importedClicks.begin(set.id);
    if (record === undefined) {
      const id = store.nextId("clickImports");
      const createdAt = new Date(clock()).toISOString();
      record = { id, set: set.id, name, format, clicks: 0, bots: 0, createdAt };
      await store.commit([{ put: "clickImports", record }], { set });
    }
    const ready = waiting;
    waiting = [];
    await writer.write(ready);
    bots += ready.filter(({ bot }) => bot !== undefined).length;
    counts.count("clicks", ready.length);
    job.report(counts.result());
    job.progress(counts.rows());
  }

  function take(row: Row): void {
    const refuse = (column: string | null, reason: Message) => {
      counts.count("invalid");
      job.fail(failed.add(row, column, reason));
    };
    if (row.kind === "skipped") counts.count("skipped");
    else if (row.kind === "invalid") refuse(row.column, row.reason);
    else if (row.kind === "click") {
      const verdict = rules.judge(row.click);
      if (verdict.is === "known") counts.count("unchanged");
      else if (verdict.is === "invalid") refuse(null, verdict.reason);
      else waiting.push(verdict.line);
    }
  }

  /** Says in the record how many came. */
  async function recordCounts(): Promise<void> {
    if (set === undefined || record === undefined) return;
    if (store.clickImports.get(record.id)?.set !== record.set) return;
    const { clicks } = counts.result();
    const whole = { ...record, clicks: clicks - bots, bots };
    await store.commit([{ put: "clickImports", record: whole }], { set });
  }

  try {
    for await (const row of opened.reading.rows) {
      job.signal.throwIfAborted();
      take(row);
      if (waiting.length >= sliceClicks) await flush();
    }
    await flush();
  } finally {
    try {
      await writer?.close();
      await failed.close();
      if (job.signal.reason !== serviceEnds) await recordCounts();
    } finally {
      await endSet(set, job.signal);
    }
  }
  return { message: counts.message(set), result: counts.result() };
}
