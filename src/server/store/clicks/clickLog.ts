import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { beginOfMonth, clickFile, endOfMonth, monthOf, sinceMark } from "./clickFiles.ts";
import { clickLine, linesTogether } from "./clickLine.ts";
import { type FileSystem, writeAllNow } from "../fileSystem.ts";
import { longestSealed, sealInto } from "../lines.ts";
import type { ClickRecord } from "../records.ts";
import type { ClickLog } from "../store.ts";
import { sealedGroup, type TakenGroup } from "../mirrorInbox/takenClicks.ts";
import { asError } from "../../../util/errorText.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";

/** A place in the log: everything before it is counted. */
export interface LogPlace {
  /** `2026-11`; files come in the order of their names. */
  readonly month: string;
  readonly byte: number;
}

export interface ClickWriter extends Pick<ClickLog, "record" | "lost"> {
  readonly place: LogPlace;
  /** Writes a group at once and counts it; throws where it can't be written, and counts none of it. */
  append(group: TakenGroup): void;
  /** Hands over what this turn has gathered, without waiting for its end. */
  flush(): void;
  /** Has everything that was handed over on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two syncs while clicks come in. */
const syncInterval = 1000;

/** Bytes. */
const firstRoom = 64 * 1024;

/**
 * Appends clicks: the lines of one turn of the event loop share one write, and a few of them one
 * checksum, which stands in the last of them.
 */
export function createClickWriter(options: {
  files: FileSystem;
  dir: string;
  place: LogPlace;
  /** The file has no clicks of before this moment; milliseconds since 1970. */
  since: number;
  /** What the file ends with is no whole group of lines: the next one must not count as its end. */
  isBroken: boolean;
  count: (click: ClickRecord) => void;
  /** Whether a click that was counted gets its line. */
  takesLine: () => boolean;
  flushed: () => void;
  warn: (said: Message) => void;
}): ClickWriter {
  const { files, dir, count, takesLine, flushed, warn } = options;
  let { month, byte } = options.place;
  let monthEnd = endOfMonth(month);
  let { since } = options;
  let descriptor: number | null = null;
  /** What is sealed and not handed over yet; turned into bytes once, where they are summed and written. */
  let sealed = Buffer.allocUnsafe(firstRoom);
  let sealedBytes = 0;
  /** The lines that are not sealed yet. */
  let open = "";
  let openLines = 0;
  let written: (() => void)[] = [];
  let isScheduled = false;
  let isDirty = false;
  let hasNewName = false;
  let { isBroken } = options;
  /** The first failure to make clicks safe, if there was one. */
  let unsafe: Error | null = null;
  let lost = 0;
  let timer: NodeJS.Timeout | null = null;
  const syncs = createTaskQueue();

  function add(line: string): void {
    open = openLines === 0 ? line : `${open}\n${line}`;
    openLines += 1;
    if (openLines === linesTogether) sealOpen();
  }

  function sealOpen(): void {
    if (openLines === 0) return;
    const most = sealedBytes + longestSealed(open);
    if (most > sealed.length) sealed = Buffer.concat([sealed], 2 * most);
    sealedBytes = sealInto(sealed, sealedBytes, open);
    open = "";
    openLines = 0;
  }

  function flush(): void {
    if (written.length === 0) return;
    sealOpen();
    const lines = sealed.subarray(0, sealedBytes);
    const callbacks = written;
    sealedBytes = 0;
    written = [];
    try {
      write(lines);
    } catch {
      lost += callbacks.length;
    }
    for (const callback of callbacks) callback();
    scheduleSync();
    flushed();
  }

  function write(lines: Buffer): void {
    // An empty line says that what follows is not the rest of what stands before it.
    const bytes = isBroken ? Buffer.concat([Buffer.from("\n\n"), lines]) : lines;
    try {
      if (descriptor === null) {
        descriptor = files.openNow(clickFile(dir, month), "a");
        hasNewName ||= byte === 0;
      }
      writeAllNow(files, descriptor, bytes);
    } catch (error) {
      cutPartialLine();
      throw error;
    }
    byte += bytes.length;
    isBroken = false;
    isDirty = true;
  }

  function cutPartialLine(): void {
    if (descriptor === null) return;
    try {
      files.truncateNow(descriptor, byte);
    } catch {
      // What is left of these lines stays in front of the next ones.
      isBroken = true;
    }
  }

  function scheduleSync(): void {
    if (timer !== null || !isDirty) return;
    timer = setTimeout(() => {
      timer = null;
      void sync().catch(() => undefined);
    }, syncInterval);
    timer.unref();
  }

  function failed(error: unknown): void {
    if (unsafe !== null) return;
    unsafe = asError(error);
    warn(message("service.clicksUnsafe", { reason: unsafe.message }));
  }

  /** One sync at a time, on the file of that moment. */
  function sync(): Promise<void> {
    return syncs.run(async () => {
      if (descriptor !== null && isDirty) {
        isDirty = false;
        await files.sync(descriptor).catch(failed);
      }
      if (hasNewName) {
        hasNewName = false;
        await files.syncFolder(join(dir, "clicks")).catch(failed);
      }
      // What one sync failed to keep no later one brings back.
      if (unsafe !== null) throw unsafe;
    });
  }

  /** Says that the file has clicks of an earlier month, before it has them. */
  function reachBack(at: number): void {
    const first = monthOf(at);
    void files.close(files.openNow(sinceMark(dir, month, first), "a")).catch(() => undefined);
    since = beginOfMonth(first);
    hasNewName = true;
  }

  function turnPage(next: string): void {
    flush();
    const former = descriptor;
    descriptor = null;
    month = next;
    monthEnd = endOfMonth(next);
    since = beginOfMonth(next);
    byte = 0;
    isBroken = false;
    if (former === null) return;
    void syncs.run(async () => {
      await files.sync(former).catch(failed);
      await files.close(former);
    });
  }

  return {
    get place() {
      return { month, byte };
    },
    get lost() {
      return lost;
    },
    record(click, done) {
      // A clock that was set back doesn't reopen a month: the order of the log is the order of clicks.
      if (click.at >= monthEnd) turnPage(monthOf(click.at));
      count(click);
      if (!takesLine()) return done();
      if (click.at < since) {
        try {
          reachBack(click.at);
        } catch {
          // It is found where its own file is looked through.
        }
      }
      add(clickLine(click));
      written.push(done);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        flush();
      });
    },
    append(group) {
      if (unsafe !== null) throw unsafe;
      flush();
      const moments = group.clicks.map(({ at }) => at);
      const latest = Math.max(...moments);
      if (latest >= monthEnd) turnPage(monthOf(latest));
      const earliest = Math.min(...moments);
      if (earliest < since) reachBack(earliest);
      write(Buffer.from(sealedGroup(group)));
      for (const click of group.clicks) count(click);
      scheduleSync();
      flushed();
    },
    flush,
    sync,
    async close() {
      flush();
      if (timer !== null) clearTimeout(timer);
      const safe = sync();
      await safe.catch(() => undefined);
      if (descriptor !== null) await files.close(descriptor);
      descriptor = null;
      await safe;
    },
  };
}
