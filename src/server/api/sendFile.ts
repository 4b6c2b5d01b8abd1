import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Response } from "express";
import type { FileAnswer } from "../../contract/operation.ts";

/**
 * Sends a file under its name. What goes wrong before its first piece can still be told in the
 * envelope of a failure; after it the connection is broken off, so that half a file is never taken
 * for a whole one.
 */
export async function sendFile(
  response: Response,
  { name, type, size, content }: FileAnswer,
): Promise<void> {
  const pieces = content[Symbol.asyncIterator]();
  const first = await pieces.next();
  response.attachment(name).setHeader("Content-Type", type);
  if (size !== undefined) response.setHeader("Content-Length", size);
  if (response.req.method === "HEAD" || response.destroyed) {
    await pieces.return?.();
    response.end();
    return;
  }
  await pipeline(Readable.from(all(first, pieces), { objectMode: false }), response);
}

async function* all(
  first: IteratorResult<Uint8Array>,
  rest: AsyncIterator<Uint8Array>,
): AsyncIterable<Uint8Array> {
  try {
    for (let piece = first; piece.done !== true; piece = await rest.next()) yield piece.value;
  } finally {
    await rest.return?.();
  }
}
