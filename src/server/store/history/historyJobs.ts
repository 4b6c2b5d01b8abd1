import { closeSync, fstatSync, openSync, readdirSync, readSync } from "node:fs";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { bounded, boundedText, longest, mostNumber } from "../database/schema.ts";
import { mostValues } from "../boundedJson.ts";
import { journalName, journalNumber } from "../document/journalNames.ts";
import { newline, unseal, wholeLines } from "../lines.ts";
import { formerFiles, formerLines, formerPasswords } from "./formerHistory.ts";
import {
  formerNameOf,
  isCount,
  type ToldChange,
  toldChange,
  type ToldLine,
  toldLine,
} from "./journalEntry.ts";
import { isPasswordWord, wordFor } from "./passwords.ts";

/** How far journals are taken in. */
export interface Taken {
  /** The last commit. */
  readonly commit: number;
  /** The journal that comes next: those before it aren't needed any more. */
  readonly journal: number;
}

/** Bytes of a row beside its values, with its part of the indexes. */
const bytesOfRow = 150;
/** Changes that one go deletes, at most. */
const mostDropped = 5000;
/** Pages that one go gives back to the disk. */
const mostPages = 2000;

/** Statements that are asked for again and again, of each connection. */
function prepare(database: DatabaseSync) {
  return {
    taken: database.prepare(
      `select ${bounded('"commit"')} as "commit", ${bounded("journal")} as journal from taken`,
    ),
    setTaken: database.prepare('update taken set "commit" = ?, journal = ?'),
    // A set that was begun, and has changes or none.
    set: database.prepare(
      `insert into sets (id, at, by, operation, scope, undoes, is_open, changes, bytes, is_partial, key_name)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
       on conflict (id) do update set
         is_open = (is_open or ? = 'begin') and ? <> 'end',
         changes = changes + excluded.changes, bytes = bytes + excluded.bytes`,
    ),
    count: database.prepare(
      `insert into set_counts ("set", collection, added, changed, removed) values (?, ?, ?, ?, ?)
       on conflict ("set", collection) do update set
         added = added + excluded.added, changed = changed + excluded.changed,
         removed = removed + excluded.removed`,
    ),
    change: database.prepare(
      `insert into changes ("commit", "set", at, collection, id, kind, version, before, after)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    ),
    name: database.prepare(
      "insert or replace into former_names (name, domain, number, link, url, until) values (?, ?, ?, ?, ?, ?)",
    ),
    password: database.prepare(
      'insert or ignore into former_passwords (word, link, "commit", hash) values (?, ?, ?, ?)',
    ),
    forget: ['changes where "set"', 'set_counts where "set"', "sets where id"].map((rows) =>
      database.prepare(`delete from ${rows} = ?`),
    ),
    erase: database.prepare('delete from former_passwords where link = ? and "commit" <= ?'),
  };
}

type Statements = ReturnType<typeof prepare>;

const prepared = new WeakMap<DatabaseSync, Statements>();

function statementsOf(database: DatabaseSync): Statements {
  const known = prepared.get(database) ?? prepare(database);
  prepared.set(database, known);
  return known;
}

function takenIn({ taken }: Statements): Taken {
  // The table has one row.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return taken.get() as unknown as Taken;
}

/** Up to where the last go read a journal, to which this run may add. */
let reached: {
  readonly path: string;
  readonly bytes: number;
  readonly commit: number;
  readonly version: number;
} | null = null;

export const historyJobs = {
  /** Forgets commits that the journals don't have: they give the same numbers to others. */
  dropHistoryBeyond(database: DatabaseSync, commit: number): { readonly isAny: boolean } {
    reached = null;
    if (takenIn(statementsOf(database)).commit < commit) return { isAny: false };
    database.prepare('update taken set "commit" = ?, journal = 0').run(commit - 1);
    const first = database.prepare(
      `select ${bounded("min(number)")} as number from changes where "commit" >= ?`,
    );
    const number = first.get(commit)?.["number"];
    if (number !== null && number !== undefined) {
      const kind = boundedText("kind", longest.name);
      // In parts: whoever writes into the file may add any number of them.
      const some = `number in
        (select number from changes where number >= ? order by number limit ${mostDropped})`;
      const counts = database.prepare(
        `select ${bounded('"set"')} as "set", ${boundedText("collection", longest.name)} as collection,
             sum(${kind} = 'added') as added, sum(${kind} = 'changed') as changed,
             sum(${kind} = 'removed') as removed,
             sum(${bytesOfRow} + coalesce(octet_length(before), 0) + coalesce(octet_length(after), 0)) as bytes
           from changes where ${some} group by 1, 2`,
      );
      const fewer = database.prepare(
        `update set_counts set added = added - ?, changed = changed - ?, removed = removed - ?
         where "set" = ? and collection = ?`,
      );
      const smaller = database.prepare(
        "update sets set changes = changes - ?, bytes = bytes - ? where id = ?",
      );
      const drop = database.prepare(`delete from changes where ${some}`);
      for (let dropped = mostDropped; dropped === mostDropped;) {
        for (const row of counts.all(number)) {
          const { set = 0, collection = "", added = 0, changed = 0, removed = 0, bytes = 0 } = row;
          fewer.run(added, changed, removed, set, collection);
          smaller.run(Number(added) + Number(changed) + Number(removed), bytes, set);
        }
        dropped = Number(drop.run(number).changes);
      }
      database.prepare("delete from former_names where number >= ?").run(number);
      database.exec("delete from set_counts where added + changed + removed = 0");
    }
    database.prepare('delete from former_passwords where "commit" >= ?').run(commit);
    database.prepare("delete from sets where id >= ?").run(commit);
    return { isAny: true };
  },

  /** Takes in a journal, the next one that isn't taken in as a whole. */
  takeJournal(
    database: DatabaseSync,
    {
      dir,
      number,
      bytes,
    }: { readonly dir: string; readonly number: number; readonly bytes: number },
  ): Taken & { readonly isDone: boolean; readonly hasErased: boolean } {
    const statements = statementsOf(database);
    const taken = takenIn(statements);
    // A folder that was put together by hand may count from elsewhere.
    const before = taken.journal > number ? { ...taken, journal: 0 } : taken;
    const next = readdirSync(dir)
      .flatMap((name) => journalNumber(name) ?? [])
      .filter((one) => one >= before.journal && one <= number)
      .toSorted((one, other) => one - other)[0];
    let { commit } = before;
    let hasErased = false;
    if (next !== undefined) {
      const path = join(dir, journalName(next));
      const known = reached?.path === path && reached.commit === commit ? reached : null;
      const from = known?.bytes ?? 0;
      const file = readFrom(path, from, next === number ? bytes : Number.POSITIVE_INFINITY);
      let version = known?.version ?? 1;
      for (const bytesOfLine of wholeLines(file)) {
        const line = unseal(bytesOfLine, mostValues.journal);
        if (isCount(line?.["version"])) ({ version } = line as { version: number });
        const found = line?.["commit"];
        // The first line says which commit comes first, and is none.
        if (line === undefined || !isCount(found) || "journal" in line) continue;
        if (found <= commit) continue;
        commit = found;
        if (takeLine(statements, toldLine(line), version)) hasErased = true;
      }
      reached = { path, bytes: from + file.lastIndexOf(newline) + 1, commit, version };
    }
    const isDone = next === undefined || next === number;
    const journal = isDone ? number : next + 1;
    // Also where nothing is new: what is written makes sure that all before it is on disk.
    statements.setTaken.run(commit, journal);
    return { commit, journal, isDone, hasErased };
  },

  /** Takes in the next file of a history from before there was a database; the first brings all passwords. */
  takeFormerHistory(
    database: DatabaseSync,
    { folder }: { readonly folder: string },
  ): Taken & { readonly isDone: boolean } {
    const statements = statementsOf(database);
    const before = takenIn(statements);
    const [file, ...others] = formerFiles(folder).filter(({ last }) => last > before.commit);
    if (file === undefined) return { ...before, isDone: true };
    for (const { link, commit, hash } of formerPasswords(folder)) {
      if (commit > before.commit) statements.password.run(wordFor(hash), link, commit, hash);
    }
    for (const { version, line } of formerLines(join(folder, file.name))) {
      const told = toldLine(line);
      if (told !== null && told.commit > before.commit) takeLine(statements, told, version);
    }
    statements.setTaken.run(file.last, before.journal);
    return { commit: file.last, journal: before.journal, isDone: others.length === 0 };
  },

  /**
   * Lets the oldest sets go that were made before a moment, or for which there is no room. One that
   * is under way stays, and takes no room from others before it ends. The latest change of all stays
   * as long as it is young enough, so that it can be undone however large it is.
   */
  dropOldHistory(
    database: DatabaseSync,
    {
      before,
      mostBytes,
      firstCommit,
    }: {
      readonly before: number;
      readonly mostBytes: number;
      /** Of this run: an open set from before is under way no more. */
      readonly firstCommit: number;
    },
  ): { readonly isDone: boolean } {
    const ended = `sets where id between 1 and ${mostNumber} and (is_open = 0 or id < ?)`;
    const oldest = database.prepare(
      `select id, ${bounded("at")} as at, ${bounded("bytes")} as bytes
       from ${ended} order by id limit 1`,
    );
    const total = database.prepare(`select total(${bounded("bytes")}) as bytes from ${ended}`);
    const latest = database
      .prepare(`select ${bounded('"set"')} as "set" from changes order by number desc limit 1`)
      .get()?.["set"];
    let bytes = Number(total.get(firstCommit)?.["bytes"] ?? 0);
    let left = mostDropped;
    let isDone = false;
    while (!isDone && left > 0) {
      const set = oldest.get(firstCommit);
      const isYoung = Number(set?.["at"]) >= before;
      if (set === undefined || (isYoung && (bytes <= mostBytes || set["id"] === latest))) {
        isDone = true;
      } else {
        left -= dropSet(database, Number(set["id"]), left);
        bytes -= Number(set["bytes"]);
      }
    }
    if (left < mostDropped) {
      database.exec(
        'delete from former_passwords where "commit" < (select coalesce(min("commit"), 0) from changes)',
      );
    }
    database.exec(`pragma incremental_vacuum(${mostPages})`);
    return { isDone };
  },
};

function readFrom(path: string, from: number, end: number): Buffer {
  const descriptor = openSync(path, "r");
  try {
    const bytes = Buffer.alloc(Math.max(0, Math.min(fstatSync(descriptor).size, end) - from));
    let done = 0;
    for (let count = -1; count !== 0 && done < bytes.length; done += count) {
      count = readSync(descriptor, bytes, done, bytes.length - done, from + done);
    }
    return bytes.subarray(0, done);
  } finally {
    closeSync(descriptor);
  }
}

/** Whether it erases passwords. */
function takeLine(statements: Statements, line: ToldLine | null, version: number): boolean {
  if (line === null) return false;
  const { commit, at, set, origin, mark } = line;
  const changes = line.changes.flatMap((change) => {
    const told = toldChange(change);
    return told === null ? [] : [{ ...told, former: formerNameOf(change) }];
  });
  // A set has the number of its first commit: what has it already isn't of this folder.
  if (commit === set) for (const rows of statements.forget) rows.run(set);
  let bytes = bytesOfRow;
  let isErasing = false;
  for (const change of changes) {
    const { collection, id, kind, former, hash } = change;
    const [before, after] = [textOf(change.before), textOf(change.after)];
    bytes += bytesOfRow + (before?.length ?? 0) + (after?.length ?? 0);
    const added = statements.change.run(
      commit,
      set,
      at,
      collection,
      id,
      kind,
      version,
      before,
      after,
    );
    if (former !== null) {
      const { alias, domain, url } = former;
      statements.name.run(alias, domain, added.lastInsertRowid, id, url, at);
    }
    if (hash !== null && !isPasswordWord(hash)) {
      statements.password.run(wordFor(hash), id, commit, hash);
    }
    if (change.isErasing && Number(statements.erase.run(id, commit).changes) > 0) isErasing = true;
  }
  const { by, operation, scope, key = null, undoes = null } = origin;
  const isOpen = mark === "begin" ? 1 : 0;
  const word = mark ?? "";
  const count = changes.length;
  // One that begins with another commit has lost those before.
  const isPartial = commit === set ? 0 : 1;
  statements.set.run(
    set,
    at,
    by,
    operation,
    scope,
    undoes,
    isOpen,
    count,
    bytes,
    isPartial,
    key,
    word,
    word,
  );
  for (const [collection, sum] of sums(changes)) {
    statements.count.run(set, collection, sum.added, sum.changed, sum.removed);
  }
  return isErasing;
}

function textOf(fields: object | null): string | null {
  return fields === null ? null : JSON.stringify(fields);
}

function sums(changes: readonly ToldChange[]) {
  const found = new Map<string, { added: number; changed: number; removed: number }>();
  for (const { collection, kind } of changes) {
    const sum = found.get(collection) ?? { added: 0, changed: 0, removed: 0 };
    sum[kind] += 1;
    found.set(collection, sum);
  }
  return found;
}

/** How many changes went; where there are more than may go at once, the set stays for the next go. */
function dropSet(database: DatabaseSync, id: number, most: number): number {
  const first = '(select number from changes where "set" = ? order by number limit ?)';
  database.prepare(`delete from former_names where number in ${first}`).run(id, most);
  const dropped = database.prepare(`delete from changes where number in ${first}`).run(id, most);
  const count = Number(dropped.changes);
  if (count < most) {
    database.prepare('delete from set_counts where "set" = ?').run(id);
    database.prepare("delete from sets where id = ?").run(id);
  } else database.prepare("update sets set is_partial = 1 where id = ?").run(id);
  return Math.max(1, count);
}
