import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import { hash } from "node:crypto";
import type { ClickImportRecord } from "../../store/records.ts";
import type { OpenSet, Store } from "../../store/store.ts";
import type { Aliases } from "../aliases.ts";
import type { Statistics } from "../clicks/statistics.ts";
import type { DomainService } from "../domains.ts";
import {
  type Job,
  type JobOutcome,
  type JobRun,
  type JobService,
  serviceEnds,
  undoHint,
} from "../jobs.ts";
import type { LinkTags } from "../linkTags.ts";
import type { OwnAddresses } from "../ownAddresses.ts";
import { createPauses } from "../paging.ts";
import { Conflict, Invalid, NotFound } from "../problems.ts";
import type { References } from "../references.ts";
import { createReferrers } from "../visitor/referrers.ts";
import { createUserAgents } from "../visitor/userAgents.ts";
import { withoutYoungSpace } from "../../store/youngSpace.ts";
import { createTakenAliases } from "../takenAliases.ts";
import type { Timestamps } from "../timestamps.ts";
import { createClickRules } from "./clickRules.ts";
import { createFailedRows, type FailedRows } from "./failedRows.ts";
import { createImportedFiles, failuresName, type ImportedFile } from "./importedFile.ts";
import {
  createSlice,
  type ForAll,
  namesIn,
  type OnConflict,
  type Outcome,
  type RestOfLink,
} from "./importedLinks.ts";
import type { ClickWriter, ImportedClickLine, ImportedClicks } from "./importedClicks.ts";
import { createImportRules, type ImportRules, sourceKey, type Verdict } from "./importRules.ts";
import { createImportTexts, type ImportTexts } from "./importTexts.ts";
import { createKeyTable } from "./keyTable.ts";
import { examine, type Known } from "./read/examine.ts";
import type { Format } from "./read/formats.ts";
import { read, type Reading } from "./read/read.ts";
import type { ImportedLink, Row } from "./read/rows.ts";
import { Unreadable } from "./read/unreadable.ts";

/** How a file is read; what is absent is as it looks. */
export interface ReadingChoice {
  readonly format?: Format | undefined;
  /** Column → field; "none" leaves the column out. */
  readonly mapping?: Readonly<Record<string, string>> | undefined;
  readonly dates?: "day first" | "month first" | undefined;
  /** For all links, whatever the file says: a registered domain or the service's own address. */
  readonly domain?: string | undefined;
}

export interface ApplyChoice extends ReadingChoice {
  readonly token: string;
  readonly onConflict?: OnConflict | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly channel?: number | undefined;
  readonly campaign?: number | undefined;
}

export interface ImportService {
  /** Takes a file in and previews it. */
  start(request: {
    readonly content: AsyncIterable<Uint8Array>;
    readonly name: string | undefined;
    readonly choice: ReadingChoice;
    readonly wait: number;
  }): Promise<Job>;
  /** The same file read in another way: a job of its own. */
  preview(job: number, choice: ReadingChoice, wait: number): Promise<Job>;
  apply(job: number, choice: ApplyChoice, wait: number): Promise<Job>;
  /** The rows that didn't come, as CSV. */
  failures(job: number): Promise<{
    readonly name: string;
    readonly size: number;
    readonly content: AsyncIterable<Uint8Array>;
  }>;
}

/** What a job of an import keeps for those that follow it. */
interface Kept extends ImportedFile {
  readonly choice: ReadingChoice;
  readonly token: string;
  /** No link had this id or a higher one at the time. */
  readonly firstUnseen: number;
}

const mostRows = 1_000_000;
const mostTold = 1000;
const mostRecords = 50;
/** Rows of a commit: what others wait for is short, and so is what a kill cuts off. */
const sliceRows = 50;
const sliceBytes = 64 * 1024;
/** Commits that wait for the disk at once: they share its syncs. */
const mostUnderWay = 8;
const sliceClicks = 500;

type ClickRules = ReturnType<typeof createClickRules>;

