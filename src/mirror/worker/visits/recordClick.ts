import {
  type ClickFacts,
  clickOf,
  type Counted,
} from "../../../server/features/clicks/recordClick.ts";
import { clickLine } from "../../../server/store/clicks/clickLine.ts";
import type { EdgeDatabase, EdgeStatement, EdgeResult } from "../database.ts";
import type { LimitHere } from "./lookups.ts";
import { visitorKeyOf } from "./visitorKey.ts";
import * as sql from "../control/schema.ts";

/** Milliseconds. */
const day = 86_400_000;

/** What writes a click's line, as long as the day's budget has room for it: one row. */
export function clickStatements(
  database: EdgeDatabase,
  line: string,
  now: number,
): [roll: EdgeStatement, insert: EdgeStatement] {
  // Taken apart, the module's names would all be in the bundle.
  return [
    database.prepare(sql.beginDay).bind(Math.floor(now / day)),
    database.prepare(sql.insertClick).bind(line),
  ];
}

/** Of the results of a batch that begins with them. */
export function isClickWritten(results: readonly EdgeResult[]): boolean {
  return (results[1]?.meta.rows_written ?? 0) > 0;
}

const report = (database: EdgeDatabase, lost: number) =>
  database.prepare("update state set lost = lost + ?1").bind(lost);

interface CountedVisit {
  readonly subject: Counted;
  /** Their visitor's key is what it is to be made of. */
  readonly facts: ClickFacts;
  readonly secret: string;
  readonly now: number;
}

/** The click's line, as home's log has it. */
async function lineOf({ subject, facts, secret }: Omit<CountedVisit, "now">): Promise<string> {
  const click = clickOf(subject, facts);
  const visitor =
    click.visitor === undefined ? undefined : await visitorKeyOf(secret, click.visitor);
  return clickLine({ ...click, visitor });
}

/**
 * Counts a visit to a limited link before it is answered; answers whether the link had a click left for it.
 * Null: nothing can be written.
 */
export async function takeClick(
  database: EdgeDatabase,
  visit: CountedVisit,
  limit: LimitHere & { readonly hash: number },
): Promise<boolean | null> {
  if (database.hasRoom?.() === false) return null;
  const { id, most, from, generation, key, hash } = limit;
  const line = await lineOf(visit);
  try {
    const results = await database.batch([
      database.prepare(sql.beginDay).bind(Math.floor(visit.now / day)),
      database.prepare(sql.takeClick).bind(id, generation, most - from, key, hash),
      database.prepare(sql.insertTaken).bind(line),
    ]);
    return (results[2]?.meta.rows_written ?? 0) > 0;
  } catch {
    return null;
  }
}

/** Writes clicks as home's log has them, for home to take. One that can't be written is lost, and counted. */
export function createRecordClick(): (
  database: EdgeDatabase,
  visit: CountedVisit,
) => Promise<void> {
  /** Refused by the database, which doesn't know of it yet. */
  let lost = 0;
  /** Nothing is written for a click that the day's budget has no room for. */
  let hasRoom = true;

  return async (database, visit) => {
    if (database.hasRoom?.() === false) {
      const all = lost + 1;
      lost = 0;
      // A number that is there already takes no room.
      await report(database, all)
        .all()
        .catch(() => (lost += all));
      return;
    }
    const reported = hasRoom ? lost : 0;
    lost -= reported;
    try {
      const line = await lineOf(visit);
      const statements: EdgeStatement[] = clickStatements(database, line, visit.now);
      if (reported > 0) statements.push(report(database, reported));
      hasRoom = isClickWritten(await database.batch(statements));
      if (!hasRoom) lost += 1;
    } catch {
      lost += reported + 1;
    }
  };
}
