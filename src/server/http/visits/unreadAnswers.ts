import type { ServerResponse } from "node:http";
import { onceRead } from "../../api/onceRead.ts";

/** Bytes of answers to visitors that may wait to be read, together. */
export const mostUnread = 64 * 1024 * 1024;

/** Oldest first, with the bytes that waited when they were last looked at. */
const unread = new Map<ServerResponse, number>();
let total = 0;

function count(response: ServerResponse): void {
  const waiting = response.writableLength;
  total += waiting - (unread.get(response) ?? 0);
  unread.set(response, waiting);
}

function forget(response: ServerResponse): void {
  total -= unread.get(response) ?? 0;
  unread.delete(response);
}

/**
 * Called when an answer is written. What the system doesn't take at once is held, and thousands of visitors that don't
 * read would fill the memory: above the bound, the connection with the largest answer ends, of several the oldest.
 */
export function boundUnread(response: ServerResponse): void {
  if (response.writableLength === 0 || response.req.socket.destroyed) return;
  count(response);
  onceRead(response, () => forget(response));
  if (total <= mostUnread) return;
  for (const one of unread.keys()) count(one);
  while (total > mostUnread) {
    let [largest, bytes] = [response, 0];
    for (const [one, waiting] of unread) if (waiting > bytes) [largest, bytes] = [one, waiting];
    // Closing takes until the next turn of the loop.
    forget(largest);
    largest.req.socket.destroy();
  }
}
