import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";
import { hasOwnPace } from "../api/bodyTime.ts";
import { mostContactBytes } from "../visit/forms/contactAnswer.ts";

export interface BodyLimits {
  /** Requests whose bodies are still coming. */
  readonly mostComing: number;
  /** Bytes of their heads and bodies together. */
  readonly mostComingBytes: number;
}

interface Coming {
  readonly request: IncomingMessage;
  readonly head: number;
  body: number;
}

export interface ComingBodies {
  /** Counts a request; what is answered here counts the bytes of each piece of its body. */
  begin(request: IncomingMessage): (bytes: number) => void;
  forget(socket: Socket): void;
}

function headBytes({ url = "", rawHeaders }: IncomingMessage): number {
  return rawHeaders.reduce((sum, { length }) => sum + length, url.length);
}

/**
 * Bounds what requests of a port hold while their bodies come: half a form costs its sender nothing more. Above
 * the bytes, the oldest one with more than its share ends: where large ones fill the memory, no small form
 * ends for them, however slowly it comes. Above the number, the oldest one ends. Uploads end by their pace alone.
 */
export function boundComing({ mostComing, mostComingBytes }: BodyLimits): ComingBodies {
  const share = mostComingBytes / mostComing;
  /** The one that began first comes first. */
  const coming = new Map<Socket, Coming>();
  let total = 0;

  function forget(socket: Socket): void {
    const former = coming.get(socket);
    if (former === undefined) return;
    total -= former.head + former.body;
    coming.delete(socket);
  }

  function endOldest(least: number): void {
    for (const [socket, { request, head, body }] of coming) {
      if (head + body < least || hasOwnPace(request)) continue;
      forget(socket);
      if (!request.complete) socket.destroy();
      return;
    }
  }

  return {
    forget,
    begin(request) {
      const { socket } = request;
      forget(socket);
      const own: Coming = { request, head: headBytes(request), body: 0 };
      const count = (bytes: number) => {
        if (coming.get(socket) !== own) return;
        // Nobody holds more of a stranger's; a longer body has a key, which has bounds of its own.
        const more = Math.min(bytes, mostContactBytes - own.body);
        own.body += more;
        total += more;
        if (total > mostComingBytes) endOldest(share);
      };
      coming.set(socket, own);
      total += own.head;
      request.once("close", () => {
        if (coming.get(socket) === own) forget(socket);
      });
      if (coming.size > mostComing) endOldest(0);
      count(0);
      return count;
    },
  };
}
