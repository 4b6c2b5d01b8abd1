import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import { ZipFile } from "yazl";
import { unpackEverything } from "../../../../src/server/features/backups/unpack.ts";

interface Packed {
  readonly name: string;
  readonly content: Buffer | string;
  readonly mode?: number;
}

/** yazl refuses bad names itself: what stands for them is changed in the bytes afterwards. */
async function zipOf(entries: readonly Packed[]): Promise<Buffer> {
  const zip = new ZipFile();
  for (const { name, content, mode = 0o100600 } of entries) {
    zip.addBuffer(Buffer.from(content), name, { mode });
  }
  zip.end();
  return buffer(zip.outputStream);
}

/** The same bytes with every occurrence of one text as another of the same length. */
function renamed(zip: Buffer, from: string, to: string): Buffer {
  expect(from.length).toBe(to.length);
  return Buffer.from(zip.toString("latin1").replaceAll(from, to), "latin1");
}

const document: Packed = { name: "waypost.json", content: '{"waypost":3}\n' };

/** A folder with the zip in it, and where it is unpacked to. */
function placed(zip: Buffer) {
  const dir = mkdtempSync(join(tmpdir(), "waypost-unpack-"));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const path = join(dir, "given.zip");
  writeFileSync(path, zip);
  return { dir, path, folder: join(dir, "in", "unpacked") };
}

async function unpack(zip: Buffer, room = Number.POSITIVE_INFINITY) {
  const { dir, path, folder } = placed(zip);
  const asked: number[] = [];
  const unpacked = unpackEverything(path, {
    folder,
    called: "given.zip",
    makeRoom: (bytes) => {
      asked.push(bytes);
      return bytes > room ? Promise.reject(new Error("no room")) : Promise.resolve();
    },
  });
  return { unpacked, dir, folder, asked };
}

