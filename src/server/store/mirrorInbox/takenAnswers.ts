import { z } from "zod";
import { longestAnswer } from "../../../contract/fields/bounds.ts";
import { mostValues, parseBounded } from "../boundedJson.ts";
import type { FileSystem } from "../fileSystem.ts";
import { createRecordFile } from "../recordFile.ts";
import type { RecordTable } from "../tables/recordTable.ts";
import { type ContactAnswerRecord, storedMoment } from "../records.ts";
import type { TakenAnswers } from "../store.ts";
import { isNew, noteTaken } from "./takenClicks.ts";

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
  let written: ReadonlyMap<string, number> = new Map(Object.entries((await file.read()) ?? {}));
  const taken = new Map(written);
  for (const { from } of answers.values()) {
    if (from !== undefined) see(from.database, from.id);
  }

  function see(database: string, id: number): void {
    noteTaken(taken, { database, upTo: id });
  }

  async function write(): Promise<void> {
    const next = new Map(taken);
    const isKnown =
      next.size === written.size &&
      [...next].every(([database, id]) => written.get(database) === id);
    if (isKnown) return;
    await file.write(Object.fromEntries(next));
    written = next;
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

/** Answers to forms that a mirror took, as it hands them over. */
export interface DrainedAnswers {
  /** Of the mirror's database: its ids mean nothing in another one. */
  readonly database: string;
  /** The last id of the group: whatever has one up to it is taken for good. */
  readonly upTo: number;
  /** In the order of their ids; each line is JSON of an {@link EdgeAnswer}. */
  readonly lines: readonly (readonly [id: number, line: string])[];
}

const longestHash = 100;

const edgeAnswer = z.object({
  at: storedMoment,
  overlay: z.int().positive(),
  /** The link that showed the overlay. */
  link: z.int().positive(),
  fields: z.object({
    name: z.string().max(longestAnswer.name).optional(),
    email: z.string().max(longestAnswer.email).optional(),
    phone: z.string().max(longestAnswer.phone).optional(),
    message: z.string().max(longestAnswer.message).optional(),
  }),
  /** Keyed hash of the visitor's network, base64url; empty: not known. */
  visitor: z.string().max(longestHash),
});

/** What a mirror keeps of an answer. */
export type EdgeAnswer = z.output<typeof edgeAnswer>;

/** As the form's own fields at their longest, with room for escapes. */
const longestLine = 32_768;
/** Milliseconds. */
const day = 86_400_000;

/** Without the id that it gets here. What is no answer is passed over. */
export function* answersIn(
  { database, upTo, lines }: DrainedAnswers,
  takenUpTo: number,
  now: number,
): Generator<Omit<ContactAnswerRecord, "id">> {
  let last = takenUpTo;
  for (const [id, line] of lines) {
    if (!isNew(id, last, upTo) || line.length > longestLine) continue;
    const answer = read(line);
    if (answer === null) continue;
    last = id;
    const { at, overlay, link, fields, visitor } = answer;
    // What would be a day ahead of this computer's clock is of now.
    const createdAt = new Date(at > now + day ? now : at).toISOString();
    yield { overlay, link, fields, visitor, createdAt, from: { database, id } };
  }
}

function read(line: string): EdgeAnswer | null {
  try {
    return edgeAnswer.safeParse(parseBounded(line, mostValues.click)).data ?? null;
  } catch {
    return null;
  }
}
