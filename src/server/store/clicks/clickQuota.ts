import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { clickFile, endOfMonth, loggedFiles } from "./clickFiles.ts";
import type { LogPlace } from "./clickLog.ts";
import type { FileSystem } from "../fileSystem.ts";
import { hasRoomForStrangers } from "../freeFloor.ts";

/** Milliseconds between two looks at the disk. */
const lookInterval = 10_000;
/** Of the lines of one click; a guess that makes counters be written about as often as with lines. */
export const lineBytes = 150;

export interface ClickRoom {
  /** Whether lines are written; without them clicks are counted all the same. */
  readonly isOpen: boolean;
  /** A click was counted without a line. */
  missed(): void;
  /** What the owner should be told. */
  notices(): Message[];
  /** Bytes of click files, from now on; the oldest months go first. */
  keepWithin(bytes: number): Promise<void>;
  /** Looks at the disk and the files now. */
  look(): Promise<void>;
  close(): void;
}

/** Strangers make clicks: their lines fill neither the disk nor more than the owner gives them. */
export function createClickRoom(parts: {
  readonly files: FileSystem;
  readonly dir: string;
  readonly place: () => LogPlace;
  /** Deletes what is older; what it adds up to stays. */
  readonly forgetBefore: (moment: number) => Promise<void>;
  /** Writes the counters, which alone know of clicks without lines. */
  readonly checkpoint: () => Promise<unknown>;
}): ClickRoom {
  const { files, dir, place, forgetBefore, checkpoint } = parts;
  let hasDiskRoom = true;
  let isWithin = true;
  let most = Number.POSITIVE_INFINITY;
  let missed = 0;
  let isSafe = true;
  let looking: Promise<void> | null = null;

  async function lookAtDisk(): Promise<void> {
    hasDiskRoom = hasRoomForStrangers(await files.space(dir), hasDiskRoom);
  }

  async function sizes() {
    const months: { readonly month: string; readonly bytes: number }[] = [];
    for (const { month } of await loggedFiles(files, dir)) {
      months.push({ month, bytes: (await files.state(clickFile(dir, month)))?.size ?? 0 });
    }
    return { months, all: months.reduce((sum, { bytes }) => sum + bytes, 0) };
  }

  async function lookAtFiles(): Promise<void> {
    if (most === Number.POSITIVE_INFINITY) return;
    const { months, all } = await sizes();
    let left = all;
    let last: string | undefined;
    for (const { month, bytes } of months) {
      // The month that is being written can't go: its lines stop.
      if (left <= most || month >= place().month) break;
      last = month;
      left -= bytes;
    }
    if (last !== undefined) {
      await forgetBefore(endOfMonth(last));
      left = (await sizes()).all;
    }
    isWithin = left < most;
  }

  async function lookAtAll(): Promise<void> {
    // What can't be found out stops nothing.
    await lookAtDisk().catch(() => undefined);
    await lookAtFiles().catch(() => undefined);
    if (isSafe) return;
    isSafe = true;
    await checkpoint();
  }

  function look(): Promise<void> {
    looking ??= lookAtAll().finally(() => {
      looking = null;
    });
    return looking;
  }

  const timer = setInterval(() => void look().catch(() => undefined), lookInterval).unref();

  return {
    get isOpen() {
      return hasDiskRoom && isWithin;
    },
    missed() {
      missed += 1;
      isSafe = false;
    },
    notices() {
      if (!hasDiskRoom) return [message("service.diskFull", { dir })];
      if (!isWithin) return [message("service.clicksFull", { dir: join(dir, "clicks") })];
      return missed === 0 ? [] : [message("service.clicksUntold", { clicks: missed })];
    },
    async keepWithin(bytes) {
      most = bytes;
      await look();
    },
    look,
    close: () => clearInterval(timer),
  };
}
