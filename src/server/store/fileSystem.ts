import * as fs from "node:fs";
import * as promises from "node:fs/promises";
import { dirname } from "node:path";
import { promisify } from "node:util";

/** What tells one state of a file from another. */
export interface FileState {
  readonly device: number;
  readonly inode: number;
  readonly size: number;
  readonly mode: number;
  /** User ID. */
  readonly owner: number;
  /** Group ID. */
  readonly group: number;
  /** Milliseconds since 1970. */
  readonly changedAt: number;
  readonly isFolder: boolean;
}

export type EntryKind = "file" | "folder" | "link" | "special";

/**
 * Every call the store makes to the disk, so that a test can make any of them fail. Those that end
 * in `Now` block: they are for lines that must be with the kernel before anything else happens.
 */
export interface FileSystem {
  open(path: string, flags: string): Promise<number>;
  openNow(path: string, flags: string): number;
  close(descriptor: number): Promise<void>;
  read(descriptor: number, into: Uint8Array, from: number, position: number): Promise<number>;
  write(descriptor: number, bytes: Uint8Array): Promise<number>;
  /** All of the bytes, over what is there. */
  writeAt(descriptor: number, bytes: Uint8Array, position: number): Promise<void>;
  writeNow(descriptor: number, bytes: Uint8Array): number;
  truncateNow(descriptor: number, length: number): void;
  sync(descriptor: number): Promise<void>;
  /** Makes names that were added, renamed or removed in a folder safe. */
  syncFolder(path: string): Promise<void>;
  readFile(path: string): Promise<Buffer>;
  rename(from: string, to: string): Promise<void>;
  /** A second name for a file, or a copy of it where the disk has no such names. */
  link(from: string, to: string): Promise<void>;
  copy(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Null: nothing of that name. */
  state(path: string): Promise<FileState | null>;
  list(folder: string): Promise<string[]>;
  /** The same with what each is; a pipe, a socket and a device are `special`. */
  kinds(folder: string): Promise<readonly (readonly [name: string, kind: EntryKind])[]>;
  /** Of the disk that a folder is on; bytes. */
  space(folder: string): Promise<{ readonly free: number; readonly size: number }>;
  makeFolder(path: string): Promise<void>;
  setMode(path: string, mode: number): Promise<void>;
}

const isWindows = process.platform === "win32";
const privateFile = 0o600;
const privateFolder = 0o700;

const open = promisify(fs.open);
const close = promisify(fs.close);
const fdatasync = promisify(fs.fdatasync);

const { O_APPEND, O_CREAT, O_EXCL, O_NOFOLLOW, O_RDWR, O_WRONLY } = fs.constants;

/** Of files that are written: a link in the place of one leads into a file somewhere else. */
const writingFlags: Readonly<Record<string, number>> = {
  a: O_APPEND | O_CREAT | O_WRONLY,
  ax: O_APPEND | O_CREAT | O_WRONLY | O_EXCL,
  "r+": O_RDWR,
  wx: O_CREAT | O_WRONLY | O_EXCL,
  "wx+": O_CREAT | O_RDWR | O_EXCL,
};

/** Windows has no such flag. */
function withoutLinks(flags: string): string | number {
  const writing = isWindows ? undefined : writingFlags[flags];
  return writing === undefined ? flags : writing | O_NOFOLLOW;
}

/** Milliseconds between the tries of a rename that a virus scanner or an indexer holds up. */
const renameDelays = isWindows ? [10, 30, 100, 300, 1000] : [];

export const disk: FileSystem = {
  open: (path, flags) => open(path, withoutLinks(flags), privateFile),
  openNow: (path, flags) => fs.openSync(path, withoutLinks(flags), privateFile),
  close: (descriptor) => close(descriptor),
  read: (descriptor, into, from, position) =>
    new Promise((resolve, reject) => {
      fs.read(descriptor, into, from, into.length - from, position, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    }),
  write: (descriptor, bytes) =>
    new Promise((resolve, reject) => {
      fs.write(descriptor, bytes, (error, count) =>
        error === null ? resolve(count) : reject(error),
      );
    }),
  writeAt: (descriptor, bytes, position) =>
    new Promise((resolve, reject) => {
      fs.write(descriptor, bytes, 0, bytes.length, position, (error, count) => {
        if (error === null && count === bytes.length) resolve();
        else reject(error ?? new Error("Only part of the data could be written to the disk."));
      });
    }),
  writeNow: (descriptor, bytes) => fs.writeSync(descriptor, bytes),
  truncateNow: (descriptor, length) => fs.ftruncateSync(descriptor, length),
  sync: (descriptor) => fdatasync(descriptor),
  async syncFolder(path) {
    if (isWindows) return;
    // Whatever else has the name, a pipe too, is refused at once.
    const descriptor = await open(path, fs.constants.O_RDONLY | fs.constants.O_DIRECTORY);
    try {
      await promisify(fs.fsync)(descriptor);
    } finally {
      await close(descriptor);
    }
  },
  readFile: (path) => promises.readFile(path),
  async rename(from, to) {
    for (const delay of renameDelays) {
      try {
        return await promises.rename(from, to);
      } catch (error) {
        if (!["EPERM", "EACCES", "EBUSY"].includes(codeOf(error) ?? "")) throw error;
        await new Promise((resolve) => setTimeout(resolve, delay));
      }
    }
    return promises.rename(from, to);
  },
  async link(from, to) {
    try {
      await promises.link(from, to);
    } catch (error) {
      if (["ENOSPC", "EDQUOT", "EIO", "ENOENT"].includes(codeOf(error) ?? "")) throw error;
      await copy(from, to);
    }
  },
  copy,
  remove: (path) => promises.rm(path, { force: true }),
  async state(path) {
    try {
      const found = await promises.stat(path);
      return {
        device: found.dev,
        inode: found.ino,
        size: found.size,
        mode: found.mode & 0o7777,
        owner: found.uid,
        group: found.gid,
        changedAt: found.mtimeMs,
        isFolder: found.isDirectory(),
      };
    } catch (error) {
      if (codeOf(error) === "ENOENT") return null;
      throw error;
    }
  },
  list: (folder) => promises.readdir(folder),
  async kinds(folder) {
    const entries = await promises.readdir(folder, { withFileTypes: true });
    return entries.map((one) => [one.name, kindOf(one)] as const);
  },
  async space(folder) {
    const { bavail, blocks, bsize } = await promises.statfs(folder);
    return { free: bavail * bsize, size: blocks * bsize };
  },
  async makeFolder(path) {
    await promises.mkdir(path, { recursive: true, mode: privateFolder });
  },
  setMode: (path, mode) => promises.chmod(path, mode),
};

function kindOf(entry: fs.Dirent): EntryKind {
  if (entry.isSymbolicLink()) return "link";
  if (entry.isDirectory()) return "folder";
  return entry.isFile() ? "file" : "special";
}

async function copy(from: string, to: string): Promise<void> {
  await promises.rm(to, { force: true });
  await promises.copyFile(from, to, fs.constants.COPYFILE_FICLONE | fs.constants.COPYFILE_EXCL);
  await promises.chmod(to, privateFile);
}

/** The system's name of a failure, for example `ENOSPC`. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string"
    ? error.code
    : undefined;
}

/** Whether the system forbids writing, as in a folder that was made read-only. */
export function mayNotWrite(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(codeOf(error) ?? "");
}

export function isOutOfSpace(error: unknown): boolean {
  return codeOf(error) === "ENOSPC" || codeOf(error) === "EDQUOT";
}

/** Writes all of the bytes, or throws; how many went out before that can't be known. */
export async function writeAll(files: FileSystem, descriptor: number, bytes: Uint8Array) {
  for (let done = 0; done < bytes.length;) {
    done += progress(await files.write(descriptor, bytes.subarray(done)));
  }
}

export function writeAllNow(files: FileSystem, descriptor: number, bytes: Uint8Array) {
  for (let done = 0; done < bytes.length;) {
    done += progress(files.writeNow(descriptor, bytes.subarray(done)));
  }
}

function progress(written: number): number {
  if (written > 0) return written;
  throw Object.assign(new Error("No data could be written to the disk."), { code: "ENOSPC" });
}

/**
 * Opens a file that is only just made, in place of what has its name: that may be a link, or another
 * name of a file somewhere else, and writing into it would write there.
 */
export async function openNew(files: FileSystem, path: string): Promise<number> {
  await files.remove(path);
  return files.open(path, "wx");
}

/** Has a file on disk that was written otherwise. */
export async function syncFile(files: FileSystem, path: string): Promise<void> {
  const descriptor = await files.open(path, "r+");
  try {
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
}

/** Puts a draft, which is synced, in the place of a file for good. */
export async function publishDraft(files: FileSystem, draft: string, path: string): Promise<void> {
  await files.rename(draft, path);
  await files.syncFolder(dirname(path));
}

/**
 * Replaces a small file as a whole: a reader finds the former or the new one, never a part.
 * @param draft another name beside it, for files that two may be writing at once
 */
export async function replaceFile(
  files: FileSystem,
  path: string,
  content: string | Uint8Array,
  draft = `${path}.tmp`,
): Promise<void> {
  const descriptor = await openNew(files, draft);
  try {
    await writeAll(files, descriptor, typeof content === "string" ? Buffer.from(content) : content);
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  await publishDraft(files, draft, path);
}

/** As {@link replaceFile}, at once; not synced, for what only matters while this run lasts. */
export function replaceFileNow(path: string, content: string): void {
  const draft = `${path}.tmp`;
  fs.rmSync(draft, { force: true });
  fs.writeFileSync(draft, content, { flag: "wx", mode: privateFile });
  fs.renameSync(draft, path);
}

/** No descriptor of the system's: what is written to it goes nowhere. */
const nowhere = -1;

const done = () => Promise.resolve();

/** A disk that takes every write and keeps none, to see what a start would say without starting. */
export function withoutWrites(files: FileSystem): FileSystem {
  return {
    ...files,
    open: (path, flags) => (flags === "r" ? files.open(path, flags) : Promise.resolve(nowhere)),
    openNow: () => nowhere,
    close: (descriptor) => (descriptor === nowhere ? done() : files.close(descriptor)),
    write: (_, bytes) => Promise.resolve(bytes.length),
    writeAt: done,
    writeNow: (_, bytes) => bytes.length,
    truncateNow: () => undefined,
    sync: done,
    syncFolder: done,
    rename: done,
    link: done,
    copy: done,
    remove: done,
    makeFolder: done,
    setMode: done,
  };
}
