import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { journalName, journalNumber, type JournalPlace } from "../document/journal.ts";
import type { FileSystem } from "../fileSystem.ts";
import { unseal } from "../lines.ts";
import { BlockDamaged, type BlockLines } from "./blocks.ts";
import {
  createHistoryFile,
  dataName,
  type FileRange,
  type HistoryFile,
  historyFolder,
  indexName,
  openHistoryFile,
  rangeOf,
  writeIndexAgain,
} from "./historyFile.ts";
import { filesToJoin, joinFiles } from "./compaction.ts";
import { isTold, linesFrom } from "./journalLines.ts";
import {
  createLiveJournals,
  type LinePlace,
  type LiveJournals,
  type LiveLine,
} from "./liveJournals.ts";
import { type KeptPassword, openPasswords, type Passwords, scrubbed } from "./passwords.ts";
import { pauseAfter } from "../pause.ts";
import { RowsDamaged } from "./rows.ts";
import { factsOf, type LineFacts, toldLine, type ToldLine } from "./journalEntry.ts";
import { errorText } from "../../../util/errorText.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";

export interface HistoryLimits {
  /** Days that it is kept; 0: as many as fit. */
  readonly days: number;
  readonly maxBytes: number;
}

/** The whole history at a moment: its files, oldest first, and the lines that are in none of them yet. */
export interface HistoryView {
  readonly files: readonly HistoryFile[];
  readonly journals: readonly (readonly LiveLine[])[];
  readonly live: LiveJournals;
  readonly passwords: Passwords;
}

/** Keeps what journals say of changes beyond the journals' own life. */
export interface HistoryKeeping {
  /** What is in the view stays on disk while `work` goes on. */
  using<T>(work: (view: HistoryView) => Promise<T>): Promise<T>;
  /** As `using`, for what is told piece by piece. */
  telling<T>(work: (view: HistoryView) => AsyncIterable<T>): AsyncIterable<T>;
  /** A line was written to a journal; on disk it is later. */
  wrote(line: ToldLine, place: LinePlace): void;
  /** A journal was followed by another, which begins with this commit, and is on disk. */
  rotated(number: number, next: number): void;
  /** Puts into the history what the last run left in its journals. */
  begin(): void;
  /** A block of a file; null, and told: it is damaged. */
  block(file: HistoryFile, number: number): Promise<BlockLines | null>;
  /** Whether all that a journal says of changes is kept elsewhere, and nobody reads it. */
  mayGo(journal: number): boolean;
  /** Its hash is to be kept nowhere. */
  passwordTaken(link: number, commit: number): void;
  keepWithin(limits: HistoryLimits): Promise<void>;
  /** What could not be read of it, and the like. */
  close(): Promise<void>;
}

export interface KeepingOptions {
  readonly files: FileSystem;
  readonly dir: string;
  readonly clock: () => number;
  readonly warn: (said: Message) => void;
  /** A name part for what is kept aside. */
  readonly stamp: () => string;
  /** The journal that goes on, and the number of its next commit. */
  readonly place: JournalPlace;
  /** Ends what is being kept: it is safe in the journals. */
  readonly ending: AbortSignal;
}

/** Bytes of one file, with its index: the oldest goes when there are too many. */
const fileBytes = 16 << 20;
/** Of what may be kept, one file is at most this part. */
const shareOfFile = 16;
const day = 86_400_000;

/** Blocks that are kept in memory for those who come next. */
const blocksKept = 8;

interface ReadBlock {
  readonly file: HistoryFile;
  readonly number: number;
  readonly lines: Promise<BlockLines>;
}

interface Pending extends FileRange {
  readonly number: number;
}

