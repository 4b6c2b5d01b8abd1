import { setImmediate as nextTurn } from "node:timers/promises";
import { TextDecoder } from "node:util";
import { Parser } from "htmlparser2";

/** Characters. */
const longestTitle = 200;
/** A title comes before them; a page with more tags than this costs more than its title is worth. */
const mostTags = 5_000;
/** Characters that are parsed before others get their turn. */
const slice = 16_384;
/** Bytes that are searched for a `<meta>` that names the encoding (HTML, 13.2.3.2). */
const prescan = 1_024;

function decoderFor(label: string | undefined): TextDecoder | undefined {
  try {
    return label === undefined ? undefined : new TextDecoder(label);
  } catch {
    return undefined;
  }
}

function isUtf8(bytes: Buffer): boolean {
  try {
    // What was cut off inside a character is still UTF-8.
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

/**
 * The text of a page: by its byte order mark, else the header, else its own `<meta>`, else as
 * UTF-8 where it is that, else as browsers of the West do.
 */
function textOf(bytes: Buffer, contentType: string | null): string {
  const mark = [
    { label: "utf-8", bytes: [0xef, 0xbb, 0xbf] },
    { label: "utf-16le", bytes: [0xff, 0xfe] },
    { label: "utf-16be", bytes: [0xfe, 0xff] },
  ].find((one) => one.bytes.every((byte, place) => bytes[place] === byte));
  const inHeader = /;\s*charset\s*=\s*["']?([\w:.-]+)/i.exec(contentType ?? "")?.[1];
  const head = bytes.toString("latin1", 0, prescan);
  const inPage = /<meta[^>]+charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(head)?.[1];
  // A page that could be read up to here as ASCII is not UTF-16, whatever it says.
  const ownLabel = inPage?.replace(/^utf-16.*/i, "utf-8");
  const decoder =
    decoderFor(mark?.label) ??
    decoderFor(inHeader) ??
    decoderFor(ownLabel) ??
    new TextDecoder(isUtf8(bytes) ? "utf-8" : "windows-1252");
  return decoder.decode(bytes);
}

/** One line of whole characters, without control codes and marks that turn the writing around. */
function tidy(title: string): string | null {
  const line = title
    .toWellFormed()
    .replaceAll(/[\u202A-\u202E\u2066-\u2069]/g, "")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .trim();
  if (line.length <= longestTitle) return line === "" ? null : line;
  // Cut between characters: half a surrogate pair is dropped.
  const cut = line.slice(0, longestTitle - 1).replace(/[\uD800-\uDBFF]$/, "");
  return `${cut.trimEnd()}…`;
}

/**
 * The title of an HTML page, from as much of it as there is: `<title>`, else `og:title`, at most
 * 200 characters. null: it has none, or is no HTML.
 */
export async function pageTitle(bytes: Buffer, contentType: string | null): Promise<string | null> {
  if (!/^\s*(text\/html|application\/xhtml\+xml)\s*(;|$)/i.test(contentType ?? "text/html")) {
    return null;
  }
  let title: string | null = null;
  let openGraph: string | null = null;
  let reading: string | null = null;
  let tags = 0;
  let pictures = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      tags += 1;
      if (name === "svg") pictures += 1;
      // A drawing has titles of its own.
      if (name === "title" && pictures === 0 && title === null) reading = "";
      if (name !== "meta" || openGraph !== null) return;
      const { property, name: named, content } = attributes;
      if ((property ?? named)?.toLowerCase() === "og:title") openGraph = tidy(content ?? "");
    },
    ontext(text) {
      if (reading !== null && reading.length < slice) reading += text;
    },
    onclosetag(name) {
      if (name === "svg") pictures = Math.max(0, pictures - 1);
      if (name !== "title" || reading === null) return;
      title = tidy(reading);
      reading = null;
    },
  });
  const text = textOf(bytes, contentType);
  for (let at = 0; at < text.length; at += slice) {
    parser.write(text.slice(at, at + slice));
    if (title !== null || tags > mostTags) break;
    await nextTurn();
  }
  parser.end();
  return title ?? openGraph;
}
