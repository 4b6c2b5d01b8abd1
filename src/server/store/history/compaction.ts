import { join } from "node:path";
import { type FileSystem, writeAll } from "../fileSystem.ts";
import { dataName, type HistoryFile, publishFile } from "./historyFile.ts";
import { type IndexPart, joinParts } from "./indexParts.ts";
import { mostBlocks, type Section } from "./indexRows.ts";

/** So many files of about one size become one. */
const joinedAtOnce = 4;
/** Bytes up to which all files are of one size. */
const smallest = 1 << 16;
/** Files that span more than this stay apart: what is too old goes with whole files, nearly. */
const longestSpan = 31 * 86_400_000;
const mostChanges = 1 << 17;
const copyBytes = 1 << 18;

/** Files that follow each other and should be one; none: they are few enough. */
export function filesToJoin(
  files: readonly HistoryFile[],
  mostBytes: number,
): readonly HistoryFile[] {
  const sizeOf = ({ bytes }: HistoryFile) =>
    Math.floor(Math.log(Math.max(bytes, smallest) / smallest) / Math.log(joinedAtOnce));
  for (let end = files.length; end >= joinedAtOnce; end -= 1) {
    const run = files.slice(end - joinedAtOnce, end);
    const sum = (of: (file: HistoryFile) => number) =>
      run.reduce((total, file) => total + of(file), 0);
    const dated = run.filter(({ summary }) => summary.lastAt > 0);
    const span =
      Math.max(...dated.map(({ summary }) => summary.lastAt)) -
      Math.min(...dated.map(({ summary }) => summary.firstAt));
    if (
      new Set(run.map(sizeOf)).size === 1 &&
      sum(({ bytes }) => bytes) <= mostBytes &&
      sum(({ changes }) => changes) <= mostChanges &&
      sum(({ blocks }) => blocks) <= mostBlocks &&
      !(span > longestSpan)
    ) {
      return run;
    }
  }
  return [];
}

/** One file of several that follow each other, published; the others can go. */
export async function joinFiles(
  files: FileSystem,
  dir: string,
  joined: readonly HistoryFile[],
): Promise<{ readonly first: number; readonly last: number }> {
  const part = await joinParts(await Promise.all(joined.map(partOf)));
  const range = { first: part.first, last: part.last };
  const draft = join(dir, "draft.tmp");
  const target = await files.open(draft, "w");
  try {
    for (const file of joined) await copyInto(files, target, join(dir, dataName(file)));
    await files.sync(target);
  } finally {
    await files.close(target);
  }
  await publishFile({ files, dir, draft, range, part });
  return range;
}

async function copyInto(files: FileSystem, target: number, path: string): Promise<void> {
  const source = await files.open(path, "r");
  try {
    const piece = Buffer.allocUnsafe(copyBytes);
    for (let done = 0; ;) {
      const count = await files.read(source, piece, 0, done);
      if (count === 0) return;
      await writeAll(files, target, piece.subarray(0, count));
      done += count;
    }
  } finally {
    await files.close(source);
  }
}

async function partOf(file: HistoryFile): Promise<IndexPart> {
  const { first, last, operations, rows, dataBytes } = file;
  const all = async (section: Section) => {
    const found: Buffer[] = [];
    for await (const chunk of rows[section].chunks(0, "forwards")) found.push(...chunk);
    return Buffer.concat(found);
  };
  return {
    first,
    last,
    bytes: dataBytes,
    operations,
    rows: {
      blocks: await all("blocks"),
      sets: await all("sets"),
      records: await all("records"),
      removals: await all("removals"),
      names: await all("names"),
    },
  };
}
