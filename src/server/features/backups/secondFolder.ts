import { atMost } from "../../common/atMost.ts";
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import type { Message } from "../../../contract/messages/messages.ts";
import {
  codeOf,
  disk,
  type FileSystem,
  isOutOfSpace,
  mayNotWrite,
  replaceFile,
  writeAll,
} from "../../store/fileSystem.ts";
import { errorText } from "../../../util/errorText.ts";
import type { App } from "../../common/context.ts";
import { boundedJson } from "../../store/boundedJson.ts";
import type { Store } from "../../store/store.ts";
import type { Settings } from "../settings/settings.ts";
import {
  messageOf,
  type Problem,
  type SecondCopy,
  type Status,
  storedStatus,
} from "./secondFolderStatus.ts";

export interface SecondFolderState {
  readonly folder: string;
  readonly isCopying: boolean;
  /** The last copy that was made and read back; null: none yet. */
  readonly copied: SecondCopy | null;
  /** Why today's copy is not there, for the owner; null: nothing stands in its way. */
  readonly problem: Message | null;
}

export interface SecondFolder {
  /** Null: none was chosen. */
  state(): SecondFolderState | null;
  /** Copies now, in the place of today's copy; resolves when it is done, well or not. */
  copyNow(): Promise<void>;
  /** Makes today's copy, where it is missing and it is time to try. */
  look(): void;
  /** What the owner should be told at the moment. */
  notices(): Message[];
  /** Breaks off what is under way: a folder that doesn't answer holds no end up. */
  close(): Promise<void>;
}

/** Copies of one data folder that are kept. */
const maxCopies = 7;
/** Milliseconds between two looks whether the folder is there again. */
const lookInterval = 60_000;
/** Milliseconds between two tries where something else stood in the way. */
const retryInterval = 60 * 60_000;
/** Milliseconds that the end waits for a piece that is being written. */
const closingTime = 500;
/** Milliseconds without a piece written or read after which a try has failed. */
const longestSilence = 5 * 60_000;
/** Bytes after which the disk is made to take what it has. */
const syncEvery = 8 << 20;
const readBytes = 1 << 20;

/** Below the data folder: what became of the last tries, over restarts. */
const statusFile = "second-folder.json";

/** Disks and shared folders that can't do a thing say so in one of these ways. */
const unsupported: ReadonlySet<string | undefined> = new Set([
  "EINVAL",
  "ENOSYS",
  "ENOTSUP",
  "EOPNOTSUPP",
  "EPERM",
  "EXDEV",
]);

/** Where a path leads, or the nearest folder above it that is there. */
async function realPlace(path: string): Promise<string> {
  const real = await realpath(path).catch(() => null);
  return real ?? (path === dirname(path) ? path : realPlace(dirname(path)));
}

/** Whether a folder is another one or below it, under whatever name. */
export async function isWithin(files: FileSystem, folder: string, other: string): Promise<boolean> {
  const outer = await files.state(other).catch(() => null);
  if (outer === null) return false;
  for (let place = await realPlace(resolve(folder)); ; place = dirname(place)) {
    const found = await files.state(place).catch(() => null);
    if (found?.inode === outer.inode && found.device === outer.device) return true;
    if (place === dirname(place)) return false;
  }
}

/** A sync that the disk doesn't know of is none that failed. */
async function synced(sync: Promise<void>): Promise<void> {
  await sync.catch((error: unknown) => {
    if (!unsupported.has(codeOf(error))) throw error;
  });
}

/** Why a try made no copy. */
type Failure = Omit<Problem, "since">;

interface Attempt {
  readonly folder: string;
  /** Tells that the disk answers; throws where the try was stopped. */
  readonly went: () => void;
  /** Ends the try as a failure; null: as if it hadn't been made. */
  readonly stop: (failure: Failure | null) => void;
  done: Promise<void>;
}

class WrongFolder extends Error {
  override readonly name = "WrongFolder";
  readonly kind: "missing" | "inside";
  constructor(kind: "missing" | "inside") {
    super(kind);
    this.kind = kind;
  }
}

