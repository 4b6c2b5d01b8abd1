import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { codeOf } from "../fileSystem.ts";

/** A database and what SQLite has beside it, whether they are there or not. */
export function filesOf(path: string): readonly string[] {
  return ["", "-wal", "-shm", "-journal"].map((ending) => path + ending);
}

/** Ends a rollback journal that names another file. */
const mark = Buffer.from("d9d505f920a163d7", "hex");

/**
 * Whether the rollback journal beside a database names another file, as a commit in several databases does. Waypost
 * makes none, and older SQLite deletes whatever file is named when it opens the database.
 */
export function namesOtherFile(database: string): boolean {
  let journal: number;
  try {
    journal = openSync(`${database}-journal`, "r");
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
  try {
    const end = Buffer.alloc(mark.length);
    const { size } = fstatSync(journal);
    return (
      size >= mark.length &&
      readSync(journal, end, 0, mark.length, size - mark.length) === mark.length &&
      end.equals(mark)
    );
  } finally {
    closeSync(journal);
  }
}
