import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { hasBody } from "../api/bodyTime.ts";
import { isLoopback } from "../features/domains/ownAddresses.ts";
import { networkOf, plainAddress } from "../common/plainAddress.ts";
import { type BodyLimits, boundComing } from "./comingBodies.ts";

export interface ConnectionLimits extends BodyLimits {
  /** Connections of one port. */
  readonly most: number;
  /** Of these, connections of one network that isn't a proxy. */
  readonly mostOfNetwork: number;
  /** Connections whose first head isn't complete. */
  readonly mostUnfinished: number;
  /** Bytes of the pieces that a body comes in, on average, where many come at once. */
  readonly leastPiece: number;
}

export const usualConnections: ConnectionLimits = {
  most: 5_000,
  mostOfNetwork: 256,
  mostUnfinished: 1_000,
  mostComing: 2_000,
  mostComingBytes: 16 * 1024 * 1024,
  // Scripts send a list line by line.
  leastPiece: 16,
};

/** Visitors send small forms, and a browser sends one in a single piece. */
export const publicConnections: ConnectionLimits = { ...usualConnections, leastPiece: 1_024 };

/**
 * Requests that a connection may send before it has read the answer to an earlier one. Browsers and proxies
 * send none; each answer is held until the one before is read.
 */
const mostAhead = 2;

/** Requests of a connection within one turn of the event loop. */
const mostInTurn = 16;

/** Characters of an answer that wait to be read while its connection sends the next request. */
const mostUnread = 64 * 1024;

/** Characters of an answer that may wait for as long as they like: what is sent as a stream has no more. */
const mostStalled = 256 * 1024;

/** Pieces of one body within one turn of the event loop that may be as small as they like. */
const mostSmallPieces = 64;

/** What decides how long a connection waits: a whole response would keep the head of its request. */
interface Answer {
  readonly headersSent: boolean;
  readonly writableFinished: boolean;
  readonly writableLength: number;
  readonly req: Pick<IncomingMessage, "complete">;
}

const finishedAnswer: Answer = {
  headersSent: true,
  writableFinished: true,
  writableLength: 0,
  req: { complete: true },
};

/** Finished answers that may be held with the heads of their requests; more where many connections are open. */
const fewAnswers = 256;

interface Connection {
  /** To its last request; null before the first head. */
  answer: Answer | null;
  /** Requests in a row that came before the answer to the one before was sent. */
  ahead: number;
  /** The turn of the event loop of its last request, and its requests in that turn. */
  turn: number;
  inTurn: number;
  /** Hears the body of the next request again. Null: bodies are heard. */
  hearBody: (() => void) | null;
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
 * Gives Node's parser of a connection another handler of an event, until the function that it answers is
 * called. Thousands of requests or chunks fit into one piece from the network, and the parser hands each of
 * them over before anything else gets its turn, even when the socket is destroyed. Where a later Node has
 * no such property nothing happens, and a flood only costs more.
 */
function handleInstead(
  socket: Socket,
  event: "kOnHeadersComplete" | "kOnBody",
  handlerFor: (original: unknown) => ((this: unknown, piece?: Buffer) => unknown) | undefined,
): () => void {
  const parser: unknown = Reflect.get(socket, "parser");
  if (typeof parser !== "object" || parser === null) return () => undefined;
  const key: unknown = Reflect.get(parser.constructor, event);
  const original: unknown = typeof key === "number" ? Reflect.get(parser, key) : undefined;
  if (typeof key !== "number" || original === undefined) return () => undefined;
  Reflect.set(parser, key, handlerFor(original));
  return () => void Reflect.set(parser, key, original);
}

/** What is still to come of a body passes by unheard: 60,000 chunks of one byte cost 2 ms instead of 80. */
function ignoreBody(socket: Socket): () => void {
  return handleInstead(socket, "kOnBody", () => undefined);
}

/**
 * Ends a connection that sends more at once than anybody could answer. Answering 2 to the head of a request
 * ("an upgrade follows") makes the parser stop there: 100 connections with 2,241 requests each take 85 ms
 * instead of 2.6 s.
 */
function endFlood(socket: Socket): void {
  const restores = [handleInstead(socket, "kOnHeadersComplete", () => () => 2), ignoreBody(socket)];
  // Node gives the parser to another connection; the handlers from before go on to restore their own.
  socket.prependOnceListener("close", () => {
    for (const restore of restores) restore();
  });
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
  limits: ConnectionLimits,
  isProxy: (peer: string) => boolean,
): Connections {
  const { most, mostOfNetwork, mostUnfinished, leastPiece } = limits;
  const coming = boundComing(limits);
  /** Oldest first. */
  const connections = new Map<Socket, Connection>();
  const networks = new Map<Socket, string>();
  const turnNow = createTurns();
  const counts = new Map<string, number>();
  let unfinished = 0;
  let sinceForgotten = 0;

  function forget(socket: Socket): void {
    if (connections.get(socket)?.answer === null) unfinished -= 1;
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
    else if (connections.size >= most || unfinished >= mostUnfinished) makeRoom(socket);
    if (socket.destroyed) return;
    const connection: Connection = {
      answer: null,
      ahead: 0,
      turn: -1,
      inTurn: 0,
      hearBody: null,
    };
    connections.set(socket, connection);
    unfinished += 1;
    if (network !== undefined) {
      networks.set(socket, network);
      counts.set(network, (counts.get(network) ?? 0) + 1);
    }
    socket.once("close", () => {
      connection.hearBody?.();
      coming.forget(socket);
      forget(socket);
    });
  });

