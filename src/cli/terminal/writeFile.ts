import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { errorText } from "../../util/errorText.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import { createProgressLine } from "./print.ts";

/** The exit code that shells give a program that Ctrl-C ended. */
const interrupted = 130;

/** Refuses an existing file, unless it may be replaced. */
export async function refuseExisting(path: string, isReplacing: boolean): Promise<void> {
  if (!isReplacing && (await exists(path))) throw existsAlready(path);
}

/**
 * Writes a file that only its owner can read, under another name until the last byte is on the disk.
 * Answers its size in bytes.
 */
export async function writeFile(
  path: string,
  content: AsyncIterable<Uint8Array>,
  { isReplacing }: { readonly isReplacing: boolean },
): Promise<number> {
  const draft = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  const leave = () => {
    rmSync(draft, { force: true });
    process.exit(interrupted);
  };
  const progress = createProgressLine();
  process.once("SIGINT", leave);
  try {
    const file = await open(draft, "wx", 0o600);
    let bytes = 0;
    try {
      for await (const piece of content) {
        await file.writeFile(piece);
        bytes += piece.length;
        progress.show("bytes written", bytes, null);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await (isReplacing ? rename(draft, path) : moveTo(draft, path));
    return bytes;
  } catch (error) {
    throw error instanceof CommandFailed ? error : writeFailure(path, error);
  } finally {
    process.off("SIGINT", leave);
    progress.clear();
    await rm(draft, { force: true });
  }
}

/** Fails where somebody else has taken the name in between. */
async function moveTo(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch {
    if (await exists(path)) throw existsAlready(path);
    // Some disks have no hard links.
    await rename(draft, path);
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function existsAlready(path: string): CommandFailed {
  return wrongUse(`The file "${path}" already exists. To replace the file: --replace`);
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder doesn't exist",
  ENOTDIR: "its folder doesn't exist",
  EACCES: "you don't have permission to write there",
  EPERM: "you don't have permission to write there",
  EROFS: "you don't have permission to write there",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

/** Says why in plain words, or in the system's where there are none. */
function writeFailure(path: string, error: unknown): CommandFailed {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const reason = reasons[code] ?? errorText(error);
  return new CommandFailed(exitCodes.failed, `${path} couldn't be written: ${reason}.`);
}

/** The file that a download goes to: in a folder it has its own name. */
export async function targetOf(out: string, name: string, isReplacing: boolean): Promise<string> {
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const path = isFolder ? join(out, name) : out;
  await refuseExisting(path, isReplacing);
  return path;
}

/** Writes to standard output as fast as its reader takes it. */
export async function writeToOutput(content: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const piece of content) {
    if (process.stdout.write(piece)) continue;
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}
