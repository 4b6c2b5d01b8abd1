import { z } from "zod";
import { trashOperations } from "../contract/trash.ts";
import { onOneLine, tellRun } from "./changePreview.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

export interface TrashFlags extends ServiceFlags {
  readonly kind?: string;
  readonly search?: string;
  readonly restore?: boolean;
}

const longestList = 1000;

const listAnswer = z.object({
  data: z.object({
    result: z.int(),
    records: z.array(
      z.looseObject({
        kind: z.string(),
        id: z.int(),
        name: z.string(),
        shorturl: z.string().nullable(),
        date: z.string(),
        obstacle: z.string().nullable(),
      }),
    ),
  }),
});

function wrong(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

/** Lists what was deleted, or brings some of it back. */
export async function trash(
  ids: readonly string[],
  flags: TrashFlags,
  typed: Typed,
): Promise<void> {
  const { kind, search: q, json: isJson = false } = flags;
  if ((flags.restore === true) !== ids.length > 0) {
    throw wrong("--restore takes the ids of what is to come back.");
  }
  if (!ids.every((id) => /^[1-9]\d{0,15}$/.test(id))) throw wrong("An id is a number.");
  const { call } = runningService(flags.data, typed);
  if (flags.restore === true) {
    const body = { kind: kind ?? "links", ids: ids.map(Number) };
    const started = call(trashOperations.restoreFromTrash, { body });
    const { matched } = await tellRun(call, started, { isJson, typed });
    const missing = new Set(ids).size - matched;
    if (missing <= 0) return;
    process.exitCode = exitCodes.failed;
    return note(`${missing} of these ids ${missing === 1 ? "is" : "are"} not in the trash.`);
  }
  const query = { kind, q, limit: longestList };
  const { records, result } = listAnswer.parse(
    await call(trashOperations.listTrash, { query }),
  ).data;
  if (isJson) return printJson(records);
  for (const { kind: what, id, name, shorturl, date, obstacle } of records) {
    const address = shorturl === null ? "" : `  ${shorturl}`;
    const why = obstacle === null ? "" : `  (${obstacle})`;
    print(`${date}  ${what} ${id}  ${onOneLine(name)}${address}${why}`);
  }
  const [first] = records;
  if (first === undefined) return note("Nothing that was deleted can come back.");
  if (result > records.length) print(`  … and ${result - records.length} more`);
  note(faint(`To bring one back: ${typed(`trash ${first.id} --restore --kind ${first.kind}`)}`));
}
