import {
  chmodSync,
  closeSync,
  copyFileSync,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { basename } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import { filesOf, namesOtherFile } from "./databaseFiles.ts";
import { schemaSteps } from "./schema.ts";

/** How a database is opened by the thread that writes. */
export interface Opening {
  readonly path: string;
  /** The last copy of it, from which a damaged one is made again. */
  readonly copy: string;
  /** Distinguishes a file that is set aside from others. */
  readonly stamp: string;
  /** It was found damaged while it was used. */
  readonly isDamaged: boolean;
}

/** What became of a damaged database. */
export interface Repair {
  /** The name under which the damaged file is kept. */
  readonly kept: string;
  /** It was made again from the last copy; else it began empty. */
  readonly isFromCopy: boolean;
}

class DatabaseDamaged extends Error {
  override readonly name = "DatabaseDamaged";
}

const privateFile = 0o600;
/** SQLITE_CORRUPT and SQLITE_NOTADB. */
const damageCodes = new Set([11, 26]);
/** SQLITE_TOOBIG. */
const tooLong = 18;
/** Bytes of a table in the schema: ours have a few hundred. */
const longestTable = 100_000;
/** Milliseconds that a connection waits for another one. */
const patience = 10_000;

/** Whether an error of SQLite says that the file isn't what was written. */
export function isDamage(error: unknown): boolean {
  if (error instanceof DatabaseDamaged) return true;
  const { errcode } = error as { errcode?: unknown };
  // The lowest byte is the code, the others say more about it.
  return typeof errcode === "number" && damageCodes.has(errcode & 0xff);
}

/** Opens it to write, or makes it; a damaged one is set aside and made again from its last copy. */
export function openToWrite(opening: Opening): { database: DatabaseSync; repair: Repair | null } {
  const { path, copy } = opening;
  let isFromCopy = false;
  let kept: string | null = null;
  if (opening.isDamaged) {
    kept = setAside(opening);
    isFromCopy = takeCopy(copy, path);
  }
  for (;;) {
    try {
      const database = openChecked(path);
      return { database, repair: kept === null ? null : { kept, isFromCopy } };
    } catch (error) {
      if (!isDamage(error) || (kept !== null && !isFromCopy)) throw error;
      if (kept === null) {
        kept = setAside(opening);
        isFromCopy = takeCopy(copy, path);
      } else {
        // The copy is damaged as well.
        removeFiles(path);
        isFromCopy = false;
      }
    }
  }
}

export function openToRead(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { readOnly: true, timeout: patience });
  database.exec("pragma cache_size = -4000");
  return database;
}

/** Throws {@link DatabaseDamaged} where a link, a journal or the like would lead to a file of somebody else. */
function refuseOtherFiles(path: string): void {
  for (const file of filesOf(path)) {
    if (lstatSync(file, { throwIfNoEntry: false })?.isFile() === false) {
      throw new DatabaseDamaged(`${file} isn't a regular file.`);
    }
  }
  if (namesOtherFile(path)) throw new DatabaseDamaged(`${path}-journal names another file.`);
}

function openChecked(path: string): DatabaseSync {
  refuseOtherFiles(path);
  // SQLite gives its other files the mode of this one.
  closeSync(openSync(path, "a", privateFile));
  chmodSync(path, privateFile);
  const wasCutOff = (statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0;
  refuseEndlessSchema(path);
  const database = new DatabaseSync(path, { timeout: patience });
  try {
    database.exec("pragma trusted_schema = off");
    // Before the first page is written: what is deleted later gives its room back.
    database.exec("pragma auto_vacuum = incremental");
    database.exec("pragma journal_mode = wal");
    database.exec("pragma secure_delete = on");
    database.exec("pragma cache_size = -8000");
    database.exec("pragma temp_store = memory");
    database.exec(`pragma journal_size_limit = ${16 << 20}`);
    if (wasCutOff) check(database);
    bringForward(database);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/**
 * Throws {@link DatabaseDamaged} where a table is described at a length that takes gigabytes. Whatever else is wrong
 * with the file shows where it is opened to write.
 */
function refuseEndlessSchema(path: string): void {
  const limits = { length: longestTable, sqlLength: longestTable };
  const database = new DatabaseSync(path, { readOnly: true, timeout: patience, limits });
  try {
    database.prepare("select 1 from sqlite_schema limit 1").get();
  } catch (error) {
    const { errcode } = error as { errcode?: unknown };
    if (errcode === tooLong)
      throw new DatabaseDamaged("Its tables aren't those that Waypost makes.");
  } finally {
    database.close();
  }
}

export function check(database: DatabaseSync): void {
  const [first] = database.prepare("pragma quick_check(1)").all();
  const said = first?.["quick_check"];
  if (said !== "ok") throw new DatabaseDamaged(String(said));
}

/** To the schema of this program. */
function bringForward(database: DatabaseSync): void {
  const version = Number(database.prepare("pragma user_version").get()?.["user_version"]);
  if (version > schemaSteps.length) throw new Error("It was made by a newer Waypost.");
  if (!isDeepStrictEqual(schemaOf(database), expectedSchema(version))) {
    throw new DatabaseDamaged("Its tables aren't those that Waypost makes.");
  }
  if (version === schemaSteps.length) return;
  database.exec("begin immediate");
  for (const step of schemaSteps.slice(version)) database.exec(step);
  database.exec(`pragma user_version = ${schemaSteps.length}`);
  database.exec("commit");
}

/** What somebody else put into the file, such as a trigger, would act on each write. */
function schemaOf(database: DatabaseSync): unknown[] {
  const made = "select type, name, tbl_name, sql from sqlite_schema where sql is not null";
  return database.prepare(`${made} order by name`).all();
}

function expectedSchema(version: number): unknown[] {
  const model = new DatabaseSync(":memory:");
  try {
    for (const step of schemaSteps.slice(0, version)) model.exec(step);
    return schemaOf(model);
  } finally {
    model.close();
  }
}

/** Any of the files may be what is damaged, and be there without the others. */
function setAside({ path, stamp }: Opening): string {
  const names: string[] = [];
  for (const file of filesOf(path)) {
    const found = lstatSync(file, { throwIfNoEntry: false });
    if (found === undefined || (file.endsWith("-shm") && found.isFile())) continue;
    const kept = `${path}.damaged-${stamp}${file.slice(path.length)}`;
    renameSync(file, kept);
    names.push(basename(kept));
  }
  removeFiles(path);
  return names[0] ?? basename(path);
}

function takeCopy(copy: string, path: string): boolean {
  if (lstatSync(copy, { throwIfNoEntry: false })?.isFile() !== true) return false;
  copyFileSync(copy, path);
  return true;
}

function removeFiles(path: string): void {
  for (const file of filesOf(path)) rmSync(file, { force: true });
}
