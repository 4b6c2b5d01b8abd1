import { createPauses } from "../../../common/paging.ts";

/** A file for the owner, made while it is read. */
export interface ExportedFile {
  /** Without folders. */
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Characters. */
const pieceLength = 1 << 16;

/** Text as bytes, some of it at a time, with pauses in which others get their turn. */
export async function* bytesOf(
  texts: Iterable<string> | AsyncIterable<string>,
): AsyncGenerator<Uint8Array> {
  const pause = createPauses();
  let gathered = "";
  for await (const text of texts) {
    gathered += text;
    if (gathered.length >= pieceLength) {
      yield Buffer.from(gathered);
      gathered = "";
    }
    await pause();
  }
  yield Buffer.from(gathered);
}

/** Items some at a time: what is awaited once for many costs less than once for each. */
export function* inBatches<Item>(items: Iterable<Item>, most = 64): Generator<Item[]> {
  let batch: Item[] = [];
  for (const item of items) {
    batch.push(item);
    if (batch.length < most) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
