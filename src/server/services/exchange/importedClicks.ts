import { createReadStream } from "node:fs";
import { type FileHandle, open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { ClickRecord } from "../../store/records.ts";
import { disk } from "../../store/fileSystem.ts";
import type { Store } from "../../store/store.ts";
import type { Statistics } from "../clicks/statistics.ts";
import { createPauses } from "../paging.ts";
import { createKeyTable, type KeyTable } from "./keyTable.ts";

/** A click that was counted elsewhere, known by the hash of its row. */
export interface ImportedClickLine extends ClickRecord {
  readonly id: string;
  readonly link: number;
  readonly imported: true;
}

/** Clicks of a link that are too old for lines of their own; their rows are known all the same. */
interface SumLine {
  readonly link: number;
  readonly clicks: number;
  readonly bots: number;
  readonly ids: readonly string[];
}

/** Clicks that come line by line, each import of them in a file that goes and comes with its record. */
export interface ImportedClicks {
  /** Once the files that are there have been counted. */
  readonly ready: Promise<void>;
  /** Rows that came with any import that stands. */
  known(): Promise<KeyTable>;
  /** The lines of those that stand, from a moment up to another (milliseconds since 1970), a few at a time. */
  between(from: number, to: number): AsyncIterable<readonly ImportedClickLine[]>;
  /** Begins the file of a set, before its record is there. */
  begin(set: number): Promise<ClickWriter>;
  close(): Promise<void>;
}

export interface ClickWriter {
  /** Safe on disk, and counted, when it resolves. */
  write(clicks: readonly ImportedClickLine[]): Promise<void>;
  close(): Promise<void>;
}

/** Lines that are handed over in one piece. */
const linesTogether = 256;

const fileName = /^import-(\d+)\.ndjson$/;
/** Of one that was taken back: it comes again when that is taken back too. */
const asideName = /^import-(\d+)\.ndjson\.undone$/;

export function openImportedClicks(options: {
  dataDir: string;
  store: Pick<Store, "clickImports" | "history">;
  statistics: Pick<Statistics, "imported">;
  /** Milliseconds since 1970; lines of older clicks are not kept. */
  keptSince: () => number;
  log: (sentence: string) => void;
}): ImportedClicks {
  const { store, statistics, keptSince, log } = options;
  const folder = join(options.dataDir, "clicks");
  const pathOf = (set: number) => join(folder, `import-${set}.ndjson`);
  const asideOf = (set: number) => `${pathOf(set)}.undone`;
  const writing = new Set<number>();
  let isClosing = false;

  async function* linesOf(path: string): AsyncIterable<ImportedClickLine | SumLine> {
    const lines = createInterface({ input: createReadStream(path), crlfDelay: Infinity });
    for await (const line of lines) {
      const read = parsed(line);
      // A last line that a kill has torn was never acknowledged.
      if (read !== null) yield read;
    }
  }

  async function count(set: number): Promise<void> {
    const pause = createPauses();
    try {
      for await (const line of linesOf(pathOf(set))) {
        if (isClosing || !isThere(set)) return;
        if ("ids" in line) statistics.imported.addSum(set, line.link, line.clicks, line.bots);
        else statistics.imported.add(set, line);
        const rest = pause();
        if (rest !== undefined) await rest;
      }
    } catch (error) {
      log(`clicks/import-${set}.ndjson can't be counted: ${String(error)}`);
    }
  }

  const isThere = (set: number) =>
    [...store.clickImports.values()].some((record) => record.set === set);

  /** Sets that lie aside and that no history could bring back any more. */
  async function forgetAside(): Promise<void> {
    for (const name of await readdir(folder).catch(() => [])) {
      const set = Number(asideName.exec(name)?.[1] ?? 0);
      if (set > 0 && (await store.history.set(set)) === undefined) {
        await rm(join(folder, name), { force: true });
      }
    }
  }

  /** Where it isn't there but lies aside, its record came back while no service ran. */
  async function bringBack(set: number): Promise<void> {
    if ((await disk.state(pathOf(set))) !== null || (await disk.state(asideOf(set))) === null)
      return;
    await rename(asideOf(set), pathOf(set));
  }

  async function openAll(): Promise<void> {
    for (const { set } of store.clickImports.values()) {
      await bringBack(set);
      if ((await disk.state(pathOf(set))) !== null) await count(set);
    }
    await forgetAside();
  }

  /** Changes of the files follow each other, as those of the records do. */
  let last: Promise<void> = openAll();
  const ready = last;

  function inTurn(work: () => Promise<void>): void {
    last = last.then(work).catch((error: unknown) => {
      log(`Imported clicks could not follow a change: ${String(error)}`);
    });
  }

  store.clickImports.watch((former, next) => {
    if (former !== undefined && next === undefined) {
      statistics.imported.drop(former.set);
      inTurn(async () => {
        await rename(pathOf(former.set), asideOf(former.set)).catch(() => undefined);
      });
    }
    if (former === undefined && next !== undefined && !writing.has(next.set)) {
      inTurn(async () => {
        await rename(asideOf(next.set), pathOf(next.set)).catch(() => undefined);
        await count(next.set);
      });
    }
  });

  async function* between(from: number, to: number) {
    await last;
    for (const set of [...store.clickImports.values()].map((record) => record.set)) {
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
    return at < keptSince();
  }

  async function append(file: FileHandle, lines: readonly object[]): Promise<void> {
    await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await file.datasync();
  }

  return {
    ready,
    async known() {
      await last;
      const table = createKeyTable();
      const names = await readdir(folder).catch(() => []);
      for (const name of names) {
        const set = Number(fileName.exec(name)?.[1] ?? 0);
        if (set === 0 || !isThere(set)) continue;
        for await (const line of linesOf(pathOf(set))) {
          for (const id of "ids" in line ? line.ids : [line.id]) table.add(id, set);
        }
      }
      return table;
    },
    between,
    async begin(set) {
      writing.add(set);
      await disk.makeFolder(folder);
      const file = await open(pathOf(set), "wx", 0o600);
      return {
        async write(clicks) {
          const sums = sumsOf(clicks.filter(tooOld));
          const lines = clicks.filter((click) => !tooOld(click));
          await append(file, [...lines, ...sums]);
          if (!isThere(set)) return;
          for (const line of lines) statistics.imported.add(set, line);
          for (const { link, clicks: sum, bots } of sums) {
            statistics.imported.addSum(set, link, sum, bots);
          }
        },
        async close() {
          writing.delete(set);
          await file.close();
        },
      };
    },
    async close() {
      isClosing = true;
      await last;
    },
  };
}

function sumsOf(clicks: readonly ImportedClickLine[]): SumLine[] {
  return [...Map.groupBy(clicks, ({ link }) => link)].map(([link, all]) => ({
    link,
    clicks: all.filter(({ bot }) => bot === undefined).length,
    bots: all.filter(({ bot }) => bot !== undefined).length,
    ids: all.map(({ id }) => id),
  }));
}

function parsed(line: string): ImportedClickLine | SumLine | null {
  try {
    // Written by this file alone.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return JSON.parse(line) as ImportedClickLine | SumLine;
  } catch {
    return null;
  }
}