  // Node tells where nothing was sent or taken for a time, and closes no idle connection itself any more.
  server.on("timeout", (socket: Socket) => {
    const isIdle = connections.get(socket)?.answer?.writableFinished !== false;
    if (isIdle || socket.writableLength > mostStalled) socket.destroy();
  });

  /** Now and then: to listen for the end of each answer costs 3 % of a visit. */
  function forgetFinished(): void {
    for (const connection of connections.values())
      if (connection.answer?.writableFinished === true) connection.answer = finishedAnswer;
  }

  /** Each piece of a body costs a call; nobody needs what comes after the answer. */
  function boundPieces(request: IncomingMessage, response: ServerResponse, one: Connection): void {
    const { socket } = request;
    const countBytes = coming.begin(request, response);
    let turn = -1;
    let pieces = 0;
    let bytes = 0;
    // A property of the request itself would keep it until the next full collection.
    one.hearBody = handleInstead(
      socket,
      "kOnBody",
      (original) =>
        function (this: unknown, piece) {
          const size = piece?.length ?? 0;
          countBytes(size);
          const now = turnNow();
          if (turn !== now) [turn, pieces, bytes] = [now, 0, 0];
          pieces += 1;
          bytes += size;
          const isFlood = pieces > mostSmallPieces && bytes / pieces < leastPiece;
          if (isFlood && !socket.destroyed) endFlood(socket);
          if (!isFlood && typeof original === "function") Reflect.apply(original, this, [piece]);
        },
    );
    response.once("finish", () => {
      if (!request.complete && !socket.destroyed) ignoreBody(socket);
    });
  }

  return {
    accept(request, response) {
      const { socket } = request;
      if (socket.destroyed) return false;
      const connection = connections.get(socket);
      if (connection === undefined) return true;
      connection.hearBody?.();
      connection.hearBody = null;
      const unread = connection.answer?.writableFinished === false ? connection.answer : null;
      connection.ahead = unread === null ? 0 : connection.ahead + 1;
      if (connection.answer === null) unfinished -= 1;
      connection.answer = response;
      sinceForgotten += 1;
      if (sinceForgotten > Math.max(fewAnswers, connections.size / 16)) {
        sinceForgotten = 0;
        forgetFinished();
      }
      const turn = turnNow();
      connection.inTurn = connection.turn === turn ? connection.inTurn + 1 : 0;
      connection.turn = turn;
      // Nobody has begun to read an answer that isn't begun; a file may be read whole before its answer has ended.
      const isAhead = unread?.headersSent === false && hasBody(request);
      const isFlood = isAhead || connection.ahead > mostAhead || connection.inTurn > mostInTurn;
      if (isFlood || (unread?.writableLength ?? 0) > mostUnread) endFlood(socket);
      else if (hasBody(request)) boundPieces(request, response, connection);
      return !socket.destroyed;
    },
  };
}

export function isLoopbackPeer(peer: string): boolean {
  return isLoopback(plainAddress(peer));
}
