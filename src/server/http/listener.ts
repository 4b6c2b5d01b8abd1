import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
} from "node:http";
import { boundBody } from "../api/bodyTime.ts";
import { createUnreadAnswers } from "../api/unreadAnswers.ts";
import {
  boundConnections,
  type ConnectionLimits,
  isLoopbackPeer,
  publicConnections,
  usualConnections,
} from "./connections.ts";
import { StartFailed } from "./startFailed.ts";
import { hostInAddress } from "./hosts.ts";
import { log } from "../common/log.ts";
import { sendText } from "./plainAnswers.ts";
import { errorStack } from "../../util/errorText.ts";

/** One listening door. It answers 503 until it is told what it serves. */
export interface Listener {
  /** The address it listens on. */
  readonly host: string;
  readonly port: number;
  /** @param isProxy whether a peer passes on requests of many visitors; default: this computer does */
  serve(listener: RequestListener, isProxy?: (peer: string) => boolean): void;
  /** Stops accepting, and resolves when what is in flight is answered, or the time is over. */
  close(deadline: number): Promise<void>;
}

/** A slow sender holds a connection no longer than this; milliseconds. */
const limits = {
  /** Bodies have a bound of their own. */
  requestTimeout: 0,
  // Doubled lines arrive joined, so that a second Host or key can't hide behind the first.
  joinDuplicateHeaders: true,
  // Requests without one are refused here: Node would answer them before anybody counts them.
  requireHostHeader: false,
} as const;

/** How long a head may take, in milliseconds, and how many bytes it may have. */
const heads = {
  /** URLs of 8,192 characters come percent-encoded in `short`. */
  own: { headersTimeout: 15_000, connectionsCheckingInterval: 5_000, maxHeaderSize: 64 * 1024 },
  /** Visitors' heads are small. */
  public: { headersTimeout: 5_000, connectionsCheckingInterval: 1_000, maxHeaderSize: 16 * 1024 },
} as const;

/** Lines of a head. Node itself takes 2,000, and keeps 66 KiB for the short ones of a head of 16 KiB. */
const mostHeaders = 100;

/** A body is there in this time, unless its reader lets it take longer; milliseconds. */
const usualBodyTime = 60_000;

/** A large answer of which its reader takes nothing for so long is ended; milliseconds. */
const usualStallTime = 30_000;

/** A connection waits so long for its next request; milliseconds. */
const usualIdleTime = 75_000;

/** While closing, connections that have become idle are closed this often; milliseconds. */
const sweepInterval = 20;

function refusal(error: NodeJS.ErrnoException, host: string, port: number): StartFailed {
  const address = `${hostInAddress(host)}:${port}`;
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `The address ${address} is already in use by another program.`,
    EACCES: `The system doesn't allow listening on ${address}.`,
    EADDRNOTAVAIL: `${host} isn't an address of this computer.`,
  };
  const message = reasons[error.code ?? ""] ?? `Listening on ${address} failed: ${error.message}`;
  return new StartFailed(message, { cause: error });
}

/** As Node says it itself, where nothing has been answered yet. */
function endLateBody({ socket }: IncomingMessage, response: ServerResponse): void {
  if (response.headersSent) socket.destroy();
  else
    socket.end("HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n", () => socket.destroy());
}

export async function listen(
  host: string,
  port: number,
  {
    bodyTime = usualBodyTime,
    stallTime = usualStallTime,
    idleTime = usualIdleTime,
    head = "own",
    connections = head === "public" ? publicConnections : usualConnections,
  }: {
    readonly bodyTime?: number;
    readonly stallTime?: number;
    readonly idleTime?: number;
    /** Which heads it takes. */
    readonly head?: keyof typeof heads;
    readonly connections?: ConnectionLimits;
  } = {},
): Promise<Listener> {
  let isProxy = isLoopbackPeer;
  let current: RequestListener = (_request, response) => {
    response.setHeader("Connection", "close");
    sendText(response, 503, "The server is starting.");
  };
  const boundUnread = createUnreadAnswers();
  const server = createServer({ ...limits, ...heads[head] }, (request, response) => {
    if (!bounded.accept(request, response)) return;
    boundUnread(response);
    if (request.headers.host === undefined && request.httpVersion !== "1.0") {
      response.setHeader("Connection", "close");
      sendText(response, 400, "A Host header is required.");
      return;
    }
    if (request.rawHeaders.length > 2 * mostHeaders) {
      response.setHeader("Connection", "close");
      sendText(response, 431, `A request can have at most ${mostHeaders} headers.`);
      return;
    }
    if (isClosing) response.setHeader("Connection", "close");
    boundBody(request, bodyTime, () => endLateBody(request, response));
    try {
      current(request, response);
    } catch (error) {
      // A fault of ours in one request must not end the service for all.
      log(`A request failed: ${errorStack(error)}`);
      if (response.headersSent) response.destroy();
      else sendText(response, 500, "Something went wrong in the server.");
    }
  });
  server.timeout = stallTime;
  server.keepAliveTimeout = idleTime;
  // One more, so that a line that is left out is noticed.
  server.maxHeadersCount = mostHeaders + 1;
  // Node's own answer comes before anybody counts the request.
  server.on("checkExpectation", (request: IncomingMessage, response: ServerResponse) => {
    if (bounded.accept(request, response))
      sendText(response, 417, "The Expect header isn't supported.");
  });
  let isClosing = false;
  const bounded = boundConnections(server, connections, (peer) => isProxy(peer));
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(refusal(error, host, port)));
    server.listen({ host, port }, resolve);
  });
  // For example when the system has no more file handles: the next connection may work again.
  server.on("error", (error) => log(`Port ${port} at ${host} reports: ${error.message}`));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("No port was given.");
  return {
    host,
    port: address.port,
    serve(listener, isProxyNow = isLoopbackPeer) {
      current = listener;
      isProxy = isProxyNow;
    },
    close(deadline) {
      isClosing = true;
      return closeServer(server, deadline);
    },
  };
}

function closeServer(server: Server, deadline: number): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), sweepInterval);
    const end = setTimeout(() => server.closeAllConnections(), deadline);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(end);
      resolve();
    });
    server.closeIdleConnections();
  });
}
