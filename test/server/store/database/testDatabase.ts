import { onTestFinished } from "vitest";
import { createDatabase, type Database } from "../../../../src/server/store/database/database.ts";
import { disk } from "../../../../src/server/store/fileSystem.ts";

/** Of a folder; closed when the test is over. */
export function databaseOf(dir: string): Database {
  const database = createDatabase({
    files: disk,
    dir,
    stamp: () => "now",
    warn: () => undefined,
    refill: async () => undefined,
  });
  onTestFinished(() => database.close());
  return database;
}
