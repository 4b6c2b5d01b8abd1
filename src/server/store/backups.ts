import { join } from "node:path";
import type { FileSystem } from "./fileSystem.ts";
import { isIntactDocument } from "./readDocument.ts";
import { documentName } from "./snapshot.ts";

const keptBackups = 7;
/** Milliseconds between two looks at the calendar. */
const lookInterval = 60 * 60 * 1000;

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
  warn: (sentence: string) => void;
}): Backups {
  const { files, dir, clock, prepare, warn } = options;
  const folder = join(dir, "backups");
  let running: Promise<void> | null = null;

  async function make(): Promise<void> {
    const name = `waypost-${new Date(clock()).toISOString().slice(0, 10)}.json`;
    const path = join(folder, name);
    if ((await files.state(path)) !== null || !(await prepare())) return;
    await files.makeFolder(folder);
    const draft = `${path}.tmp`;
    try {
      await files.copy(join(dir, documentName), draft);
      await syncFile(files, draft);
      if (!(await isIntactDocument(files, draft))) {
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

async function syncFile(files: FileSystem, path: string): Promise<void> {
  const descriptor = await files.open(path, "r+");
  try {
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}
