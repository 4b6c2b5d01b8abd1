import { Unreadable } from "./unreadable.ts";

/** What files that are no text begin with, and what their owner can do. */
const beginnings: readonly { readonly bytes: readonly number[]; readonly says: string }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    says:
      "This is a zip archive or a spreadsheet (XLSX, ODS), and an import reads one file of text. Of a spreadsheet, save the sheet as CSV. " +
      "Unpack an archive and import the files in it one by one. A backup of Waypost comes back with `waypost restore FILE`.",
  },
  {
    bytes: [0x50, 0x4b, 0x05, 0x06],
    says: "This is an empty zip archive.",
  },
  {
    bytes: [0x1f, 0x8b],
    says: "This file is compressed (gzip). Unpack it and import what is in it.",
  },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], says: "This file is compressed (zstd). Unpack it first." },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], says: "This file is compressed (xz). Unpack it first." },
  { bytes: [0x42, 0x5a, 0x68], says: "This file is compressed (bzip2). Unpack it first." },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], says: "This is a 7z archive. Unpack it first." },
  { bytes: [0x52, 0x61, 0x72, 0x21], says: "This is a RAR archive. Unpack it first." },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    says: "This is an old Excel file (XLS). Save the sheet as CSV and import that.",
  },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66],
    says: "This is a SQLite database. Export its table of links as CSV and import that.",
  },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    says: "This is a PDF. Waypost reads tables, lists and bookmarks.",
  },
  {
    bytes: [0x89, 0x50, 0x4e, 0x47],
    says: "This is a picture. Waypost reads tables, lists and bookmarks.",
  },
  {
    bytes: [0xff, 0xd8, 0xff],
    says: "This is a picture. Waypost reads tables, lists and bookmarks.",
  },
];

/** Archives, spreadsheets, pictures: never unpacked, however they are named. */
export function refuseOtherFiles(head: Uint8Array): void {
  const other = beginnings.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (other !== undefined) throw new Unreadable(other.says);
}