/** Copies of everything in a folder of the owner's choice, one a day, each a whole file that was read back. */
export async function createSecondFolder(
  app: Pick<App, "dataDir" | "everything" | "timestamps" | "clock"> & {
    readonly store: { readonly secrets: Pick<Store["secrets"], "cookieKey"> };
    /** Empty: none. */
    readonly settings: Pick<Settings, "get">;
  },
  how: {
    files?: FileSystem;
    /** Milliseconds between two looks; null: only what is asked for is done. */
    lookEvery?: number | null;
    /** Milliseconds without a piece written or read after which a try has failed. */
    patience?: number;
  } = {},
): Promise<SecondFolder> {
  const { dataDir, everything, timestamps, settings, clock } = app;
  const { files = disk, lookEvery = lookInterval, patience = longestSilence } = how;
  /** Tells the copies of one data folder from those of another: not a secret, made of one. */
  const mark = createHash("sha256")
    .update(`second folder ${app.store.secrets.cookieKey}`)
    .digest("hex");
  const render = (moment: number) => timestamps.render(new Date(moment).toISOString());
  const family = mark.slice(0, 6);
  const ownName = new RegExp(`^waypost-\\d{4}-\\d\\d-\\d\\d-${family}\\.zip$`);
  const ownDraft = new RegExp(`^\\.waypost-\\d{4}-\\d\\d-\\d\\d-${family}\\.zip\\.tmp$`);
  const statusPath = join(dataDir, statusFile);
  let hasEnded = false;
  let status: Status = await readStatus();
  let current: Attempt | null = null;
  /** What was left alone and hasn't come back, by its folder: its disk may never answer. */
  const working = new Map<string, Promise<unknown>>();
  let triedAt = Number.NEGATIVE_INFINITY;

  async function readStatus(): Promise<Status> {
    try {
      return storedStatus.parse(boundedJson(await files.readFile(statusPath)));
    } catch {
      return { folder: "", copied: null, problem: null };
    }
  }

  async function keepStatus(next: Status): Promise<void> {
    status = next;
    // Without it only the moments since when are lost, with the next start.
    await replaceFile(files, statusPath, JSON.stringify(next)).catch(() => undefined);
  }

  /** What is known of the folder that is chosen now. */
  function known(): Status {
    const folder = settings.get("backup.folder");
    return status.folder === folder ? status : { folder, copied: null, problem: null };
  }

  function nameOfToday(): string {
    return `waypost-${new Date(clock()).toISOString().slice(0, 10)}-${family}.zip`;
  }

  async function checkFolder(folder: string): Promise<void> {
    const found = await files.state(folder).catch(() => null);
    if (found === null || !found.isFolder) throw new WrongFolder("missing");
    if (await isWithin(files, folder, dataDir)) throw new WrongFolder("inside");
  }

  /** A draft that was never finished, or a copy that there are enough of; a folder of such a name stays. */
  async function letGo(path: string): Promise<void> {
    await files.remove(path).catch(() => undefined);
  }

  async function write(descriptor: number, content: AsyncIterable<Uint8Array>, { went }: Attempt) {
    const hash = createHash("sha256");
    let bytes = 0;
    let unsynced = 0;
    for await (const piece of content) {
      went();
      hash.update(piece);
      await writeAll(files, descriptor, piece);
      bytes += piece.length;
      unsynced += piece.length;
      if (unsynced < syncEvery) continue;
      unsynced = 0;
      await synced(files.sync(descriptor));
    }
    await synced(files.sync(descriptor));
    return { bytes, hash: hash.digest("hex") };
  }

  async function readBack(descriptor: number, written: string, { went }: Attempt): Promise<void> {
    const hash = createHash("sha256");
    const piece = Buffer.allocUnsafe(readBytes);
    for (let done = 0; ;) {
      went();
      const count = await files.read(descriptor, piece, 0, done);
      if (count === 0) break;
      done += count;
      hash.update(piece.subarray(0, count));
    }
    if (hash.digest("hex") === written) return;
    throw new Error("what was read back is not what was written");
  }

  /**
   * Writes a new file, which must not be there, and reads it back as it was opened: no link of that
   * name is followed, and nothing that somebody puts in its place meanwhile is opened.
   */
  async function makeCopy(path: string, attempt: Attempt): Promise<number> {
    const { content } = await everything(false);
    try {
      const descriptor = await files.open(path, "wx+");
      try {
        const { bytes, hash } = await write(descriptor, content, attempt);
        await readBack(descriptor, hash, attempt);
        attempt.went();
        return bytes;
      } finally {
        await files.close(descriptor);
      }
    } catch (error) {
      await letGo(path);
      throw error;
    }
  }

  /** Under its name at once; where the disk can't rename, made again under its name. */
  async function makeAndName(draft: string, path: string, attempt: Attempt): Promise<number> {
    const bytes = await makeCopy(draft, attempt);
    try {
      await files.rename(draft, path);
    } catch (error) {
      await letGo(draft);
      if (!unsupported.has(codeOf(error)) && codeOf(error) !== "EEXIST") throw error;
      await files.remove(path);
      return await makeCopy(path, attempt);
    }
    // Somebody else who may write there may have put something in the draft's place.
    if ((await files.state(path))?.size === bytes) return bytes;
    await letGo(path);
    throw new Error("another program replaced the copy");
  }

  async function copy(attempt: Attempt): Promise<SecondCopy> {
    const { folder } = attempt;
    await checkFolder(folder);
    const name = nameOfToday();
    for (const other of await files.list(folder)) {
      if (ownDraft.test(other)) await letGo(join(folder, other));
    }
    const bytes = await makeAndName(join(folder, `.${name}.tmp`), join(folder, name), attempt);
    await synced(files.syncFolder(folder));
    const own = (await files.list(folder)).filter((other) => ownName.test(other)).toSorted();
    for (const old of own.slice(0, -maxCopies)) await letGo(join(folder, old));
    return { name, at: clock(), bytes };
  }

  async function kindOf(failure: unknown, folder: string): Promise<Problem["kind"]> {
    if (failure instanceof WrongFolder) return failure.kind;
    if (isOutOfSpace(failure)) return "full";
    const found = await files.state(folder).catch(() => null);
    if (found === null) return "missing";
    return mayNotWrite(failure) ? "forbidden" : "other";
  }

  /** What became of a try. */
  async function outcome(attempt: Attempt): Promise<SecondCopy | Failure> {
    try {
      return await copy(attempt);
    } catch (error) {
      return { kind: await kindOf(error, attempt.folder), said: errorText(error) };
    }
  }

  async function keepOutcome(before: Status, result: SecondCopy | Failure): Promise<void> {
    const { folder, copied, problem } = before;
    if ("bytes" in result) return keepStatus({ folder, copied: result, problem: null });
    const since = problem?.kind === result.kind ? problem.since : clock();
    return keepStatus({ folder, copied, problem: { ...result, since } });
  }

  /** Tries once; without an answer of the disk for long it ends too, and leaves the work alone. */
  function start(before: Status): Attempt {
    const { folder } = before;
    const stopped = Promise.withResolvers<Failure | null>();
    let isStopped = false;
    const stop = (failure: Failure | null) => {
      isStopped = true;
      clearTimeout(silence);
      stopped.resolve(failure);
    };
    const silence = setTimeout(() => {
      const said = `no answer for ${patience / 1000} seconds`;
      stop({ kind: "other", said });
    }, patience).unref();
    const went = () => {
      if (isStopped) throw new Error("stopped");
      silence.refresh();
    };
    const attempt: Attempt = { folder, went, stop, done: Promise.resolve() };
    const work = outcome(attempt).finally(() => working.delete(folder));
    working.set(folder, work);
    const finish = async () => {
      const result = await Promise.race([stopped.promise, work]);
      clearTimeout(silence);
      if (result !== null) await keepOutcome(before, result);
    };
    attempt.done = finish().finally(() => {
      if (current === attempt) current = null;
    });
    return attempt;
  }

  function copyNow(): Promise<void> {
    const folder = settings.get("backup.folder");
    if (folder === "" || hasEnded) return Promise.resolve();
    if (current?.folder === folder) return current.done;
    current?.stop(null);
    if (working.has(folder)) return Promise.resolve();
    triedAt = clock();
    current = start(known());
    return current.done;
  }

  async function isTime(): Promise<boolean> {
    const { folder, copied, problem } = known();
    if (folder === "") return false;
    if (problem === null) return copied?.name !== nameOfToday();
    if (clock() - triedAt >= retryInterval) return true;
    if (problem.kind !== "missing") return false;
    return (await files.state(folder).catch(() => null)) !== null;
  }

  async function copyWhereDue(): Promise<void> {
    if (await isTime()) await copyNow();
  }

  /** Folders that are looked at: one may never answer. */
  const looking = new Map<string, Promise<void>>();

  function look(): void {
    const folder = settings.get("backup.folder");
    if (hasEnded || lookEvery === null || working.has(folder) || looking.has(folder)) return;
    const looked = copyWhereDue().finally(() => looking.delete(folder));
    looking.set(folder, looked);
  }

  const timer = lookEvery === null ? undefined : setInterval(look, lookEvery).unref();
  const first = lookEvery === null ? undefined : setImmediate(look);

  return {
    state() {
      if (settings.get("backup.folder") === "") return null;
      const { folder, copied, problem } = known();
      const isCopying = current?.folder === folder;
      return { folder, isCopying, copied, problem: messageOf({ folder, copied, problem }, render) };
    },
    copyNow,
    look,
    notices() {
      const warning = settings.get("backup.folder") === "" ? null : messageOf(known(), render);
      return warning === null ? [] : [warning];
    },
    async close() {
      clearInterval(timer);
      clearImmediate(first);
      hasEnded = true;
      current?.stop(null);
      const left: Promise<unknown>[] = [...working.values(), ...looking.values()];
      if (current !== null) left.push(current.done);
      await atMost(Promise.allSettled(left), closingTime);
    },
  };
}
