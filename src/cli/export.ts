import { stat } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { backupOperations } from "../contract/backups.ts";
import { clickFormats, exportOperations, linkFormats } from "../contract/exports.ts";
import { linkFilter } from "../contract/linkFilter.ts";
import type { Operation } from "../contract/operation.ts";
import type { Download } from "./client.ts";
import { fieldsOf } from "./contract/fieldValues.ts";
import { type Flags, valuesOf } from "./contract/flags.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { note, printJson } from "./output.ts";
import { type RunningService, runningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";
import { refuseFileThere, writeWhole } from "./writeWhole.ts";

export interface ExportFlags extends ServiceFlags {
  readonly format: string;
  readonly out?: string;
  readonly replace?: boolean;
  readonly id?: readonly string[];
  readonly bom?: boolean;
  readonly clicks?: boolean;
  readonly from?: string;
  readonly to?: string;
}

/** Formats that no terminal shows. */
const packed = ["zip", "apache", "html", "clicks-zip"];

const toldAnswer = z.object({
  links: z.int(),
  left: z.array(
    z.object({ what: z.string(), links: z.int(), says: z.string(), aliases: z.array(z.string()) }),
  ),
});
type Told = z.output<typeof toldAnswer>;

const filtered = z.object({
  select: z.object({ filter: z.record(z.string(), z.unknown()).optional() }).optional(),
});

function wrong(message: string): CommandFailed {
  return new CommandFailed(exitCodes.wrongUse, message);
}

/** What the flags choose; nothing said is everything. */
function selectOf(flags: ExportFlags): object {
  // The filter's own flags stand beside the others.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  const filter = valuesOf(fieldsOf(linkFilter), flags as Flags & ExportFlags);
  const { id } = flags;
  if (id === undefined) return Object.keys(filter).length === 0 ? { all: true } : { filter };
  if (Object.keys(filter).length > 0) throw wrong("--id goes without filters.");
  const ids = id.flatMap((text) => text.split(","));
  if (!ids.every((text) => /^[1-9]\d{0,15}$/.test(text))) throw wrong("--id takes ids of links.");
  return { ids: ids.map(Number) };
}

/** Where the file goes: a folder gets it under its own name. */
async function targetOf(out: string, name: string, isReplacing: boolean): Promise<string> {
  const isFolder = await stat(out).then(
    (found) => found.isDirectory(),
    () => false,
  );
  const path = isFolder ? join(out, name) : out;
  await refuseFileThere(path, isReplacing);
  return path;
}

async function show(content: Download["content"]): Promise<void> {
  for await (const piece of content) {
    if (process.stdout.write(piece)) continue;
    await new Promise((resolve) => process.stdout.once("drain", resolve));
  }
}

function tell({ left }: Told): void {
  for (const { says, links, aliases } of left) {
    const some = aliases.slice(0, 5);
    const named = some.length === 0 ? "" : `: ${some.join(", ")}`;
    note(`${says} (${links}${named}${named !== "" && links > some.length ? ", …" : ""}).`);
  }
}

interface Asked {
  readonly operation: Operation;
  readonly body: object;
}

function askedBy(flags: ExportFlags): Asked {
  const { format, bom, clicks, from, to } = flags;
  if (clicks !== undefined && format !== "zip") throw wrong("--clicks goes with --format zip.");
  if (format === "zip") {
    if (!("all" in selectOf(flags))) throw wrong("--format zip takes everything: no filters.");
    if ((bom ?? from ?? to) !== undefined) throw wrong("--format zip takes --clicks alone.");
    return { operation: backupOperations.exportEverything, body: { clicks: clicks === true } };
  }
  const isClicks = clickFormats.some((one) => one === format);
  const what = isClicks ? "clicks" : "links";
  const body = { what, format, select: selectOf(flags), bom, from, to };
  return { operation: exportOperations.exportFile, body };
}

async function toldBefore(
  { call }: RunningService,
  { format }: ExportFlags,
  { body }: Asked,
): Promise<Told | null> {
  if (!linkFormats.some((one) => one === format) || !("select" in body)) return null;
  const sent = { body: { format, select: body.select } };
  return toldAnswer.parse(await call(exportOperations.tellExport, sent));
}

/** Archived links that a filter finds, and leaves out for want of a word on them. */
async function archivedBeside({ call }: RunningService, { body }: Asked): Promise<number> {
  const { filter } = filtered.parse(body).select ?? {};
  if (filter === undefined || "archived" in filter) return 0;
  const select = { filter: { ...filter, archived: "true" } };
  const answer = await call(exportOperations.tellExport, { body: { format: "json", select } });
  return toldAnswer.parse(answer).links;
}

function tellArchived(count: number): void {
  if (count === 0) return;
  const what = count === 1 ? "1 archived link is" : `${count} archived links are`;
  note(`${what} left out. To take them along: --archived all`);
}

/** Writes links or clicks to a file or to standard output; says on stderr what stays behind. */
export async function exportFile(flags: ExportFlags, typed: Typed): Promise<void> {
  const { format, replace: isReplacing = false } = flags;
  // As other programs take it: the output itself, not a file of that name.
  const out = flags.out === "-" ? undefined : flags.out;
  if (out === undefined && flags.json === true) throw wrong("--json goes with --out.");
  if (out === undefined && packed.includes(format) && process.stdout.isTTY) {
    throw wrong(`${format} is no text: --out says where it goes.`);
  }
  const asked = askedBy(flags);
  const service = runningService(flags.data, typed);
  const archived = await archivedBeside(service, asked);
  if (out !== undefined) await targetOf(out, `waypost.${format}`, isReplacing);
  const told = await toldBefore(service, flags, asked);
  const { name, content } = await service.transfers.download(asked.operation, {
    body: asked.body,
  });
  if (out === undefined) {
    await show(content);
    if (told !== null) tell(told);
    tellArchived(archived);
    return;
  }
  const path = await targetOf(out, name, isReplacing);
  await writeWhole(path, content, { isReplacing });
  tellArchived(archived);
  if (flags.json === true) {
    return printJson({ format, file: path, ...(told !== null && { ...told }) });
  }
  if (told !== null) tell(told);
  note(told === null ? `Written: ${path}` : `${told.links} links are in ${path}`);
}
