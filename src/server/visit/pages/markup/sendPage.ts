import { randomBytes } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { PageLook } from "./look.ts";
import { policyOf, renderPage } from "./page.ts";
import type { Page } from "./page.ts";

/** Answers with a page that runs and loads only what it says, and can't be framed. */
export function sendPage(response: ServerResponse, page: Page, look: PageLook): void {
  const nonce = randomBytes(16).toString("base64");
  const body = renderPage(page, { nonce, look });
  response.writeHead(page.status, {
    "Content-Type": "text/html; charset=utf-8",
    "Content-Length": Buffer.byteLength(body),
    "Cache-Control": "no-store",
    "Content-Security-Policy": policyOf(page, nonce),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Referrer-Policy": page.referrerPolicy ?? "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    ...(page.isListed !== true && { "X-Robots-Tag": "noindex" }),
    ...page.headers,
  });
  response.end(body);
}
