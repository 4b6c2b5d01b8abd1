import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { shareOfChanges } from "../../store/document/documentSize.ts";
import { disk, publishDraft } from "../../store/fileSystem.ts";
import { boundedLines } from "../../store/lines.ts";
import { createPauses } from "../../common/paging.ts";
import { DocumentFull } from "../../common/problems.ts";
import {
  allowState,
  type LinesState,
  readImportedCounters,
  stateOfLines,
  writeImportedCounters,
} from "./importedCounters.ts";
import { type ImportedClickLine, type ImportedLine, parsedLine, sumsOf } from "./importedLines.ts";
import { createKeyTable, type KeyTable } from "./keyTable.ts";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { Unreadable } from "./read/unreadable.ts";
import { errorText } from "../../../util/errorText.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import type { Core } from "../../common/context.ts";

/** Clicks that come line by line, each import of them in a file that goes and comes with its record. */
export interface ImportedClicks {
  /** Once what the files add up to is counted: no answer may be given before. */
  readonly ready: Promise<void>;
  /**
   * Makes sums of the lines that are too old, or more than all lines of clicks may be; the oldest go
   * first, and those of the service's own log stay before them. What they add up to stays.
   */
  look(): Promise<void>;
  /** Rows that came with any import that stands; a signal ends the search for them. */
  known(signal: AbortSignal): Promise<KeyTable>;
  /** The lines of those that stand, from a moment up to another (milliseconds since 1970), a few at a time. */
  between(from: number, to: number): AsyncIterable<readonly ImportedClickLine[]>;
  /** The files of those that stand, with what tells one state of a file from another. */
  files(): Promise<readonly { readonly path: string; readonly state: string }[]>;
  /** What the owner should be told at the moment. */
  notices(): Message[];
  /** Begins the file of a set, before its record is there. */
  begin(set: number): Promise<ClickWriter>;
  /** @param last resolves when no file is begun or written to any more */
  close(last?: Promise<void>): Promise<void>;
}

export interface ClickWriter {
  /** Safe on disk, and counted, when it resolves. */
  write(clicks: readonly ImportedClickLine[]): Promise<void>;
  close(): Promise<void>;
}

/** Bytes of a line, at most: the totals of {@link foldedTogether} clicks have about 12,600. */
const longestLine = 1 << 14;
/** Lines of a file that can't be used, at most, before the rest of it is ignored. */
const mostUnusable = 10_000;
/** Lines that are handed over in one piece. */
const linesTogether = 256;

const fileName = /^import-(\d+)\.ndjson$/;
const monthName = /^\d{4}-\d{2}\.ndjson$/;
const countersName = /^import-(\d+)\.counters\.ndjson$/;
/** Lines that are made sums together; the rows stay known by their hashes. */
const foldedTogether = 500;
/** What is left of a line in a sum, about; bytes. */
const idBytes = 30;
/** Milliseconds. */
const day = 86_400_000;
/** Days since 1970, up to 2106: a crafted file may have a click on each of millions. */
const lastDay = 50_000;
/** Of one that was taken back: it comes again when that is taken back too. */
const asideName = /^import-(\d+)\.ndjson\.undone$/;

