import { copyFile, mkdir, rm, stat } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { backupOperations, restoreChange } from "../contract/backups.ts";
import { backupFolder, openFolderBackups } from "../server/index.ts";
import { z } from "zod";
import { CommandFailed, exitCodes } from "./exitCodes.ts";
import { faint, note, print, printJson } from "./output.ts";
import { onServiceOrFolder } from "./onServiceOrFolder.ts";
import { dataDirOf, type RunningService, type ServiceFlags } from "./runningService.ts";
import type { Typed } from "./typed.ts";

export interface RestoreFlags extends ServiceFlags {
  readonly preview?: boolean;
}

const restoreAnswer = z.object({
  error: z.literal(0),
  message: z.string(),
  changes: z.array(restoreChange),
  before: z.string().nullable(),
});
type RestoreAnswer = z.output<typeof restoreAnswer>;

const listAnswer = z.object({
  data: z.object({
    backups: z.array(z.object({ name: z.string(), date: z.string(), size: z.int() })),
  }),
});
type ListedBackup = z.output<typeof listAnswer>["data"]["backups"][number];

/** The backups of a folder, by the service that runs on it or without one. */
interface Reached {
  list(): Promise<readonly ListedBackup[]>;
  restore(name: string, isPreview: boolean): Promise<RestoreAnswer>;
  close(): Promise<void>;
}

const longestList = 1000;

function throughService({ call }: RunningService): Reached {
  return {
    async list() {
      const answer = await call(backupOperations.listBackups, { query: { limit: longestList } });
      return listAnswer.parse(answer).data.backups;
    },
    async restore(name, preview) {
      const sent = { params: { name }, body: { preview } };
      return restoreAnswer.parse(await call(backupOperations.restoreBackup, sent));
    },
    close: () => Promise.resolve(),
  };
}

async function onFolder(dir: string, isNewAllowed: boolean): Promise<Reached> {
  const backups = await openFolderBackups(dir, { isNewAllowed });
  const query = { limit: longestList, page: 1 };
  return {
    list: async () =>
      listAnswer.parse(await backups.listBackups({ params: {}, query, body: {} })).data.backups,
    restore: async (name, preview) =>
      restoreAnswer.parse(
        await backups.restoreBackup({ params: { name }, query: {}, body: { preview } }),
      ),
    close: () => backups.close(),
  };
}

function reach(flags: ServiceFlags, typed: Typed, isNewAllowed: boolean): Promise<Reached> {
  return onServiceOrFolder(flags, typed, {
    service: (service) => Promise.resolve(throughService(service)),
    folder: (dir) => onFolder(dir, isNewAllowed),
  });
}

function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1 << 20
    ? `${Math.round(bytes / 1024)} KiB`
    : `${(bytes / (1 << 20)).toFixed(1)} MiB`;
}

/** Lists them, newest first. */
export async function showBackups(flags: ServiceFlags, typed: Typed): Promise<void> {
  const reached = await reach(flags, typed, false);
  try {
    const backups = await reached.list();
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
  } finally {
    await reached.close();
  }
}

/** A backup that lies elsewhere, brought into the folder under a name that says so. */
interface Brought {
  readonly name: string;
  readonly path: string;
}

async function bring(file: string, dir: string): Promise<Brought> {
  const folder = backupFolder(dir);
  const stamp = new Date().toISOString().replaceAll(/[:.]/g, "-");
  const name = `given-${stamp}.json`;
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

function linesOf({ message, changes }: RestoreAnswer): string[] {
  return [
    message,
    ...changes.flatMap(({ kind, added, changed, removed, examples }) => [
      `${kind}: ${added} come back, ${changed} become what they were, ${removed} go`,
      ...examples.map(
        ({ id, name, change, fields }) =>
          `  ${signs[change]} ${id} ${name}${fields.length === 0 ? "" : ` (${fields.join(", ")})`}`,
      ),
      ...(added + changed + removed > examples.length
        ? [`  … and ${added + changed + removed - examples.length} more`]
        : []),
    ]),
  ];
}

/** Makes everything what it was in a backup, named by its day, its name or a file anywhere. */
export async function restore(which: string, flags: RestoreFlags, typed: Typed): Promise<void> {
  const dir = dataDirOf(flags.data);
  const isPreview = flags.preview === true;
  const file = (await isFile(which)) ? resolve(which) : null;
  const reached = await reach(flags, typed, file !== null && !isPreview);
  let brought: Brought | null = null;
  let isRestored = false;
  try {
    const backups = await reached.list();
    const isOwn = file !== null && dirname(file) === resolve(backupFolder(dir));
    let name = named(isOwn ? basename(file) : which, backups);
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
    const answer = await reached.restore(name, isPreview);
    isRestored = !isPreview;
    if (flags.json === true) return printJson(answer);
    for (const line of linesOf(answer)) print(line);
    if (isPreview && answer.changes.length > 0) {
      note(faint(`To do it: ${typed(`restore ${which}`)}`));
    }
    if (answer.before !== null && answer.changes.length > 0) {
      note(
        faint(`The state before is kept. To go back to it: ${typed(`restore ${answer.before}`)}`),
      );
    }
  } finally {
    if (brought !== null && !isRestored) await rm(brought.path, { force: true });
    await reached.close();
  }
}
