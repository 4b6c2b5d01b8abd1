import type { IncomingMessage } from "node:http";

/** What a posted form says; or why it can't be read. */
export type Form =
  | { readonly kind: "form"; readonly fields: URLSearchParams }
  | { readonly kind: "notAForm" }
  | { readonly kind: "tooLarge" };

/** Reads `application/x-www-form-urlencoded` of at most `mostBytes`. Rejects when it breaks off. */
export async function readForm(request: IncomingMessage, mostBytes: number): Promise<Form> {
  const [type = ""] = (request.headers["content-type"] ?? "").split(";", 1);
  if (type.trim().toLowerCase() !== "application/x-www-form-urlencoded") {
    return { kind: "notAForm" };
  }
  if (Number(request.headers["content-length"] ?? 0) > mostBytes) return { kind: "tooLarge" };
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > mostBytes) return { kind: "tooLarge" };
    chunks.push(chunk);
  }
  return { kind: "form", fields: new URLSearchParams(Buffer.concat(chunks).toString("utf8")) };
}
