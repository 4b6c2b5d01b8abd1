import { z } from "zod";
import {
  type ChangeSet,
  changeOperations,
  listedChange,
  recordChange,
} from "../contract/changes.ts";
import { previewLines, previewOf, recordLines, tellRun } from "./changePreview.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { runningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

export interface ChangesFlags extends ServiceFlags {
  readonly kind?: string;
  readonly by?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
}

export interface UndoFlags extends ServiceFlags {
  readonly preview?: boolean;
  readonly force?: boolean;
}

const usualLimit = 50;
const longestList = 1000;

const listAnswer = z.object({ data: z.object({ changes: z.array(listedChange) }) });
const oneAnswer = z.object({
  data: z.object({ result: z.int(), records: z.array(recordChange) }),
  change: listedChange,
});

function numberOf(text: string): string {
  if (/^[1-9]\d*$/.test(text)) return text;
  throw new CommandFailed(exitCodes.wrongUse, `A change has a number, not "${text}".`);
}

function lineOf(set: ChangeSet): string {
  const { id, date, by, operation, records, name = "", state, undone, undoes } = set;
  const counts = records.map(({ kind, added, changed, removed }) => {
    const parts = [
      [added, "+"],
      [changed, "~"],
      [removed, "-"],
    ] as const;
    const said = parts.filter(([count]) => count > 0).map(([count, sign]) => `${sign}${count}`);
    return `${kind} ${said.join(" ")}`;
  });
  const marks = [
    ...(state === "whole" ? [] : [state]),
    ...(undone === null ? [] : [`taken back by ${undone}`]),
    ...(undoes === null ? [] : [`takes back ${undoes}`]),
  ];
  return [id, date, by, operation, counts.join(", "), name, marks.join(", ")]
    .filter((part) => part !== "")
    .join("  ");
}

/** Lists the changes, newest first, or shows one record by record. */
export async function showChanges(
  id: string | undefined,
  flags: ChangesFlags,
  typed: Typed,
): Promise<void> {
  const { kind, by, from, to, limit = String(usualLimit) } = flags;
  const { call } = runningService(flags.data, typed);
  if (id === undefined) {
    const query = { kind, by, from, to, limit };
    const { changes } = listAnswer.parse(await call(changeOperations.listChanges, { query })).data;
    if (flags.json === true) return printJson(changes);
    if (changes.length === 0) note("Nothing was changed yet, as far as the history goes.");
    for (const one of changes) print(lineOf(one));
    return;
  }
  const params = { id: numberOf(id) };
  const query = { limit: flags.limit ?? longestList };
  const answer = await call(changeOperations.getChange, { params, query });
  const { data, change } = oneAnswer.parse(answer);
  if (flags.json === true) return printJson({ ...change, changed: data.records });
  print(lineOf(change));
  for (const line of data.records.flatMap(recordLines)) print(line);
  const rest = data.result - data.records.length;
  if (rest > 0) print(`  … and ${rest} more`);
  if (change.undoable) note(faint(`To take it back: ${typed(`undo ${change.id}`)}`));
}

/** Takes a change back, or says what that would do. */
export async function undo(id: string, flags: UndoFlags, typed: Typed): Promise<void> {
  const operation = changeOperations.undoChange;
  const params = { id: numberOf(id) };
  const body = flags.force === true ? { force: true } : {};
  const { call } = runningService(flags.data, typed);
  const preview = await previewOf(call, operation, { params, body });
  if (flags.preview === true) {
    if (flags.json === true) return printJson(preview);
    for (const line of previewLines(preview)) print(line);
    return;
  }
  const { token } = preview;
  const started = call(operation, { params, body: { ...body, token } });
  await tellRun(call, started, { isJson: flags.json === true, typed });
}
