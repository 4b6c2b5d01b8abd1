import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { asError } from "../../../../util/errorText.ts";

export interface ZipEntry {
  /** With `/` between folders. */
  readonly name: string;
  readonly content: string | AsyncIterable<Uint8Array>;
}

/** Entries that the library is given before it has written those before: they wait in its memory. */
const mostWaiting = 64;

/** A zip of what comes, one after the other, made while it is read. */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry> | Iterable<ZipEntry>,
  made: Date,
): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  // It is a stream of Node's; its type says only that it is like one.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  const options = { mtime: made, mode: 0o100644 };
  let isBroken = false;

  async function add(): Promise<void> {
    let waiting = 0;
    for await (const { name, content } of entries) {
      if (isBroken) return;
      if (typeof content === "string") {
        zip.addBuffer(Buffer.from(content), name, options);
        waiting += 1;
        if (waiting % mostWaiting === 0) await drained(output);
      } else {
        const stream = Readable.from(content, { objectMode: false });
        zip.addReadStream(stream, name, options);
        await new Promise((resolve, reject) => {
          stream.once("close", resolve).once("error", reject);
        });
      }
    }
    zip.end();
  }

  const adding = add().catch((error: unknown) => {
    output.destroy(asError(error));
  });
  try {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no encoding is set
    for await (const piece of output) yield piece as Uint8Array;
  } finally {
    isBroken = true;
    output.destroy();
    await adding;
  }
}

/** Once there is room again in what the reader has not read yet. */
async function drained(output: Readable): Promise<void> {
  do {
    await new Promise((resolve) => setImmediate(resolve));
  } while (output.readableLength > output.readableHighWaterMark && !output.destroyed);
}
