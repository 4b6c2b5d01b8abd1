import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";

/** Milliseconds that a browser gets to start and come. */
const patience = 20_000;

export interface OpenOnce {
  /** Leads to the target, once. */
  readonly address: string;
  /** Whether somebody came for it in time. */
  readonly used: Promise<boolean>;
  close(): void;
}

/** As `/proc/net/tcp` writes 127.0.0.1 and a port: the address backwards, both in hex. */
function asInProc(port: number): string {
  return `0100007F:${port.toString(16).toUpperCase().padStart(4, "0")}`;
}

/**
 * Whether another user of this computer sent a request; only Linux says whose a connection is.
 * The system's own account is let through: it can read everything anyway.
 */
function isForeign({ socket }: IncomingMessage): boolean {
  const own = process.getuid?.();
  if (process.platform !== "linux" || own === undefined) return false;
  try {
    const lines = readFileSync("/proc/net/tcp", "utf8").split("\n");
    const from = asInProc(socket.remotePort ?? 0);
    const to = asInProc(socket.localPort ?? 0);
    const user = lines
      .map((line) => line.trim().split(/\s+/))
      .find(([, local, remote]) => local === from && remote === to)?.[7];
    return user !== undefined && ![own, 0].includes(Number(user));
  } catch {
    return false;
  }
}

/**
 * An address that leads to the target a single time. Other users of the computer can read the
 * arguments of a browser's start in the list of processes; a secret has no place there, and this
 * address is worth nothing once the browser was here.
 */
export async function openOnce(target: string): Promise<OpenOnce> {
  const path = `/${randomBytes(24).toString("base64url")}`;
  const { promise: used, resolve: settle } = Promise.withResolvers<boolean>();
  const server = createServer((request, response) => {
    const isIt = request.method === "GET" && request.url === path && !isForeign(request);
    response.writeHead(isIt ? 303 : 404, {
      ...(isIt ? { Location: target } : {}),
      "Cache-Control": "no-store",
      "Referrer-Policy": "no-referrer",
      Connection: "close",
    });
    response.end(isIt ? () => settle(true) : undefined);
    if (isIt) server.close();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const bound = server.address();
  const port = typeof bound === "object" && bound !== null ? bound.port : 0;
  const timer = setTimeout(() => settle(false), patience);
  return {
    address: `http://127.0.0.1:${port}${path}`,
    used,
    close() {
      clearTimeout(timer);
      server.close();
      server.closeAllConnections();
    },
  };
}
