import { ServerResponse } from "node:http";
import { onceRead } from "./onceRead.ts";

/** Bytes of a port's answers that may wait to be read, together. */
export const mostUnread = 64 * 1024 * 1024;

/** Bytes that come to those that wait until all are looked at again: each look goes through all of them. */
const lookStep = mostUnread / 8;

/**
 * Bytes of a connection below which nothing is followed: 5,000 connections hold 20 MiB of them. Right after
 * its end the bytes of each answer still wait, those of a redirect too.
 */
const leastUnread = 4 * 1024;

const uncounted = new WeakSet<ServerResponse>();

/** Its bytes are counted elsewhere, or all its readers share them. */
export function leaveUncounted(response: ServerResponse): void {
  uncounted.add(response);
}

/**
 * What the system doesn't take of an answer at once is held, and thousands of readers that don't read would fill the
 * memory. Above the bound, the connections with the largest answers end, of several the oldest.
 *
 * @returns called with each response before it is written, whoever writes it
 */
export function createUnreadAnswers(): (response: ServerResponse) => void {
  /** Oldest first, with the bytes that waited when they were last looked at. */
  const unread = new Map<ServerResponse, number>();
  let total = 0;
  let lookAt = mostUnread;

  function count(response: ServerResponse): void {
    const waiting = response.writableLength;
    total += waiting - (unread.get(response) ?? 0);
    unread.set(response, waiting);
  }

  function forget(response: ServerResponse): void {
    total -= unread.get(response) ?? 0;
    unread.delete(response);
  }

  function look(): void {
    for (const one of unread.keys()) count(one);
    const largestFirst = [...unread].toSorted(([, one], [, other]) => other - one);
    for (const [one] of largestFirst) {
      if (total <= mostUnread - lookStep) break;
      // Closing takes until the next turn of the loop.
      forget(one);
      one.req.socket.destroy();
    }
    lookAt = Math.max(mostUnread - lookStep, total + lookStep);
  }

  function end(this: ServerResponse, ...parts: Parameters<ServerResponse["end"]>): ServerResponse {
    ServerResponse.prototype.end.apply(this, parts);
    const isRead = this.writableLength < leastUnread || this.req.socket.destroyed;
    if (isRead || uncounted.has(this) || unread.has(this)) return this;
    count(this);
    onceRead(this, () => forget(this));
    if (total > lookAt) look();
    return this;
  }
  // Express gives a response another prototype.
  return (response) => void Reflect.set(response, "end", end);
}
