import type { HttpAnswer } from "./httpAnswer.ts";
import type { PageLook } from "./look.ts";
import { newNonce } from "./nonce.ts";
import { type Page, policyOf, renderPage } from "./page.ts";

/** A page that runs and loads only what it says, and can't be framed. */
export function pageAnswer(page: Page, look: PageLook): HttpAnswer {
  const nonce = newNonce();
  return {
    status: page.status,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": policyOf(page, nonce),
      "Cross-Origin-Opener-Policy": "same-origin",
      "Referrer-Policy": page.referrerPolicy ?? "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Frame-Options": "DENY",
      ...(page.isListed !== true && { "X-Robots-Tag": "noindex" }),
      ...page.headers,
    },
    body: renderPage(page, { nonce, look }),
  };
}
