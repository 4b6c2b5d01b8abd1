import { crc32 } from "node:zlib";
import { type FileSystem, openNew, writeAll } from "../fileSystem.ts";
import { hexadecimal } from "../lines.ts";

export const documentName = "waypost.json";
/** The snapshot before the present one; with the journal between them it is the present one's state. */
export const formerName = "former.json";

/** What the last line of a document says. */
export interface DocumentEnd {
  readonly count: number;
  readonly next: Readonly<Record<string, number>>;
  /** Number of the first journal that the document needs. */
  readonly journal: number;
  /** Number of the next commit. */
  readonly commit: number;
}

export interface DocumentContent {
  readonly version: number;
  readonly collections: readonly (readonly [name: string, records: readonly object[]])[];
  readonly end: Omit<DocumentEnd, "count">;
}

/** Characters of a slice: about a millisecond of work between two waits for the disk. */
const sliceLength = 1 << 18;
/** Bytes after which the disk is made to take what it has, so that the last sync is a short one. */
const syncEvery = 8 << 20;

/**
 * Writes a document to a new file, a slice at a time, and has it on disk when it resolves. A signal
 * ends it between two slices.
 */
export async function writeDocument(
  files: FileSystem,
  path: string,
  content: DocumentContent,
  signal?: AbortSignal,
): Promise<{ bytes: number }> {
  const descriptor = await openNew(files, path);
  let text = `{"waypost":${content.version},\n`;
  let checksum = 0;
  let bytes = 0;
  let unsynced = 0;
  let count = 0;

  async function flush(): Promise<void> {
    signal?.throwIfAborted();
    const slice = Buffer.from(text);
    text = "";
    checksum = crc32(slice, checksum);
    bytes += slice.length;
    unsynced += slice.length;
    await writeAll(files, descriptor, slice);
    if (unsynced < syncEvery) return;
    unsynced = 0;
    await files.sync(descriptor);
  }

  try {
    for (const [name, records] of content.collections) {
      text += `${JSON.stringify(name)}:[`;
      let separator = "\n";
      for (const record of records) {
        text += separator + JSON.stringify(record);
        separator = ",\n";
        count += 1;
        if (text.length >= sliceLength) await flush();
      }
      text += "\n],\n";
    }
    const end: DocumentEnd = { count, ...content.end };
    text += `"end":${JSON.stringify(end).slice(0, -1)}`;
    await flush();
    text = `${checksumKey}${hexadecimal(checksum)}"}}\n`;
    await flush();
    await files.sync(descriptor);
  } finally {
    await files.close(descriptor);
  }
  return { bytes };
}

/** What stands between the text that a document's checksum covers and the checksum. */
export const checksumKey = ',"checksum":"';
