import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { z } from "zod";
import { backupOperations, type RestorePreview } from "../../contract/changes/backups.ts";
import type { Job } from "../../contract/changes/jobs.ts";
import { counted } from "../../contract/counted.ts";
import { answeredName, type RestoreChange } from "../../contract/fields/restoreChange.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import { repeated } from "../options.ts";
import { followJob } from "../service/followJob.ts";
import { dataDirOf } from "../service/runningService.ts";
import { hint, note, print, printJson, printLines } from "../terminal/print.ts";
import { moreLines } from "../terminal/table.ts";
import { retyped } from "../typed.ts";
import { type BackupAccess, listAll, type ListedBackup, withBackups } from "./backups.ts";
import { signs } from "./changePreview.ts";
import type { AddCommand, Context } from "./command.ts";

interface RestoreFlags {
  readonly preview?: boolean;
  readonly only?: readonly string[];
  readonly settings?: readonly string[];
}

const { restoreBackup } = backupOperations;
const previewAnswer = restoreBackup.response.required({ preview: true });

const outcome = z.object({ before: z.string().nullable() });

/** A file from elsewhere, copied to the backups under a name that says so. */
interface CopiedBackup {
  readonly name: string;
  readonly path: string;
}

async function copyToBackups(file: string, folder: string): Promise<CopiedBackup> {
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

/** The listed backup that is meant by a name or a day. */
function nameIn(backups: readonly ListedBackup[], which: string): string | undefined {
  const isDate = /^\d{4}-\d\d-\d\d$/.test(which);
  const wanted = isDate ? `waypost-${which}.json` : which;
  const exact = backups.find(({ name }) => name === wanted);
  return (exact ?? (isDate ? backups.find(({ date }) => date.startsWith(which)) : undefined))?.name;
}

function fieldsText(fields: readonly string[]): string {
  return fields.length === 0 ? "" : ` (${[...new Set(fields)].join(", ")})`;
}

function settingLines(settings: RestorePreview["settings"]): string[] {
  return settings.map(
    ({ name, from, to, stays }) =>
      `  ${name}: ${from ?? "default"} → ${to ?? "default"}${stays ? " (not restored)" : ""}`,
  );
}

function changeLines(changes: readonly RestoreChange[]): string[] {
  return changes.flatMap(({ kind, added, changed, removed, examples }) => [
    `${kind}: ${added} restored, ${changed} changed back, ${removed} deleted`,
    ...examples.map(
      ({ id, name, change, fields }) =>
        `  ${signs[change]} ${id} ${name}${fieldsText(fields.map((one) => answeredName(kind, one)))}`,
    ),
    ...moreLines(added + changed + removed - examples.length),
  ]);
}

/** An empty folder becomes what the backup's folder was. */
async function intoEmpty(file: string, { flags, isJson }: Context<RestoreFlags>): Promise<void> {
  const { restoreIntoEmpty } = await import("../../app/index.ts");
  const dir = dataDirOf(flags.data);
  const isPreview = flags.preview === true;
  const { settings: named = [] } = flags;
  const placed = await restoreIntoEmpty(file, dir, { isReal: !isPreview, settings: named });
  if (isJson) return printJson({ ...placed, changeSet: null });
  const content = `${counted(placed.links, "link")} and ${counted(placed.qrCodes, "QR code")} with ${counted(placed.clicks, "click")}`;
  print(
    isPreview
      ? `${dir} is empty. After the restore, the folder would have ${content}. Nothing has been changed yet.`
      : `${dir} now has ${content}.`,
  );
  printLines(
    placed.unusable.map(
      ({ collection, id, faults, isLeftOut }) =>
        `${collection} ${id} ${isLeftOut ? "wasn't restored" : "was restored without some fields"}: ${faults.join(", ")} can't be used`,
    ),
  );
  const staying = placed.settings.filter(({ stays }) => stays);
  if (staying.length === 0) return;
  printLines(["Settings of the backup that weren't restored:", ...settingLines(staying)]);
}

function showPreview(
  { message, changes, settings, warnings }: RestorePreview,
  which: string,
  { flags, typed }: Context<RestoreFlags>,
): void {
  printLines([message, ...changeLines(changes), ...settingLines(settings), ...warnings]);
  const only = (flags.only ?? []).flatMap((one) => ["--only", one]);
  const named = (flags.settings ?? []).flatMap((one) => ["--settings", one]);
  if (changes.length > 0) {
    hint("To restore it", typed(["restore", which, ...only, ...named].join(" ")));
  }
}

interface Restored {
  readonly job: Job;
  readonly changes: readonly RestoreChange[];
}

/** Null: only a preview was wanted, and is shown. */
async function restoreFrom(
  { call }: BackupAccess,
  name: string,
  which: string,
  context: Context<RestoreFlags>,
): Promise<Restored | null> {
  const { only, settings } = context.flags;
  const params = { name };
  const answer = await call(restoreBackup, { params, body: { only, settings, preview: true } });
  const { preview } = previewAnswer.parse(answer);
  if (context.flags.preview !== true) {
    const body = { only, settings, token: preview.token };
    const job = await followJob(call, call(restoreBackup, { params, body }));
    return { job, changes: preview.changes };
  }
  if (context.isJson) printJson(preview);
  else showPreview(preview, which, context);
  return null;
}

function showRestored({ job, changes }: Restored, { isJson, typed }: Context): void {
  const { change: changeSet, message, failures } = job;
  if (job.state !== "done") {
    throw new CommandFailed(exitCodes.failed, message ?? "The backup wasn't restored.");
  }
  if (job.failureCount > 0) process.exitCode = exitCodes.failed;
  if (isJson) {
    const { before } = outcome.parse(job.result);
    return printJson({ changeSet, message, changes, before, failures });
  }
  printLines(changeLines(changes));
  for (const { kind, id, message: why } of failures) {
    note(`${kind ?? ""} ${id ?? ""} wasn't restored: ${why}`);
  }
  print(retyped(message ?? "", typed));
}

/** Restores a backup, named by its day, its name or a file anywhere. */
async function restore(context: Context<RestoreFlags>, which: string): Promise<void> {
  const dir = dataDirOf(context.flags.data);
  const file = (await isFile(which)) ? resolve(which) : null;
  if (file !== null) {
    const { isEmptyFolder } = await import("../../app/index.ts");
    if (await isEmptyFolder(dir)) {
      if (context.flags.only === undefined) return intoEmpty(file, context);
      throw wrongUse(
        "--only needs a data folder with records. Without --only, everything is restored into an empty folder.",
      );
    }
  }
  await withBackups(context, async (access) => {
    const { backups } = (await listAll(access)).data;
    const folder = join(dir, "backups");
    const listed = file === null ? which : dirname(file) === folder ? basename(file) : "";
    const name = nameIn(backups, listed);
    if (name !== undefined) {
      const restored = await restoreFrom(access, name, which, context);
      if (restored !== null) showRestored(restored, context);
      return;
    }
    if (file !== null)
      return restoreCopied(await copyToBackups(file, folder), access, which, context);
    throw wrongUse(
      `There is no backup and no file called "${which}". To list backups: ${context.typed("backups")}`,
    );
  });
}

/** The copy stays where something was restored from it. */
async function restoreCopied(
  { name, path }: CopiedBackup,
  access: BackupAccess,
  which: string,
  context: Context<RestoreFlags>,
): Promise<void> {
  let isRestored = false;
  try {
    const restored = await restoreFrom(access, name, which, context);
    isRestored = restored !== null && restored.job.change !== null;
    if (restored !== null) showRestored(restored, context);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    // The reader knows the file by the name that was given.
    const exitCode = error instanceof CommandFailed ? error.exitCode : exitCodes.failed;
    throw new CommandFailed(exitCode, error.message.replaceAll(name, which));
  } finally {
    if (!isRestored) await rm(path, { force: true });
  }
}

export function addRestore(add: AddCommand): void {
  add({
    usage: "restore <backup>",
    summary: "Restore a backup",
    description:
      "Restore all records from a backup, given by its day such as 2026-03-12, its name or a file. The restore is a single change that you can undo. API keys and the clicks of existing links aren't changed.",
    options: [
      ["--preview", "only show what would change"],
      repeated(
        "--only <kind[:ids]>",
        "kind of record to restore, or a kind with IDs, such as settings or links:3,9; may be repeated",
      ),
      repeated(
        "--settings <name>",
        "also restore this protected setting, such as host; may be repeated",
      ),
    ],
    json: "print the result as JSON",
    examples: [
      "backups",
      "restore 2026-03-12 --preview",
      "restore 2026-03-12 --only links:30 --only settings",
      "restore ~/copies/waypost-2026-03-12.zip",
    ],
    run: restore,
  });
}
