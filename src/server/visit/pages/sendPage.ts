import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import { renderPage } from "./page.ts";
import type { Page } from "./page.ts";

/** Answers with a page that runs nothing, loads nothing, and can't be framed. */
export function sendPage(response: ServerResponse, page: Page): void {
  const nonce = randomBytes(16).toString("base64");
  const body = renderPage(page, nonce);
  response.writeHead(page.status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Content-Security-Policy": `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "X-Robots-Tag": "noindex",
    ...page.headers,
  });
  response.end(body);
}
