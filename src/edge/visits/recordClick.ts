import { type ClickFacts, clickOf, type Subject } from "../../server/services/clicks/clicks.ts";
import { clickLine } from "../../server/store/clicks/clickLine.ts";
import type { EdgeDatabase } from "../database.ts";
import { visitorKeyOf } from "./visitorKey.ts";

const insert = "insert into clicks (line) values (?1)";
const tellLost = "update state set lost = lost + ?1";

interface CountedVisit {
  readonly subject: Subject;
  /** Their visitor's key is what it is to be made of. */
  readonly facts: ClickFacts;
  readonly secret: string;
}

/** Writes clicks as home's log has them, for home to take. One that can't be written is lost, and counted. */
export function createRecordClick(): (
  database: EdgeDatabase,
  visit: CountedVisit,
) => Promise<void> {
  /** Refused by the database, which doesn't know of it yet. */
  let lost = 0;

  return async (database, { subject, facts, secret }) => {
    const click = clickOf(subject, facts);
    const visitor =
      click.visitor === undefined ? undefined : await visitorKeyOf(secret, click.visitor);
    const statements = [database.prepare(insert).bind(clickLine({ ...click, visitor }))];
    const told = lost;
    if (told > 0) statements.push(database.prepare(tellLost).bind(told));
    lost -= told;
    try {
      await database.batch(statements);
    } catch {
      lost += told + 1;
    }
  };
}
