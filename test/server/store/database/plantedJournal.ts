const magic = Buffer.from("d9d505f920a163d7", "hex");
const sector = 512;
const pageSize = 4_096;
/** The page of a database's locks, which no journal has. */
const lockPage = 0x40_00_00_00 / pageSize + 1;

/** A hot rollback journal of SQLite over no page, which names a file as that of a commit in several databases; null: none. */
export function journalNaming(file: string | null): Buffer {
  const head = Buffer.alloc(sector);
  magic.copy(head);
  head.writeUInt32BE(1, 12);
  head.writeUInt32BE(sector, 20);
  head.writeUInt32BE(pageSize, 24);
  if (file === null) return head;
  const name = Buffer.from(file);
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32BE(lockPage, 0);
  numbers.writeUInt32BE(name.length, 4);
  numbers.writeUInt32BE(
    name.reduce((sum, byte) => sum + byte, 0),
    8,
  );
  return Buffer.concat([head, numbers.subarray(0, 4), name, numbers.subarray(4), magic]);
}
