import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { icns, ico } from "../../scripts/iconFiles.mjs";

const png = (bytes: number) => Buffer.alloc(bytes, 7);

test("an icon of Windows names the size and the place of each picture", () => {
  const file = ico([
    { size: 16, png: png(5) },
    { size: 256, png: png(9) },
  ]);
  expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  // 256 doesn't fit into its byte and is written as 0.
  expect([file[6], file[22]]).toEqual([16, 0]);
  expect([file.readUInt32LE(14), file.readUInt32LE(18)]).toEqual([5, 38]);
  expect([file.readUInt32LE(30), file.readUInt32LE(34)]).toEqual([9, 43]);
  expect(file.length).toBe(52);
});

test("an icon of macOS is a list of named entries with their lengths", () => {
  const file = icns([
    { size: 128, png: png(5) },
    { size: 256, png: png(9) },
  ]);
  const entries: string[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    entries.push(`${file.toString("latin1", at, at + 4)} ${file.readUInt32BE(at + 4)}`);
  }
  expect(file.toString("latin1", 0, 4)).toBe("icns");
  expect(file.readUInt32BE(4)).toBe(file.length);
  // 256 pixels are also 128 at double density.
  expect(entries).toEqual(["ic07 13", "ic08 17", "ic13 17"]);
});

/** A PNG's first chunk says its width. */
const widthOf = (file: string) => readFileSync(file).readUInt32BE(16);

test("pictures are kept in every size that packages and trays show", () => {
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
  expect(sizes.map((size) => widthOf(`resources/icons/${size}x${size}.png`))).toEqual(sizes);
  const names = ["tray", "trayDark", "trayTemplate", "trayDarkTemplate"];
  expect(names.map((name) => widthOf(`resources/tray/${name}.png`))).toEqual([16, 16, 16, 16]);
  expect(names.map((name) => widthOf(`resources/tray/${name}@2x.png`))).toEqual([32, 32, 32, 32]);
});
