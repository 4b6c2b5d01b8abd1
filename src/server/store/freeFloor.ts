/** How much of the disk stays free of what strangers cause: this, or a share of a small disk; bytes. */
const mostKeptFree = 2 ** 30;
const shareKeptFree = 0.05;
/** It begins again with so much more free than that, so that it doesn't come and go. */
const easier = 1.1;

/** Bytes. */
export interface DiskSpace {
  readonly free: number;
  readonly size: number;
}

/** Whether strangers may cause anything to be written to a disk. */
export function hasRoomForStrangers({ free, size }: DiskSpace, hadRoom = true): boolean {
  const floor = Math.min(mostKeptFree, size * shareKeptFree);
  return free >= (hadRoom ? floor : floor * easier);
}
