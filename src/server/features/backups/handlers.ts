import { atMost } from "../../common/atMost.ts";
import type { backupOperations, RestorePreview } from "../../../contract/changes/backups.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import type { RecordKind } from "../../../contract/fields/records.ts";
import type { RestoreChange } from "../../../contract/fields/restoreChange.ts";
import type { BackupSource, OpenBackup, RestorePreview as Preview } from "./backups.ts";
import type { Chosen } from "./restoreChoice.ts";
import type { Difference } from "./restorePlan.ts";
import { type JobRun, type JobService, undoHint } from "../jobs/jobs.ts";
import { offsetOf } from "../../common/paging.ts";
import { Invalid } from "../../common/problems.ts";
import { basesName } from "./restoredSettings.ts";
import { settingNames } from "../../../contract/server/settingsTable.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { collectionOf, kindOf } from "../changes/presentChanges.ts";
import type { App } from "../../common/context.ts";
import type { dataFolderOperations } from "../../../contract/changes/dataFolder.ts";

function presentDifference({ collection, ...change }: Difference): RestoreChange {
  return { kind: kindOf[collection], ...change };
}

function presentPreview(
  { differences, warnings, settings, token }: Preview,
  chosen: Chosen | undefined,
): RestorePreview {
  return {
    message:
      differences.length === 0 ? same(chosen) : "This is a preview. Nothing has been changed.",
    changes: differences.map(presentDifference),
    warnings: warnings.map(({ message }) => message),
    said: [...warnings],
    settings: [...settings],
    token,
  };
}

function same(chosen: Chosen | undefined): string {
  return chosen === undefined
    ? "Nothing to restore: everything is the same as in this backup."
    : "Nothing to restore: the selected records are the same as in this backup.";
}

/** Of a kind that is named twice, all that is named. */
function chosenOf(only: RestoreBody["only"]): Chosen | undefined {
  if (only === undefined) return undefined;
  return new Map(
    [...Map.groupBy(only, ({ kind }) => kind)].map(([kind, all]) => {
      const isWhole = all.some(({ ids }) => ids === undefined);
      const ids = new Set(all.flatMap((one) => one.ids ?? []));
      return [collectionOf(kind), isWhole ? "all" : ids] as const;
    }),
  );
}

/** Refuses a name that no setting has. */
function namedSettings(names: readonly string[]): ReadonlySet<string> {
  const known: ReadonlySet<string> = new Set([...settingNames, basesName]);
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined) {
    const detail = `must be names of settings: ${settingNames.join(", ")}`;
    throw new Invalid({ settings: { code: "choice", detail } });
  }
  return new Set(names);
}

/** What a request of the two says: only look, or do what a preview said. */
interface RestoreBody {
  readonly only?:
    | readonly { readonly kind: RecordKind; readonly ids: number[] | undefined }[]
    | undefined;
  readonly settings?: readonly string[] | undefined;
  readonly preview?: boolean | undefined;
  readonly token?: string | undefined;
  readonly wait?: number | undefined;
}

/** Milliseconds that the answer waits for the second copy: a stick can be slow. */
const patience = 10_000;

export function createBackupHandlers(
  app: Pick<App, "backups" | "secondFolder" | "everything" | "presentJob" | "timestamps"> & {
    readonly jobs: Pick<JobService, "start">;
  },
): HandlersOf<typeof backupOperations> {
  const { backups, secondFolder: second, jobs, presentJob, timestamps } = app;
  const render = (moment: number) => timestamps.render(new Date(moment).toISOString());

  const present = ({ name, madeAt, bytes }: { name: string; madeAt: number; bytes: number }) => ({
    name,
    date: render(madeAt),
    size: bytes,
  });

  function presentSecond() {
    const state = second.state();
    if (state === null) return null;
    const { folder, isCopying, copied, problem } = state;
    return {
      folder,
      copying: isCopying,
      copied: copied && { name: copied.name, date: render(copied.at), size: copied.bytes },
      problem: problem && problem.message,
      ...(problem !== null && { code: problem.code, values: problem.values }),
    };
  }

  async function run(opened: OpenBackup, token: string, chosen: Chosen | undefined, job: JobRun) {
    try {
      const { differences, before, change } = await opened.restore(token, job);
      const message =
        change === null
          ? same(chosen)
          : `The backup has been restored successfully. ${undoHint(change)}`;
      return { message, result: { changes: differences.map(presentDifference), before } };
    } finally {
      await opened.close();
    }
  }

  async function restore(
    source: BackupSource,
    { only, settings = [], preview, token, wait = 0 }: RestoreBody,
  ) {
    if (preview !== true && token === undefined) {
      const detail = "is required. Request a preview first, then send its token";
      throw new Invalid({ token: { code: "missing", detail } });
    }
    const chosen = chosenOf(only);
    const opened = await backups.open(source, chosen, namedSettings(settings));
    try {
      if (preview === true || token === undefined) {
        const previewed = presentPreview(await opened.preview(), chosen);
        await opened.close();
        return { error: 0 as const, preview: previewed };
      }
      await opened.checkToken(token);
      const job = await jobs.start({
        kind: "restore",
        wait,
        run: (started) => run(opened, token, chosen, started),
      });
      return { error: 0 as const, job: presentJob(job) };
    } catch (error) {
      await opened.close();
      throw error;
    }
  }

  return {
    async listBackups({ query }) {
      second.look();
      const all = await backups.list();
      const first = offsetOf(query);
      const items = all.slice(first, first + query.limit);
      const list = listEnvelope("backups", { items, total: all.length, ...query }, present);
      return { ...list, second: presentSecond() };
    },
    async makeBackup() {
      const made = await backups.make();
      const copied = second.copyNow();
      await atMost(copied, patience);
      return {
        error: 0,
        message:
          made === null
            ? "There is nothing to back up yet."
            : "The backup has been created successfully.",
        backup: made && present(made),
        second: presentSecond(),
      };
    },
    async getBackup({ params }) {
      const { file, isIntact, counts } = await backups.check(params.name);
      const records = counts.map(({ collection, count }) => ({ kind: kindOf[collection], count }));
      return { error: 0, details: { ...present(file), intact: isIntact, records } };
    },
    restoreBackup: ({ params, body }) => restore({ name: params.name }, body),
    restoreFile: ({ query, body }) => restore({ content: body }, query),
    async exportEverything({ body }) {
      const { name, content } = await app.everything(body.clicks === true);
      return { name, type: "application/zip", content };
    },
  };
}

export function createDataFolderHandlers(app: App): HandlersOf<typeof dataFolderOperations> {
  return {
    async getDataFolder() {
      return { error: 0, data: { folder: app.dataDir, ...(await app.dataSizes()) } };
    },
  };
}
