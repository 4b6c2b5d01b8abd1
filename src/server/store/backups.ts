import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";
import { writeAll } from "./fileSystem.ts";
import { isIntactDocument } from "./readDocument.ts";
import { documentName } from "./snapshot.ts";

const keptBackups = 7;
/** Milliseconds between two looks at the calendar. */
const lookInterval = 60 * 60 * 1000;
const sliceBytes = 4 << 20;

export interface Backups {
  /** Ends the schedule; a backup that is being made is finished first. */
  close(): Promise<void>;
}

/** A copy of the document once a day, seven of them kept. */
export function startBackups(options: {
  files: FileSystem;
  dir: string;
  clock: () => number;
  isNew: boolean;
  /** Brings the document up to date before it is copied; false: there is nothing in it. */
  prepare: () => Promise<boolean>;
  /** Ends a backup that is being made: the next start makes it. */
  ending: AbortSignal;
  warn: (sentence: string) => void;
}): Backups {
  const { files, dir, clock, prepare, warn, ending } = options;
  const folder = join(dir, "backups");
  let running: Promise<void> | null = null;

  async function make(): Promise<void> {
    const name = `waypost-${new Date(clock()).toISOString().slice(0, 10)}.json`;
    const path = join(folder, name);
    if ((await files.state(path)) !== null || !(await prepare())) return;
    await files.makeFolder(folder);
    const draft = `${path}.tmp`;
    try {
      await copyInSlices(files, join(dir, documentName), draft, ending);
      if (!(await isIntactDocument(files, draft, ending))) {
        throw new Error("the copy is not what was written");
      }
      await files.rename(draft, path);
      await files.syncFolder(folder);
    } catch (error) {
      await files.remove(draft).catch(() => undefined);
      throw error;
    }
    const daily = (await files.list(folder)).filter((other) =>
      /^waypost-\d{4}-\d\d-\d\d\.json$/.test(other),
    );
    for (const old of daily.toSorted().slice(0, -keptBackups))
      await files.remove(join(folder, old));
  }

  function look(): void {
    running ??= make()
      .catch((error: unknown) => {
        if (ending.aborted) return;
        warn(`Today's backup failed: ${error instanceof Error ? error.message : String(error)}.`);
      })
      .finally(() => {
        running = null;
      });
  }

  const timer = setInterval(look, lookInterval);
  timer.unref();
  // A store that begins empty has nothing to save yet.
  const first = options.isNew ? undefined : setImmediate(look);
  return {
    async close() {
      clearInterval(timer);
      clearImmediate(first);
      if (running !== null) await running;
    },
  };
}

/** On disk when it resolves; a signal ends it between two slices. */
async function copyInSlices(
  files: FileSystem,
  from: string,
  to: string,
  signal: AbortSignal,
): Promise<void> {
  const source = await files.open(from, "r");
  try {
    const target = await files.open(to, "w");
    try {
      const slice = Buffer.allocUnsafe(sliceBytes);
      for (let done = 0; ;) {
        signal.throwIfAborted();
        const count = await files.read(source, slice, 0, done);
        if (count === 0) break;
        await writeAll(files, target, slice.subarray(0, count));
        done += count;
        // The last sync must not be left with all of it.
        await files.sync(target);
      }
      await files.sync(target);
    } finally {
      await files.close(target);
    }
  } finally {
    await files.close(source);
  }
}
