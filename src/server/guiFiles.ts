import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join } from "node:path";
import express from "express";
import { sendText } from "./plainAnswers.ts";
import { withoutQuery } from "./paths.ts";

/** Where the built page wants the nonce of this load. */
export const noncePlace = "__NONCE__";

/** The GUI's content security policy, at its door and in the window. */
export function guiPolicy(nonce: string, pictures: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    `img-src 'self' data: blob: ${pictures}`,
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "worker-src 'self'",
    "frame-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join("; ");
}

/**
 * The built renderer: its files, and `index.html` for every path that is a screen. `pictures` is
 * the origin that the account's picture comes from.
 */
export function createGuiFiles(options: {
  rendererDir: string;
  pictures: string;
}): (request: IncomingMessage, response: ServerResponse) => void {
  const { rendererDir, pictures } = options;
  const app = express().disable("x-powered-by").disable("etag");

  app.use((_request, response, next) => {
    response.set({
      "X-Content-Type-Options": "nosniff",
      "Referrer-Policy": "no-referrer",
      "Cross-Origin-Resource-Policy": "same-origin",
    });
    next();
  });
  app.use(
    express.static(rendererDir, {
      index: false,
      redirect: false,
      // The built files carry their content's hash in their names.
      setHeaders: (response, path) => {
        const isHashed = path.startsWith(join(rendererDir, "assets"));
        response.setHeader(
          "Cache-Control",
          isHashed ? "public, max-age=31536000, immutable" : "no-cache",
        );
      },
    }),
  );
  app.use(async (request, response) => {
    const isScreen = !withoutQuery(request.url).includes(".");
    if (!isScreen || (request.method !== "GET" && request.method !== "HEAD")) {
      return sendText(response, 404, "There is nothing at this address.");
    }
    await sendIndex(response);
  });

  async function sendIndex(response: ServerResponse): Promise<void> {
    const page = await readFile(join(rendererDir, "index.html"), "utf8").catch(() => null);
    if (page === null) return sendText(response, 404, "The window's files have not been built.");
    const nonce = randomBytes(16).toString("base64");
    const body = page.replaceAll(noncePlace, nonce);
    response.writeHead(200, {
      "Content-Type": "text/html; charset=utf-8",
      "Content-Length": Buffer.byteLength(body),
      "Cache-Control": "no-store",
      "Content-Security-Policy": guiPolicy(nonce, pictures),
      "Cross-Origin-Opener-Policy": "same-origin",
    });
    response.end(body);
  }

  return app;
}
