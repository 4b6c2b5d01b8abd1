import type { IncomingMessage } from "node:http";
import { bodyBytes } from "../common/bodyBytes.ts";
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
const tooLong = (most: number) => {
  const size = most === longest ? "1 MiB" : `${most} bytes`;
  return new HttpFailure(413, "tooLarge", `The request body is larger than ${size}.`);
};

/**
 * A body of JSON as it came, which nobody has looked into.
 *
 * @param options.most bytes that it may have
 * @param options.come called with the bytes of each piece; what it throws ends the reading
 */
export async function readBody(
  request: IncomingMessage,
  { most = longest, come }: { most?: number; come?: (bytes: number) => void } = {},
): Promise<Buffer> {
  const announced = Number(request.headers["content-length"] ?? 0);
  if (announced > 0 && !isJson(request)) throw wrongType();
  if (announced > most) throw tooLong(most);
  const bytes = await bodyBytes(request, most, (more) => {
    if (!isJson(request)) throw wrongType();
    come?.(more);
  });
  if (bytes === null) throw tooLong(most);
  return bytes;
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
