import type { IncomingMessage } from "node:http";
import { type Pace, pace as usualPace, TooSlow, whileItComes } from "./bodyTime.ts";
import { HttpFailure } from "./failures.ts";
import { isSentAs } from "./readBody.ts";

const binary = "application/octet-stream";

/**
 * A file that is sent as a body, piece by piece as it comes; at most so many bytes, and in whatever
 * time they take as long as they keep coming.
 */
export function receiveFile(
  request: IncomingMessage,
  most: number,
  pace: Pace = usualPace,
): AsyncIterable<Uint8Array> {
  const { "content-length": announced, "transfer-encoding": coding } = request.headers;
  if (coding === undefined && Number(announced ?? 0) === 0) {
    throw new HttpFailure(400, "empty", "The request body is empty. Send the file as the body.");
  }
  if (!isSentAs(request, binary)) {
    throw new HttpFailure(
      415,
      "contentType",
      `The file must be sent with Content-Type: ${binary}.`,
    );
  }
  if (Number(announced ?? 0) > most) throw tooLong(most);
  return pieces(request, most, pace);
}

function tooLong(most: number): HttpFailure {
  return new HttpFailure(
    413,
    "tooLarge",
    `The file is larger than ${Math.floor(most / 1024 / 1024)} MiB.`,
  );
}

const tooSlow =
  "The upload stopped or was too slow. Nothing was changed. Check the connection, then send it again.";

async function* pieces(
  request: IncomingMessage,
  most: number,
  pace: Pace,
): AsyncIterable<Uint8Array> {
  let size = 0;
  try {
    for await (const piece of whileItComes(request, pace)) {
      size += piece.length;
      if (size > most) throw tooLong(most);
      yield piece;
    }
  } catch (error) {
    if (!(error instanceof TooSlow)) throw error;
    // What is left of it would keep the connection busy.
    throw new HttpFailure(408, "tooSlow", tooSlow, { Connection: "close" });
  }
}
