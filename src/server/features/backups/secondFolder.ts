import { atMost } from "../../common/atMost.ts";
import { createHash } from "node:crypto";
import { realpath } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { z } from "zod";
import { storedMoment } from "../../store/records.ts";
import { type Message, message } from "../../../contract/messages/messages.ts";
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
import type { Store } from "../../store/store.ts";
import type { Settings } from "../settings/settings.ts";

/** A copy of everything in the second folder. */
export interface SecondCopy {
  readonly name: string;
  /** When it was made and read back; milliseconds since 1970. */
  readonly at: number;
  readonly bytes: number;
}

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

interface Problem {
  readonly kind: "missing" | "full" | "forbidden" | "inside" | "other";
  /** Milliseconds since 1970. */
  readonly since: number;
  /** Of the system. */
  readonly said: string;
}

interface Status {
  readonly folder: string;
  readonly copied: SecondCopy | null;
  readonly problem: Problem | null;
}

/** As its file has it: what can't be used counts as not there. */
const storedStatus: z.ZodType<Status> = z.object({
  folder: z.string().catch(""),
  copied: z
    .object({ name: z.string(), at: storedMoment, bytes: z.number() })
    .nullable()
    .catch(null),
  problem: z
    .object({
      kind: z.enum(["missing", "full", "forbidden", "inside", "other"]),
      since: storedMoment,
      said: z.string(),
    })
    .nullable()
    .catch(null),
});

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
  } = {},
): Promise<SecondFolder> {
  const { dataDir, everything, timestamps, settings, clock } = app;
  const { files = disk, lookEvery = lookInterval } = how;
  /** Tells the copies of one data folder from those of another: not a secret, made of one. */
  const mark = createHash("sha256")
    .update(`second folder ${app.store.secrets.cookieKey}`)
    .digest("hex");
  const render = (moment: number) => timestamps.render(new Date(moment).toISOString());
  const family = mark.slice(0, 6);
  const ownName = new RegExp(`^waypost-\\d{4}-\\d\\d-\\d\\d-${family}\\.zip$`);
  const ownDraft = new RegExp(`^\\.waypost-\\d{4}-\\d\\d-\\d\\d-${family}\\.zip\\.tmp$`);
  const statusPath = join(dataDir, statusFile);
  const ending = new AbortController();
  let status: Status = await readStatus();
  let running: Promise<void> | null = null;
  let triedAt = Number.NEGATIVE_INFINITY;

  async function readStatus(): Promise<Status> {
    try {
      return storedStatus.parse(JSON.parse(String(await files.readFile(statusPath))));
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

  /** Writes a new file, which must not be there: no link of that name is followed. */
  async function write(path: string, content: AsyncIterable<Uint8Array>) {
    const hash = createHash("sha256");
    let bytes = 0;
    let unsynced = 0;
    const descriptor = await files.open(path, "wx");
    try {
      for await (const piece of content) {
        ending.signal.throwIfAborted();
        hash.update(piece);
        await writeAll(files, descriptor, piece);
        bytes += piece.length;
        unsynced += piece.length;
        if (unsynced < syncEvery) continue;
        unsynced = 0;
        await synced(files.sync(descriptor));
      }
      await synced(files.sync(descriptor));
    } finally {
      await files.close(descriptor);
    }
    return { bytes, hash: hash.digest("hex") };
  }

  async function* pieces(path: string): AsyncGenerator<Uint8Array> {
    const descriptor = await files.open(path, "r");
    try {
      for (let done = 0; ;) {
        const piece = Buffer.allocUnsafe(readBytes);
        const count = await files.read(descriptor, piece, 0, done);
        if (count === 0) return;
        done += count;
        yield piece.subarray(0, count);
      }
    } finally {
      await files.close(descriptor);
    }
  }

  async function readBack(path: string, written: { readonly hash: string }): Promise<void> {
    const hash = createHash("sha256");
    for await (const piece of pieces(path)) {
      ending.signal.throwIfAborted();
      hash.update(piece);
    }
    if (hash.digest("hex") === written.hash) return;
    throw new Error("what was read back is not what was written");
  }

  /** Under its name at once; where the disk can't rename, as a second copy that is read back too. */
  async function publish(draft: string, path: string, written: { readonly hash: string }) {
    try {
      await files.rename(draft, path);
    } catch (error) {
      if (!unsupported.has(codeOf(error)) && codeOf(error) !== "EEXIST") throw error;
      await files.remove(path);
      try {
        await write(path, pieces(draft));
        await readBack(path, written);
      } catch (failure) {
        await letGo(path);
        throw failure;
      }
      await letGo(draft);
    }
    await synced(files.syncFolder(dirname(path)));
  }

  async function copy(folder: string): Promise<SecondCopy> {
    await checkFolder(folder);
    const name = nameOfToday();
    const draft = join(folder, `.${name}.tmp`);
    for (const other of await files.list(folder)) {
      if (ownDraft.test(other)) await letGo(join(folder, other));
    }
    const { content } = await everything(false);
    let bytes: number;
    try {
      const written = await write(draft, content);
      ({ bytes } = written);
      await readBack(draft, written);
      await publish(draft, join(folder, name), written);
    } catch (error) {
      await letGo(draft);
      throw error;
    }
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

  async function attempt(): Promise<void> {
    const before = known();
    const { folder, copied } = before;
    triedAt = clock();
    try {
      await keepStatus({ folder, copied: await copy(folder), problem: null });
    } catch (error) {
      if (ending.signal.aborted) return;
      const kind = await kindOf(error, folder);
      const since = before.problem?.kind === kind ? before.problem.since : clock();
      const text = errorText(error);
      await keepStatus({ folder, copied, problem: { kind, since, said: text } });
    }
  }

  function copyNow(): Promise<void> {
    if (settings.get("backup.folder") === "" || ending.signal.aborted) return Promise.resolve();
    running ??= attempt().finally(() => {
      running = null;
    });
    return running;
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

  let looking: Promise<void> | null = null;

  function look(): void {
    if (running !== null || ending.signal.aborted || lookEvery === null) return;
    looking ??= copyWhereDue().finally(() => {
      looking = null;
    });
  }

  function messageOf({ folder, copied: last, problem }: Status): Message | null {
    if (problem === null) return null;
    const since = render(problem.since);
    const copied = last === null ? null : render(last.at);
    const reason = problem.said;
    switch (problem.kind) {
      case "missing":
        return copied === null
          ? message("service.secondMissingEmpty", { folder, since })
          : message("service.secondMissing", { folder, since, copied });
      case "full":
        return copied === null
          ? message("service.secondFullEmpty", { folder, since })
          : message("service.secondFull", { folder, since, copied });
      case "forbidden":
        return copied === null
          ? message("service.secondForbiddenEmpty", { folder, since, reason })
          : message("service.secondForbidden", { folder, since, reason, copied });
      case "inside":
        return message("service.secondInside", { folder });
      case "other":
        return copied === null
          ? message("service.secondFailedEmpty", { folder, since, reason })
          : message("service.secondFailed", { folder, since, reason, copied });
    }
  }

  const timer = lookEvery === null ? undefined : setInterval(look, lookEvery).unref();
  const first = lookEvery === null ? undefined : setImmediate(look);

  return {
    state() {
      if (settings.get("backup.folder") === "") return null;
      const { folder, copied, problem } = known();
      const isCopying = running !== null;
      return { folder, isCopying, copied, problem: messageOf({ folder, copied, problem }) };
    },
    copyNow,
    look,
    notices() {
      const warning = settings.get("backup.folder") === "" ? null : messageOf(known());
      return warning === null ? [] : [warning];
    },
    async close() {
      clearInterval(timer);
      clearImmediate(first);
      ending.abort();
      await atMost(Promise.allSettled([running, looking]), closingTime);
    },
  };
}
