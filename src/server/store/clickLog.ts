import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";
import { writeAllNow } from "./fileSystem.ts";
import { seal } from "./lines.ts";
import type { ClickRecord } from "./records.ts";
import type { ClickLog } from "./store.ts";

/** A place in the log: everything before it is counted. */
export interface LogPlace {
  /** `2026-11`; files come in the order of their names. */
  readonly month: string;
  readonly byte: number;
}

export interface ClickWriter extends ClickLog {
  readonly place: LogPlace;
  /** Hands over what this turn has gathered, without waiting for its end. */
  flush(): void;
  /** Has everything that was handed over on disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds between two syncs while clicks come in. */
const syncInterval = 1000;

export function clickFile(dir: string, month: string): string {
  return join(dir, "clicks", `${month}.ndjson`);
}

export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7);
}

/** Appends clicks: the lines of one turn of the event loop share one write. */
export function createClickWriter(options: {
  files: FileSystem;
  dir: string;
  place: LogPlace;
  count: (click: ClickRecord) => void;
  flushed: () => void;
  warn: (sentence: string) => void;
}): ClickWriter {
  const { files, dir, count, flushed, warn } = options;
  let { month, byte } = options.place;
  let monthEnd = endOf(month);
  let descriptor: number | null = null;
  let text = "";
  let written: (() => void)[] = [];
  let isScheduled = false;
  let isDirty = false;
  let isBroken = false;
  let hasWarned = false;
  let lost = 0;
  let timer: NodeJS.Timeout | null = null;
  let syncing: Promise<void> = Promise.resolve();

  function flush(): void {
    if (written.length === 0) return;
    const bytes = Buffer.from(isBroken ? `\n${text}` : text);
    const callbacks = written;
    text = "";
    written = [];
    try {
      descriptor ??= files.openNow(clickFile(dir, month), "a");
      writeAllNow(files, descriptor, bytes);
      byte += bytes.length;
      isBroken = false;
      isDirty = true;
    } catch {
      lost += callbacks.length;
      cutPartialLine();
    }
    for (const callback of callbacks) callback();
    scheduleSync();
    flushed();
  }

  function cutPartialLine(): void {
    if (descriptor === null) return;
    try {
      files.truncateNow(descriptor, byte);
    } catch {
      // The next line then begins on a line of its own, behind what is left of this one.
      isBroken = true;
    }
  }

  function scheduleSync(): void {
    if (timer !== null || !isDirty) return;
    timer = setTimeout(() => {
      timer = null;
      void sync().catch(sayOnce);
    }, syncInterval);
    timer.unref();
  }

  function sayOnce(error: unknown): void {
    if (hasWarned) return;
    hasWarned = true;
    warn(
      `Clicks could not be made safe on disk (${error instanceof Error ? error.message : String(error)}): ` +
        "a power cut may lose the latest ones.",
    );
  }

  /** One sync at a time, on the file of that moment. */
  function sync(): Promise<void> {
    syncing = syncing
      .catch(() => undefined)
      .then(async () => {
        if (descriptor === null || !isDirty) return;
        isDirty = false;
        await files.sync(descriptor);
      });
    return syncing;
  }

  function turnPage(next: string): void {
    flush();
    const former = descriptor;
    descriptor = null;
    month = next;
    monthEnd = endOf(next);
    byte = 0;
    isBroken = false;
    if (former === null) return;
    syncing = syncing
      .catch(() => undefined)
      .then(() => files.sync(former))
      .catch(sayOnce)
      .then(() => files.close(former));
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
      text += seal(JSON.stringify(click));
      written.push(done);
      if (isScheduled) return;
      isScheduled = true;
      setImmediate(() => {
        isScheduled = false;
        flush();
      });
    },
    flush,
    sync,
    async close() {
      flush();
      if (timer !== null) clearTimeout(timer);
      await sync().catch(sayOnce);
      if (descriptor !== null) await files.close(descriptor);
      descriptor = null;
    },
  };
}

/** Milliseconds since 1970 at which the next month begins, UTC. */
function endOf(month: string): number {
  const [year, number] = month.split("-").map(Number);
  return Date.UTC(year ?? 1970, number ?? 1, 1);
}
