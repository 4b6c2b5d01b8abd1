import { resolve } from "node:path";
import { backupOperations, type SecondFolder } from "../../contract/changes/backups.ts";
import type { ResponseOf } from "../../contract/operation.ts";
import { exitCodes } from "../failures.ts";
import type { Call } from "../service/client.ts";
import { dataDirOf, folderCall, serviceIfRunning } from "../service/runningService.ts";
import { createProgressLine, hint, note, print, printJson } from "../terminal/print.ts";
import { refuseExisting, writeFile } from "../terminal/writeFile.ts";
import type { AddCommand, Context } from "./command.ts";

const { listBackups, makeBackup, exportEverything } = backupOperations;

export type ListedBackup = ResponseOf<typeof listBackups>["data"]["backups"][number];

/** The backups of a folder, through the service that runs on it or without one. */
export interface BackupAccess {
  readonly call: Call;
  /** Everything but secrets as one zip. */
  everything(clicks: boolean): Promise<AsyncIterable<Uint8Array>>;
}

export async function listAll({ call }: BackupAccess): Promise<ResponseOf<typeof listBackups>> {
  return listBackups.response.parse(await call(listBackups, { query: { limit: 1000 } }));
}

export async function withBackups<Result>(
  { flags, typed }: Context,
  work: (backups: BackupAccess) => Promise<Result>,
): Promise<Result> {
  const service = await serviceIfRunning(flags.data, typed);
  if (service !== null) {
    const everything = (clicks: boolean) =>
      service.download(exportEverything, { body: { clicks } });
    return work({
      call: service.call,
      everything: async (clicks) => (await everything(clicks)).content,
    });
  }
  const { openFolderBackups } = await import("../../app/index.ts");
  const line = createProgressLine();
  const folder = await openFolderBackups(dataDirOf(flags.data), line.show);
  const call = folderCall(backupOperations, folder);
  try {
    return await work({
      call: (...request) => call(...request).finally(line.clear),
      everything: async (clicks) => (await folder.everything(clicks)).content,
    });
  } finally {
    await folder.close();
  }
}

function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1 << 20
    ? `${Math.round(bytes / 1024)} KiB`
    : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}

function noteSecond(second: SecondFolder): void {
  if (second === null) return;
  const { folder, problem, copying, copied } = second;
  if (problem !== null) note(problem);
  else if (copying) note(`Creating a copy in ${folder}.`);
  else if (copied !== null)
    note(`Latest copy in ${folder}: ${copied.name}, created and verified ${copied.date}.`);
}

/** Lists them, newest first. */
async function list({ isJson, typed }: Context, access: BackupAccess): Promise<void> {
  const { data, second } = await listAll(access);
  const { backups } = data;
  if (isJson) return printJson(backups);
  for (const { name, date, size } of backups) {
    print(`${date}  ${sizeText(size).padStart(9)}  ${name}`);
  }
  const [latest] = backups;
  if (latest === undefined)
    note("No backups yet. Waypost creates a backup every day while it runs.");
  else hint("To preview a restore", typed(`restore ${latest.name} --preview`));
  noteSecond(second);
}

interface BackupFlags {
  readonly clicks?: boolean;
  readonly replace?: boolean;
}

async function saveEverything(
  { flags, isJson, typed }: Context<BackupFlags>,
  access: BackupAccess,
  file: string,
): Promise<void> {
  const path = resolve(file);
  const isReplacing = flags.replace === true;
  await refuseExisting(path, isReplacing);
  const content = await access.everything(flags.clicks === true);
  const size = await writeFile(path, content, { isReplacing });
  if (isJson) return printJson({ file: path, size });
  print(`Saved everything except the keys and History to ${path} (${sizeText(size)}).`);
  hint("To restore it", typed(`restore ${path}`));
}

async function create({ isJson }: Context, { call }: BackupAccess): Promise<void> {
  const { backup, message, second } = makeBackup.response.parse(await call(makeBackup));
  if (isJson) return printJson({ backup, second });
  print(backup === null ? message : `${message} ${backup.name}`);
  noteSecond(second);
  if (second !== null && second.problem !== null) process.exitCode = exitCodes.failed;
}

export function addBackups(add: AddCommand): void {
  add({
    usage: "backup [file]",
    summary: "Create a backup now",
    description:
      "Create a backup in the data folder. With a file name, save everything except the keys and History in a zip file.",
    options: [
      ["--clicks", "with a file: include the click log as well as the totals"],
      ["--replace", "replace an existing file"],
    ],
    json: "print the backup as JSON",
    examples: ["backup", "backup ~/copies/waypost.zip --clicks"],
    run: (context: Context<BackupFlags>, file: string | undefined) =>
      withBackups(context, (access) =>
        file === undefined ? create(context, access) : saveEverything(context, access, file),
      ),
  });
  add({
    usage: "backups",
    summary: "List backups",
    description:
      "List all backups, newest first: daily backups, backups created before a restore, and your own.",
    json: "print the list as JSON",
    run: (context) => withBackups(context, (access) => list(context, access)),
  });
}
