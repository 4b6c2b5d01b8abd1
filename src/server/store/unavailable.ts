import { errorText } from "../../util/errorText.ts";
import { isOutOfSpace, mayNotWrite } from "./fileSystem.ts";
import { StoreUnavailable } from "./store.ts";

/** Says why a folder can't be used, for what the system refused. */
export function unavailable(dir: string, error: unknown): StoreUnavailable {
  const reason = errorText(error);
  const what = mayNotWrite(error)
    ? `Waypost isn't allowed to write to ${dir} (${reason}). Fix the folder's permissions, or choose another folder.`
    : error !== undefined && isOutOfSpace(error)
      ? `The disk with ${dir} is full (${reason}). Free some space, then start again.`
      : `${dir} couldn't be opened (${reason}).`;
  return new StoreUnavailable(`${what} Nothing was lost.`, { cause: error });
}

/** Bytes of files of the data folder that are read whole. */
export const largest = { document: 2 ** 31, job: 2 ** 26, record: 2 ** 24 } as const;

export function tooLarge(path: string, size: number, most: number): StoreUnavailable {
  return new StoreUnavailable(
    `${path} has ${size} bytes, and Waypost reads less than ${most}. Put the file back from a backup, then start Waypost again.`,
  );
}

export function notFile(path: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} isn't a file. Move it away or put the file back from a backup, then start Waypost again.`,
  );
}

export function notFolder(path: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} isn't a folder. Move it away or put the folder back from a backup, then start Waypost again.`,
  );
}

export function linkRefused(path: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} is a link, so Waypost would write into a file somewhere else. Replace it with the file itself, or remove it, then start Waypost again.`,
  );
}

export function backupsLinkRefused(path: string): StoreUnavailable {
  return new StoreUnavailable(
    `${path} is a link, so Waypost would write into a folder somewhere else. Remove the link and start Waypost again. To keep copies on another disk, choose its folder in the settings (backup.folder).`,
  );
}
