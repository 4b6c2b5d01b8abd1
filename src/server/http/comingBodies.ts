import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { hasOwnPace } from "../api/bodyTime.ts";
import { mostContactBytes } from "../visit/forms/contactAnswer.ts";

export interface BodyLimits {
  /** Requests whose bodies are still coming. */
  readonly mostComing: number;
  /** Bytes of their heads and bodies together. */
  readonly mostComingBytes: number;
}

/** A request with a body, until it is answered. */
interface Held {
  readonly request: IncomingMessage;
  readonly head: number;
  body: number;
  isComing: boolean;
}

export interface ComingBodies {
  /** Counts a request; what is answered here counts the bytes of each piece of its body. */
  begin(request: IncomingMessage, response: ServerResponse): (bytes: number) => void;
  forget(socket: Socket): void;
}

const ofStranger = Symbol("form of a stranger");

interface MarkedRequest extends IncomingMessage {
  [ofStranger]?: true;
}

/** The whole form waits for its turn with those of other strangers. What has a key is bounded by its key. */
export function holdAsStrangers(request: MarkedRequest): void {
  request[ofStranger] = true;
}

function headBytes({ url = "", rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, url.length);
}

/**
 * Bounds what requests of a port hold while their bodies come, and strangers' forms until they are answered: half a
 * form costs its sender nothing more, and whole ones may be sent ahead. Above the bytes, the oldest one with more than
 * its share ends: where large ones fill the memory, no small form ends for them, however slowly it comes. Above the
 * number, the oldest one that still comes ends. Uploads end by their pace alone.
 */
export function boundComing({ mostComing, mostComingBytes }: BodyLimits): ComingBodies {
  const share = mostComingBytes / mostComing;
  /** The connection that began first comes first. */
  const held = new Map<Socket, Set<Held>>();
  let total = 0;
  let coming = 0;

  function arrive(one: Held): void {
    if (one.isComing) coming -= 1;
    one.isComing = false;
  }

  function release(socket: Socket, one: Held): void {
    const all = held.get(socket);
    if (all?.delete(one) !== true) return;
    if (all.size === 0) held.delete(socket);
    total -= one.head + one.body;
    arrive(one);
  }

  function forget(socket: Socket): void {
    for (const one of held.get(socket) ?? []) release(socket, one);
  }

  function endOldest(mayEnd: (one: Held) => boolean): void {
    for (const [socket, all] of held) {
      for (const one of all) {
        if (!mayEnd(one)) continue;
        forget(socket);
        socket.destroy();
        return;
      }
    }
  }

  const isSlow = ({ isComing, request }: Held) => isComing && !hasOwnPace(request);
  const isLarge = (one: Held) =>
    one.head + one.body >= share && (isSlow(one) || isStrangers(one.request));

  return {
    forget,
    begin(request, response) {
      const { socket } = request;
      const own: Held = { request, head: headBytes(request), body: 0, isComing: true };
      const isHeld = () => held.get(socket)?.has(own) === true;
      const count = (bytes: number) => {
        if (!isHeld()) return;
        // Nobody holds more of a stranger's; a longer body has a key, which has bounds of its own.
        const more = Math.min(bytes, mostContactBytes - own.body);
        own.body += more;
        total += more;
        if (total > mostComingBytes) endOldest(isLarge);
      };
      const all = held.get(socket) ?? new Set();
      held.set(socket, all.add(own));
      total += own.head;
      coming += 1;
      // Read whole, or broken off.
      request.once("close", () => (isStrangers(request) ? arrive(own) : release(socket, own)));
      response.once("close", () => release(socket, own));
      if (coming > mostComing) endOldest(isSlow);
      count(0);
      return count;
    },
  };
}

function isStrangers(request: MarkedRequest): boolean {
  return request[ofStranger] === true;
}