export function startKeeping(options: KeepingOptions): HistoryKeeping {
  const { files, clock, warn, ending } = options;
  const dir = join(options.dir, historyFolder);
  const live = createLiveJournals(files, options.dir);
  const passwords = openPasswords(files, dir);
  /** Oldest first; replaced as a whole. */
  let kept: readonly HistoryFile[] = [];
  /** Journals that are followed by another and in no file yet. */
  let pending: readonly Pending[] = [];
  let active = options.place.number;
  let ready: Promise<void> | null = null;
  let isOpen = false;
  let readers = 0;
  let limits: HistoryLimits | null = null;
  /** Files that are part of another one now, or too old: nobody who comes reads them. */
  const leaving: HistoryFile[] = [];
  /** By link, the commit that took its password away; of commits that are in no file yet. */
  const taken = new Map<number, number>();
  let isErasing = false;
  const queue = createTaskQueue();
  /** The blocks that were read last, the latest first. */
  let latest: readonly ReadBlock[] = [];
  const complaints = new Set<string>();
  live.add(active, options.place.bytes);

  /** Of each file, or of the history as a whole, once. */
  function complain(about: string, said: Message): void {
    if (ending.aborted || complaints.has(about)) return;
    complaints.add(about);
    warn(said);
  }

  /** One piece of work at a time; what fails is tried again with the next one. */
  function inTurn(step: () => Promise<void>): Promise<void> {
    return queue.run(async () => {
      if (!ending.aborted) await step();
    });
  }

  function beside(step: () => Promise<void>): void {
    inTurn(async () => {
      await whenReady();
      await step();
    }).catch((error: unknown) => {
      complain(dir, message("service.historyUnwritten", { reason: errorText(error) }));
    });
  }

  function whenReady(): Promise<void> {
    ready ??= open().catch((error: unknown) => {
      ready = null;
      throw error;
    });
    return ready;
  }

  async function open(): Promise<void> {
    const found = await openFiles();
    const journals = await journalsAfter(found.at(-1)?.last ?? 0);
    kept = found;
    const waiting = journals.filter(({ number }) => !pending.some((one) => one.number === number));
    pending = [...waiting, ...pending];
    // Told in their order: those of the last run come before the present one's.
    const present = [...pending.map(({ number }) => number), active];
    for (const number of present) live.add(number, formerBytes(number));
    isOpen = true;
  }

  /** Bytes of a journal that another run wrote. */
  function formerBytes(number: number): number {
    const { place } = options;
    if (number === place.number) return place.bytes;
    return number < place.number ? Number.POSITIVE_INFINITY : 0;
  }

  /** The files that are there, without drafts and what is part of another one. */
  async function openFiles(): Promise<HistoryFile[]> {
    if ((await files.state(dir)) === null) return [];
    const names = await files.list(dir);
    const ranges = names
      .map(rangeOf)
      .filter((range) => range !== null)
      .toSorted((one, other) => one.first - other.first || other.last - one.last);
    const found: HistoryFile[] = [];
    let last = 0;
    for (const range of ranges) {
      if (range.last <= last) await removeFile(range);
      else if (range.first >= options.place.commit) await putAside(range);
      else {
        const opened = await openOrTell(range);
        if (opened !== null) found.push(opened);
        last = range.last;
      }
    }
    const data = new Set(names.filter((name) => rangeOf(name) !== null));
    for (const name of names) {
      const isOrphan = name.endsWith(".index") && !data.has(name.replace(".index", ".ndjson.gz"));
      if (isOrphan || name.endsWith(".tmp")) await files.remove(join(dir, name));
    }
    const newest = found.at(-1);
    if (newest !== undefined && newest.last >= options.place.commit) {
      warn(message("service.historyBeyond", { dir }));
      const shorter = await rewritten(newest, ({ commit }) => commit < options.place.commit);
      found.splice(-1, 1, ...(shorter === null ? [] : [shorter]));
      if (shorter !== newest) {
        await newest.close();
        await removeFile(newest);
      }
    }
    return found;
  }

  async function openOrTell(range: FileRange): Promise<HistoryFile | null> {
    try {
      return await openHistoryFile(files, dir, range);
    } catch (error) {
      const path = join(dir, dataName(range));
      complain(path, message("service.historyUnread", { path, reason: errorText(error) }));
      return null;
    }
  }

  async function putAside(range: FileRange): Promise<void> {
    const name = dataName(range);
    await files.remove(join(dir, indexName(range)));
    await files.rename(join(dir, name), join(dir, `${name}.aside-${options.stamp()}`));
    warn(message("service.historyAside", { path: join(dir, name) }));
  }

  async function removeFile(range: FileRange): Promise<void> {
    await files.remove(join(dir, dataName(range)));
    await files.remove(join(dir, indexName(range)));
  }

  /** Journals of the last run that hold commits after this one, but for the one that goes on. */
  async function journalsAfter(commit: number): Promise<Pending[]> {
    const names = await files.list(options.dir);
    const numbers = names.map(journalNumber).filter((number) => number !== null);
    const heads: { readonly number: number; readonly first: number }[] = [];
    for (const number of numbers.toSorted((a, b) => a - b)) {
      if (number > options.place.number) continue;
      const first = await firstCommit(join(options.dir, journalName(number)));
      if (first !== null) heads.push({ number, first });
    }
    return heads.flatMap(({ number, first }, index) => {
      const next = heads[index + 1];
      if (next?.number !== number + 1 || next.first - 1 <= commit) return [];
      return [{ number, first, last: next.first - 1 }];
    });
  }

  async function firstCommit(path: string): Promise<number | null> {
    for await (const [head] of linesFrom(files, path, 0)) {
      const commit =
        head === undefined ? undefined : unseal(head.bytes.subarray(0, -1))?.["commit"];
      return typeof commit === "number" ? commit : null;
    }
    return null;
  }

  function mostBytesOfFile(): number {
    return Math.min(fileBytes, (limits?.maxBytes ?? Number.POSITIVE_INFINITY) / shareOfFile);
  }

  /** Puts a journal's lines into files, which are on disk when it resolves. */
  async function keepJournal({ number, last }: Pending): Promise<void> {
    const from = (kept.at(-1)?.last ?? 0) + 1;
    const path = join(options.dir, journalName(number));
    if (last < from || (await files.state(path)) === null) {
      pending = pending.filter((one) => one.number !== number);
      live.drop(number);
      return;
    }
    await files.makeFolder(dir);
    const begin = (first: number) =>
      createHistoryFile({ files, dir, first, mostBytes: mostBytesOfFile() });
    const passwordsThere: KeptPassword[] = [];
    const erased = new Map<number, number>();
    const made: FileRange[] = [];
    let file = await begin(from);
    const publish = async (upTo?: number) => {
      // What a line stands for must be there before the line.
      await passwords.keep(passwordsThere.splice(0).filter(isStillKept));
      made.push(await file.publish(upTo));
    };
    const isStillKept = ({ link, commit }: KeptPassword) => (taken.get(link) ?? 0) < commit;
    let version = 1;
    try {
      const pause = pauseAfter();
      const known = live.toldOf(number);
      let place = 0;
      for await (const found of linesFrom(files, path, 0)) {
        ending.throwIfAborted();
        for (const { bytes, start } of found) {
          if (pause.isDue()) await pause.now();
          // What this run wrote is known; only what has a password in it is looked at again.
          const facts = known?.[place]?.start === start ? known[place] : undefined;
          if (facts !== undefined) place += 1;
          else if (start > 0 && !isTold(bytes)) continue;
          const read = facts === undefined || facts.isSecret ? unseal(bytes.subarray(0, -1)) : null;
          if (read === undefined) continue;
          if (typeof read?.["version"] === "number") version = read["version"];
          const line = facts ?? lineOf(read, version);
          if (line === null || line.commit < from || line.commit > last) continue;
          const clean = read === null ? null : scrubbed(read, bytes, line.commit);
          for (const link of clean?.erased ?? []) erased.set(link, line.commit);
          if (clean !== null) passwordsThere.push(...clean.kept);
          if (file.mustWrite(line)) await file.write();
          if (file.isFull) {
            await publish(line.commit - 1);
            file = await begin(line.commit);
          }
          file.take(line, clean?.bytes ?? bytes);
        }
      }
      await publish(last);
    } catch (error) {
      await file.drop();
      // Those that are there hold what they say.
      await adopt(made);
      throw error;
    }
    if (erased.size > 0) await passwords.erase(erased);
    await adopt(made);
    pending = pending.filter((one) => one.number !== number);
    live.drop(number);
    for (const [link, commit] of taken) if (commit <= last) taken.delete(link);
  }

  function lineOf(
    read: Readonly<Record<string, unknown>> | null,
    version: number,
  ): LineFacts | null {
    const line = read === null ? null : toldLine(read, version);
    return line === null ? null : factsOf(line);
  }

  async function adopt(ranges: readonly FileRange[]): Promise<void> {
    for (const range of ranges) kept = [...kept, await openHistoryFile(files, dir, range)];
  }

  /** Nobody who comes reads these any more; they go when nobody is left who does. */
  function replace(former: readonly HistoryFile[], next: readonly HistoryFile[]): void {
    const [first] = former;
    kept = kept.flatMap((file) => {
      if (file === first) return next;
      return former.includes(file) ? [] : [file];
    });
    leaving.push(...former);
  }

  async function letGo(): Promise<void> {
    if (readers > 0) return;
    for (const file of leaving.splice(0)) {
      await file.close();
      await removeFile(file);
    }
  }

  /**
   * The files that were joined stay until the next journal: a copy of the folder that listed them
   * before finds them, even if it doesn't find the file that they became part of.
   */
  async function joinSmall(): Promise<void> {
    for (;;) {
      const former = filesToJoin(kept, mostBytesOfFile());
      if (former.length === 0 || ending.aborted) return;
      const range = await joinFiles(files, dir, former);
      replace(former, [await openHistoryFile(files, dir, range)]);
    }
  }

  /** The lines of a file that are to stay, as a file of their own. */
  async function rewritten(
    file: HistoryFile,
    isStaying: (line: { readonly commit: number; readonly at: number }) => boolean,
  ): Promise<HistoryFile | null> {
    let draft: Awaited<ReturnType<typeof createHistoryFile>> | null = null;
    const staying: { first: number; last: number } = { first: 0, last: 0 };
    try {
      for (let number = 0; number < file.blocks; number += 1) {
        ending.throwIfAborted();
        const lines = await blockOrNull(file, number);
        for (let index = 0; index < (lines?.count ?? 0); index += 1) {
          const line = lines?.lineAt(index) ?? null;
          if (lines === null || line === null || !isStaying(line)) continue;
          staying.first ||= line.commit;
          staying.last = line.commit;
          const { first } = staying;
          draft ??= await createHistoryFile({ files, dir, first, mostBytes: fileBytes });
          const facts = factsOf(line);
          if (draft.mustWrite(facts)) await draft.write();
          draft.take(facts, lines.bytesAt(index));
        }
      }
      if (draft === null) return null;
      if (staying.first === file.first && staying.last === file.last) {
        await draft.drop();
        return file;
      }
      return await openHistoryFile(files, dir, await draft.publish());
    } catch (error) {
      await draft?.drop();
      throw error;
    }
  }

  async function blockOrNull(file: HistoryFile, number: number): Promise<BlockLines | null> {
    const known = latest.find((one) => one.file === file && one.number === number);
    const lines = known?.lines ?? file.block(number);
    const others = latest.filter((one) => one !== known);
    latest = [{ file, number, lines }, ...others.slice(0, blocksKept - 1)];
    try {
      return await lines;
    } catch (error) {
      latest = latest.filter((one) => one.lines !== lines);
      if (!(error instanceof BlockDamaged)) throw error;
      const path = join(dir, dataName(file));
      complain(path, message("service.historyDamaged", { path, reason: errorText(error) }));
      return null;
    }
  }

  /** The oldest go first: files that are too old as a whole, or too many. */
  async function prune({ days, maxBytes }: HistoryLimits): Promise<void> {
    const oldest = days === 0 ? 0 : clock() - days * day;
    let bytes = kept.reduce((sum, file) => sum + file.bytes, 0);
    const former = kept;
    while (kept.length > 0) {
      const [file] = kept;
      if (file === undefined || (bytes <= maxBytes && file.summary.lastAt >= oldest)) break;
      bytes -= file.bytes;
      replace([file], []);
    }
    const [first] = kept;
    if (first !== undefined && first.summary.firstAt < oldest - day) {
      const rest = await rewritten(first, ({ at }) => at >= oldest);
      if (rest !== first) replace([first], rest === null ? [] : [rest]);
    }
    if (kept !== former) {
      await passwords.dropBefore(kept[0]?.first ?? pending[0]?.first ?? options.place.commit);
      await letGo();
    }
  }

  /** Indexes that are not what was written are made again from the lines. */
  function mendIndexes(): Promise<void> {
    return inTurn(async () => {
      for (const file of kept) {
        if (await isWhole(file)) continue;
        await writeIndexAgain(files, dir, file);
        const mended = await openHistoryFile(files, dir, file);
        await file.close();
        kept = kept.map((one) => (one === file ? mended : one));
        warn(message("service.indexMended", { path: join(dir, dataName(file)) }));
      }
    });
  }

  async function isWhole({ rows }: HistoryFile): Promise<boolean> {
    try {
      for (const section of Object.values(rows)) {
        for await (const chunk of section.chunks(0, "forwards")) void chunk;
      }
      return true;
    } catch (error) {
      if (error instanceof RowsDamaged) return false;
      throw error;
    }
  }

  function keepPending(): void {
    beside(async () => {
      await letGo();
      for (const journal of pending) {
        ending.throwIfAborted();
        await keepJournal(journal);
      }
      await joinSmall();
      if (limits !== null) await prune(limits);
    });
  }

  async function view(): Promise<HistoryView> {
    await whenReady();
    const journals = await live.lines();
    // A line that has come into a file meanwhile is told from there.
    const last = kept.at(-1)?.last ?? 0;
    const left = journals.map((lines) => lines.filter(({ commit }) => commit > last));
    return { files: kept, journals: left, live, passwords };
  }

  return {
    async using(task) {
      readers += 1;
      try {
        return await task(await view());
      } catch (error) {
        if (!(error instanceof RowsDamaged)) throw error;
        await mendIndexes();
        return await task(await view());
      } finally {
        readers -= 1;
        if (readers === 0 && leaving.length > 0) beside(letGo);
      }
    },
    async *telling(task) {
      readers += 1;
      try {
        yield* task(await view());
      } catch (error) {
        if (error instanceof RowsDamaged) await mendIndexes();
        throw error;
      } finally {
        readers -= 1;
        if (readers === 0 && leaving.length > 0) beside(letGo);
      }
    },
    wrote: (line, place) => live.report(line, place),
    rotated(number, next) {
      const first = pending.at(-1)?.last ?? kept.at(-1)?.last ?? 0;
      pending = [...pending, { number, first: first + 1, last: next - 1 }];
      active = number + 1;
      live.add(active, 0);
      keepPending();
    },
    begin: keepPending,
    block: blockOrNull,
    mayGo: (journal) =>
      isOpen && readers === 0 && !pending.some(({ number }) => number === journal),
    passwordTaken(link, commit) {
      taken.set(link, commit);
      if (isErasing) return;
      isErasing = true;
      beside(async () => {
        isErasing = false;
        if ((await files.state(dir)) !== null) await passwords.erase(taken);
      });
    },
    async keepWithin(next) {
      limits = next;
      await inTurn(async () => {
        await whenReady();
        await prune(next);
      });
    },
    async close() {
      await queue.idle();
      await letGo();
      for (const file of [...kept, ...leaving]) await file.close();
    },
  };
}
