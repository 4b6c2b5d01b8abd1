import { type Message, message } from "../../../../contract/messages/messages.ts";
import { isUtf8 } from "node:buffer";
import { createTextPosition } from "./textPosition.ts";
import { Unreadable } from "./unreadable.ts";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be";

/** Stands for a last character of which the file has only the beginning. */
export const cutCharacter = "\uFFFD";

/** Whether the bytes may end inside a character. */
type Part = "whole" | "beginning";

/** Bytes that a reader gets at a time: a few milliseconds of work. */
const piece = 16_384;

/** What files that are no text begin with, and what their owner can do. */
const beginnings: readonly { readonly bytes: readonly number[]; readonly reason: Message }[] = [
  { bytes: [0x50, 0x4b, 0x03, 0x04], reason: message("file.archive") },
  { bytes: [0x50, 0x4b, 0x05, 0x06], reason: message("file.emptyArchive") },
  { bytes: [0x1f, 0x8b], reason: message("file.gzip") },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], reason: message("file.compressed", { format: "zstd" }) },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], reason: message("file.compressed", { format: "xz" }) },
  { bytes: [0x42, 0x5a, 0x68], reason: message("file.compressed", { format: "bzip2" }) },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], reason: message("file.packed", { format: "7z" }) },
  { bytes: [0x52, 0x61, 0x72, 0x21], reason: message("file.packed", { format: "RAR" }) },
  { bytes: [0xd0, 0xcf, 0x11, 0xe0], reason: message("file.xls") },
  { bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66], reason: message("file.database") },
  { bytes: [0x25, 0x50, 0x44, 0x46], reason: message("file.pdf") },
  { bytes: [0x89, 0x50, 0x4e, 0x47], reason: message("file.picture") },
  { bytes: [0xff, 0xd8, 0xff], reason: message("file.picture") },
];

/** Archives, spreadsheets, pictures: never unpacked, however they are named. */
export function refuseOtherFiles(head: Uint8Array): void {
  const other = beginnings.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (other !== undefined) throw new Unreadable(other.reason);
}

/** By the mark at its beginning, else by where UTF-16 has its zero bytes. */
export function encodingOf(head: Uint8Array): { encoding: Encoding; markBytes: number } {
  const [first, second, third] = head;
  if (first === 0xef && second === 0xbb && third === 0xbf)
    return { encoding: "utf-8", markBytes: 3 };
  if (first === 0xff && second === 0xfe) return { encoding: "utf-16le", markBytes: 2 };
  if (first === 0xfe && second === 0xff) return { encoding: "utf-16be", markBytes: 2 };
  const sample = head.subarray(0, 512);
  const zeros = (parity: number) =>
    sample.reduce((sum, byte, at) => sum + Number(byte === 0 && at % 2 === parity), 0);
  const most = sample.length / 4;
  if (zeros(1) > most && zeros(0) === 0) return { encoding: "utf-16le", markBytes: 0 };
  if (zeros(0) > most && zeros(1) === 0) return { encoding: "utf-16be", markBytes: 0 };
  return { encoding: "utf-8", markBytes: 0 };
}

/** How many bytes at the end begin a character that isn't whole. */
function unfinished(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0;
    if ((byte & 0xc0) === 0x80) continue;
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1;
    return length > back ? back : 0;
  }
  return 0;
}

/** Bytes of a text up to the first character that is no UTF-8. */
function validLength(bytes: Buffer): number {
  let low = 0;
  let high = bytes.length;
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    const part = bytes.subarray(0, middle);
    if (isUtf8(part.subarray(0, middle - unfinished(part)))) low = middle;
    else high = middle - 1;
  }
  return low - unfinished(bytes.subarray(0, low));
}

async function* utf8Pieces(bytes: AsyncIterable<Uint8Array>, part: Part): AsyncGenerator<Buffer> {
  const position = createTextPosition();
  let rest = Buffer.alloc(0);
  const checked = (text: Buffer): Buffer => {
    if (isUtf8(text)) return text;
    position.add(text);
    position.moveTo(position.offset + validLength(text));
    throw new Unreadable(message("file.notUtf8"), {
      line: position.line,
      column: String(position.column),
    });
  };
  for await (const sent of bytes) {
    for (let at = 0; at < sent.length; at += piece) {
      const sentText = Buffer.concat([rest, sent.subarray(at, at + piece)]);
      const whole = sentText.length - unfinished(sentText);
      rest = sentText.subarray(whole);
      const text = checked(sentText.subarray(0, whole));
      if (text.length > 0) yield text;
      position.add(text);
      position.moveTo(position.offset + text.length);
    }
  }
  if (rest.length > 0 && part === "whole") yield Buffer.from(cutCharacter);
}

async function* utf16Pieces(
  bytes: AsyncIterable<Uint8Array>,
  encoding: "utf-16le" | "utf-16be",
  part: Part,
): AsyncGenerator<Buffer> {
  const position = createTextPosition();
  const decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: true });
  const decoded = (sent: Uint8Array): Buffer => {
    try {
      return Buffer.from(decoder.decode(sent, { stream: true }));
    } catch {
      throw new Unreadable(message("file.utf16"), {
        line: position.line,
        column: String(position.column),
      });
    }
  };
  for await (const sent of bytes) {
    for (let at = 0; at < sent.length; at += piece) {
      const text = decoded(sent.subarray(at, at + piece));
      if (text.length > 0) yield text;
      position.add(text);
      position.moveTo(position.offset + text.length);
    }
  }
  if (part === "beginning") return;
  try {
    decoder.decode();
  } catch {
    yield Buffer.from(cutCharacter);
  }
}

async function* without(
  bytes: AsyncIterable<Uint8Array>,
  markBytes: number,
): AsyncGenerator<Uint8Array> {
  let left = markBytes;
  for await (const part of bytes) {
    const cut = Math.min(left, part.length);
    left -= cut;
    if (cut < part.length) yield part.subarray(cut);
  }
}

/** The file as pieces of UTF-8 without a mark, each of whole characters; refuses what is neither UTF-8 nor UTF-16. */
export function decode(
  bytes: AsyncIterable<Uint8Array>,
  { encoding, markBytes }: { readonly encoding: Encoding; readonly markBytes: number },
  part: Part,
): AsyncGenerator<Buffer> {
  const text = without(bytes, markBytes);
  return encoding === "utf-8" ? utf8Pieces(text, part) : utf16Pieces(text, encoding, part);
}
