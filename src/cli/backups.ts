import { backupOperations } from "../contract/backups.ts";
import { type Job, job as jobShape } from "../contract/jobs.ts";
import { restoreChange } from "../contract/restoreChange.ts";
import { openFolderBackups } from "../app/index.ts";
import { resolve } from "node:path";
import { z } from "zod";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { followJob } from "./followJob.ts";
import { onServiceOrFolder } from "./onServiceOrFolder.ts";
import { faint, note, print, printJson } from "./output.ts";
import { createProgressLine } from "./progressLine.ts";
import type { RunningService, ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";
import { refuseFileThere, writeWhole } from "./writeWhole.ts";

const listedBackup = z.object({ name: z.string(), date: z.string(), size: z.int() });
export type ListedBackup = z.output<typeof listedBackup>;

const second = z
  .object({
    folder: z.string(),
    copying: z.boolean(),
    copied: z.object({ name: z.string(), date: z.string(), size: z.int() }).nullable(),
    problem: z.string().nullable(),
  })
  .nullable();

const listAnswer = z.object({ data: z.object({ backups: z.array(listedBackup) }), second });
const madeAnswer = z.object({ message: z.string(), backup: listedBackup.nullable(), second });
type MadeAnswer = z.output<typeof madeAnswer>;

const previewAnswer = z.object({
  preview: z.object({
    message: z.string(),
    changes: z.array(restoreChange),
    warnings: z.array(z.string()),
    token: z.string(),
  }),
});
export type RestorePreview = z.output<typeof previewAnswer>["preview"];

const jobAnswer = z.object({ job: jobShape });

/** Kinds, or kinds with ids, such as `links:3,9`; undefined: everything. */
export type Only = readonly string[] | undefined;

/** The backups of a folder, by the service that runs on it or without one. */
export interface Reached {
  list(): Promise<z.output<typeof listAnswer>>;
  make(): Promise<MadeAnswer>;
  /** Of all records, or of those that `only` names. */
  preview(name: string, only: Only): Promise<RestorePreview>;
  /** Does what a preview said; ended when it resolves. */
  restore(name: string, only: Only, token: string): Promise<Job>;
  /** Everything but secrets as one zip. */
  everything(clicks: boolean): Promise<AsyncIterable<Uint8Array>>;
  close(): Promise<void>;
}

const longestList = 1000;

function throughService({ call, transfers }: RunningService): Reached {
  return {
    async list() {
      const answer = await call(backupOperations.listBackups, { query: { limit: longestList } });
      return listAnswer.parse(answer);
    },
    make: async () => madeAnswer.parse(await call(backupOperations.makeBackup)),
    async preview(name, only) {
      const sent = { params: { name }, body: { ...(only && { only }), preview: true } };
      return previewAnswer.parse(await call(backupOperations.restoreBackup, sent)).preview;
    },
    async restore(name, only, token) {
      const sent = { params: { name }, body: { ...(only && { only }), token } };
      const started = call(backupOperations.restoreBackup, sent);
      return followJob(
        call,
        started.then((answer) => jobAnswer.parse(answer).job),
      );
    },
    async everything(clicks) {
      return (await transfers.download(backupOperations.exportEverything, { body: { clicks } }))
        .content;
    },
    close: () => Promise.resolve(),
  };
}

async function onFolder(dir: string): Promise<Reached> {
  const line = createProgressLine();
  const backups = await openFolderBackups(dir, (phase, done, total) =>
    line.show(phase, done, total),
  );
  const query = { limit: longestList, page: 1 };
  const owner = { isLocal: true };
  const restore = async (name: string, sent: object) => {
    const { data: body, error } = backupOperations.restoreBackup.body.safeParse(sent);
    if (body === undefined) {
      const fault = error.issues[0]?.message ?? "can't be read";
      throw new CommandFailed(exitCodes.wrongUse, `--only ${fault}`);
    }
    return backups.restoreBackup({ params: { name }, query: {}, body }, owner);
  };
  return {
    list: async () =>
      listAnswer.parse(await backups.listBackups({ params: {}, query, body: {} }, owner)),
    make: async () =>
      madeAnswer.parse(await backups.makeBackup({ params: {}, query: {}, body: {} }, owner)),
    preview: async (name, only) =>
      previewAnswer.parse(await restore(name, { only, preview: true })).preview,
    async restore(name, only, token) {
      const { job } = jobAnswer.parse(await restore(name, { only, token }));
      line.clear();
      return job;
    },
    everything: async (clicks) => (await backups.everything(clicks)).content,
    close: () => backups.close(),
  };
}

export function reach(flags: ServiceFlags, typed: Typed): Promise<Reached> {
  return onServiceOrFolder(flags, typed, {
    service: (service) => Promise.resolve(throughService(service)),
    folder: onFolder,
  });
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1 << 20
    ? `${Math.round(bytes / 1024)} KiB`
    : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}

function tellSecond(state: MadeAnswer["second"]): void {
  if (state === null) return;
  if (state.problem !== null) return note(state.problem);
  if (state.copying) return note(`The copy in ${state.folder} is being made.`);
  const { copied } = state;
  if (copied === null) return;
  note(faint(`In ${state.folder}: ${copied.name}, made and read back ${copied.date}.`));
}

/** Lists them, newest first. */
export async function showBackups(flags: ServiceFlags, typed: Typed): Promise<void> {
  const reached = await reach(flags, typed);
  try {
    const answer = await reached.list();
    const { backups } = answer.data;
    if (flags.json === true) return printJson(backups);
    for (const { name, date, size } of backups)
      print(`${date}  ${sizeOf(size).padStart(9)}  ${name}`);
    note(
      backups.length === 0
        ? "There is no backup yet: one is made each day while Waypost runs."
        : faint(
            `To see what one would bring back: ${typed(`restore ${backups[0]?.name ?? ""} --preview`)}`,
          ),
    );
    tellSecond(answer.second);
  } finally {
    await reached.close();
  }
}

export interface BackupFlags extends ServiceFlags {
  readonly clicks?: boolean;
  readonly replace?: boolean;
}

async function saveEverything(
  reached: Reached,
  file: string,
  flags: BackupFlags,
  typed: Typed,
): Promise<void> {
  const path = resolve(file);
  const isReplacing = flags.replace === true;
  await refuseFileThere(path, isReplacing);
  const content = await reached.everything(flags.clicks === true);
  const bytes = await writeWhole(path, content, { isReplacing });
  if (flags.json === true) return printJson({ file: path, size: bytes });
  print(`Everything but the keys is in ${path} (${sizeOf(bytes)}).`);
  note(faint(`To have it back: ${typed(`restore ${path}`)}`));
}

/** Makes one now: below the data folder, or with everything in a file of its own. */
export async function makeBackup(
  file: string | undefined,
  flags: BackupFlags,
  typed: Typed,
): Promise<void> {
  const reached = await reach(flags, typed);
  try {
    if (file !== undefined) return await saveEverything(reached, file, flags, typed);
    const answer = await reached.make();
    if (flags.json === true) {
      return printJson({ backup: answer.backup, second: answer.second });
    }
    print(answer.backup === null ? answer.message : `${answer.message} ${answer.backup.name}`);
    tellSecond(answer.second);
    if (answer.second !== null && answer.second.problem !== null) {
      process.exitCode = exitCodes.failed;
    }
  } finally {
    await reached.close();
  }
}
