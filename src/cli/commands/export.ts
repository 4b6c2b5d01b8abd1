import { Option } from "commander";
import type { z } from "zod";
import { backupOperations } from "../../contract/changes/backups.ts";
import { clickFormats, exportOperations, linkFormats } from "../../contract/changes/exports.ts";
import { counted } from "../../contract/counted.ts";
import type { Operation } from "../../contract/operation.ts";
import { wrongUse as wrong } from "../failures.ts";
import type { Call } from "../service/client.ts";
import { note, printJson } from "../terminal/print.ts";
import { targetOf, writeFile, writeToOutput } from "../terminal/writeFile.ts";
import { type AddCommand, type Context } from "./command.ts";
import { type Selection, selectionOf, selectionOptions } from "./selection.ts";

const { exportFile, previewExport } = exportOperations;

interface ExportFlags {
  readonly format: string;
  readonly out?: string;
  readonly replace?: boolean;
  readonly bom?: boolean;
  readonly clicks?: boolean;
  readonly from?: string;
  readonly to?: string;
}

/** Formats that no terminal shows. */
const packed = ["zip", "apache", "html", "clicks-zip"];

/** What the file of a format leaves out. */
type Omitted = z.output<typeof previewExport.response>;

function noteOmitted({ left }: Omitted): void {
  for (const { says, links, aliases } of left) {
    const some = aliases.slice(0, 5);
    const names = some.length === 0 ? "" : `: ${some.join(", ")}`;
    note(`${says} (${links}${names}${names !== "" && links > some.length ? ", …" : ""}).`);
  }
}

interface Request {
  readonly operation: Operation;
  readonly body: object;
  /** The links whose export can leave something out. */
  readonly select?: Selection;
}

function requestOf(flags: ExportFlags): Request {
  const { format, bom, clicks, from, to } = flags;
  const select = selectionOf(flags) ?? { all: true };
  if (clicks !== undefined && format !== "zip") throw wrong("--clicks needs --format zip.");
  if (format === "zip") {
    if (!("all" in select)) throw wrong("--format zip exports everything and takes no filters.");
    if ((bom ?? from ?? to) !== undefined)
      throw wrong("--format zip can only be combined with --clicks.");
    return { operation: backupOperations.exportEverything, body: { clicks: clicks === true } };
  }
  const what = clickFormats.some((one) => one === format) ? "clicks" : "links";
  return { operation: exportFile, body: { what, format, select, bom, from, to }, select };
}

async function omittedBy(call: Call, format: string, select: Selection): Promise<Omitted> {
  return previewExport.response.parse(await call(previewExport, { body: { format, select } }));
}

/** Archived links that match a filter, which leaves them out unless it asks for them. */
async function archivedBeside(call: Call, select: Selection | undefined): Promise<number> {
  if (select === undefined || !("filter" in select) || "archived" in select.filter) return 0;
  const filter = { ...select.filter, archived: "true" };
  return (await omittedBy(call, "json", { filter })).links;
}

function noteArchived(count: number): void {
  if (count === 0) return;
  note(
    `Not included: ${counted(count, "archived link")}. To include archived links: --archived all`,
  );
}

/** Writes links or clicks to a file or to standard output, and notes what is left out. */
async function exportLinks({ service, flags, isJson }: Context<ExportFlags>): Promise<void> {
  const { format, replace: isReplacing = false } = flags;
  // As other programs take it: the output itself, not a file of that name.
  const out = flags.out === "-" ? undefined : flags.out;
  if (out === undefined && isJson) throw wrong("--json needs --out.");
  if (out === undefined && packed.includes(format) && process.stdout.isTTY) {
    throw wrong(`The format ${format} is a zip file. Name a file with --out.`);
  }
  const { operation, body, select } = requestOf(flags);
  const { call, download } = service;
  const archived = await archivedBeside(call, select);
  if (out !== undefined) await targetOf(out, `waypost.${format}`, isReplacing);
  const isOfLinks = select !== undefined && linkFormats.some((one) => one === format);
  const omitted = isOfLinks ? await omittedBy(call, format, select) : null;
  const { name, content } = await download(operation, { body });
  if (out === undefined) {
    await writeToOutput(content);
    if (omitted !== null) noteOmitted(omitted);
    return noteArchived(archived);
  }
  const file = await targetOf(out, name, isReplacing);
  await writeFile(file, content, { isReplacing });
  noteArchived(archived);
  if (isJson) {
    return printJson({ format, file, links: omitted?.links, left: omitted?.left });
  }
  if (omitted !== null) noteOmitted(omitted);
  note(omitted === null ? `Wrote ${file}` : `Wrote ${counted(omitted.links, "link")} to ${file}`);
}

/** The flags of the filter are added only where the line is about this command. */
export function addExport(add: AddCommand, isMeant: boolean): void {
  add({
    usage: "export",
    summary: "Export links and clicks",
    description:
      "Export links or clicks to a file: for other programs, or as redirect rules that work without Waypost. Without filters, everything is exported. Waypost lists what the format can't include.",
    options: [
      new Option("--format <name>", "format of the file")
        .choices(["zip", ...linkFormats, ...clickFormats])
        .makeOptionMandatory(),
      ["--out <file>", "file or folder to write to (default: standard output)"],
      ["--replace", "replace an existing file"],
      ["--clicks", "zip: include the click log"],
      ["--bom", "csv: add a byte order mark for spreadsheets that don't recognize UTF-8"],
      ["--from <moment>", "clicks: only clicks at or after this date and time"],
      ["--to <moment>", "clicks: only clicks before this date and time"],
      ...selectionOptions(isMeant),
    ],
    json: "with --out: print the result as one JSON object",
    examples: [
      "export --format csv --out links.csv --tag spring",
      "export --format nginx --out /etc/nginx/conf.d/links.conf",
      "export --format clicks-csv --from 2026-01-01 --out clicks.csv",
    ],
    run: exportLinks,
  });
}
