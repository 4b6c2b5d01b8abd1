import { randomUUID } from "node:crypto";
import { type FileHandle, open, readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf, disk, isOutOfSpace } from "../../store/fileSystem.ts";
import { jobFolder } from "../jobs/jobs.ts";
import { Busy, Invalid, StoreFull } from "../../common/problems.ts";

/** A file that was brought along, as long as its jobs are told of. */
export interface ImportedFile {
  /** Below the folder of jobs. */
  readonly file: string;
  /** What its owner calls it. */
  readonly name: string;
  readonly bytes: number;
}

/** Room that a disk must have left beside the file; bytes. */
const spare = 64 * 1024 * 1024;
/** Bytes of all files of imports and their lists, which stay for a day. */
const quota = 1024 * 1024 * 1024;
/** Bytes that the list of rows that failed may have, however small the file is. */
const leastFailures = 1024 * 1024;
/** Bytes between two looks at the disk. */
const lookEvery = 16 * 1024 * 1024;
const fileName = /^import-.+\.(file|csv)$/;
/** What a file that is brought along is called; a name leads nowhere else. */
export const importedName = /^import-[\da-f-]{36}\.file$/;

export interface ImportedFiles {
  /** Writes it down as it comes; nothing is left of one that breaks off. */
  receive(content: AsyncIterable<Uint8Array>, name: string): Promise<ImportedFile>;
  pathOf(imported: ImportedFile): string;
  /** Begins a file of text for a job; one of the same name is replaced. */
  write(job: number): Promise<FileHandle>;
  /** Bytes that the list of rows that failed may have: twice the file, within the quota. */
  failuresRoom(imported: ImportedFile): Promise<number>;
  written(job: number): string;
  remove(names: readonly string[]): Promise<void>;
  /** Removes what no job knows any more, such as what a kill has left behind. */
  keepOnly(names: ReadonlySet<string>): Promise<void>;
}

export const failuresName = (job: number) => `import-${job}.failures.csv`;

export function createImportedFiles(dataDir: string): ImportedFiles {
  const folder = join(dataDir, jobFolder);
  const pathOf = (name: string) => join(folder, name);

  async function used(): Promise<number> {
    const names = (await readdir(folder)).filter((name) => fileName.test(name));
    const sizes = names.map(async (name) => (await disk.state(pathOf(name)))?.size ?? 0);
    return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  }

  async function refuseFullDisk(): Promise<void> {
    const { free } = await disk.space(folder);
    if (free < spare) throw new StoreFull("The disk has too little space for the file.");
    if ((await used()) >= quota) {
      throw new Busy(
        "The files imported in the last 24 hours use 1 GiB, which is the limit. Waypost deletes each file after 24 hours. Try again then.",
        null,
      );
    }
  }

  return {
    async receive(content, name) {
      await disk.makeFolder(folder);
      await refuseFullDisk();
      const file = `import-${randomUUID()}.file`;
      const handle = await open(pathOf(file), "wx", 0o600);
      let bytes = 0;
      let lookedAt = 0;
      try {
        for await (const piece of content) {
          await handle.writeFile(piece);
          bytes += piece.length;
          if (bytes - lookedAt < lookEvery) continue;
          lookedAt = bytes;
          await refuseFullDisk();
        }
        if (bytes === 0) throw new Invalid({ "": "The file is empty" });
        return { file, name, bytes };
      } catch (error) {
        await rm(pathOf(file), { force: true });
        throw isOutOfSpace(error) ? new StoreFull("The disk is full.", { cause: error }) : error;
      } finally {
        await handle.close();
      }
    },
    pathOf: ({ file }) => pathOf(file),
    async write(job) {
      await rm(pathOf(failuresName(job)), { force: true });
      return open(pathOf(failuresName(job)), "wx", 0o600);
    },
    async failuresRoom({ bytes }) {
      const wanted = Math.max(2 * bytes, leastFailures);
      return Math.max(leastFailures, Math.min(wanted, quota - (await used())));
    },
    written: (job) => pathOf(failuresName(job)),
    async remove(names) {
      for (const name of names) await rm(pathOf(name), { force: true });
    },
    async keepOnly(names) {
      const found = await readdir(folder).catch((error: unknown) => {
        if (codeOf(error) === "ENOENT") return [];
        throw error;
      });
      for (const name of found) {
        if (fileName.test(name) && !names.has(name)) await rm(pathOf(name), { force: true });
      }
    },
  };
}
