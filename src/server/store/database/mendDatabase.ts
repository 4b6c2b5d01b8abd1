import { join } from "node:path";
import type { FileSystem } from "../fileSystem.ts";
import { formerFiles, formerFolder } from "../history/formerHistory.ts";
import { createDatabase, databaseName, isDamage } from "./database.ts";

/** Looks through the database of a folder on which nothing runs; a damaged one is set aside. */
export async function mendDatabase(
  files: FileSystem,
  dir: string,
  stamp: string,
): Promise<{
  /** Sentences for the owner. */
  readonly findings: readonly string[];
  /** The number of the last commit that the history has. */
  readonly lastCommit: number;
}> {
  const former = formerFiles(join(dir, formerFolder)).at(-1)?.last ?? 0;
  if ((await files.state(join(dir, databaseName))) === null) {
    return { findings: [], lastCommit: former };
  }
  const findings: string[] = [];
  const warn = ({ message }: { readonly message: string }) => void findings.push(message);
  const database = createDatabase({ files, dir, stamp: () => stamp, warn, refill: async () => {} });
  try {
    await database.check().catch((error: unknown) => {
      if (!isDamage(error)) throw error;
    });
    const [taken] = await database.select<{ commit: number }>('select "commit" from taken');
    return { findings, lastCommit: Math.max(former, taken?.commit ?? 0) };
  } finally {
    await database.close();
  }
}
