import type { ServerResponse } from "node:http";
import { markFile } from "../pages/markup/mark.ts";

interface SmallFile {
  readonly type: string;
  readonly body: string;
}

/** What browsers and robots ask every host for. Link previews must stay allowed. */
const smallFiles: ReadonlyMap<string, SmallFile> = new Map([
  ["robots.txt", { type: "text/plain; charset=utf-8", body: "User-agent: *\nDisallow: /api/\n" }],
  ["favicon.ico", { type: "image/svg+xml", body: markFile }],
]);

/** False when there is none of that name. */
export function sendSmallFile(response: ServerResponse, name: string): boolean {
  const file = smallFiles.get(name);
  if (file === undefined) return false;
  response.writeHead(200, {
    "Content-Type": file.type,
    "Content-Length": Buffer.byteLength(file.body),
    "Cache-Control": "public, max-age=86400",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; sandbox",
  });
  response.end(file.body);
  return true;
}
