import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** What zbarimg (Debian's zbar-tools) reads from a PNG, to the byte; null: it isn't there. */
export async function readByZbar(png: Uint8Array): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-qr-"));
  try {
    const file = join(folder, "code.png");
    await writeFile(file, png);
    const { stdout } = await run("zbarimg", [
      "--quiet",
      "--raw",
      "--oneshot",
      "--set=qrcode.binary=1",
      file,
    ]);
    return stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}
