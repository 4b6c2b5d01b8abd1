import { closeSync, openSync, statfsSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { type DiskSpace, hasRoomForStrangers } from "../../server/store/freeFloor.ts";
import type { EdgeDatabase, EdgeResult, EdgeStatement } from "../worker/database.ts";

/** A statement with its values, which runs at once. */
export interface SqliteStatement extends EdgeStatement {
  bind(...values: readonly (string | number | null)[]): SqliteStatement;
  run(): EdgeResult;
}

export interface SqliteDatabase extends EdgeDatabase {
  readonly sqlite: DatabaseSync;
  prepare(sql: string): SqliteStatement;
  hasRoom(): boolean;
  /** The same database. A batch is safe on disk, with all before it, once it's done. */
  readonly durable: EdgeDatabase;
  close(): void;
}

export interface SqliteOptions {
  /** Called before a batch is kept, with the rows that it wrote. Throws: nothing of it is. */
  readonly beforeCommit?: (rows: number) => void;
  /** Of the disk with the file. */
  readonly space?: () => DiskSpace;
}

/** Milliseconds that another program, such as a backup, may hold the file. */
const patience = 5_000;

/** Bytes that the log beside the file keeps once its rows are in the file. */
const mostLog = 16 * 1024 * 1024;

/** Milliseconds between two looks at the disk. */
const lookInterval = 1_000;

/**
 * What the Worker uses of D1, made of the SQLite in Node. A click is safe once it's written if this process ends, however
 * it ends. If the power fails, what came after the last durable batch can be lost.
 */
export function openSqlite(
  path: string,
  { beforeCommit, space = () => spaceAt(dirname(path)) }: SqliteOptions = {},
): SqliteDatabase {
  // SQLite gives its other files the mode of this one.
  if (path !== ":memory:") closeSync(openSync(path, "a", 0o600));
  const sqlite = new DatabaseSync(path, { timeout: patience });
  sqlite.exec(
    `pragma journal_mode = wal; pragma synchronous = normal; pragma journal_size_limit = ${mostLog}`,
  );
  const known = new Map<string, StatementSync>();
  const changes = sqlite.prepare("select total_changes() as number");
  const begin = sqlite.prepare("begin immediate");
  const commit = sqlite.prepare("commit");
  const rollback = sqlite.prepare("rollback");
  const unused = sqlite.prepare(
    "select freelist_count * page_size as bytes from pragma_freelist_count, pragma_page_size",
  );
  const changesNow = () => Number(changes.get()?.["number"]);

  function prepared(sql: string): StatementSync {
    const found = known.get(sql) ?? sqlite.prepare(sql);
    known.set(sql, found);
    return found;
  }

  function statement(sql: string, values: readonly SQLInputValue[]): SqliteStatement {
    const isRead = /^\s*select\b/i.test(sql);
    const own: SqliteStatement = {
      bind: (...given) => statement(sql, given),
      async all() {
        const result = isRead ? own.run() : atOnce([own])[0];
        return result ?? { results: [], meta: { rows_written: 0, rows_read: 0 } };
      },
      run() {
        const before = isRead ? 0 : changesNow();
        const results = prepared(sql).all(...values);
        const rows = isRead ? 0 : changesNow() - before;
        return { results, meta: { rows_written: rows, rows_read: 0 } };
      },
    };
    return own;
  }

  function atOnce(statements: readonly SqliteStatement[]): readonly EdgeResult[] {
    begin.run();
    try {
      const results = statements.map((one) => one.run());
      beforeCommit?.(results.reduce((sum, { meta }) => sum + meta.rows_written, 0));
      commit.run();
      return results;
    } catch (error) {
      if (sqlite.isTransaction) rollback.run();
      throw error;
    }
  }

  let hadRoom = true;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Pages that are free in the file are free, too: it gives none back to the disk. */
  function look(): boolean {
    const bytes = Number(unused.get()?.["bytes"]);
    // What can't be found out stops nothing.
    try {
      const { free, size } = space();
      return hasRoomForStrangers({ free: free + bytes, size }, hadRoom);
    } catch {
      return true;
    }
  }

  // The Worker hands back what `prepare` gave it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const ownOf = (statements: readonly EdgeStatement[]) => statements as readonly SqliteStatement[];

  const database = {
    prepare: (sql: string) => statement(sql, []),
    batch: async (statements: readonly EdgeStatement[]) => atOnce(ownOf(statements)),
    hasRoom() {
      const now = performance.now();
      if (now - lookedAt >= lookInterval) [hadRoom, lookedAt] = [look(), now];
      return hadRoom;
    },
  };
  return {
    ...database,
    sqlite,
    durable: {
      ...database,
      async batch(statements) {
        sqlite.exec("pragma synchronous = full");
        try {
          return atOnce(ownOf(statements));
        } finally {
          sqlite.exec("pragma synchronous = normal");
        }
      },
    },
    close: () => sqlite.close(),
  };
}

function spaceAt(folder: string): DiskSpace {
  const { bavail, blocks, bsize } = statfsSync(folder);
  return { free: bavail * bsize, size: blocks * bsize };
}
