import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

function mount(dir: string, options: string): boolean {
  if (process.platform !== "linux") return false;
  return spawnSync("mount", ["-t", "tmpfs", "-o", options, "tmpfs", dir]).status === 0;
}

function unmount(dir: string): void {
  spawnSync("umount", ["-l", dir]);
}

/** Makes a folder a disk of its own until the test is over; false: this user may not. */
export function mountHere(dir: string, options: string): boolean {
  const isMounted = mount(dir, options);
  if (isMounted) onTestFinished(() => unmount(dir));
  return isMounted;
}

/** A disk of this size, such as `90m`, or null where this user may not mount one. */
export function smallDisk(size: string): string | null {
  const dir = mkdtempSync(join(tmpdir(), "waypost-disk-"));
  if (mount(dir, `size=${size},mode=700`)) return dir;
  rmSync(dir, { recursive: true });
  return null;
}

export function removeSmallDisk(dir: string): void {
  unmount(dir);
  rmSync(dir, { recursive: true, force: true });
}
