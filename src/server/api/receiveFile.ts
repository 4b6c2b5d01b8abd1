import type { IncomingMessage } from "node:http";
import { HttpFailure } from "./failures.ts";
import { isSentAs } from "./readBody.ts";

const binary = "application/octet-stream";

/** A file that is sent as a body, piece by piece as it comes; at most so many bytes. */
export function receiveFile(request: IncomingMessage, most: number): AsyncIterable<Uint8Array> {
  const { "content-length": announced, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(announced ?? 0) === 0) {
    throw new HttpFailure(400, "The request has no body: the file belongs there, as it is.");
  }
  if (!isSentAs(request, binary)) {
    throw new HttpFailure(415, `The file must be sent with Content-Type: ${binary}.`);
  }
  if (Number(announced ?? 0) > most) throw tooLong(most);
  return pieces(request, most);
}

function tooLong(most: number): HttpFailure {
  return new HttpFailure(413, `The file is larger than ${Math.floor(most / 1024 / 1024)} MiB.`);
}

async function* pieces(request: IncomingMessage, most: number): AsyncIterable<Uint8Array> {
  let size = 0;
  // The connection must stay open for a refusal; the server drains what is left.
  for await (const piece of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += piece.length;
    if (size > most) throw tooLong(most);
    yield piece;
  }
}
