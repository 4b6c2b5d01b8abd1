import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Files of every format in which one character is repeated for a MiB, in every kind of place. */

const fixtures = join(import.meta.dirname, "../server/features/exchange/fixtures");
const mebibyte = 1024 * 1024;

/** How a repeated character is written, as bytes of a file. */
const pieces = {
  spaces: " ",
  commas: ",",
  semicolons: ";",
  zeros: "0",
  apostrophes: "'",
  letters: "a",
  "angle brackets": "<",
  brackets: "[",
  braces: "{",
  quotes: '"',
  backslashes: "\\",
  slashes: "/",
  "line breaks": "\n",
  NULs: "\0",
  "escaped NULs": String.raw`\u0000`,
  "pairs of surrogates": "😀",
  "escaped surrogates": String.raw`\ud83d`,
  /** As UTF-8 would write half a pair: it isn't UTF-8. */
  "bare surrogates": Buffer.from([0xed, 0xa0, 0x80]),
} satisfies Readonly<Record<string, string | Buffer>>;

const blocks = new Map(
  Object.entries(pieces).map(([name, piece]) => [name, Buffer.alloc(mebibyte, piece)]),
);

interface Place {
  readonly name: string;
  readonly at: number;
}

/** A property list of macOS: a dictionary with the address, whose text `fill` makes longer. */
function propertyList(fill: Buffer = Buffer.alloc(0)): Buffer {
  const address = Buffer.concat([Buffer.from("https://example.org/manual"), fill]);
  const length = Buffer.alloc(6, Buffer.from([0x5f, 0x12]));
  length.writeUInt32BE(address.length, 2);
  const objects = Buffer.concat([
    Buffer.from([...Buffer.from("bplist00"), 0xd1, 1, 2]),
    Buffer.from("SURL", "latin1"),
    length,
    address,
  ]);
  const trailer = Buffer.alloc(32);
  trailer.set([1, 1], 6);
  trailer.writeBigUInt64BE(3n, 8);
  trailer.writeBigUInt64BE(BigInt(objects.length), 24);
  return Buffer.concat([objects, Buffer.from([8, 11, 15]), trailer]);
}

/** Kinds of places by what they stand behind and before, the first of each kind and the last. */
function placesIn(text: string): readonly Place[] {
  const kinds: Readonly<Record<string, RegExp>> = {
    "in a name": /(?<=^|["<,\t; ])[A-Za-z]{2}(?=[A-Za-z_ ]*["=,\t;:\n])/dg,
    "in an address": /https?:\/\/[a-z]/dg,
    "in a path": /example\.(?:org|com)\/[^\s",<]?/dg,
    "in a number": /(?<=[^A-Za-z])\d/dg,
    "in a quoted text": /["'](?=[^"'\n]+["'])/dg,
    "in a text between tags": />(?=[^<\n]+<)/dg,
    "in a tag": /<\w+(?=[\s>])/dg,
    "behind a comma": /,/dg,
    "behind a bracket": /[[{]/dg,
    "in a line of its own": /\n/dg,
  };
  const found = Object.entries(kinds).flatMap(([name, kind]) => {
    const ends = [...text.matchAll(kind)].map(({ index, 0: match }) => index + match.length);
    return [...new Set([ends[0], ends.at(-1)])].flatMap((at) =>
      at === undefined ? [] : [{ name, at }],
    );
  });
  return [{ name: "at the start", at: 0 }, ...found, { name: "at the end", at: text.length }];
}

export interface HostileCase {
  readonly name: string;
  readonly fileName: string;
  readonly bytes: () => Buffer;
  /** The file as it was: what it is known as, this one is read as too. */
  readonly whole?: Buffer;
}

/** A MiB of each character in each place of a file. */
function casesOf(fileName: string, whole: Buffer, places: readonly Place[]) {
  return [...blocks].map(([character, block]) =>
    places.map(({ name, at }): HostileCase => ({
      name: `${fileName}: ${character} ${name} (${at})`,
      fileName,
      bytes: () => Buffer.concat([whole.subarray(0, at), block, whole.subarray(at)]),
      whole,
    })),
  );
}

/** A MiB of each character in the address of a property list. */
function binaryCases(): readonly (readonly HostileCase[])[] {
  const fileName = "binary.webloc";
  const whole = propertyList();
  const ends = [
    { name: "at the start", at: 0 },
    { name: "at the end", at: whole.length },
  ];
  return casesOf(fileName, whole, ends).map((cases, number) => {
    const [character = "", block] = [...blocks][number] ?? [];
    const name = `${fileName}: ${character} in the address`;
    return [...cases, { name, fileName, bytes: () => propertyList(block), whole }];
  });
}

/** For each format a list of cases for each character. */
function hostileFormats(): readonly (readonly (readonly HostileCase[])[])[] {
  const texts = readdirSync(fixtures).map((name) => {
    const file = readFileSync(join(fixtures, name));
    return casesOf(name, file, placesIn(file.toString("latin1")));
  });
  return [...texts, binaryCases()];
}

/** Each character in each place of each format: some 9,500 files. */
export function allCases(): readonly HostileCase[] {
  return hostileFormats().flat(2);
}

/** Each character once in each format, and that in as many places as there are: 630 files. */
export function pairedCases(): readonly HostileCase[] {
  return hostileFormats().flatMap((characters, format) =>
    characters.flatMap((places, character) => places[(character + format) % places.length] ?? []),
  );
}

/** A part of the values, the same for the same seed. */
export function sampleOf<Value>(values: readonly Value[], count: number, seed: number): Value[] {
  let state = seed >>> 0;
  const left = [...values];
  return Array.from({ length: Math.min(count, values.length) }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return left.splice(Math.floor((state / 2 ** 32) * left.length), 1);
  }).flat();
}

/** Bookmarks in 100 folders, one in another, with names of 2,000 characters: 5.8 MB. */
function deepBookmarks(): Buffer {
  const folder = `<DT><H3>${"n".repeat(2000)}</H3><DL>`.repeat(100);
  const bookmark = '<DT><A HREF="https://example.org/">A</A>\n';
  return Buffer.from(`<!DOCTYPE NETSCAPE-Bookmark-file-1><DL>${folder}${bookmark.repeat(136_000)}`);
}

/** 22,000 names in the first item and 20,000 items. */
function wideJson(first: string): Buffer {
  const names = Array.from({ length: 22_000 }, (_, at) => `"n${at}":1`).join(",");
  const item = '{"address":"a","target":"https://example.org/","visit_count":1}';
  const items = Array.from({ length: 20_000 }, () => item).join(",");
  return Buffer.from(`[${first}{"address":"a",${names}},${items}]`);
}

/** As many columns as a table may have, and 460,000 rows that can't be imported: 0.9 MB. */
function failingRows(): Buffer {
  const names = Array.from({ length: 499 }, (_, at) => `name${at}`).join(",");
  return Buffer.from(`url,${names}\n${"x\n".repeat(460_000)}`);
}

/** Files that others made to hurt. */
export function attackCases(): readonly HostileCase[] {
  const good = '{"address":"b","target":"https://example.org/","visit_count":1},'.repeat(60);
  const files: Readonly<Record<string, () => Buffer>> = {
    "deep bookmarks with long names.html": deepBookmarks,
    "JSON of 22,000 names.json": () => wideJson(""),
    "JSON of 22,000 names behind others.json": () => wideJson(good),
    "rows that fail.csv": failingRows,
  };
  return Object.entries(files).map(([name, bytes]) => ({
    name,
    fileName: name,
    bytes,
  }));
}
