import type { EdgeDatabase, EdgeResult, EdgeStatement } from "../database.ts";
import * as sql from "./schema.ts";

/** Milliseconds. */
const day = 86_400_000;

/** What writes a click's line, as long as the day's budget has room for it: one row. */
export function clickStatements(
  database: EdgeDatabase,
  line: string,
  now: number,
): [roll: EdgeStatement, insert: EdgeStatement] {
  const { beginDay, insertClick } = sql;
  return [
    database.prepare(beginDay).bind(Math.floor(now / day)),
    database.prepare(insertClick).bind(line),
  ];
}

/** Of the results of a batch that begins with them. */
export function isClickWritten(results: readonly EdgeResult[]): boolean {
  return (results[1]?.meta.rows_written ?? 0) > 0;
}
