import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Below the data folder: for files that are being put together or looked into. Nobody misses one. */
export interface WorkFolder {
  readonly path: string;
  remove(): Promise<void>;
}

const workName = /^work-[\da-f]{12}$/;

export function isWorkFolder(name: string): boolean {
  return workName.test(name);
}

export async function makeWorkFolder(dir: string): Promise<WorkFolder> {
  const path = join(dir, `work-${randomBytes(6).toString("hex")}`);
  await mkdir(path, { recursive: true, mode: 0o700 });
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}

/** Removes those that a killed process has left behind. */
export async function removeWorkFolders(dir: string): Promise<void> {
  for (const name of (await readdir(dir)).filter(isWorkFolder)) {
    await rm(join(dir, name), { recursive: true, force: true });
  }
}
