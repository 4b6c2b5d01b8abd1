import type { EdgeDatabase } from "../database.ts";

const tell = "update state set unreadable = unreadable + ?1";

/** Everybody may ask for what is nowhere: so many different keys are told of. */
const mostTold = 1_000;

/** Has home told that there are rows which nobody can read; a row that everybody asks for, once. */
export function createTellUnreadable(): (
  database: EdgeDatabase,
  unreadable: ReadonlySet<string>,
) => Promise<void> {
  const told = new Set<string>();

  return async (database, unreadable) => {
    const untold = [...unreadable].filter((key) => !told.has(key));
    if (untold.length === 0 || told.size > mostTold) return;
    for (const key of untold) told.add(key);
    await database
      .prepare(tell)
      .bind(untold.length)
      .all()
      .catch(() => undefined);
  };
}
