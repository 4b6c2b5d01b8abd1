import { type Form, unreadForm } from "../../server/visit/forms/postedForm.ts";
import type { VisitorHeaders } from "../../server/visit/requestHeaders.ts";

/** Reads `application/x-www-form-urlencoded` of at most `mostBytes`. */
export async function readForm(
  request: Request,
  headers: VisitorHeaders,
  mostBytes: number,
): Promise<Form> {
  const unread = unreadForm(headers, mostBytes);
  if (unread !== null) return unread;
  const text = new TextDecoder();
  let size = 0;
  let body = "";
  for await (const chunk of chunksOf(request)) {
    size += chunk.length;
    if (size > mostBytes) return { kind: "tooLarge" };
    body += text.decode(chunk, { stream: true });
  }
  return { kind: "form", fields: new URLSearchParams(body + text.decode()) };
}

async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader();
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    yield part.value;
  }
}
