import type { ServerResponse } from "node:http";
import { dataPolicy } from "../api/dataPolicy.ts";

/** Answers that belong to no page: one line of text, or the API's envelope where that is expected. */
export function sendText(response: ServerResponse, status: number, text: string): void {
  send(response, status, "text/plain; charset=utf-8", `${text}\n`);
}

export function sendFailureEnvelope(
  response: ServerResponse,
  status: number,
  message: string,
): void {
  const body = JSON.stringify({ error: 1, message });
  send(response, status, "application/json; charset=utf-8", body);
}

export function sendSvg(response: ServerResponse, picture: string): void {
  // The GUI shows it from another origin.
  response.setHeader("Cross-Origin-Resource-Policy", "cross-origin");
  send(response, 200, "image/svg+xml", picture);
}

function send(response: ServerResponse, status: number, type: string, body: string): void {
  response.writeHead(status, {
    "Content-Type": type,
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": dataPolicy,
  });
  response.end(body);
}
