import type { IncomingMessage, ServerResponse } from "node:http";
import { isLoopback } from "../domains/ownAddresses.ts";

/** What a request is found to be before it comes to a surface. */
export interface SurfaceRequest {
  /** Below the server's prefix, with its query. */
  readonly path: string;
  /** Whether its `Host` is one of the service port's own. */
  readonly isOwn: boolean;
}

/** Addresses of another protocol at the service port, before aliases: while it is off, it takes none. */
export interface Surface {
  takes(path: string, isOwn: boolean, host?: string): boolean;
  handle(request: IncomingMessage, response: ServerResponse, found: SurfaceRequest): void;
}

/** Whether a `Host` header names this computer to itself. */
export function isLoopbackHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ""}`);
  return url !== null && isLoopback(url.hostname);
}
