import { crc32 } from "node:zlib";
import type { FileSystem } from "../fileSystem.ts";
import { pauseAfter } from "../pause.ts";

/**
 * Rows of one length, sorted by their bytes, in pages that carry a checksum: what an index of the
 * history is made of. Numbers stand in them with the highest byte first, so that rows sort as
 * their numbers do.
 */
export interface Rows {
  readonly count: number;
  at(index: number): Promise<Buffer>;
  /** From an index on, towards the beginning or the end, some rows at a time. */
  chunks(from: number, direction: "forwards" | "backwards"): AsyncIterable<readonly Buffer[]>;
  /** The first row that is not before these bytes. */
  lowerBound(start: Buffer): Promise<number>;
}

const pageBytes = 4096;
const checksumBytes = 4;
/** Pages that a pass over many rows reads at once, after it has begun with one. */
const pagesOfChunk = 32;

export class RowsDamaged extends Error {
  override readonly name = "RowsDamaged";
}

function rowsOfPage(rowBytes: number): number {
  return Math.floor((pageBytes - checksumBytes) / rowBytes);
}

/** Rows as pages. */
export function pagesOf(rows: Buffer, rowBytes: number): Buffer {
  const bytesOfPage = rowsOfPage(rowBytes) * rowBytes;
  const count = Math.ceil(rows.length / bytesOfPage);
  const pages = Buffer.alloc(count * pageBytes);
  for (let page = 0; page < count; page += 1) {
    const start = page * pageBytes;
    rows.copy(pages, start, page * bytesOfPage, Math.min((page + 1) * bytesOfPage, rows.length));
    const end = start + pageBytes - checksumBytes;
    pages.writeUInt32BE(crc32(pages.subarray(start, end)), end);
  }
  return pages;
}

export function openRows(options: {
  files: FileSystem;
  descriptor: () => Promise<number>;
  /** Byte of the file at which its pages begin. */
  start: number;
  count: number;
  rowBytes: number;
}): Rows {
  const { files, descriptor, start, count, rowBytes } = options;
  const perPage = rowsOfPage(rowBytes);
  const pageCount = Math.ceil(count / perPage);
  let latest: { readonly page: number; readonly bytes: Buffer } | null = null;

  async function read(page: number, pages: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(pages * pageBytes);
    const opened = await descriptor();
    for (let done = 0; done < bytes.length;) {
      const got = await files.read(opened, bytes, done, start + page * pageBytes + done);
      if (got === 0) throw new RowsDamaged("An index of the history is cut short.");
      done += got;
    }
    for (let end = pageBytes - checksumBytes; end < bytes.length; end += pageBytes) {
      const body = bytes.subarray(end - (pageBytes - checksumBytes), end);
      if (crc32(body) !== bytes.readUInt32BE(end)) {
        throw new RowsDamaged("An index of the history is not what was written.");
      }
    }
    return bytes;
  }

  function rowsIn(bytes: Buffer, firstPage: number): Buffer[] {
    const rows: Buffer[] = [];
    for (let page = 0; page * pageBytes < bytes.length; page += 1) {
      const present = Math.min(perPage, count - (firstPage + page) * perPage);
      for (let row = 0; row < present; row += 1) {
        const place = page * pageBytes + row * rowBytes;
        rows.push(bytes.subarray(place, place + rowBytes));
      }
    }
    return rows;
  }

  async function at(index: number): Promise<Buffer> {
    const page = Math.floor(index / perPage);
    if (latest?.page !== page) latest = { page, bytes: await read(page, 1) };
    const place = (index % perPage) * rowBytes;
    return latest.bytes.subarray(place, place + rowBytes);
  }

  return {
    count,
    at,
    async *chunks(from, direction) {
      if (count === 0) return;
      let page = Math.floor(Math.min(from, count - 1) / perPage);
      if (direction === "forwards") {
        if (from >= count) return;
        let skipped = from % perPage;
        for (let most = 1; page < pageCount; most = Math.min(most * 4, pagesOfChunk)) {
          const pages = Math.min(most, pageCount - page);
          yield rowsIn(await read(page, pages), page).slice(skipped);
          skipped = 0;
          page += pages;
        }
        return;
      }
      if (from < 0) return;
      let past = (Math.min(from, count - 1) % perPage) + 1;
      let most = 1;
      for (let last = page; last >= 0; most = Math.min(most * 4, pagesOfChunk)) {
        const first = Math.max(0, last - most + 1);
        const rows = rowsIn(await read(first, last - first + 1), first);
        yield rows.slice(0, (last - first) * perPage + past).toReversed();
        past = perPage;
        last = first - 1;
      }
    },
    async lowerBound(key) {
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >>> 1;
        const row = await at(middle);
        if (Buffer.compare(row.subarray(0, key.length), key) < 0) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}

/** Sorts rows by their bytes; few enough for one go. */
export function sortedRows(rows: readonly Buffer[]): Buffer {
  return Buffer.concat(rows.toSorted((one, other) => Buffer.compare(one, other)));
}

/** Several runs of sorted rows as one, with pauses. */
export async function mergeRows(runs: readonly Buffer[], rowBytes: number): Promise<Buffer> {
  let left = runs.filter((run) => run.length > 0);
  while (left.length > 1) {
    const merged: Buffer[] = [];
    for (let place = 0; place < left.length; place += 2) {
      const [one = Buffer.alloc(0), other] = left.slice(place, place + 2);
      merged.push(other === undefined ? one : await mergeTwo(one, other, rowBytes));
    }
    left = merged;
  }
  return left[0] ?? Buffer.alloc(0);
}

async function mergeTwo(one: Buffer, other: Buffer, rowBytes: number): Promise<Buffer> {
  const merged = Buffer.allocUnsafe(one.length + other.length);
  const pause = pauseAfter();
  let first = 0;
  let second = 0;
  for (let place = 0; place < merged.length; place += rowBytes) {
    const isFirst =
      second === other.length ||
      (first < one.length &&
        one.compare(other, second, second + rowBytes, first, first + rowBytes) <= 0);
    if (isFirst) {
      one.copy(merged, place, first, first + rowBytes);
      first += rowBytes;
    } else {
      other.copy(merged, place, second, second + rowBytes);
      second += rowBytes;
    }
    if (pause.isDue()) await pause.now();
  }
  return merged;
}