export async function createImports(options: {
  dataDir: string;
  store: Store;
  statistics: Pick<Statistics, "linkAdded" | "linkRemoved" | "forget">;
  jobs: JobService;
  aliases: Aliases;
  ownAddresses: OwnAddresses;
  domains: DomainService;
  references: References;
  tags: LinkTags;
  timestamps: Timestamps;
  readRest: (rest: Readonly<Record<string, unknown>> | undefined) => RestOfLink;
  importedClicks: ImportedClicks;
  clock: () => number;
}): Promise<ImportService> {
  const { store, statistics, jobs, aliases, ownAddresses, domains, tags, clock } = options;
  const files = createImportedFiles(options.dataDir);
  const taken = createTakenAliases(store);

  const kept = (job: Job): Kept | undefined => keptOf(job);

  jobs.onForgotten(async (job) => {
    const own = kept(job);
    const others = jobs.all().filter(({ id }) => id !== job.id);
    const isShared = others.some((other) => kept(other)?.file === own?.file);
    const left = [failuresName(job.id), ...(own === undefined || isShared ? [] : [own.file])];
    await files.remove(left);
  });
  await files.keepOnly(
    new Set(jobs.all().flatMap((job) => [kept(job)?.file ?? "", failuresName(job.id)])),
  );

  function importOf(id: number): Job & { readonly own: Kept } {
    const job = jobs.get(id);
    const own = kept(job);
    if (job.kind !== "import" || own === undefined) throw new NotFound("Import does not exist.");
    return { ...job, own };
  }

  function tokenOf(file: ImportedFile, { format, mapping, dates, domain }: ReadingChoice): string {
    const columns = Object.entries(mapping ?? {}).toSorted(([one], [other]) =>
      one < other ? -1 : 1,
    );
    const text = JSON.stringify([file.file, format, columns, dates, domain]);
    return hash("sha256", text, "base64url").slice(0, 32);
  }

  function domainOfAll(choice: ReadingChoice): { readonly id: number | undefined } | undefined {
    return choice.domain === undefined ? undefined : { id: domains.chosen(choice.domain) };
  }

  async function open(file: ImportedFile, choice: ReadingChoice): Promise<Opened> {
    const { format, mapping, dates } = choice;
    const columns = Object.entries(mapping ?? {}).map(
      ([column, field]): [string, string | null] => [column, field === "none" ? null : field],
    );
    const known = await examine(await files.head(file), {
      name: file.name,
      ...(format !== undefined && { format }),
      ...(mapping !== undefined && { mapping: Object.fromEntries(columns) }),
    });
    let bytes = 0;
    async function* counted(): AsyncIterable<Uint8Array> {
      let own = 0;
      for await (const piece of files.content(file)) {
        own += piece.length;
        bytes = Math.max(bytes, own);
        yield piece;
      }
    }
    const reading = read(counted, known, { ...(dates !== undefined && { dates }) });
    return { known, reading, bytes: () => bytes };
  }

  /** Where links came from; only ids are held, the links themselves say the rest. */
  async function sourcesHere() {
    const table = createKeyTable();
    const pause = createPauses();
    for (const { id, source } of store.links.values()) {
      if (source !== undefined) table.add(sourceKey(source), id);
      const rest = pause();
      if (rest !== undefined) await rest;
    }
    return table;
  }

  async function rulesFor(choice: ReadingChoice): Promise<ImportRules> {
    return createImportRules({
      store,
      aliases,
      ownAddresses,
      domains,
      domainOfAll: domainOfAll(choice),
      bySource: await sourcesHere(),
    });
  }

  async function failedRows(job: JobRun, { header }: Reading): Promise<FailedRows> {
    return createFailedRows(await files.write(job.id), header);
  }

  async function runPreview(
    job: JobRun,
    file: ImportedFile,
    choice: ReadingChoice,
  ): Promise<JobOutcome> {
    job.phase("reading");
    job.progress(0, file.bytes);
    const token = tokenOf(file, choice);
    const own: Kept = {
      ...file,
      choice,
      token,
      firstUnseen: (store.links.newest(0, 1)[0]?.id ?? 0) + 1,
    };
    job.keep(own);
    const opened = await open(file, choice);
    const told = createTold(opened, {
      rules: await rulesFor(choice),
      clickRules: await clickRulesFor(opened),
      timestamps: options.timestamps,
    });
    const failed = await failedRows(job, opened.reading);
    try {
      for await (const row of opened.reading.rows) {
        job.signal.throwIfAborted();
        told.take(row, failed);
        await failed.flush();
        job.progress(opened.bytes());
      }
    } finally {
      await failed.close();
    }
    const result = { ...told.result(), file: file.name, token };
    const { valid, conflicts, invalid, clicks } = result;
    const what = result.kind === "clicks" ? `${clicks} clicks` : `${valid} links`;
    const more = [
      ...(conflicts > 0 ? [`${conflicts} have a short address that is taken`] : []),
      ...(invalid > 0 ? [`${invalid} rows can't come`] : []),
    ];
    return {
      message: `${[`${what} can come`, ...more].join(", ")}. Nothing has been changed yet.`,
      result,
    };
  }

  async function applyLinks(
    job: JobRun,
    opened: Opened,
    { own, choice, onConflict, forAll }: ApplyOrder,
  ): Promise<JobOutcome> {
    const rules = await rulesFor(choice);
    const texts = createImportTexts();
    const known = namesIn(store);
    const counts = createCounts(opened.known.format);
    const failed = await failedRows(job, opened.reading);
    let set: OpenSet | undefined;
    let waiting: (LinkRow | InvalidRow)[] = [];
    let waitingBytes = 0;

    function refuse(row: Row, column: string | null, message: string): void {
      failed.add(row.line, row.cells, joined(column, message));
      job.fail({ line: row.line, column, message: joined(column, message) });
    }

    /** Whether rows would change anything; a set of nothing is none. */
    const changes = (verdict: Verdict) =>
      verdict.is === "new" ||
      (verdict.is === "conflict" && onConflict !== "skip") ||
      (verdict.is === "known" && onConflict === "overwrite");

    /** From here to the commit nothing waits: what is free now is free then. */
    function commitJudged(
      judged: readonly (InvalidRow | { readonly row: LinkRow; readonly verdict: Verdict })[],
    ): Promise<unknown> {
      const here = createCounts(opened.known.format);
      const slice = createSlice({
        store,
        aliases,
        taken,
        tags,
        texts,
        rules,
        known,
        readRest: options.readRest,
        onConflict,
        forAll,
        firstUnseen: own.firstUnseen,
        now: clock(),
      });
      for (const one of judged) {
        if ("kind" in one) {
          here.refuse();
          refuse(one, one.column, one.message);
          continue;
        }
        const { row, verdict } = one;
        const outcome = slice.place(row.link, verdict);
        here.take(outcome, row.link);
        if (outcome.is === "invalid" || outcome.is === "skipped") {
          refuse(row, columnOf(opened.reading, outcome.field), outcome.message);
        }
      }
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
      job.tell(counts.result());
      job.progress(counts.rows());
    }

    async function flush(): Promise<void> {
      const judged = waiting.map((row) =>
        row.kind === "link" ? { row, verdict: rules.judge(row.link) } : row,
      );
      waiting = [];
      waitingBytes = 0;
      if (judged.some((one) => "verdict" in one && changes(one.verdict))) set ??= await begin(job);
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
        if (row.kind === "skipped") counts.skip();
        else if (row.kind === "click") counts.refuse();
        else {
          // What can't be read waits with the others: failures are told in the order of the file.
          waiting.push(row);
          waitingBytes += row.cells.reduce((sum, cell) => sum + cell.length, 0);
        }
        if (waiting.length >= sliceRows || waitingBytes >= sliceBytes) await flush();
      }
      await flush();
      await settle(0);
    } finally {
      await Promise.allSettled(underWay);
      job.tell(counts.result());
      job.progress(counts.rows());
      await failed.close();
      // What the service's end cuts off is told as such.
      if (job.signal.reason !== serviceEnds) await set?.end();
    }
    return { message: counts.message(set), result: counts.result() };
  }

  /** The table of rows that came before is held for files of clicks alone. */
  async function clickRulesFor({ known }: Opened): Promise<ClickRules> {
    return createClickRules({
      store,
      domains,
      userAgents: createUserAgents(),
      referrers: createReferrers(),
      known: known.kind === "clicks" ? await options.importedClicks.known() : createKeyTable(),
      now: clock(),
    });
  }

  async function applyClicks(
    job: JobRun,
    opened: Opened,
    { own }: ApplyOrder,
  ): Promise<JobOutcome> {
    const rules = await clickRulesFor(opened);
    const counts = { clicks: 0, unchanged: 0, invalid: 0, skipped: 0, bots: 0 };
    const failed = await failedRows(job, opened.reading);
    const { format } = opened.known;
    const result = () => ({
      format,
      imported: 0,
      renamed: 0,
      overwritten: 0,
      hadPassword: [],
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
      set ??= await begin(job);
      writer ??= await options.importedClicks.begin(set.id);
      if (record === undefined) {
        const id = store.nextId("clickImports");
        const createdAt = new Date(clock()).toISOString();
        record = { id, set: set.id, name: own.name, format, clicks: 0, bots: 0, createdAt };
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
      const refuse = (column: string | null, message: string) => {
        counts.invalid += 1;
        failed.add(row.line, row.cells, message);
        job.fail({ line: row.line, column, message });
      };
      if (row.kind === "skipped") counts.skipped += 1;
      else if (row.kind === "invalid") refuse(row.column, row.message);
      else if (row.kind === "click") {
        const verdict = rules.judge(row.click);
        if (verdict.is === "known") counts.unchanged += 1;
        else if (verdict.is === "invalid") refuse(null, verdict.message);
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

  function begin(job: JobRun): Promise<OpenSet> {
    return store
      .beginSet({ by: "import", operation: "applyImport", scope: "api" })
      .then(async (set) => {
        await job.began(set.id);
        return set;
      });
  }

  return {
    async start({ content, name = "file", choice, wait }) {
      const file = await files.receive(content, name);
      return jobs.start({
        kind: "import",
        wait,
        run: (job) => readable(() => runPreview(job, file, choice)),
      });
    },
    preview(id, choice, wait) {
      const { own } = importOf(id);
      domainOfAll(choice);
      return jobs.start({
        kind: "import",
        wait,
        run: (job) => readable(() => runPreview(job, own, choice)),
      });
    },
    async apply(id, { token, onConflict = "skip", tags: tagsForAll = [], ...given }, wait) {
      const { own } = importOf(id);
      const { channel, campaign, ...reading } = given;
      const choice = { ...own.choice, ...withoutEmpty(reading) };
      domainOfAll(choice);
      if (channel !== undefined && !options.references.hasChannel(channel)) {
        throw new Invalid({ channel: { code: "unknown", says: `names no channel: ${channel}` } });
      }
      if (campaign !== undefined && !options.references.hasCampaign(campaign)) {
        throw new Invalid({
          campaign: { code: "unknown", says: `names no campaign: ${campaign}` },
        });
      }
      if (token !== own.token || tokenOf(own, choice) !== token) {
        throw new Conflict(
          "outdated",
          "token: is of another preview. Ask for a preview of this way to read the file, and send its token.",
          { token: { code: "changed", says: "is of another preview" } },
        );
      }
      const order = { own, choice, onConflict, forAll: { tags: tagsForAll, channel, campaign } };
      return jobs.start({
        kind: "apply",
        wait,
        run: (job) =>
          readable(async () => {
            job.phase("changing");
            const opened = await open(own, choice);
            return opened.known.kind === "clicks"
              ? applyClicks(job, opened, order)
              : applyLinks(job, opened, order);
          }),
      });
    },
    async failures(id) {
      jobs.get(id);
      const path = files.written(id);
      const found = await stat(path).catch(() => {
        throw new NotFound("This import has no list of rows that didn't come.");
      });
      return {
        name: `import-${id}-failures.csv`,
        size: found.size,
        content: createReadStream(path),
      };
    },
  };
}

type LinkRow = Row & { readonly kind: "link" };
type InvalidRow = Row & { readonly kind: "invalid" };

interface Opened {
  readonly known: Known;
  readonly reading: Reading;
  /** That have been read. */
  readonly bytes: () => number;
}

interface ApplyOrder {
  readonly own: Kept;
  readonly choice: ReadingChoice;
  readonly onConflict: OnConflict;
  readonly forAll: ForAll;
}

function keptOf({ own }: Job): Kept | undefined {
  // Written by this file alone.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return own === undefined || !("token" in own) ? undefined : (own as Kept);
}

function withoutEmpty(choice: ReadingChoice): ReadingChoice {
  return Object.fromEntries(Object.entries(choice).filter(([, value]) => value !== undefined));
}

/** A file that can't be read is the caller's, not ours. */
async function readable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await withoutYoungSpace(work);
  } catch (error) {
    throw error instanceof Unreadable ? new Invalid({ "": error.message }) : error;
  }
}

function columnOf(reading: Reading, field: string | null): string | null {
  if (field === "url") return reading.columnOf("url");
  return field === "custom" ? (reading.columnOf("custom") ?? reading.columnOf("short")) : null;
}

function joined(column: string | null, message: string): string {
  if (column === null) return message;
  return /^\p{Lu}/u.test(message) ? `${column}: ${message}` : `${column} ${message}`;
}

/** What a preview tells, as its rows come. */
function createTold(
  { known, reading }: Opened,
  {
    rules,
    clickRules,
    timestamps,
  }: { rules: ImportRules; clickRules: ClickRules; timestamps: Timestamps },
) {
  const texts: ImportTexts = createImportTexts();
  const counts = {
    rows: 0,
    valid: 0,
    conflicts: 0,
    invalid: 0,
    skipped: 0,
    unchanged: 0,
    clicks: 0,
    withPassword: 0,
  };
  const problems: { line: number; column: string | null; message: string }[] = [];
  const conflicting: object[] = [];
  const records: object[] = [];

  function refuse(row: Row, failed: FailedRows, column: string | null, message: string): void {
    counts.invalid += 1;
    failed.add(row.line, row.cells, joined(column, message));
    if (problems.length < mostTold) {
      problems.push({ line: row.line, column, message: joined(column, message) });
    }
  }

  function show(link: ImportedLink, verdict: Verdict): void {
    if (records.length >= mostRecords || verdict.is === "invalid") return;
    const { createdAt } = link;
    records.push({
      line: link.line,
      url: link.url ?? "",
      alias: verdict.place.alias ?? null,
      name: texts.name(link.name) ?? "",
      tags: texts.tags(link.tags, []),
      date: createdAt === undefined ? null : timestamps.render(new Date(createdAt).toISOString()),
      earlierclicks: link.clicks ?? 0,
    });
  }

  function takeLink(row: Row & { kind: "link" }, failed: FailedRows): void {
    const { link } = row;
    const verdict = rules.judge(link);
    if (link.hadPassword === true) counts.withPassword += 1;
    show(link, verdict);
    switch (verdict.is) {
      case "invalid":
        refuse(row, failed, columnOf(reading, verdict.field), verdict.message);
        break;
      case "known":
        counts.unchanged += 1;
        break;
      case "new":
        counts.valid += 1;
        break;
      case "conflict": {
        counts.conflicts += 1;
        if (conflicting.length >= mostTold) break;
        const { holder, place } = verdict;
        const { id } = holder.is === "link" ? holder.link : holder.page;
        const present = holder.is === "link" ? holder.link.url : holder.page.name;
        const given = link.url ?? "";
        conflicting.push({ line: row.line, alias: place.alias ?? "", id, present, given });
        break;
      }
    }
  }

  function takeClick(row: Row & { kind: "click" }, failed: FailedRows): void {
    const verdict = clickRules.judge(row.click);
    switch (verdict.is) {
      case "invalid":
        refuse(row, failed, null, verdict.message);
        break;
      case "known":
        counts.unchanged += 1;
        break;
      case "new":
        counts.clicks += 1;
        break;
    }
  }

  const city = known.kind === "clicks" ? reading.columnOf("city") : null;

  return {
    take(row: Row, failed: FailedRows): void {
      counts.rows += 1;
      if (counts.rows > mostRows) {
        throw new Unreadable(
          `The file has more than ${mostRows} rows. Split it, and bring its parts along one by one.`,
        );
      }
      switch (row.kind) {
        case "link":
          takeLink(row, failed);
          break;
        case "click":
          takeClick(row, failed);
          break;
        case "skipped":
          counts.skipped += 1;
          break;
        case "invalid":
          refuse(row, failed, row.column, row.message);
          break;
      }
    },
    result() {
      const { format, sureness, formats, kind, columns, fields, dropped } = known;
      const gone = [...rules.domains].filter(([, { id }]) => id === null);
      return {
        format,
        sureness,
        formats,
        kind,
        ...counts,
        columns,
        fields,
        dropped: [
          ...dropped,
          ...(city === null ? [] : [{ column: city, why: "clicks are kept with their country" }]),
          ...texts.told(),
          ...(gone.length === 0
            ? []
            : [
                {
                  column: "domain",
                  why: `not registered here: ${gone
                    .slice(0, 20)
                    .map(([host]) => host)
                    .join(", ")}; these links get the service's own address`,
                },
              ]),
        ],
        domains: [...rules.domains].map(([host, { links, id }]) => ({
          host,
          links,
          registered: id !== null,
        })),
        dates: reading.dates(),
        problems,
        conflicting,
        records,
      };
    },
  };
}

interface Counts {
  rows(): number;
  result(): Record<OutcomeName, number> & { readonly hadPassword: readonly string[] };
}

type OutcomeName = Outcome["is"];

/** What rows have come to; those of a commit are added to the others once it is safe. */
function createCounts(format: Format) {
  const counts = { imported: 0, skipped: 0, renamed: 0, overwritten: 0, unchanged: 0, invalid: 0 };
  const outcomes = [
    "imported",
    "skipped",
    "renamed",
    "overwritten",
    "unchanged",
    "invalid",
  ] as const;
  let rows = 0;
  const hadPassword: string[] = [];
  return {
    take(outcome: Outcome, link: ImportedLink): void {
      rows += 1;
      counts[outcome.is] += 1;
      if (link.hadPassword === true && "record" in outcome) hadPassword.push(outcome.record.alias);
    },
    skip(): void {
      rows += 1;
      counts.skipped += 1;
    },
    refuse(): void {
      rows += 1;
      counts.invalid += 1;
    },
    add(others: Counts): void {
      rows += others.rows();
      const more = others.result();
      for (const outcome of outcomes) counts[outcome] += more[outcome];
      hadPassword.push(...more.hadPassword.slice(0, mostTold - hadPassword.length));
    },
    rows: () => rows,
    result: () => ({ format, ...counts, clicks: 0, hadPassword: [...hadPassword] }),
    message(set: OpenSet | undefined): string {
      const { imported, renamed, overwritten, skipped, unchanged, invalid } = counts;
      const told = [
        [imported, "imported"],
        [
          renamed,
          "imported under another short address: printed codes of the old one won't lead here",
        ],
        [overwritten, "overwritten"],
        [skipped, "skipped"],
        [unchanged, "there already"],
        [invalid, "can't come"],
      ] as const;
      const parts = told.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
      const what = parts.length === 0 ? "Nothing was changed" : parts.join(", ");
      const isChanged = imported + renamed + overwritten > 0;
      const hint = set === undefined || !isChanged ? "" : ` ${undoHint(set.id)}`;
      return `${what}.${hint}`;
    },
  };
}
