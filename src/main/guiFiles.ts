import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { guiPolicy, noncePlace } from "../server/index.ts";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

export interface GuiFiles {
  readonly rendererDir: string;
  /** The origin that the account's picture comes from. */
  readonly pictures: string;
}

/** A file of the built renderer; `index.html`, with a fresh nonce, for every path that is a screen. */
export async function answerGuiFile(files: GuiFiles, path: string): Promise<Response> {
  const type = types[extname(path)];
  if (type === undefined || path === "/index.html") return await answerScreen(files);
  const content = await readBelow(files.rendererDir, path);
  if (content === null) return new Response("There is nothing at this address.", { status: 404 });
  return new Response(new Uint8Array(content), {
    headers: { ...everywhere, "Content-Type": type, "Cache-Control": "no-cache" },
  });
}

const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

async function answerScreen({ rendererDir, pictures }: GuiFiles): Promise<Response> {
  const page = await readFile(join(rendererDir, "index.html"), "utf8");
  const nonce = randomBytes(16).toString("base64");
  return new Response(page.replaceAll(noncePlace, nonce), {
    headers: {
      ...everywhere,
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": guiPolicy(nonce, pictures),
      "Cross-Origin-Opener-Policy": "same-origin",
    },
  });
}

/** `..` in any spelling, drives and NUL never get as far as the file system. */
async function readBelow(dir: string, path: string): Promise<Buffer | null> {
  const names = path.slice(1).split("/");
  if (!names.every((name) => /^[\w@-][\w@.-]*$/.test(name))) return null;
  return await readFile(join(dir, ...names)).catch(() => null);
}