/** @param mostKnown rows that are known at once; with a file of a million more they take 200 MB */
export function openImportedClicks(app: Core, mostKnown = 7_000_000): ImportedClicks {
  const { store, statistics, settings, clock, log } = app;
  const folder = join(app.dataDir, "clicks");
  const pathOf = (set: number) => join(folder, `import-${set}.ndjson`);
  const asideOf = (set: number) => `${pathOf(set)}.undone`;
  const writing = new Set<number>();
  /** Milliseconds since 1970; lines of older clicks are not kept. */
  const retainedSince = () =>
    settings.get("privacy.retentionDays") === 0
      ? 0
      : clock() - settings.get("privacy.retentionDays") * day;
  let isClosing = false;

  const countersOf = (set: number) => join(folder, `import-${set}.counters.ndjson`);
  /** Of the lines of each set that stands. */
  const oldest = new Map<number, number | null>();
  /** Sets that stand and that there is too little memory for. */
  const uncounted = new Set<number>();
  /** How often a set was taken back. */
  let undoCount = 0;

  /** Ends with the service. */
  async function* piecesOf(path: string): AsyncIterable<Buffer> {
    for await (const piece of createReadStream(path)) {
      if (isClosing) return;
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- The stream has no encoding.
      yield piece as Buffer;
    }
  }

  const logged = new Set<string>();
  /** Only the first sentence with each key, as a file is read again and again. */
  function logOnce(key: string, sentence: string): void {
    if (!logged.has(key)) log(sentence);
    logged.add(key);
  }

  /** Lets others have their turn, between lines that are handed over and others. */
  async function* textsOf(path: string): AsyncIterable<readonly [ImportedLine, string]> {
    if ((await disk.state(path)) === null) return;
    const pause = createPauses();
    let unusable = 0;
    const lines = boundedLines(piecesOf(path), longestLine, (number) => {
      unusable += 1;
      const sentence = `Line ${number} of ${path} is longer than ${longestLine} bytes. Such lines are skipped.`;
      logOnce(`long ${path}`, sentence);
    });
    for await (const line of lines) {
      const rest = pause();
      if (rest !== undefined) await rest;
      const read = parsedLine(line);
      // A last line that a kill has torn was never acknowledged.
      if (read === null) unusable += 1;
      else yield [read, line];
      if (unusable <= mostUnusable) continue;
      const sentence = `${path} has more than ${mostUnusable} lines that can't be read. The rest is ignored.`;
      return logOnce(path, sentence);
    }
  }

  async function* linesOf(path: string): AsyncIterable<ImportedLine> {
    for await (const [line] of textsOf(path)) yield line;
  }

  /** Each import has counters of its own for each link, and the next start needs memory for all. */
  function refuseFull(most: number): void {
    if (store.share > most) throw new DocumentFull();
  }

  /** Whether the counters beside were those of the lines. */
  async function restore(set: number): Promise<boolean> {
    const lines = await stateOfLines(disk, pathOf(set), null);
    let unknown = 0;
    const found = await readImportedCounters(disk, countersOf(set), lines, ({ link, counters }) => {
      if (!isThere(set)) return;
      refuseFull(1);
      if (store.clicks.isKnown({ link })) statistics.imported.restore(set, link, counters);
      else unknown += 1;
    }).catch(() => null);
    if (found === null) statistics.imported.drop(set);
    else if (isThere(set)) {
      oldest.set(set, found.oldest);
      sayUnknown(set, unknown);
    }
    return found !== null;
  }

  function sayUnknown(set: number, lines: number): void {
    if (lines === 0) return;
    log(`${pathOf(set)} has lines whose links don't exist. They aren't counted: ${lines}.`);
  }

  async function count(set: number): Promise<void> {
    try {
      if (await restore(set)) return;
      let first: number | null = null;
      let unknown = 0;
      for await (const line of linesOf(pathOf(set))) {
        if (isClosing || !isThere(set)) return;
        refuseFull(1);
        if (!store.clicks.isKnown(line)) unknown += 1;
        else if ("ids" in line) statistics.imported.addSum(set, line.link, line.clicks, line.bots);
        else {
          statistics.imported.add(set, line);
          first = Math.min(first ?? line.at, line.at);
        }
      }
      if (isClosing) return;
      oldest.set(set, first);
      sayUnknown(set, unknown);
      await keepCounters(set);
    } catch (error) {
      statistics.imported.drop(set);
      if (error instanceof DocumentFull && isThere(set)) uncounted.add(set);
      log(`clicks/import-${set}.ndjson can't be counted: ${errorText(error)}`);
    }
  }

  /** The next start needs no lines then. False: the set was taken back meanwhile, and nothing is kept. */
  async function keepCounters(set: number, next?: LinesState): Promise<boolean> {
    const standing = oldest.get(set);
    if (!isThere(set) || standing === undefined) return false;
    const before = undoCount;
    const present = await stateOfLines(disk, pathOf(set), standing);
    const states = next === undefined ? [present] : [present, next];
    await writeImportedCounters(disk, countersOf(set), states, statistics.imported.of(set));
    if (undoCount === before) return true;
    await rm(countersOf(set), { force: true });
    return false;
  }

  async function names(): Promise<readonly string[]> {
    return readdir(folder).catch(() => []);
  }

  /** Sets whose lines are here, and where: those that stand, and those that lie aside. */
  async function sets(): Promise<{ set: number; path: string; isAside: boolean }[]> {
    return (await names()).flatMap((name) => {
      const set = Number((fileName.exec(name) ?? asideName.exec(name))?.[1] ?? 0);
      if (set === 0 || writing.has(set)) return [];
      return [{ set, path: join(folder, name), isAside: asideName.test(name) }];
    });
  }

  /** False: the service ends, and nothing was changed. What is taken back meanwhile waits for another look. */
  async function fold(
    set: number,
    path: string,
    isAside: boolean,
    before: number,
  ): Promise<boolean> {
    const draft = `${path}.tmp`;
    await rm(draft, { force: true });
    const file = await open(draft, "wx", 0o600);
    let first: number | null = null;
    let newer: string[] = [];
    let older: ImportedClickLine[] = [];
    const flush = async () => {
      const sums = sumsOf(older).map((sum) => JSON.stringify(sum));
      await file.appendFile([...newer, ...sums].map((line) => `${line}\n`).join(""));
      newer = [];
      older = [];
    };
    try {
      for await (const [line, text] of textsOf(path)) {
        if (isClosing) return false;
        if ("ids" in line || line.at >= before) newer.push(text);
        else older.push(line);
        if (!("ids" in line) && line.at >= before) first = Math.min(first ?? line.at, line.at);
        if (newer.length + older.length >= foldedTogether) await flush();
      }
      await flush();
      await file.datasync();
    } finally {
      await file.close();
      if (isClosing) await rm(draft, { force: true });
    }
    // The service may have ended before the last line was read.
    if (isClosing) return false;
    // What the lines alone could tell must be in the counters before they go.
    const next = await stateOfLines(disk, draft, first);
    if (isAside) {
      await allowState(disk, countersOf(set), await stateOfLines(disk, path, null), next);
    } else if (!(await keepCounters(set, next))) {
      await rm(draft, { force: true });
      return true;
    }
    await publishDraft(disk, draft, path);
    if (!isAside) oldest.set(set, first);
    return true;
  }

  async function foldBefore(moment: number): Promise<void> {
    for (const { set, path, isAside } of await sets()) {
      const first = oldest.get(set);
      if (!isAside && (!isThere(set) || first == null || first >= moment)) continue;
      if (isAside && !(await hasLinesBefore(path, moment))) continue;
      if (!(await fold(set, path, isAside, moment))) return;
    }
  }

  async function hasLinesBefore(path: string, moment: number): Promise<boolean> {
    for await (const line of linesOf(path)) {
      if (!("ids" in line) && line.at < moment) return true;
    }
    return false;
  }

  /** The moment before which lines have to go so that the rest fits; null: it fits. */
  async function fitting(): Promise<number | null> {
    const most = settings.get("clicks.maxBytes");
    let excess = -most;
    for (const name of await names()) {
      if (!monthName.test(name) && !fileName.test(name) && !asideName.test(name)) continue;
      excess += (await disk.state(join(folder, name)))?.size ?? 0;
    }
    if (excess <= 0) return null;
    const gains = new Map<number, number>();
    for (const { path } of await sets()) {
      for await (const [line, text] of textsOf(path)) {
        if ("ids" in line) continue;
        const on = Math.min(Math.floor(line.at / day), lastDay);
        gains.set(on, (gains.get(on) ?? 0) + Math.max(1, Buffer.byteLength(text) - idBytes));
      }
    }
    let moment: number | null = null;
    for (const [on, gain] of [...gains].toSorted(([one], [other]) => one - other)) {
      moment = (on + 1) * day;
      excess -= gain;
      if (excess <= 0) break;
    }
    return moment;
  }

  async function lookNow(): Promise<void> {
    if (isClosing) return;
    const since = retainedSince();
    if (since > 0) await foldBefore(since);
    const moment = await fitting();
    if (moment !== null) await foldBefore(moment);
  }

  /** How many records name a set: one, unless somebody else wrote the document. */
  const recordsOf = new Map<number, number>();
  for (const { set } of store.clickImports.values()) {
    recordsOf.set(set, (recordsOf.get(set) ?? 0) + 1);
  }
  const isThere = (set: number) => recordsOf.has(set);
  /** The sets of this moment, whichever come and go while their files are read. */
  const standing = (): readonly number[] => [...recordsOf.keys()];

  /** Sets that lie aside and that no history could bring back any more. */
  async function forgetAside(): Promise<void> {
    const aside = (await names()).flatMap((name) => {
      const set = Number((asideName.exec(name) ?? countersName.exec(name))?.[1] ?? 0);
      return set === 0 || isThere(set) ? [] : [{ name, set }];
    });
    // To ask takes the journals into the database, and room.
    if (aside.length === 0) return;
    const held = new Set<unknown>();
    for await (const { before } of store.history.removed("clickImports")) held.add(before?.["set"]);
    for (const { name, set } of aside) {
      if (held.has(set) || (await store.history.set(set)) !== undefined) continue;
      // A restore may have brought its record back meanwhile.
      if (isThere(set)) continue;
      await rm(join(folder, name), { force: true });
    }
  }

  /** What lies where a new import writes has no record, and is nobody's. */
  async function setStraysAside(set: number): Promise<void> {
    await rm(countersOf(set), { force: true });
    if ((await disk.state(pathOf(set))) === null) return;
    await rename(pathOf(set), `${pathOf(set)}.stray`);
    log(`${pathOf(set)} belonged to no import, and was renamed to import-${set}.ndjson.stray.`);
  }

  /** Where it isn't there but lies aside, its record came back while no service ran. */
  async function bringBack(set: number): Promise<void> {
    if ((await disk.state(pathOf(set))) !== null || (await disk.state(asideOf(set))) === null)
      return;
    await rename(asideOf(set), pathOf(set));
  }

  async function openAll(): Promise<void> {
    for (const set of standing()) {
      await bringBack(set).catch((error: unknown) => {
        log(`clicks/import-${set}.ndjson.undone can't be restored: ${String(error)}`);
      });
      if ((await disk.state(pathOf(set))) !== null) await count(set);
    }
  }

  /** Changes of the files follow each other, as those of the records do. */
  const queue = createTaskQueue();
  const ready = queue.run(openAll);
  inTurn(forgetAside);

  function inTurn(work: () => Promise<void>): void {
    queue.run(work).catch((error: unknown) => {
      log(`Imported clicks couldn't be updated after a change: ${String(error)}`);
    });
  }

  function recordLeft(set: number): void {
    const left = (recordsOf.get(set) ?? 1) - 1;
    if (left > 0) return void recordsOf.set(set, left);
    recordsOf.delete(set);
    statistics.imported.drop(set);
    oldest.delete(set);
    uncounted.delete(set);
    undoCount += 1;
    inTurn(async () => {
      await rename(pathOf(set), asideOf(set)).catch(() => undefined);
    });
  }

  function recordCame(set: number): void {
    const records = (recordsOf.get(set) ?? 0) + 1;
    recordsOf.set(set, records);
    if (records > 1 || writing.has(set)) return;
    inTurn(async () => {
      await rename(asideOf(set), pathOf(set)).catch(() => undefined);
      await count(set);
    });
  }

  store.clickImports.watch((former, next) => {
    if (former?.set === next?.set) return;
    if (former !== undefined) recordLeft(former.set);
    if (next !== undefined) recordCame(next.set);
  });

  async function* between(from: number, to: number) {
    await queue.idle();
    for (const set of standing()) {
      let few: ImportedClickLine[] = [];
      for await (const line of linesOf(pathOf(set))) {
        if ("ids" in line || line.at < from || line.at >= to) continue;
        few.push(line);
        if (few.length < linesTogether) continue;
        yield few;
        few = [];
      }
      yield few;
    }
  }

  function tooOld({ at }: ImportedClickLine): boolean {
    return at < retainedSince();
  }

  /** All of the lines or none: what stays of a write that failed would never be counted. */
  async function append(set: number, file: FileHandle, lines: readonly object[]): Promise<void> {
    const { size } = await file.stat();
    try {
      await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
      await file.datasync();
    } catch (error) {
      // What can't be taken back is counted by the next start, for which no counters are kept then.
      await file.truncate(size).catch(() => oldest.delete(set));
      throw error;
    }
  }

  return {
    ready,
    look() {
      inTurn(lookNow);
      return queue.idle();
    },
    async known(signal) {
      await queue.idle();
      const table = createKeyTable();
      let rows = 0;
      for (const set of standing()) {
        for await (const line of linesOf(pathOf(set))) {
          signal.throwIfAborted();
          const ids = "ids" in line ? line.ids : [line.id];
          for (const id of ids) table.add(id, set);
          rows += ids.length;
          if (rows <= mostKnown) continue;
          throw new Unreadable(message("file.tooManyKnown", { most: mostKnown }));
        }
      }
      // The lines end early when the server stops.
      signal.throwIfAborted();
      return table;
    },
    between,
    notices: () =>
      uncounted.size === 0 ? [] : [message("service.clicksUncounted", { imports: uncounted.size })],
    async files() {
      await queue.idle();
      const found: { readonly path: string; readonly state: string }[] = [];
      for (const set of standing()) {
        const state = await disk.state(pathOf(set));
        if (state === null) continue;
        found.push({ path: pathOf(set), state: `${state.inode} ${state.size} ${state.changedAt}` });
      }
      return found;
    },
    async begin(set) {
      writing.add(set);
      oldest.set(set, null);
      await disk.makeFolder(folder);
      await setStraysAside(set);
      const file = await open(pathOf(set), "ax", 0o600);
      return {
        async write(clicks) {
          refuseFull(shareOfChanges);
          const sums = sumsOf(clicks.filter(tooOld));
          const lines = clicks.filter((click) => !tooOld(click));
          await append(set, file, [...lines, ...sums]);
          const moments = lines.map(({ at }) => at);
          const first = Math.min(oldest.get(set) ?? Number.POSITIVE_INFINITY, ...moments);
          oldest.set(set, Number.isFinite(first) ? first : null);
          if (!isThere(set)) return;
          for (const line of lines) statistics.imported.add(set, line);
          for (const { link, clicks: sum, bots } of sums) {
            statistics.imported.addSum(set, link, sum, bots);
          }
        },
        async close() {
          writing.delete(set);
          await file.close();
          inTurn(async () => {
            await keepCounters(set);
            await lookNow();
          });
        },
      };
    },
    async close(last) {
      isClosing = true;
      await last;
      await queue.idle();
    },
  };
}
