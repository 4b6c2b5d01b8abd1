import { Parser } from "htmlparser2";

/** Files of one address each: `.url` of Windows, `.webloc` of macOS. */

/** Objects of a binary property list that is one address: more is something else. */
const mostObjects = 100;
/** Elements in each other in a property list in XML; each costs more the deeper it is. */
const deepest = 100;
/** Characters that are read before the depth is looked at. */
const pieceLength = 1024;

/** The address of a `.url` file, whose sections and lines come in any order. */
function urlFileAddress(text: string): string | undefined {
  if (!/\[InternetShortcut\]/i.test(text)) return undefined;
  let isShortcut = false;
  for (const line of text.split(/\r\n|\n|\r/)) {
    if (line.startsWith("[")) isShortcut = /^\[InternetShortcut\]\s*$/i.test(line);
    else if (isShortcut && /^URL=/i.test(line)) return line.slice(4).trim();
  }
  return undefined;
}

/** The address of a property list in XML. */
function weblocAddress(text: string): string | undefined {
  if (!/<plist[\s>]/i.test(text.slice(0, 1000))) return undefined;
  let key = "";
  let written = "";
  let address: string | undefined;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag: () => {
        depth += 1;
        written = "";
      },
      ontext: (part) => {
        written += part;
      },
      onclosetag: (name) => {
        depth -= 1;
        if (name === "key") key = written.trim();
        if (name === "string" && key === "URL") address ??= written.trim();
      },
    },
    { xmlMode: true },
  );
  for (let at = 0; at < text.length; at += pieceLength) {
    parser.write(text.slice(at, at + pieceLength));
    if (depth > deepest) break;
  }
  parser.end();
  return address;
}

/** The address of a binary property list: a dictionary with the key `URL`. */
function binaryAddress(file: Buffer): string | undefined {
  const trailer = file.length - 32;
  const offsetSize = file.readUInt8(trailer + 6);
  const referenceSize = file.readUInt8(trailer + 7);
  const objects = Number(file.readBigUInt64BE(trailer + 8));
  const top = Number(file.readBigUInt64BE(trailer + 16));
  const table = Number(file.readBigUInt64BE(trailer + 24));
  if (objects > mostObjects) return undefined;

  /** Kind and length of an object, and where its content begins. */
  function objectAt(index: number): { kind: number; length: number; at: number } {
    const at = file.readUIntBE(table + index * offsetSize, offsetSize);
    const mark = file.readUInt8(at);
    const length = mark & 0x0f;
    if (length < 15) return { kind: mark >> 4, length, at: at + 1 };
    // Longer ones have a number of their own behind the mark.
    const bytes = 2 ** (file.readUInt8(at + 1) & 0x0f);
    return { kind: mark >> 4, length: file.readUIntBE(at + 2, bytes), at: at + 2 + bytes };
  }
  function textAt(index: number): string | undefined {
    const { kind, length, at } = objectAt(index);
    if (kind === 5) return file.toString("latin1", at, at + length);
    if (kind !== 6) return undefined;
    return Buffer.from(file.subarray(at, at + length * 2))
      .swap16()
      .toString("utf16le");
  }

  const { kind, length, at } = objectAt(top);
  if (kind !== 13 || length > mostObjects) return undefined;
  const reference = (place: number) => file.readUIntBE(at + place * referenceSize, referenceSize);
  for (let pair = 0; pair < length; pair += 1) {
    if (textAt(reference(pair)) === "URL") return textAt(reference(length + pair));
  }
  return undefined;
}

/** What is in a binary property list, which is no text. */
export function binaryShortcut(head: Uint8Array): string | undefined {
  const file = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (file.toString("latin1", 0, 8) !== "bplist00") return undefined;
  try {
    return binaryAddress(file);
  } catch {
    // It points out of itself.
    return undefined;
  }
}

export function textShortcut(text: string): string | undefined {
  return text.trimStart().startsWith("<") ? weblocAddress(text) : urlFileAddress(text);
}

/** Its file is called as its owner calls it. */
export function shortcutName(file: string): string {
  return /^(.+)\.(?:url|webloc)$/i.exec(file)?.[1] ?? "";
}
