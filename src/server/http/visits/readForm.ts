import type { IncomingMessage } from "node:http";
import { type Form, unreadForm } from "../../visit/forms/postedForm.ts";

/** Reads `application/x-www-form-urlencoded` of at most `mostBytes`. Rejects when it breaks off. */
export async function readForm(request: IncomingMessage, mostBytes: number): Promise<Form> {
  const unread = unreadForm(request.headers, mostBytes);
  if (unread !== null) return unread;
  const body = await readBody(request, mostBytes);
  return body === null
    ? { kind: "tooLarge" }
    : { kind: "form", fields: new URLSearchParams(body.toString("utf8")) };
}

/** Null: more than that. What comes after it is thrown away, so that the answer gets through. */
function readBody(request: IncomingMessage, mostBytes: number): Promise<Buffer | null> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    request.on("data", (chunk: Buffer) => {
      size += chunk.length;
      if (size <= mostBytes) chunks.push(chunk);
      else resolve(null);
    });
    request.once("end", () => resolve(Buffer.concat(chunks)));
    request.once("error", reject);
  });
}
