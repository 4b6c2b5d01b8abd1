import { type Message } from "../../../contract/messages/messages.ts";
import type { ClickImportRecord } from "../../store/records.ts";
import type { OpenSet, Store } from "../../store/store.ts";
import { type JobOutcome, serviceEnds, undoHint } from "../jobs/jobs.ts";
import type { ClickRules } from "./clickRules.ts";
import type { ClickWriter, ImportedClickLine, ImportedClicks } from "./importedClicks.ts";
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
  const counts = { clicks: 0, unchanged: 0, invalid: 0, skipped: 0, bots: 0 };
  const { format } = opened.known;
  const result = () => ({
    format,
    imported: 0,
    renamed: 0,
    overwritten: 0,
    hadPassword: [],
    pixelsLeftOut: 0,
    clicks: counts.clicks,
    unchanged: counts.unchanged,
    invalid: counts.invalid,
    skipped: counts.skipped,
  });
  let set: OpenSet | undefined;
  let writer: ClickWriter | undefined;
  let record: ClickImportRecord | undefined;
  let waiting: ImportedClickLine[] = [];
  let rows = 0;

  async function flush(): Promise<void> {
    await failed.flush();
    if (waiting.length === 0) return;
    set ??= await begin();
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
    const bots = ready.filter(({ bot }) => bot !== undefined).length;
    counts.bots += bots;
    counts.clicks += ready.length;
    job.tell(result());
    job.progress(rows);
  }

  function take(row: Row): void {
    rows += 1;
    const refuse = (column: string | null, said: Message) => {
      counts.invalid += 1;
      failed.add(row.line, row.cells, said.message);
      job.fail({ ...said, line: row.line, column });
    };
    if (row.kind === "skipped") counts.skipped += 1;
    else if (row.kind === "invalid") refuse(row.column, row.said);
    else if (row.kind === "click") {
      const verdict = rules.judge(row.click);
      if (verdict.is === "known") counts.unchanged += 1;
      else if (verdict.is === "invalid") refuse(null, verdict.said);
      else waiting.push(verdict.line);
    }
  }

  try {
    for await (const row of opened.reading.rows) {
      job.signal.throwIfAborted();
      take(row);
      if (waiting.length >= sliceClicks) await flush();
    }
    await flush();
  } finally {
    await failed.close();
    await writer?.close();
    if (job.signal.reason !== serviceEnds && set !== undefined) {
      const { clicks, bots } = counts;
      if (record !== undefined && store.clickImports.get(record.id) === record) {
        const whole = { ...record, clicks: clicks - bots, bots };
        await store.commit([{ put: "clickImports", record: whole }], { set });
      }
      await set.end();
    }
  }
  const told = [
    `${counts.clicks} clicks counted`,
    ...(counts.unchanged > 0 ? [`${counts.unchanged} there already`] : []),
    ...(counts.invalid > 0 ? [`${counts.invalid} can't come`] : []),
  ].join(", ");
  const hint = set === undefined ? "" : ` ${undoHint(set.id)}`;
  return { message: `${told}.${hint}`, result: result() };
}
