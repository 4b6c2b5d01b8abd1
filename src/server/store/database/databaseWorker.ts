import { closeSync, openSync, rmSync } from "node:fs";
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { parentPort } from "node:worker_threads";
import { errorText } from "../../../util/errorText.ts";
import { check, isDamage, openToRead, openToWrite } from "./databaseFile.ts";
import type { Answer, Request, Value } from "./databaseThread.ts";
import { jobs } from "./jobs.ts";
import { jsonLength } from "../../../contract/fields/jsonLength.ts";

/** Characters of a select that doesn't say how many it takes: whoever writes into the file may add rows. */
const mostRead = 1 << 26;

/** Statements that are kept ready. */
const mostStatements = 200;

let database: DatabaseSync | null = null;
const statements = new Map<string, StatementSync>();

function opened(): DatabaseSync {
  if (database === null) throw new Error("The database is not open.");
  return database;
}

function prepared(sql: string): StatementSync {
  const known = statements.get(sql);
  if (known !== undefined) return known;
  if (statements.size >= mostStatements) statements.clear();
  const statement = opened().prepare(sql);
  statements.set(sql, statement);
  return statement;
}

function inTransaction<T>(isSafe: boolean, work: (present: DatabaseSync) => T): T {
  const present = opened();
  present.exec(`pragma synchronous = ${isSafe ? "full" : "normal"}`);
  present.exec("begin immediate");
  try {
    const result = work(present);
    present.exec("commit");
    return result;
  } catch (error) {
    // A failure of the disk may have ended it already.
    if (present.isTransaction) present.exec("rollback");
    throw error;
  }
}

/** One by one: a thread that is to end can't while SQLite reads all of them. */
function rowsOf(statement: StatementSync, values: readonly Value[], most = mostRead): unknown {
  const rows: unknown[] = [];
  let length = 0;
  for (const row of statement.iterate(...values)) {
    rows.push(row);
    length += jsonLength(row);
    if (length >= most) break;
  }
  return rows;
}

function answer(request: Request): unknown {
  switch (request.kind) {
    case "write": {
      const found = openToWrite(request.opening);
      ({ database } = found);
      return found.repair;
    }
    case "read":
      database = openToRead(request.path);
      return null;
    case "job": {
      const job = jobs[request.job] as (database: DatabaseSync, input: unknown) => unknown;
      return inTransaction(request.isSafe, (present) => job(present, request.input));
    }
    case "select":
      return rowsOf(prepared(request.sql), request.values, request.mostText);
    case "check":
      check(opened());
      return null;
    case "emptyLog":
      return prepared("pragma wal_checkpoint(truncate)").get()?.["busy"] === 0;
    case "copy":
      // SQLite would give it the mode of any file, and follow a link.
      rmSync(request.to, { force: true });
      closeSync(openSync(request.to, "wx", 0o600));
      prepared("vacuum into ?").run(request.to);
      return null;
    case "close":
      statements.clear();
      database?.close();
      database = null;
      return null;
  }
}

/** Entry of the threads that use the database: one writes, one reads; each has one connection. */
parentPort?.on("message", (request: Request) => {
  const say = (said: Answer) => parentPort?.postMessage(said, []);
  try {
    say({ result: answer(request) });
  } catch (error) {
    say({ error: errorText(error), isDamage: isDamage(error) });
  }
});
