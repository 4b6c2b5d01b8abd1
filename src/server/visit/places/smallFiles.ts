import type { HttpAnswer } from "../pages/markup/httpAnswer.ts";
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

/** Undefined when there is none of that name. */
export function smallFile(name: string): HttpAnswer | undefined {
  const file = smallFiles.get(name);
  if (file === undefined) return undefined;
  return {
    status: 200,
    headers: {
      "Content-Type": file.type,
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
    body: file.body,
  };
}
