import type { DatabaseSync } from "node:sqlite";
import { openSqlite, type SqliteStatement } from "../../src/mirror/program/database.ts";
import type { EdgeDatabase } from "../../src/mirror/worker/database.ts";

export interface LocalEdgeDatabase extends EdgeDatabase {
  /** Past D1, as somebody with its console would. */
  readonly sqlite: DatabaseSync;
  /** Rows, since it was opened, as D1's `meta.rows_written` counts them. */
  written(): number;
  close(): void;
}

export interface EdgeDatabaseOptions {
  /** A file; none: in memory. */
  readonly path?: string;
  /** Rows that may be written yet; past them everything that writes is refused in the network's words. */
  readonly budget?: () => number;
  /** Whether the day's rows are read: then everything is refused in the network's words. */
  readonly areReadsSpent?: () => boolean;
}

/** As D1 answers, with its bounds and its words: the program's database with these put on. */
export function openEdgeDatabase(options: EdgeDatabaseOptions = {}): LocalEdgeDatabase {
  let written = 0;
  const database = openSqlite(options.path ?? ":memory:", {
    beforeCommit(rows) {
      if (rows > 0 && rows > (options.budget?.() ?? Infinity)) {
        throw new Error(
          "Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
        );
      }
      written += rows;
    },
  });
  const { sqlite } = database;
  sqlite.exec("pragma synchronous = off");

  function refuseReads(): void {
    if (options.areReadsSpent?.() !== true) return;
    throw new Error(
      "D1_ERROR: Your account has exceeded D1's free tier daily row read limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
    );
  }

  function bounded(statement: SqliteStatement): SqliteStatement {
    return {
      ...statement,
      bind(...values) {
        if (values.length > 100) throw new Error("D1_ERROR: too many SQL variables");
        const isLong = (value: unknown) =>
          typeof value === "string" && Buffer.byteLength(value) > 2_000_000;
        if (values.some(isLong)) {
          throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
        }
        return bounded(statement.bind(...values));
      },
      async all() {
        refuseReads();
        return inWords(statement.all());
      },
    };
  }

  return {
    sqlite,
    written: () => written,
    prepare(sql) {
      if (Buffer.byteLength(sql) > 100_000) throw new Error("D1_ERROR: statement too long");
      return bounded(database.prepare(sql));
    },
    async batch(statements) {
      refuseReads();
      return inWords(database.batch(statements));
    },
    close: () => database.close(),
  };
}

async function inWords<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work;
  } catch (error) {
    throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`, {
      cause: error,
    });
  }
}
