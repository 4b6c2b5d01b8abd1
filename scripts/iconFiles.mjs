/**
 * Windows and macOS keep an icon's sizes in one file. Both formats are a list of PNG pictures with a
 * head, so that no converter has to be fetched while a package is made.
 * @typedef {{ readonly size: number, readonly png: Buffer }} Picture square; `size` in pixels
 */

/**
 * Names of sizes in macOS's file: each entry begins with one. The smallest are those for screens of
 * double density; those for others can't be PNG in a program's icon, and are had from these.
 */
const macTypes = new Map([
  [32, ["ic11"]],
  [64, ["ic12"]],
  [128, ["ic07"]],
  [256, ["ic08", "ic13"]],
  [512, ["ic09", "ic14"]],
  [1_024, ["ic10"]],
]);

/** @returns {Buffer} an .icns file */
export function icns(/** @type {readonly Picture[]} */ pictures) {
  const entries = pictures.flatMap(({ size, png }) =>
    (macTypes.get(size) ?? []).map((type) => Buffer.concat([macHead(type, png.length), png])),
  );
  const body = Buffer.concat(entries);
  return Buffer.concat([macHead("icns", body.length), body]);
}

function macHead(/** @type {string} */ type, /** @type {number} */ length) {
  const head = Buffer.alloc(8);
  head.write(type, "latin1");
  head.writeUInt32BE(length + head.length, 4);
  return head;
}

/** @returns {Buffer} an .ico file; Windows takes sizes up to 256 */
export function ico(/** @type {readonly Picture[]} */ pictures) {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  const rowLength = 16;
  let offset = head.length + rowLength * pictures.length;
  const rows = pictures.map(({ size, png }) => {
    const row = Buffer.alloc(rowLength);
    // One byte each: 0 stands for 256.
    row.writeUInt8(size % 256, 0);
    row.writeUInt8(size % 256, 1);
    row.writeUInt16LE(1, 4);
    row.writeUInt16LE(32, 6);
    row.writeUInt32LE(png.length, 8);
    row.writeUInt32LE(offset, 12);
    offset += png.length;
    return row;
  });
  return Buffer.concat([head, ...rows, ...pictures.map(({ png }) => png)]);
}
