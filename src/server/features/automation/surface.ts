import type { IncomingMessage, ServerResponse } from "node:http";
import { dataPolicy } from "../../api/dataPolicy.ts";
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
  takes(path: string, isOwn: boolean, request: IncomingMessage): boolean;
  handle(request: IncomingMessage, response: ServerResponse, found: SurfaceRequest): void;
}

/** Of all answers: nothing keeps them, and no page of another site gets them. */
export const commonHeaders = {
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
  "Content-Security-Policy": dataPolicy,
  "Cross-Origin-Resource-Policy": "same-origin",
};

/** Whether a `Host` header names this computer to itself. */
export function isLoopbackHost(host: string | undefined): boolean {
  const url = URL.parse(`http://${host ?? ""}`);
  return url !== null && isLoopback(url.hostname);
}

/** What proxies and tunnels write, for whoever comes through them. */
const forwarding =
  /^(?:forwarded|via|x-forwarded(?:-.+)?|x-real-ip|(?:true|x|x-cluster|fly|fastly)-client-ip|x-azure-clientip|x-original-.+|x-envoy-.+|x-amzn-trace-id|cdn-loop|cf-.+|ngrok-.+|tailscale-.+)$/;

/**
 * Whether a program on this computer sent a request. A `Host` is only what somebody wrote, so the
 * connection must come from here, too, and not through a tunnel or a proxy.
 */
export function isFromHere({ headers, socket }: IncomingMessage): boolean {
  return (
    isLoopbackHost(headers.host) &&
    isLoopback(socket.remoteAddress ?? "") &&
    !Object.keys(headers).some((name) => forwarding.test(name))
  );
}
