import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { FileAnswer } from "../../contract/operation.ts";
import { goneSignal } from "./goneSignal.ts";

/** A file of which its reader takes nothing for so long is broken off; milliseconds. */
const usualPatience = 10 * 60_000;

/**
 * Sends a file under its name. What goes wrong before its first piece can still be told in the
 * envelope of a failure; after it the connection is broken off, so that half a file is never taken
 * for a whole one.
 */
export async function sendFile(
  response: Response,
  { name, type, size, content }: FileAnswer,
  patience = usualPatience,
): Promise<void> {
  // An answer that waits for the one before it isn't told that its connection is closed.
  const gone = goneSignal(response.req);
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next();
  response.attachment(name).setHeader("Content-Type", type);
  if (size !== undefined) response.setHeader("Content-Length", size);
  if (response.req.method === "HEAD" || gone.aborted) {
    await pieces.return?.();
    response.end();
    return;
  }
  response.setTimeout(patience, () => {
    if (response.writableLength > 0) response.destroy();
  });
  const file = Readable.from(allPieces(first, pieces), { objectMode: false });
  await pipeline(file, response, { signal: gone });
}

async function* allPieces(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}
