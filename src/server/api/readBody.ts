import type { IncomingMessage } from "node:http";
import { HttpFailure } from "./failures.ts";
import { refuseWide } from "./wideObjects.ts";

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

/** A body of JSON as it came, which nobody has looked into. */
export async function readBody(request: IncomingMessage): Promise<Buffer> {
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
  return Buffer.concat(chunks);
}

/** What `JSON.parse` gives, or an empty object for an empty body. */
export function parseBody(bytes: Buffer): unknown {
  if (bytes.length === 0) return {};
  let sent: unknown;
  try {
    sent = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new HttpFailure(400, "json", "The request body isn't valid JSON.");
  }
  refuseWide(sent);
  return sent;
}
