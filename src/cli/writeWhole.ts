import { open, rename, rm } from "node:fs/promises";
import { CommandFailed, exitCodes } from "./exitCodes.ts";

/**
 * Writes a file for its owner only, under another name first: whatever breaks it off, what was there
 * before is there still. Answers its bytes.
 */
export async function writeWhole(
  path: string,
  content: AsyncIterable<Uint8Array>,
  told: (bytes: number) => void = () => undefined,
): Promise<number> {
  const draft = `${path}.${process.pid}.tmp`;
  let bytes = 0;
  try {
    const file = await open(draft, "wx", 0o600);
    try {
      for await (const piece of content) {
        await file.write(piece);
        bytes += piece.length;
        told(bytes);
      }
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(draft, path);
    return bytes;
  } catch (error) {
    await rm(draft, { force: true });
    if (error instanceof CommandFailed) throw error;
    throw notWritten(path, error);
  }
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
export function notWritten(path: string, error: unknown): CommandFailed {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  const said = reasons[code] ?? (error instanceof Error ? error.message : String(error));
  return new CommandFailed(exitCodes.failed, `${path} could not be written: ${said}.`);
}
