import { join } from "node:path";
import { z } from "zod";
import { codeOf, type FileSystem, isOutOfSpace, replaceFile } from "./fileSystem.ts";
import type { RecordTable } from "./tables/recordTable.ts";
import type { ContactAnswerRecord } from "./records.ts";
import { StoreFailed, StoreFull, type TakenAnswers } from "./store.ts";

const name = "mirror-answers.json";
const content = z.record(z.string(), z.int().nonnegative());

/**
 * Up to where the answers of each mirror's database are kept. It stands outside the document, as an
 * answer may be deleted at once; those that are still there mend what a crash left behind.
 */
export async function openTakenAnswers(
  files: FileSystem,
  dir: string,
  answers: Pick<RecordTable<ContactAnswerRecord>, "values">,
): Promise<TakenAnswers> {
  const path = join(dir, name);
  const written = await readTaken(files, path);
  const taken = new Map(written);
  for (const { from } of answers.values()) {
    if (from !== undefined) see(from.database, from.id);
  }

  function see(database: string, id: number): void {
    taken.set(database, Math.max(id, taken.get(database) ?? 0));
  }

  async function write(): Promise<void> {
    const next = new Map(taken);
    const isKnown = [...next].every(([database, id]) => written.get(database) === id);
    if (isKnown) return;
    await replaceFile(files, path, `${JSON.stringify(Object.fromEntries(next), undefined, 2)}\n`);
    for (const [database, id] of next) written.set(database, id);
  }

  await write();
  return {
    upTo: (database) => taken.get(database) ?? 0,
    safeUpTo: (database) => written.get(database) ?? 0,
    async keep(database, id) {
      see(database, id);
      try {
        await write();
      } catch (error) {
        if (isOutOfSpace(error)) {
          throw new StoreFull("There is no room left on the disk.", { cause: error });
        }
        throw new StoreFailed(`${name} could not be written.`, { cause: error });
      }
    },
  };
}

async function readTaken(files: FileSystem, path: string): Promise<Map<string, number>> {
  try {
    const text = (await files.readFile(path)).toString("utf8");
    return new Map(Object.entries(content.parse(JSON.parse(text))));
  } catch (error) {
    if (codeOf(error) === "ENOENT" || error instanceof SyntaxError || error instanceof z.ZodError) {
      return new Map();
    }
    throw error;
  }
}
