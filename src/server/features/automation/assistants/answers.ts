import type { IncomingHttpHeaders, ServerResponse } from "node:http";
import { commonHeaders, isLoopbackHost } from "../surface.ts";

/** Whether a page of another site, or one without a site of its own, sent the request. */
export function isForeignOrigin({ origin, host }: IncomingHttpHeaders): boolean {
  if (origin === undefined) return false;
  const url = URL.parse(origin);
  return url === null || (url.host !== host?.toLowerCase() && !isLoopbackHost(url.host));
}

/** A refusal as JSON-RPC has it; without an ID, since it is of no particular request. */
export function sendProblem(
  response: ServerResponse,
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  const body = { jsonrpc: "2.0", error: { code: -32_000, message } };
  response.writeHead(status, { ...commonHeaders, "Content-Type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
