import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { link, open, rename, rm, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { createProgressLine } from "./progressLine.ts";
import { errorText } from "../util/errorText.ts";

/** As a shell says of a program that Ctrl-C ended. */
const interrupted = 130;

/** Refuses a file that is there, unless it may be written over. */
export async function refuseFileThere(path: string, isReplacing: boolean): Promise<void> {
  if (!isReplacing && (await isThere(path))) throw thereAlready(path);
}

/**
 * Writes a file for its owner only, whole or not at all: under another name until the last byte is on
 * the disk. Answers its bytes.
 */
export async function writeWhole(
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
    await (isReplacing ? rename(draft, path) : publish(draft, path));
    return bytes;
  } catch (error) {
    throw error instanceof CommandFailed ? error : notWritten(path, error);
  } finally {
    process.off("SIGINT", leave);
    progress.clear();
    await rm(draft, { force: true });
  }
}

/** Under a name that nobody has taken meanwhile. */
async function publish(draft: string, path: string): Promise<void> {
  try {
    await link(draft, path);
  } catch {
    if (await isThere(path)) throw thereAlready(path);
    // Some disks know no second name of a file.
    await rename(draft, path);
  }
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function thereAlready(path: string): CommandFailed {
  return new CommandFailed(
    exitCodes.wrongUse,
    `There is a file "${path}" already. To write over it: --replace`,
  );
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: "its folder isn't there",
  ENOTDIR: "its folder isn't there",
  EACCES: "you may not write there",
  EPERM: "you may not write there",
  EROFS: "you may not write there",
  ENOSPC: "the disk is full",
  EDQUOT: "the disk is full",
};

/** In words for who named the file; the system's name for it where there are none. */
function notWritten(path: string, error: unknown): CommandFailed {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said = reasons[code] ?? errorText(error);
  return new CommandFailed(exitCodes.failed, `${path} could not be written: ${said}.`);
}
