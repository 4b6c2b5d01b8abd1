import { crc32 } from "node:zlib";

/** A ZIP archive of one uncompressed file that may be run. */
export function zipOf(name: string, content: string): Buffer {
  const path = Buffer.from(name);
  const data = Buffer.from(content);
  // Version needed, flags, method, time, date; then checksum and sizes; then the name's length and none of extras.
  const common = Buffer.alloc(26);
  common.writeUInt16LE(20, 0);
  common.writeUInt16LE(0x21, 8);
  common.writeUInt32LE(crc32(data), 10);
  common.writeUInt32LE(data.length, 14);
  common.writeUInt32LE(data.length, 18);
  common.writeUInt16LE(path.length, 22);
  const local = Buffer.concat([Buffer.from("PK\x03\x04"), common, path, data]);
  // Made on Unix; no comment, first disk, no inner attributes; the mode 0755 of a file; begins at 0.
  const attributes = Buffer.alloc(14);
  attributes.writeUInt32LE((0o100755 << 16) >>> 0, 6);
  const central = Buffer.concat([
    Buffer.from("PK\x01\x02"),
    Buffer.from([20, 3]),
    common,
    attributes,
    path,
  ]);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(1, 4);
  end.writeUInt16LE(1, 6);
  end.writeUInt32LE(central.length, 8);
  end.writeUInt32LE(local.length, 12);
  return Buffer.concat([local, central, Buffer.from("PK\x05\x06"), end]);
}
