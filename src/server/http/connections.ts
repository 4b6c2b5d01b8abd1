import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { isLoopback } from "../features/domains/ownAddresses.ts";
import { networkOf, plainAddress } from "../common/plainAddress.ts";

export interface ConnectionLimits {
  /** Connections of one port. */
  readonly most: number;
  /** Of these, connections of one network that isn't a proxy. */
  readonly mostOfNetwork: number;
}

export const usualConnections: ConnectionLimits = { most: 5_000, mostOfNetwork: 256 };

/**
 * Requests that a connection may send ahead: without having read the answer to the one before, or within
 * one turn of the event loop. Browsers and proxies send one at a time.
 */
const mostAhead = 16;

interface Connection {
  /** To its last request; null before the first head. */
  answer: ServerResponse | null;
  /** Requests in a row that came before the answer to the one before was sent. */
  ahead: number;
  /** The turn of the event loop of its last request, and its requests in that turn. */
  turn: number;
  inTurn: number;
}

/** Numbers the turns of the event loop, as far as anything asks. */
function createTurns(): () => number {
  let turn = 0;
  let isEnding = false;
  return () => {
    if (!isEnding) {
      isEnding = true;
      setImmediate(() => {
        turn += 1;
        isEnding = false;
      });
    }
    return turn;
  };
}

/**
 * Ends a connection that sends requests without waiting for answers. Thousands of them fit into one piece
 * from the network, and Node's parser hands each of them over before anything else gets its turn, even
 * when the socket is destroyed. Answering 2 to the head of a request ("an upgrade follows") makes it stop
 * there: 100 connections with 2,241 requests each take 85 ms instead of 2.6 s. Where a later Node
 * has no such property, the connection ends all the same, and only costs more.
 */
function endFlood(socket: Socket): void {
  const parser: unknown = Reflect.get(socket, "parser");
  if (typeof parser === "object" && parser !== null) {
    const key: unknown = Reflect.get(parser.constructor, "kOnHeadersComplete");
    const original: unknown = typeof key === "number" ? Reflect.get(parser, key) : undefined;
    if (typeof key === "number" && original !== undefined) {
      Reflect.set(parser, key, () => 2);
      // Node gives the parser to another connection.
      socket.once("close", () => Reflect.set(parser, key, original));
    }
  }
  socket.destroy();
}

export interface Connections {
  /** Called for each request whose head has arrived. False: its connection was ended, don't answer. */
  accept(request: IncomingMessage, response: ServerResponse): boolean;
}

/**
 * Bounds the connections of a port. A new connection takes the place of the oldest one whose first head
 * isn't complete, then of the oldest idle one, then of the oldest that still sends its body, then of the oldest
 * that doesn't read its answer: connections are cheap to open and to leave half-sent or unread, so
 * refusing the newest would close the port to everybody else. The new one is refused only where every
 * connection waits for an answer of ours.
 *
 * @param isProxy whether many visitors share a peer's address; this computer is always one
 */
export function boundConnections(
  server: Server,
  { most, mostOfNetwork }: ConnectionLimits,
  isProxy: (peer: string) => boolean,
): Connections {
  /** Oldest first. */
  const connections = new Map<Socket, Connection>();
  const networks = new Map<Socket, string>();
  const turnNow = createTurns();
  const counts = new Map<string, number>();

  function forget(socket: Socket): void {
    connections.delete(socket);
    const network = networks.get(socket);
    if (network === undefined) return;
    networks.delete(socket);
    const left = (counts.get(network) ?? 1) - 1;
    if (left === 0) counts.delete(network);
    else counts.set(network, left);
  }

  /** The one to end, of a network or of all. */
  function victim(network?: string): Socket | undefined {
    let idle: Socket | undefined;
    let sending: Socket | undefined;
    let unread: Socket | undefined;
    for (const [socket, { answer }] of connections) {
      if (network !== undefined && networks.get(socket) !== network) continue;
      if (answer === null) return socket;
      if (answer.writableFinished) idle ??= socket;
      else if (!answer.req.complete) sending ??= socket;
      else if (socket.writableLength > 0) unread ??= socket;
    }
    return idle ?? sending ?? unread;
  }

  function makeRoom(newest: Socket, network?: string): void {
    const ended = victim(network) ?? newest;
    // Closing takes until the next turn of the loop.
    forget(ended);
    ended.destroy();
  }

  server.on("connection", (socket: Socket) => {
    const peer = socket.remoteAddress;
    // It has been closed already.
    if (peer === undefined) return;
    const network = isProxy(peer) ? undefined : networkOf(peer);
    const ofNetwork = network === undefined ? 0 : (counts.get(network) ?? 0);
    if (ofNetwork >= mostOfNetwork) makeRoom(socket, network);
    else if (connections.size >= most) makeRoom(socket);
    if (socket.destroyed) return;
    connections.set(socket, { answer: null, ahead: 0, turn: -1, inTurn: 0 });
    if (network !== undefined) {
      networks.set(socket, network);
      counts.set(network, (counts.get(network) ?? 0) + 1);
    }
    socket.once("close", () => forget(socket));
  });

  return {
    accept({ socket }, response) {
      if (socket.destroyed) return false;
      const connection = connections.get(socket);
      if (connection === undefined) return true;
      const isAhead = connection.answer?.writableFinished === false;
      connection.ahead = isAhead ? connection.ahead + 1 : 0;
      connection.answer = response;
      const turn = turnNow();
      connection.inTurn = connection.turn === turn ? connection.inTurn + 1 : 0;
      connection.turn = turn;
      if (Math.max(connection.ahead, connection.inTurn) > mostAhead) endFlood(socket);
      return !socket.destroyed;
    },
  };
}

export function isLoopbackPeer(peer: string): boolean {
  return isLoopback(plainAddress(peer));
}
