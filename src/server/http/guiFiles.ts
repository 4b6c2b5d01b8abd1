import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { leaveUncounted } from "../api/unreadAnswers.ts";
import { arrivalPath } from "../store/openingFile.ts";
import { withoutQuery } from "../visit/paths.ts";

/** Where the built page wants the nonce of this load. */
const noncePlace = "__NONCE__";

/** Where it wants what its browser kept at an address of another run. */
const preferencesPlace = "__PREFERENCES__";

const htmlType = "text/html; charset=utf-8";

const types: Readonly<Record<string, string>> = {
  ".css": "text/css; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

const everywhere = {
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cross-Origin-Resource-Policy": "same-origin",
} as const;

/** The GUI's content security policy, at its door and in the window. */
function guiPolicy(nonce: string, pictures: string): string {
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

/** The page of the API viewer, which the app shows in a frame. */
const viewerPage = "/apiViewer.html";

/** The viewer writes style elements of its own. It gets its document from the app and asks nobody. */
const viewerPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
].join("; ");

export interface GuiFiles {
  readonly rendererDir: string;
  /** The origin that the account's picture comes from. */
  readonly pictures: string;
  /** What the app keeps in a browser; absent: it has a store that lasts. */
  readonly preferences?: () => Readonly<Record<string, string>>;
}

export interface GuiAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array<ArrayBuffer> | string;
}

/** A file of the built renderer; `index.html`, with a fresh nonce, for every path that is a screen. */
export async function readGuiFile(files: GuiFiles, path: string): Promise<GuiAnswer> {
  if (path === "/index.html" || !path.includes(".")) return await readScreen(files);
  const isViewer = path === viewerPage;
  const type = isViewer ? htmlType : types[extname(path)];
  const content = type === undefined ? null : await readBelow(files.rendererDir, path);
  if (type === undefined || content === null) return nothingThere;
  return {
    status: 200,
    headers: {
      ...everywhere,
      "Content-Type": type,
      "Cache-Control": isHashed(path) ? "public, max-age=31536000, immutable" : "no-cache",
      ...(isViewer ? { "Content-Security-Policy": viewerPolicy } : {}),
    },
    body: content,
  };
}

async function readScreen({ rendererDir, pictures, preferences }: GuiFiles): Promise<GuiAnswer> {
  const page = await readFile(join(rendererDir, "index.html"), "utf8").catch(() => null);
  if (page === null) return nothing("The files of the GUI haven't been built.");
  const nonce = randomBytes(16).toString("base64");
  return {
    status: 200,
    headers: {
      ...everywhere,
      "Content-Type": htmlType,
      "Cache-Control": "no-store",
      "Content-Security-Policy": guiPolicy(nonce, pictures),
      "Cross-Origin-Opener-Policy": "same-origin",
    },
    body: Buffer.from(
      page
        .replaceAll(noncePlace, nonce)
        .replace(preferencesPlace, () => encodeURIComponent(JSON.stringify(preferences?.() ?? {}))),
    ),
  };
}

function nothing(sentence: string): GuiAnswer {
  return {
    status: 404,
    headers: {
      ...everywhere,
      "Content-Type": "text/plain; charset=utf-8",
      "Cache-Control": "no-store",
    },
    body: Buffer.from(`${sentence}\n`),
  };
}

const nothingThere = nothing("There is nothing at this address.");

/** The built files carry their content's hash in their names. */
function isHashed(path: string): boolean {
  return path.startsWith("/assets/");
}

/** Built files that somebody asked for: all their readers share them. */
const built = new Map<string, Promise<Buffer<ArrayBuffer> | null>>();

/** `..` in any spelling, drives and NUL never get as far as the file system. */
async function readBelow(dir: string, path: string): Promise<Buffer<ArrayBuffer> | null> {
  const names = path.slice(1).split("/");
  if (!names.every((name) => /^[\w@-][\w@.-]*$/.test(name))) return null;
  const file = join(dir, ...names);
  const known = built.get(file);
  if (known !== undefined) return await known;
  const read = readFile(file).catch(() => {
    built.delete(file);
    return null;
  });
  if (isHashed(path)) built.set(file, read);
  return await read;
}

/** The browser keeps the fragment, and the key in it, through the redirect. */
const toFirstScreen: GuiAnswer = {
  status: 303,
  headers: { ...everywhere, Location: "../../", "Cache-Control": "no-store" },
  body: "",
};

/** The built renderer, and the pages that are previewed in it, over HTTP. */
export function createGuiFiles(
  files: GuiFiles,
  preview: (path: string) => GuiAnswer | null,
  hasArrived: (ticket: string) => void,
): (request: IncomingMessage, response: ServerResponse) => void {
  async function answerOf({ method, url = "/" }: IncomingMessage): Promise<GuiAnswer> {
    if (method !== "GET" && method !== "HEAD") return nothingThere;
    const path = withoutQuery(url);
    if (path.startsWith(arrivalPath)) {
      hasArrived(path.slice(arrivalPath.length));
      return toFirstScreen;
    }
    return preview(path) ?? (await readGuiFile(files, path));
  }
  async function answer(request: IncomingMessage, response: ServerResponse) {
    const { status, headers, body } = await answerOf(request);
    const length = Buffer.byteLength(body);
    if (isHashed(withoutQuery(request.url ?? "/"))) leaveUncounted(response);
    response.writeHead(status, { ...headers, "Content-Length": length }).end(body);
  }
  return (request, response) => void answer(request, response);
}
