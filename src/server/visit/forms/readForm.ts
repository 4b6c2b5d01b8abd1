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
