import { type Message, message } from "../../../../contract/messages/messages.ts";
import { Unreadable } from "./unreadable.ts";

/** What files that are no text begin with, and what their owner can do. */
const beginnings: readonly { readonly bytes: readonly number[]; readonly said: Message }[] = [
  {
    bytes: [0x50, 0x4b, 0x03, 0x04],
    said: message("file.archive"),
  },
  {
    bytes: [0x50, 0x4b, 0x05, 0x06],
    said: message("file.emptyArchive"),
  },
  {
    bytes: [0x1f, 0x8b],
    said: message("file.gzip"),
  },
  { bytes: [0x28, 0xb5, 0x2f, 0xfd], said: message("file.compressed", { format: "zstd" }) },
  { bytes: [0xfd, 0x37, 0x7a, 0x58, 0x5a], said: message("file.compressed", { format: "xz" }) },
  { bytes: [0x42, 0x5a, 0x68], said: message("file.compressed", { format: "bzip2" }) },
  { bytes: [0x37, 0x7a, 0xbc, 0xaf], said: message("file.packed", { format: "7z" }) },
  { bytes: [0x52, 0x61, 0x72, 0x21], said: message("file.packed", { format: "RAR" }) },
  {
    bytes: [0xd0, 0xcf, 0x11, 0xe0],
    said: message("file.xls"),
  },
  {
    bytes: [0x53, 0x51, 0x4c, 0x69, 0x74, 0x65, 0x20, 0x66],
    said: message("file.database"),
  },
  {
    bytes: [0x25, 0x50, 0x44, 0x46],
    said: message("file.pdf"),
  },
  {
    bytes: [0x89, 0x50, 0x4e, 0x47],
    said: message("file.picture"),
  },
  {
    bytes: [0xff, 0xd8, 0xff],
    said: message("file.picture"),
  },
];

/** Archives, spreadsheets, pictures: never unpacked, however they are named. */
export function refuseOtherFiles(head: Uint8Array): void {
  const other = beginnings.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (other !== undefined) throw new Unreadable(other.said);
}
