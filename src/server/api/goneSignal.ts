import type { IncomingMessage } from "node:http";
import type { Socket } from "node:net";

const gone = Symbol("whether the other side has gone");

/** Of a connection, because answers that wait for those before them aren't told that it's closed. */
interface WatchedSocket extends Socket {
  [gone]?: AbortSignal;
}

/** Aborts once whoever sent a request has gone. */
export function goneSignal({ socket }: { readonly socket: WatchedSocket } & IncomingMessage) {
  return (socket[gone] ??= watched(socket));
}

function watched(socket: Socket): AbortSignal {
  const closing = new AbortController();
  if (socket.destroyed) closing.abort();
  else socket.once("close", () => closing.abort());
  return closing.signal;
}
