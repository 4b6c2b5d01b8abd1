import { disk } from "../../store/fileSystem.ts";
import { StoreFull } from "../../common/problems.ts";

/** Bytes that stay free on the disk, at least, after something was unpacked. */
const keptFree = 64 << 20;

/** How a zip begins. */
const zipStart = "PK";

export async function isZip(path: string): Promise<boolean> {
  const descriptor = await disk.open(path, "r");
  try {
    const start = Buffer.alloc(zipStart.length);
    await disk.read(descriptor, start, 0, 0);
    return start.toString("latin1") === zipStart;
  } finally {
    await disk.close(descriptor);
  }
}

/** Refuses to unpack what a folder's disk has no room for. */
export function makeRoomOn(folder: string): (bytes: number) => Promise<void> {
  return async (bytes) => {
    const { free } = await disk.space(folder);
    if (bytes + keptFree <= free) return;
    throw new StoreFull(
      `There is no room for it on the disk: unpacked it takes ${bytes} bytes, and ${free} are free.`,
    );
  };
}