async function expectRefused(zip: Buffer, says: RegExp): Promise<void> {
  const { unpacked, dir } = await unpack(zip);
  await expect(unpacked).rejects.toThrow(says);
  await expect(unpacked).rejects.toThrow(/given\.zip can't be restored: .*Nothing was changed\./);
  expect(readdirSync(dir).filter((name) => !["given.zip", "in"].includes(name))).toEqual([]);
}

/** Refused before anything was unpacked, even into the folder for that. */
async function expectUnread(zip: Buffer, says: RegExp): Promise<void> {
  const { unpacked, folder } = await unpack(zip);
  await expect(unpacked).rejects.toThrow(says);
  expect(existsSync(folder)).toBe(false);
}

const picture = Buffer.from("any picture");
const pictureName = createHash("sha256").update(picture).digest("base64url").slice(0, 27);

test("what Waypost packs is unpacked under its own names", async () => {
  const zip = await zipOf([
    { name: "README.txt", content: "read me" },
    { name: "manifest.json", content: '{"waypost":"everything","version":1}' },
    document,
    { name: "statistics.ndjson", content: "{}\n" },
    { name: "clicks/2026-11.ndjson", content: "" },
    { name: "clicks/import-12.ndjson", content: "" },
    { name: `uploads/kept/${pictureName}.png`, content: picture },
    { name: "uploads/my own/logo.png", content: picture },
  ]);
  const { unpacked, folder, asked } = await unpack(zip);
  expect(await unpacked).toEqual({
    folder,
    hasCounters: true,
    months: ["2026-11"],
    imports: ["import-12.ndjson"],
    pictures: [`kept/${pictureName}.png`, "my own/logo.png"],
  });
  expect(asked).toHaveLength(1);
  expect(readFileSync(join(folder, "uploads", "my own", "logo.png"))).toEqual(picture);
});

test("what another program packed anew comes with folders of its own", async () => {
  const zip = new ZipFile();
  zip.addEmptyDirectory("uploads/");
  zip.addEmptyDirectory("uploads/kept/");
  zip.addBuffer(Buffer.from(document.content), document.name, { compress: false });
  zip.end();
  const bytes = await buffer(zip.outputStream);
  expect(await (await unpack(bytes)).unpacked).toMatchObject({ hasCounters: false, pictures: [] });
});

describe("a name that could lead elsewhere is refused before anything is unpacked:", () => {
  const long = "uploads/aaaaaaaaaaaa";
  test.each([
    ["traversal", "uploads/../../../aaa"],
    ["traversal inside", "uploads/../waypost.j"],
    ["absolute", "/etc/cron.d/aaaaaaaa"],
    ["a drive", "C:/Windows/aaaaaaaaa"],
    ["a drive below", "uploads/C:aaaaaaaaaa"],
    ["a backslash", "uploads\\..\\..\\aaaaaa"],
    ["NUL", "uploads/a\0aaaaaaaaaa"],
    ["a device", "uploads/kept/aux.png"],
    ["a dot at the end", "uploads/aaaaaaaaaaa."],
    ["secrets", "secrets.json/aaaaaaa"],
    ["a journal", "journal-000001.ndjso"],
    ["another file", "clicks/2026-99.ndjso"],
  ])("%s", async (_, name) => {
    const zip = await zipOf([document, { name: long, content: "x" }]);
    await expectUnread(renamed(zip, long, name), /can't be restored/);
  });
});

test("a link, a file twice, in another case too, and a zip without its document are refused", async () => {
  const link: Packed = { name: "uploads/link", content: "/etc/passwd", mode: 0o120777 };
  await expectUnread(await zipOf([document, link]), /"uploads\/link" isn't a regular file/);
  const twice = await zipOf([
    document,
    { name: "uploads/a.png", content: "1" },
    { name: "uploads/b.png", content: "2" },
  ]);
  await expectUnread(renamed(twice, "uploads/b", "uploads/a"), /"uploads\/a.png.*more than once/);
  await expectUnread(renamed(twice, "uploads/b", "UPLOADS/A"), /more than once/);
  await expectUnread(await zipOf([{ name: "README.txt", content: "" }]), /no waypost\.json/);
});

/** Entries of a directory alone, each with as many extra fields as there is room for. */
function zipWithExtras(names: readonly string[], bytes: number): Buffer {
  const directory = names.map((name, place) => {
    const entry = Buffer.alloc(46 + name.length + bytes);
    entry.writeUInt32LE(0x02_01_4b_50, 0);
    entry.writeUInt16LE(name.length, 28);
    entry.writeUInt16LE(bytes, 30);
    entry.writeUInt32LE(place * 30, 42);
    entry.write(name, 46);
    return entry;
  });
  const headers = Buffer.alloc(30 * names.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06_05_4b_50, 0);
  end.writeUInt16LE(names.length, 8);
  end.writeUInt16LE(names.length, 10);
  end.writeUInt32LE(Buffer.concat(directory).length, 12);
  end.writeUInt32LE(headers.length, 16);
  return Buffer.concat([headers, ...directory, end]);
}

test("an entry with many extra fields or a long comment is refused, also of a folder", async () => {
  const says = /"(?:waypost\.json|uploads\/)" has more than 1024 bytes of extra fields and comment/;
  await expectUnread(zipWithExtras(["waypost.json"], 65_532), says);
  await expectUnread(zipWithExtras(["uploads/", "waypost.json"], 1028), says);
  const commented = zipWithExtras(["waypost.json"], 1025);
  const directory = commented.indexOf("PK\x01\x02");
  commented.writeUInt16LE(0, directory + 30);
  commented.writeUInt16LE(1025, directory + 32);
  await expectUnread(commented, says);
  const { unpacked, asked } = await unpack(zipWithExtras(["waypost.json"], 1024));
  await expect(unpacked).rejects.toThrow(/damaged/);
  expect(asked).toHaveLength(1);
});

test("a name that is a file and a folder is refused", async () => {
  for (const name of ["uploads/a.png", "uploads/A.png"]) {
    const file = { name, content: "1" };
    const below = { name: "uploads/a.png/b.png", content: "2" };
    const beside = { name: "uploads/a.png.b", content: "3" };
    for (const packed of [
      [file, beside, below],
      [below, beside, file],
    ]) {
      // oxlint-disable-next-line no-await-in-loop
      await expectUnread(
        await zipOf([document, ...packed]),
        /"uploads\/a.png" is a file and a folder/,
      );
    }
    // oxlint-disable-next-line no-await-in-loop
    await (
      await unpack(await zipOf([document, file, beside]))
    ).unpacked;
  }
});

test("what becomes more than a hundred times as large is refused before it is unpacked", async () => {
  const bomb = { name: "statistics.ndjson", content: Buffer.alloc(8 << 20) };
  await expectUnread(await zipOf([document, bomb]), /more than 100 times as large/);
});

test("a document of records that are alike packs as well as it can", async () => {
  const alike = { ...document, content: document.content + '{"a":1}\n'.repeat(1_000_000) };
  const { unpacked } = await unpack(await zipOf([alike]));
  await expect(unpacked).resolves.toMatchObject({ pictures: [] });
});

test("many files that are trifles alone are refused where they are too large together", async () => {
  const names = Array.from({ length: 1_100 }, (_, index) => `uploads/${index}.png`);
  const content = Buffer.alloc(2 ** 16);
  const bomb = names.map((name) => ({ name, content }));
  await expectUnread(await zipOf([document, ...bomb]), /more than 100 times as large/);
});

test("months of single clicks are named and left packed for who doesn't take them", async () => {
  const month = { name: "clicks/2026-11.ndjson", content: "a line\n".repeat(1_000) };
  const { path, folder } = placed(await zipOf([document, month]));
  const asked: number[] = [];
  const makeRoom = async (bytes: number) => void asked.push(bytes);
  const options = { folder, called: "given.zip", makeRoom, skipsMonths: true };
  expect(await unpackEverything(path, options)).toMatchObject({ months: ["2026-11"] });
  expect(asked).toEqual([document.content.length]);
  expect(readdirSync(folder)).toEqual([document.name]);
});

test("files that lie over one another are refused: terabytes in a kilobyte", async () => {
  const zip = await zipOf([document, { name: "uploads/0.png", content: picture }]);
  // One file in the zip, and two entries of its directory that mean it.
  const start = zip.lastIndexOf(Buffer.from("PK\x01\x02", "latin1"));
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const entry = zip.subarray(start, end);
  const tail = Buffer.from(zip.subarray(end));
  for (const place of [8, 10]) tail.writeUInt16LE(3, place);
  tail.writeUInt32LE(tail.readUInt32LE(12) + entry.length, 12);
  const again = renamed(entry, "uploads/0.png", "uploads/1.png");
  const bytes = Buffer.concat([zip.subarray(0, end), again, tail]);
  await expectUnread(bytes, /files overlap/);
});

test("a file that isn't what the zip says of it is refused: its bytes, its checksum, its length", async () => {
  const content = "what stands in a text that is not packed";
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(content), "waypost.json", { compress: false });
  zip.end();
  const bytes = await buffer(zip.outputStream);
  await expectRefused(renamed(bytes, "not packed", "NOT PACKED"), /"waypost.json" is damaged/);
  const place = bytes.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  const longer = Buffer.from(bytes);
  longer.writeUInt32LE(longer.readUInt32LE(place + 24) + 5, place + 24);
  await expectRefused(longer, /can't be restored/);
  const packed = await zipOf([{ name: "waypost.json", content: content.repeat(20) }]);
  const at = packed.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  for (const change of [-7, 7]) {
    const lying = Buffer.from(packed);
    lying.writeUInt32LE(lying.readUInt32LE(at + 24) + change, at + 24);
    await expectRefused(lying, /"waypost.json" is damaged/);
  }
});

test("a zip that is cut, empty, encrypted, packed in another way or no zip at all is refused", async () => {
  const zip = await zipOf([document, { name: "uploads/a.png", content: picture }]);
  for (const length of [0, 2, 30, zip.length >> 1, zip.length - 1]) {
    await expectUnread(zip.subarray(0, length), /isn't a complete zip file/);
  }
  await expectUnread(Buffer.from("PK\x03\x04 and nothing else"), /isn't a complete zip file/);
  const at = zip.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  const encrypted = Buffer.from(zip);
  encrypted.writeUInt16LE(encrypted.readUInt16LE(at + 8) | 1, at + 8);
  await expectUnread(encrypted, /is encrypted/);
  const unknown = Buffer.from(zip);
  unknown.writeUInt16LE(99, at + 10);
  await expectUnread(unknown, /unknown compression method/);
});

test("sizes beyond what a number can hold, and more files than there are, are refused", async () => {
  const zip = await zipOf([document]);
  const at = zip.indexOf(Buffer.from("PK\x01\x02", "latin1"));
  // The size stands in a field of zip64, and is enormous there.
  const extra = Buffer.alloc(12);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(2n ** 62n, 4);
  const name = document.name.length;
  const head = Buffer.from(zip.subarray(at, at + 46));
  head.writeUInt32LE(0xff_ff_ff_ff, 24);
  head.writeUInt16LE(extra.length, 30);
  const end = zip.lastIndexOf(Buffer.from("PK\x05\x06", "latin1"));
  const tail = Buffer.from(zip.subarray(end));
  tail.writeUInt32LE(46 + name + extra.length, 12);
  const names = zip.subarray(at + 46, at + 46 + name);
  await expectUnread(
    Buffer.concat([zip.subarray(0, at), head, names, extra, tail]),
    /can't be restored/,
  );
  const many = Buffer.from(zip);
  many.writeUInt16LE(60_000, end + 8);
  many.writeUInt16LE(60_000, end + 10);
  await expectUnread(many, /can't be restored/);
});

test("a picture whose name is made from another one's content is refused", async () => {
  const zip = await zipOf([
    document,
    { name: `uploads/kept/${pictureName}.png`, content: "another picture" },
  ]);
  await expectRefused(zip, /doesn't match its name/);
});

test("a newer form is refused, and so is one that there is no room for", async () => {
  const manifest = { name: "manifest.json", content: '{"waypost":"everything","version":2}' };
  const { unpacked } = await unpack(await zipOf([document, manifest]));
  await expect(unpacked).rejects.toThrow(/newer version of Waypost/);
  const large = await unpack(await zipOf([document]), 5);
  await expect(large.unpacked).rejects.toThrow("no room");
  expect(existsSync(large.folder)).toBe(false);
});
