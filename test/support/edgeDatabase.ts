import { DatabaseSync, type StatementSync } from "node:sqlite";
import type { EdgeDatabase, EdgeResult, EdgeStatement } from "../../src/mirror/worker/database.ts";

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
}

interface Bound extends EdgeStatement {
  readonly run: () => EdgeResult;
}

/** As D1 answers, with its bounds: made of the SQLite in Node. */
export function openEdgeDatabase(options: EdgeDatabaseOptions = {}): LocalEdgeDatabase {
  const sqlite = new DatabaseSync(options.path ?? ":memory:");
  sqlite.exec("pragma journal_mode = wal; pragma synchronous = off");
  const known = new Map<string, StatementSync>();
  const changes = sqlite.prepare("select total_changes() as number");
  let written = 0;

  function prepared(sql: string): StatementSync {
    if (Buffer.byteLength(sql) > 100_000) throw new Error("D1_ERROR: statement too long");
    const found = known.get(sql) ?? sqlite.prepare(sql);
    known.set(sql, found);
    return found;
  }

  const changesNow = () => Number(changes.get()?.["number"]);

  function bound(sql: string, values: readonly (string | number | null)[]): Bound {
    if (values.length > 100) throw new Error("D1_ERROR: too many SQL variables");
    if (values.some((value) => typeof value === "string" && Buffer.byteLength(value) > 2_000_000)) {
      throw new Error("D1_ERROR: string or blob too big: SQLITE_TOOBIG");
    }
    return {
      bind: (...given) => bound(sql, given),
      all: async () => atOnce([bound(sql, values)])[0] ?? nothing,
      run() {
        const before = changesNow();
        const results = prepared(sql).all(...values);
        const rows = changesNow() - before;
        return { results, meta: { rows_written: rows, rows_read: 0 } };
      },
    };
  }

  function atOnce(statements: readonly Bound[]): readonly EdgeResult[] {
    sqlite.exec("begin immediate");
    try {
      const results = statements.map((statement) => statement.run());
      const rows = results.reduce((sum, { meta }) => sum + meta.rows_written, 0);
      if (rows > 0 && rows > (options.budget?.() ?? Infinity)) {
        throw new Error(
          "Your account has exceeded D1's free tier daily row write limit. Upgrade to a paid plan or wait until tomorrow (midnight UTC) to continue.",
        );
      }
      sqlite.exec("commit");
      written += rows;
      return results;
    } catch (error) {
      sqlite.exec("rollback");
      throw new Error(`D1_ERROR: ${error instanceof Error ? error.message : String(error)}`, {
        cause: error,
      });
    }
  }

  return {
    sqlite,
    written: () => written,
    prepare: (sql) => bound(sql, []),
    batch: async (statements) => atOnce(statements as readonly Bound[]),
    close: () => sqlite.close(),
  };
}

const nothing: EdgeResult = { results: [], meta: { rows_written: 0, rows_read: 0 } };
