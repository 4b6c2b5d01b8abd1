import { resolve } from "node:path";
import {
  backupOperations,
  type RestorePreview,
  type SecondFolder,
} from "../../contract/backups.ts";
import type { Job } from "../../contract/jobs.ts";
import type { ResponseOf } from "../../contract/operation.ts";
import { CommandFailed, exitCodes, wrongUse } from "../failures.ts";
import { followJob } from "../service/followJob.ts";
import { dataDirOf, type RunningService, serviceIfRunning } from "../service/runningService.ts";
import { createProgressLine, hint, note, print, printJson } from "../terminal/print.ts";
import { refuseExisting, writeFile } from "../terminal/writeFile.ts";
import type { AddCommand, Context } from "./command.ts";

const { listBackups, makeBackup, restoreBackup, exportEverything } = backupOperations;

type Backups = ResponseOf<typeof listBackups>;
export type ListedBackup = Backups["data"]["backups"][number];

/** What a restore is asked for. */
interface RestoreBody {
  /** Kinds, or kinds with ids, such as `links:3,9`; undefined: everything. */
  readonly only: readonly string[] | undefined;
  readonly preview?: true;
  readonly token?: string;
}

/** The backups of a folder, through the service that runs on it or without one. */
export interface BackupAccess {
  list(): Promise<Backups>;
  create(): Promise<ResponseOf<typeof makeBackup>>;
  preview(name: string, body: RestoreBody): Promise<RestorePreview>;
  /** Does what a preview showed; ended when it resolves. */
  restore(name: string, body: RestoreBody): Promise<Job>;
  /** Everything but secrets as one zip. */
  everything(clicks: boolean): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

const longestList = { limit: 1000, page: 1 };

function given<Part>(part: Part | undefined): Part {
  if (part !== undefined) return part;
  throw new CommandFailed(exitCodes.failed, "The answer has neither a preview nor a job.");
}

function throughService({ call, download }: RunningService): BackupAccess {
  return {
    list: async () => listBackups.response.parse(await call(listBackups, { query: longestList })),
    create: async () => makeBackup.response.parse(await call(makeBackup)),
    async preview(name, body) {
      const answer = await call(restoreBackup, { params: { name }, body });
      return given(restoreBackup.response.parse(answer).preview);
    },
    restore: (name, body) => followJob(call, call(restoreBackup, { params: { name }, body })),
    everything: async (clicks) => (await download(exportEverything, { body: { clicks } })).content,
    close: () => Promise.resolve(),
  };
}

async function onFolder(dir: string): Promise<BackupAccess> {
  const { openFolderBackups } = await import("../../app/index.ts");
  const line = createProgressLine();
  const backups = await openFolderBackups(dir, line.show);
  const owner = { isLocal: true };
  const nothing = { params: {}, query: {}, body: {} };
  async function restore(name: string, sent: RestoreBody) {
    const { data: body, error } = restoreBackup.body.safeParse(sent);
    if (body === undefined) throw wrongUse(`--only ${error.issues[0]?.message ?? "is unreadable"}`);
    const answer = await backups.restoreBackup({ params: { name }, query: {}, body }, owner);
    line.clear();
    return answer;
  }
  return {
    list: async () => backups.listBackups({ ...nothing, query: longestList }, owner),
    create: async () => backups.makeBackup(nothing, owner),
    preview: async (name, body) => given((await restore(name, body)).preview),
    restore: async (name, body) => given((await restore(name, body)).job),
    everything: async (clicks) => (await backups.everything(clicks)).content,
    close: () => backups.close(),
  };
}

/** Gives a folder free that no service runs on. */
export async function withBackups<Result>(
  { flags, typed }: Context,
  work: (backups: BackupAccess) => Promise<Result>,
): Promise<Result> {
  const service = await serviceIfRunning(flags.data, typed);
  const access = service === null ? await onFolder(dataDirOf(flags.data)) : throughService(service);
  try {
    return await work(access);
  } finally {
    await access.close();
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
  else if (copying) note(`The copy in ${folder} is being created.`);
  else if (copied !== null)
    note(`In ${folder}: ${copied.name}, created and verified ${copied.date}.`);
}

/** Lists them, newest first. */
async function list({ isJson, typed }: Context, access: BackupAccess): Promise<void> {
  const { data, second } = await access.list();
  const { backups } = data;
  if (isJson) return printJson(backups);
  for (const { name, date, size } of backups) {
    print(`${date}  ${sizeText(size).padStart(9)}  ${name}`);
  }
  const [latest] = backups;
  if (latest === undefined) note("No backups yet. Waypost creates one every day while it runs.");
  else hint("To see what one would restore", typed(`restore ${latest.name} --preview`));
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
  print(`Everything but the keys is in ${path} (${sizeText(size)}).`);
  hint("To restore it", typed(`restore ${path}`));
}

async function create({ isJson }: Context<BackupFlags>, access: BackupAccess): Promise<void> {
  const { backup, message, second } = await access.create();
  if (isJson) return printJson({ backup, second });
  print(backup === null ? message : `${message} ${backup.name}`);
  noteSecond(second);
  if (second !== null && second.problem !== null) process.exitCode = exitCodes.failed;
}

export function addBackups(add: AddCommand): void {
  add({
    usage: "backup [file]",
    summary: "create a backup now",
    description:
      "Back up links and everything around them: one more in the list of backups, or a zip file with everything but the keys, which has counters and pictures too.",
    options: [
      ["--clicks", "into a file: with the click log, not only the totals"],
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
    summary: "list the backups of the data folder",
    description: "List daily backups, those before a restore, and your own, newest first.",
    json: "print them as JSON",
    run: (context) => withBackups(context, (access) => list(context, access)),
  });
}
