import { Option } from "commander";
import { authors, type ChangeSet, changeOperations } from "../../contract/changes/changes.ts";
import { recordKinds } from "../../contract/fields/records.ts";
import { listKinds, trashOperations } from "../../contract/changes/trash.ts";
import { exitCodes, wrongUse } from "../failures.ts";
import { formatRows } from "../generated/formatRecord.ts";
import { hint, note, printJson, printLines, printOutput } from "../terminal/print.ts";
import { moreLines } from "../terminal/table.ts";
import { finishChange, previewOf, recordLines, showPreview, signs } from "./changePreview.ts";
import { type AddCommand, type Context, idsOf } from "./command.ts";

interface ChangesFlags {
  readonly kind?: string;
  readonly by?: string;
  readonly key?: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
}

interface UndoFlags {
  readonly preview?: boolean;
  readonly force?: boolean;
}

interface TrashFlags {
  readonly kind?: string;
  readonly search?: string;
  readonly restore?: boolean;
}

const { listChanges, getChange, undoChange } = changeOperations;
const { listTrash, restoreFromTrash } = trashOperations;

const usualLimit = "50";
const longestList = 1000;

function changeNumber(text: string): string {
  if (/^[1-9]\d*$/.test(text)) return text;
  throw wrongUse(`"${text}" isn't the ID of a change.`);
}

function countsText({ records }: ChangeSet): string {
  const texts = records.map(({ kind, ...counts }) => {
    const parts = (["added", "changed", "removed"] as const).filter((one) => counts[one] > 0);
    return [kind, ...parts.map((one) => `${signs[one]}${counts[one]}`)].join(" ");
  });
  return texts.join(", ");
}

const columns = [
  "id",
  "date",
  "by",
  "key",
  "operation",
  "records",
  "name",
  "state",
  "undone",
  "undoes",
];

function showTable(changes: readonly ChangeSet[]): void {
  const rows = changes.map((set) => ({
    ...set,
    records: countsText(set),
    state: set.state === "complete" ? "" : set.state,
  }));
  printOutput(formatRows(rows, columns));
}

/** Lists the changes, newest first, or shows one record by record. */
async function showChanges(context: Context<ChangesFlags>, id: string | undefined): Promise<void> {
  const { service, flags, isJson, typed } = context;
  const { kind, by, key, from, to, limit = usualLimit } = flags;
  if (id === undefined) {
    const query = { kind, by, key, from, to, limit };
    const answer = await service.call(listChanges, { query });
    const { changes } = listChanges.response.parse(answer).data;
    if (isJson) return printJson(changes);
    if (changes.length === 0) return note("No changes yet.");
    return showTable(changes);
  }
  const params = { id: changeNumber(id) };
  const query = { limit: flags.limit ?? longestList };
  const answer = await service.call(getChange, { params, query });
  const { data, change } = getChange.response.parse(answer);
  if (isJson) return printJson({ ...change, changed: data.records });
  showTable([change]);
  printLines(data.records.flatMap(recordLines));
  printLines(moreLines(data.result - data.records.length));
  if (change.undoable) hint("To undo this", typed(`undo ${change.id}`));
}

async function undo(context: Context<UndoFlags>, id: string): Promise<void> {
  const params = { id: changeNumber(id) };
  const body = context.flags.force === true ? { force: true } : {};
  const { call } = context.service;
  const preview = await previewOf(call, undoChange, { params, body });
  if (context.flags.preview === true) return showPreview(preview, context);
  const { token } = preview;
  await finishChange(context, call(undoChange, { params, body: { ...body, token } }));
}

/** Lists deleted records, or restores some of them. */
async function trash(context: Context<TrashFlags>, texts: readonly string[]): Promise<void> {
  const { flags, isJson, typed } = context;
  const { kind, search: q } = flags;
  if ((flags.restore === true) !== texts.length > 0) {
    throw wrongUse("--restore needs the IDs of the records to restore.");
  }
  const ids = idsOf(texts, "IDs must be numbers.");
  const { call } = context.service;
  if (flags.restore === true) {
    const started = call(restoreFromTrash, { body: { kind: kind ?? "links", ids } });
    const { matched } = await finishChange(context, started);
    const missing = new Set(ids).size - matched;
    if (missing <= 0) return;
    process.exitCode = exitCodes.failed;
    return note(`${missing} of these IDs ${missing === 1 ? "isn't" : "aren't"} in the trash.`);
  }
  const answer = await call(listTrash, { query: { kind, q, limit: longestList } });
  const { records, result } = listTrash.response.parse(answer).data;
  if (isJson) return printJson(records);
  const [first] = records;
  if (first === undefined) return note("The trash is empty.");
  printOutput(formatRows(records, ["date", "kind", "id", "name", "shorturl", "obstacle"]));
  printLines(moreLines(result - records.length));
  hint("To restore a record", typed(`trash ${first.id} --restore --kind ${first.kind}`));
}

export function addChanges(add: AddCommand): void {
  add({
    usage: "changes [id]",
    summary: "List changes",
    description: "List changes, newest first, or show the records of one change before and after.",
    options: [
      new Option("--kind <kind>", "only changes to this kind of record").choices(recordKinds),
      new Option("--by <author>", "only changes by this author").choices(authors),
      ["--key <name>", "only changes made with the API key that has this name"],
      ["--from <moment>", "only changes at or after this date and time"],
      ["--to <moment>", "only changes before this date and time"],
      ["--limit <n>", "maximum number of changes (default: 50)"],
    ],
    json: "print the list as JSON",
    examples: ["changes --kind links", "changes 4711"],
    run: showChanges,
  });
  add({
    usage: "undo <change>",
    summary: "Undo a change",
    description:
      "Undo a change by its ID. Fields that have been changed again since are skipped and listed. An undo can be undone, too.",
    options: [
      ["--preview", "only show what would happen"],
      ["--force", "also undo changes to fields that have been changed again since"],
    ],
    json: "print the result as one JSON object",
    examples: ["undo 4711 --preview", "undo 4711"],
    run: undo,
  });
  add({
    usage: "trash [id...]",
    summary: "List and restore deleted records",
    description: "List deleted records, or restore the records with the given IDs.",
    options: [
      new Option(
        "--kind <kind>",
        "only this kind of record (default: all, or links with --restore)",
      ).choices(listKinds),
      ["--search <text>", "only records that contain this text"],
      ["--restore", "restore the records with the given IDs"],
    ],
    json: "print the list as JSON",
    examples: ["trash", "trash 12 13 --restore"],
    run: trash,
  });
}
