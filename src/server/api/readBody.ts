import type { IncomingMessage } from "node:http";
import { HttpFailure } from "./failures.ts";

const longest = 1024 * 1024;

export function isSentAs({ headers }: IncomingMessage, wanted: string): boolean {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  const encoding = (headers["content-encoding"] ?? "identity").trim().toLowerCase();
  return type.trim().toLowerCase() === wanted && encoding === "identity";
}

function isJson(request: IncomingMessage): boolean {
  return isSentAs(request, "application/json");
}

const wrongType = () =>
  new HttpFailure(
    415,
    "contentType",
    "The request body must be sent with Content-Type: application/json.",
  );
const tooLong = () => new HttpFailure(413, "tooLarge", "The request body is larger than 1 MiB.");

/** What `JSON.parse` gives, or an empty object for an empty body. */
export async function readBody(request: IncomingMessage): Promise<unknown> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > 0 && !isJson(request)) throw wrongType();
  if (announced > longest) throw tooLong();
  const chunks: Buffer[] = [];
  let size = 0;
  // The connection must stay open for the refusal; the server drains what is left.
  for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > 0 && !isJson(request)) throw wrongType();
    if (size > longest) throw tooLong();
    chunks.push(chunk);
  }
  return size === 0 ? {} : parse(Buffer.concat(chunks));
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpFailure(400, "json", "The request body isn't valid JSON.");
  }
}
