import { lstat, mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { shareOfChanges } from "../../store/document/documentSize.ts";
import {
  codeOf,
  disk,
  isOutOfSpace,
  publishDraft,
  syncFile,
  writeAll,
} from "../../store/fileSystem.ts";
import type { Collection } from "../../store/records.ts";
import {
  type Backup,
  type BackupFile,
  BackupUnreadable,
  type Origin,
  type Subject,
  subjectKey,
} from "../../store/store.ts";
import { collectionNames } from "../../store/tables/tables.ts";
import { makeWorkFolder, type WorkFolder } from "../../store/workFolder.ts";
import { inside } from "./everything.ts";
import { type Difference, planRestore, type RestorePlan, type Unusable } from "./restorePlan.ts";
import type { Chosen } from "./restoreChoice.ts";
import { type SettingDifference, takenSettings } from "./restoredSettings.ts";
import { commitPlan, type RestoringParts } from "./restoring.ts";
import { isZip, makeRoomOn, recordedImports, type Unpacked, unpackEverything } from "./unpack.ts";
import { endSet, type JobRun } from "../jobs/jobs.ts";
import { mostIn } from "../../common/mostOf.ts";
import { Conflict, DocumentFull, NotFound, StoreFull } from "../../common/problems.ts";
import type { App } from "../../common/context.ts";

export interface CheckedBackup {
  readonly file: BackupFile;
  /** It is what was written; else a hand has changed it since. */
  readonly isIntact: boolean;
  readonly counts: readonly { readonly collection: Collection; readonly count: number }[];
}

/** Which backup: one of the list, or a file as it comes. */
export type BackupSource =
  | { readonly name: string }
  | { readonly content: AsyncIterable<Uint8Array> };

/** Names in one sentence. */
const mostNames = 10;

export interface RestorePreview {
  readonly differences: readonly Difference[];
  /** What of the backup stays behind, in sentences. */
  readonly warnings: readonly Message[];
  readonly settings: readonly SettingDifference[];
  /** What a run of exactly this is asked for with. */
  readonly token: string;
}

/** What became of it. */
export interface RestoreOutcome {
  readonly differences: readonly Difference[];
  /** A backup of the state before; null: nothing was changed. */
  readonly before: string | null;
  /** Its change set; null: nothing was changed. */
  readonly change: number | null;
}

/** A backup that was read, to be looked at and restored. */
export interface OpenBackup {
  preview(): Promise<RestorePreview>;
  /** Refuses one that isn't of a preview that holds: {@link RestoreChanged}. */
  checkToken(token: string): Promise<void>;
  /** Commits what differs as one change set, after a backup of the present state. */
  restore(token: string, job: RestoreJob): Promise<RestoreOutcome>;
  /** Lets go of what was unpacked for it. */
  close(): Promise<void>;
}

type RestoreJob = Pick<JobRun, "phase" | "progress" | "fail" | "began" | "signal">;

/** What was asked for isn't any more what its preview said. */
export class RestoreChanged extends Conflict {
  readonly preview: RestorePreview;
  constructor(preview: RestorePreview) {
    super(
      "outdated",
      "The restore would now have a different effect than in the preview. Check the new preview.",
    );
    this.preview = preview;
  }
}

export interface BackupService {
  /** Newest first. */
  list(): Promise<readonly BackupFile[]>;
  /** Reads all of it; refuses one that can't be restored. */
  check(name: string): Promise<CheckedBackup>;
  /** Makes one of the present state; null: there is nothing yet. */
  make(): Promise<BackupFile | null>;
  /**
   * Reads all of it, and checks it, before anything is said or done.
   *
   * @param chosen only these records are restored, and what they use
   * @param asked guarded settings that are restored as well
   */
  open(
    source: BackupSource,
    chosen?: Chosen,
    allowedSettings?: ReadonlySet<string>,
  ): Promise<OpenBackup>;
}

/** Where a backup's parts lie. */
interface Parts {
  readonly document: string;
  /** As its owner knows it. */
  readonly called: string;
  readonly unpacked: Unpacked | null;
}

/** How a backup's collections go back into a store. */
export function createBackups(
  app: Pick<App, "store" | "dataDir" | "statistics">,
  /** Who restores, for the history. */
  origin: () => Origin,
  /** Told at once when records were changed here, and again when the disk has refused. */
  changed: RestoringParts["changed"],
): BackupService {
  const { store, dataDir, statistics } = app;
  const folder = join(dataDir, "backups");
  const makeRoom = makeRoomOn(dataDir);

  async function partsOf(path: string, called: string, work: WorkFolder): Promise<Parts> {
    if (!(await isZip(path))) return { document: path, called, unpacked: null };
    const into = join(work.path, "unpacked");
    const unpacked = await unpackEverything(path, {
      folder: into,
      called,
      makeRoom,
      skipsMonths: true,
    });
    return { document: join(into, inside.document), called, unpacked };
  }

  async function receive(content: AsyncIterable<Uint8Array>, path: string): Promise<void> {
    const descriptor = await disk.open(path, "wx");
    try {
      for await (const piece of content) await writeAll(disk, descriptor, piece);
    } catch (error) {
      if (!isOutOfSpace(error)) throw error;
      throw new StoreFull("The disk has too little space for the file.", { cause: error });
    } finally {
      await disk.close(descriptor);
    }
  }

  async function find(name: string): Promise<BackupFile> {
    const file = (await store.backups.list()).find((one) => one.name === name);
    if (file === undefined) throw new NotFound("Backup does not exist.");
    return file;
  }

  /** What it says of a backup in the end is always the caller's to know. */
  async function readable<Result>(read: () => Promise<Result>): Promise<Result> {
    try {
      return await read();
    } catch (error) {
      throw error instanceof BackupUnreadable ? new Conflict("unreadable", error.message) : error;
    }
  }

  async function within<Result>(
    source: BackupSource,
    use: (parts: Parts, work: WorkFolder) => Promise<Result>,
  ): Promise<Result> {
    const file = "name" in source ? await find(source.name) : null;
    const work = await makeWorkFolder(dataDir);
    try {
      const given = join(work.path, "given");
      if ("content" in source) await receive(source.content, given);
      const path = file === null ? given : join(folder, file.name);
      return await readable(async () =>
        use(await partsOf(path, file?.name ?? "The file", work), work),
      );
    } catch (error) {
      await work.remove();
      throw error;
    }
  }

  /**
   * Counters of links and codes that come back and that nothing is counted of here: on disk before
   * their records, as no line of the log tells of them. All of them, or none.
   */
  async function takeCounters({ unpacked }: Parts, { steps }: RestorePlan): Promise<void> {
    if (unpacked === null || !unpacked.hasCounters) return;
    const added = steps.filter(({ change }) => change === "added");
    const idsOf = (wanted: Collection) =>
      new Set(added.filter(({ collection }) => collection === wanted).map(({ id }) => id));
    const links = idsOf("links");
    const codes = idsOf("qrCodes");
    const restored: number[] = [];
    const most = Math.max(shareOfChanges, store.share);
    const isWanted = (subject: Subject) => {
      if (store.share > most) throw new DocumentFull();
      return (
        (subject.qr === undefined ? links.has(subject.link ?? 0) : codes.has(subject.qr)) &&
        !statistics.hasCounters(subject)
      );
    };
    try {
      await store.clicks.readCounters(join(unpacked.folder, inside.counters), isWanted, (line) => {
        statistics.restore(line);
        restored.push(subjectKey(line));
      });
      if (restored.length > 0) await store.clicks.settle();
    } catch (error) {
      for (const key of restored) statistics.forget(key);
      throw error;
    }
  }

  /**
   * @param clicks where they are taken from too; a file of clicks without a record stays out
   * @param steps of a restore of some records: only pictures that these name come
   */
  async function takeFiles(
    { unpacked }: Parts,
    { clicks, steps }: { clicks: Backup | null; steps: RestorePlan["steps"] | null },
  ): Promise<void> {
    if (unpacked === null) return;
    const named = steps === null ? null : new Set(steps.flatMap(picturesIn));
    for (const path of unpacked.pictures) {
      if (named !== null && !named.has(path)) continue;
      await placeFile(unpacked.folder, dataDir, `${inside.pictures}${path}`);
    }
    const records = clicks?.records.get("clickImports") ?? [];
    for (const name of recordedImports(unpacked.imports, records)) {
      // Where one was taken back, its file lies aside, and comes again with its record.
      const aside = await disk.state(join(dataDir, inside.clicks, `${name}.undone`));
      if (aside === null) await placeFile(unpacked.folder, dataDir, `${inside.clicks}${name}`);
    }
  }

  function warningsOf(
    { unpacked }: Parts,
    { differences, needed, taken, unusable, foreign, published, settings }: RestorePlan,
  ): Message[] {
    const staying = settings.filter(({ stays }) => stays).map(({ name }) => name);
    const { links, campaigns } = published;
    return [
      ...(needed > 0 ? [message("restore.needed", { count: needed })] : []),
      ...(taken.length > 0
        ? [message("restore.taken", { count: taken.length, aliases: listed(taken) })]
        : []),
      ...unusableWarnings(unusable),
      ...(foreign.length > 0 ? [message("restore.foreignFields", namedIn(foreign))] : []),
      ...(links.length > 0
        ? [message("restore.publicStatistics", { count: links.length, aliases: listed(links) })]
        : []),
      ...(campaigns.length > 0
        ? [
            message("restore.publicCampaigns", {
              count: campaigns.length,
              names: listed(campaigns),
            }),
          ]
        : []),
      ...(unpacked !== null && unpacked.months.length > 0 ? [message("restore.clicksStay")] : []),
      ...(differences.some(({ collection }) => collection === "settings")
        ? [message("restore.nextStart")]
        : []),
      ...(staying.length > 0
        ? [message("restore.settingsStay", { names: staying.join(", ") })]
        : []),
    ];
  }

  async function restore(
    parts: Parts,
    backup: Backup,
    {
      chosen,
      allowedSettings,
    }: {
      readonly chosen: Chosen | undefined;
      readonly allowedSettings: ReadonlySet<string> | undefined;
    },
    { token, job }: { readonly token: string; readonly job: RestoreJob },
  ): Promise<RestoreOutcome> {
    job.phase("checking");
    const plan = await planRestore(store, backup, chosen, allowedSettings);
    const { differences, steps, used } = plan;
    if (plan.token !== token) throw new RestoreChanged(previewOf(parts, plan));
    if (steps.length === 0 && used.length === 0) return { differences, before: null, change: null };
    const before = await store.backups.keep("before-restore");
    job.signal.throwIfAborted();
    job.phase("changing");
    const hasClicks = chosen === undefined || chosen.has("clickImports");
    const clicks = hasClicks ? backup : null;
    await takeFiles(parts, { clicks, steps: chosen === undefined ? null : steps });
    await takeCounters(parts, plan);
    await store.approvedSettings.approve(takenSettings(plan.settings));
    const set = await store.beginSet(origin(), job.began);
    try {
      await commitPlan({ store, statistics, changed }, plan, set, job);
    } finally {
      await endSet(set, job.signal);
    }
    return { differences, before, change: set.id };
  }

  function previewOf(parts: Parts, plan: RestorePlan): RestorePreview {
    const { differences, settings, token } = plan;
    return { differences, warnings: warningsOf(parts, plan), settings, token };
  }

  return {
    list: () => store.backups.list(),
    async check(name) {
      const file = await find(name);
      return within({ name }, async ({ document }, work) => {
        const { isIntact, records } = await store.backups.read(document, name);
        await work.remove();
        const counts = collectionNames.map((collection) => ({
          collection,
          count: records.get(collection)?.length ?? 0,
        }));
        return { file, isIntact, counts };
      });
    },
    async make() {
      const name = await store.backups.keep("made");
      return name === null ? null : find(name);
    },
    open: (source, chosen, allowedSettings) =>
      within(source, async (parts, work) => {
        const backup = await store.backups.read(parts.document, parts.called);
        return {
          preview: async () =>
            previewOf(parts, await planRestore(store, backup, chosen, allowedSettings)),
          async checkToken(token) {
            const plan = await planRestore(store, backup, chosen, allowedSettings);
            if (plan.token !== token) throw new RestoreChanged(previewOf(parts, plan));
          },
          restore: (token, job) =>
            restore(parts, backup, { chosen, allowedSettings }, { token, job }),
          close: () => work.remove(),
        };
      }),
  };
}

function namedIn(records: readonly Unusable[]) {
  // One more than are listed.
  const some = records.slice(0, mostNames + 1);
  const said = some.map(
    ({ collection, id, faults }) => `${collection} ${id} (${faults.join(", ")})`,
  );
  return { count: records.length, records: listed(said) };
}

function unusableWarnings(all: readonly Unusable[]): Message[] {
  const [out, without] = [true, false].map((isOut) =>
    all.filter(({ isLeftOut, faults }) => isLeftOut === isOut && faults.length > 0),
  );
  const surplus = Map.groupBy(
    all.filter(({ faults }) => faults.length === 0),
    ({ collection }) => collection,
  );
  return [
    ...[...surplus].map(([collection, { length: count }]) =>
      message("restore.tooMany", { collection, count, most: mostIn(collection) ?? 0 }),
    ),
    ...(out?.length ? [message("restore.unusable", namedIn(out))] : []),
    ...(without?.length ? [message("restore.unusableFields", namedIn(without))] : []),
  ];
}

/** The first few of names that may be many. */
function listed(names: readonly string[]): string {
  return [...names.slice(0, mostNames), ...(names.length > mostNames ? ["…"] : [])].join(", ");
}

/** Of a file that isn't whole yet. */
const draftName = ".restored.tmp";

/**
 * Puts an unpacked file below the data folder where none of its name is. A link there to somewhere
 * else is never followed: then the file stays away.
 */
async function placeFile(unpacked: string, dataDir: string, path: string): Promise<void> {
  const from = join(unpacked, path);
  const names = path.split("/");
  const file = names.pop() ?? "";
  let place = dataDir;
  for (const name of names) {
    place = join(place, name);
    await mkdir(place, { mode: 0o700 }).catch((error: unknown) => {
      if (codeOf(error) !== "EEXIST") throw error;
    });
    if (!(await lstat(place)).isDirectory()) return;
  }
  const target = join(place, file);
  if ((await lstat(target).catch(() => null)) !== null) return;
  const draft = join(place, draftName);
  try {
    // Not a second time on the disk, where it has such names: whoever made room counted it once.
    await disk.remove(draft);
    await disk.link(from, draft);
    await syncFile(disk, draft);
    await publishDraft(disk, draft, target);
  } catch (error) {
    await disk.remove(draft);
    if (!isOutOfSpace(error)) throw error;
    throw new StoreFull("The disk has too little space for the files of the backup.", {
      cause: error,
    });
  }
}

/** Paths below `uploads/` that a record names; only QR codes have pictures there. */
function picturesIn({ collection, record }: RestorePlan["steps"][number]): readonly string[] {
  if (collection !== "qrCodes" || record === undefined || !("logo" in record)) return [];
  const { logo } = record;
  return typeof logo === "object" && logo !== null && "file" in logo ? [String(logo.file)] : [];
}
