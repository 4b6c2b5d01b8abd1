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
    const said = error instanceof Error ? error.message : String(error);
    throw new CommandFailed(exitCodes.failed, `${path} could not be written: ${said}.`);
  }
}
