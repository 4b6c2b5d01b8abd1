import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { isEmptyFolder, type Placed, restoreIntoEmpty } from "../app/index.ts";
import { answeredName, type RestoreChange } from "../contract/restoreChange.ts";
import { type ListedBackup, reach, type RestorePreview } from "./backups.ts";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { dataDirOf, type ServiceFlags } from "./runningService.ts";
import { retyped, type Typed } from "./typed.ts";

export interface RestoreFlags extends ServiceFlags {
  readonly preview?: boolean;
  readonly only?: readonly string[];
}

const outcome = z.object({ before: z.string().nullable() });

/** A backup that lies elsewhere, brought into the folder under a name that says so. */
interface Brought {
  readonly name: string;
  readonly path: string;
}

async function bring(file: string, dir: string): Promise<Brought> {
  const folder = join(dir, "backups");
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const name = `given-${stamp}.${/\.zip$/i.test(file) ? "zip" : "json"}`;
  const path = join(folder, name);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await copyFile(file, path);
  return { name, path };
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}

function named(which: string, backups: readonly ListedBackup[]): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(which);
  const wanted = isDate ? `waypost-${which}.json` : which;
  const exact = backups.find(({ name }) => name === wanted);
  return (exact ?? (isDate ? backups.find(({ date }) => date.startsWith(which)) : undefined))?.name;
}

const signs = { added: "+", changed: "~", removed: "-" } as const;

function fieldsText(fields: readonly string[]): string {
  return fields.length === 0 ? "" : ` (${[...new Set(fields)].join(", ")})`;
}

function linesOf(changes: readonly RestoreChange[]): string[] {
  return changes.flatMap(({ kind, added, changed, removed, examples }) => [
    `${kind}: ${added} come back, ${changed} become what they were, ${removed} go`,
    ...examples.map(
      ({ id, name, change, fields }) =>
        `  ${signs[change]} ${id} ${name}${fieldsText(fields.map((one) => answeredName(kind, one)))}`,
    ),
    ...(added + changed + removed > examples.length
      ? [`  … and ${added + changed + removed - examples.length} more`]
      : []),
  ]);
}

function tellPlaced({ links, qrCodes, clicks }: Placed, dir: string, isPreview: boolean): void {
  print(
    isPreview
      ? `${dir} is empty. It would have ${links} links and ${qrCodes} QR codes with ${clicks} clicks. Nothing has been changed yet.`
      : `${dir} has now ${links} links and ${qrCodes} QR codes with ${clicks} clicks.`,
  );
}

async function intoEmpty(file: string, dir: string, flags: RestoreFlags): Promise<void> {
  const isPreview = flags.preview === true;
  const placed = await restoreIntoEmpty(file, dir, !isPreview);
  if (flags.json === true) return printJson({ ...placed, changeSet: null });
  tellPlaced(placed, dir, isPreview);
}

function tellPreview(
  { message, changes, warnings }: RestorePreview,
  which: string,
  typed: Typed,
): void {
  for (const line of [message, ...linesOf(changes), ...warnings]) print(line);
  if (changes.length > 0) note(faint(`To do it: ${typed(`restore ${which}`)}`));
}

const emptyFolder =
  "--only needs a data folder with records. Without it, everything is restored into an empty folder.";

function onlyFlags({ only = [] }: RestoreFlags): string[] {
  return only.flatMap((one) => ["--only", one]);
}

/** Makes everything what it was in a backup, named by its day, its name or a file anywhere. */
export async function restore(which: string, flags: RestoreFlags, typed: Typed): Promise<void> {
  const dir = dataDirOf(flags.data);
  const file = (await isFile(which)) ? resolve(which) : null;
  if (file !== null && (await isEmptyFolder(dir))) {
    if (flags.only !== undefined) throw new CommandFailed(exitCodes.wrongUse, emptyFolder);
    return intoEmpty(file, dir, flags);
  }
  const reached = await reach(flags, typed);
  let brought: Brought | null = null;
  let isRestored = false;
  try {
    const { backups } = (await reached.list()).data;
    const isOwn = file !== null && dirname(file) === join(dir, "backups");
    let name = named(file === null ? which : isOwn ? basename(file) : "", backups);
    if (name === undefined && file !== null) {
      brought = await bring(file, dir);
      ({ name } = brought);
    }
    if (name === undefined) {
      throw new CommandFailed(
        exitCodes.wrongUse,
        `There is no backup "${which}", and no file of that name. The backups there are: ${typed("backups")}`,
      );
    }
    const preview = await reached.preview(name, flags.only);
    if (flags.preview === true) {
      if (flags.json === true) return printJson(preview);
      return tellPreview(preview, [which, ...onlyFlags(flags)].join(" "), typed);
    }
    const job = await reached.restore(name, flags.only, preview.token);
    isRestored = job.change !== null;
    if (job.state !== "done") {
      throw new CommandFailed(exitCodes.failed, job.message ?? "The backup was not restored.");
    }
    if (job.failureCount > 0) process.exitCode = exitCodes.failed;
    if (flags.json === true) {
      const { change: changeSet, message, failures } = job;
      const { before } = outcome.parse(job.result);
      return printJson({ changeSet, message, changes: preview.changes, before, failures });
    }
    for (const line of linesOf(preview.changes)) print(line);
    for (const { kind, id, message } of job.failures) {
      note(`${kind ?? ""} ${id ?? ""} did not come back: ${message}`);
    }
    print(retyped(job.message ?? "", typed));
  } catch (error) {
    throw saidOf(error, brought, which);
  } finally {
    if (brought !== null && !isRestored) await rm(brought.path, { force: true });
    await reached.close();
  }
}

/** What the service says of a file under the name that it has there, with the one it was given. */
function saidOf(error: unknown, brought: Brought | null, which: string): unknown {
  if (brought === null || !(error instanceof Error)) return error;
  const exitCode = error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
  return new CommandFailed(exitCode, error.message.replaceAll(brought.name, which));
}
