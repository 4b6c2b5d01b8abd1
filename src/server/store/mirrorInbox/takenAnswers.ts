import { z } from "zod";
import type { FileSystem } from "../fileSystem.ts";
import { createRecordFile } from "../recordFile.ts";
import type { RecordTable } from "../tables/recordTable.ts";
import type { ContactAnswerRecord } from "../records.ts";
import type { TakenAnswers } from "../store.ts";

const name = "mirror-answers.json";
const schema = z.record(z.string(), z.int().nonnegative());

/**
 * Up to where the answers of each mirror's database are kept. It stands outside the document, as an
 * answer may be deleted at once; those that are still there mend what a crash left behind.
 */
export async function openTakenAnswers(
  files: FileSystem,
  dir: string,
  answers: Pick<RecordTable<ContactAnswerRecord>, "values">,
): Promise<TakenAnswers> {
  const file = createRecordFile({ files, dir, name, schema });
  const written = new Map(Object.entries((await file.read()) ?? {}));
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
    await file.write(Object.fromEntries(next));
    for (const [database, id] of next) written.set(database, id);
  }

  await write();
  return {
    upTo: (database) => taken.get(database) ?? 0,
    safeUpTo: (database) => written.get(database) ?? 0,
    async keep(database, id) {
      see(database, id);
      await write();
    },
  };
}
