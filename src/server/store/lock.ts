import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { z } from "zod";
import { boundedJson } from "./boundedJson.ts";
import { codeOf, disk, type FileSystem, writeAll } from "./fileSystem.ts";
import { refuseOthers } from "./folderOwner.ts";
import { StoreUnavailable } from "./store.ts";

const lockName = "lock.json";
const guardName = "lock.takeover";
/** Milliseconds a holder has to prove itself. */
const proofTime = 1200;
/** Bytes. */
const proofSize = 32;
/** Connections at once; each ends after its first bytes, or after {@link proofTime}. */
const mostQuestions = 64;
/** Milliseconds after which an unfinished lock or take-over is somebody's who crashed. */
const unfinishedTime = 1500;

const holderSchema = z.object({
  pid: z.int().positive(),
  /** Known to the holder and to whoever may read the folder. */
  token: z.string().min(1),
  /** Loopback port where the holder proves that it has the token. */
  port: z.int().positive(),
  /** The folder that is locked; a copy of it has others. */
  device: z.number(),
  inode: z.number(),
});
type Holder = z.output<typeof holderSchema>;

export interface Lock {
  /** The lock that was found belongs to another folder: this one is a copy of it. */
  readonly isCopy: boolean;
  release(): Promise<void>;
}

/** Makes this process the only one on the folder, or throws naming the one that is. */
export async function takeLock(files: FileSystem, dir: string): Promise<Lock> {
  const path = join(dir, lockName);
  const token = randomBytes(32).toString("base64url");
  const server = await listen(token);
  try {
    const folder = await files.state(dir);
    const own: Holder = {
      pid: process.pid,
      token,
      port: (server.address() as AddressInfo).port,
      device: folder?.device ?? 0,
      inode: folder?.inode ?? 0,
    };
    const isCopy = await claim(files, dir, path, own);
    return {
      isCopy,
      async release() {
        try {
          if ((await readHolder(files, path))?.token === token) await files.remove(path);
        } finally {
          server.close();
        }
      },
    };
  } catch (error) {
    server.close();
    throw error;
  }
}

async function claim(files: FileSystem, dir: string, path: string, own: Holder): Promise<boolean> {
  if (await write(files, path, own)) return false;
  const guard = join(dir, guardName);
  for (let tries = 0; !(await write(files, guard, own)); tries += 1) {
    // Another process is judging the same lock; it is quick, or it crashed.
    if (tries * 50 > unfinishedTime) await files.remove(guard);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  try {
    const holder = await finishedHolder(files, path);
    const isCopy = holder !== null && !isOf(holder, own);
    if (holder !== null && !isCopy && (await isHeld(holder))) {
      throw new StoreUnavailable(
        `The folder ${dir} is in use by process ${holder.pid}. Stop that process first, or choose another folder.`,
      );
    }
    await files.remove(path);
    if (!(await write(files, path, own))) {
      throw new StoreUnavailable(`Another process has just started to use the folder ${dir}.`);
    }
    return isCopy;
  } finally {
    await files.remove(guard).catch(() => undefined);
  }
}

/** Whether the lock was made in this folder. */
function isOf(holder: Holder, folder: Pick<Holder, "device" | "inode"> | null): boolean {
  return holder.device === folder?.device && holder.inode === folder.inode;
}

/** Makes the file with the holder in it; false when there is one already. */
async function write(files: FileSystem, path: string, holder: Holder): Promise<boolean> {
  let descriptor: number;
  try {
    descriptor = await files.open(path, "wx");
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  }
  try {
    await writeAll(files, descriptor, Buffer.from(`${JSON.stringify(holder)}\n`));
    return true;
  } catch (error) {
    await files.remove(path).catch(() => undefined);
    throw error;
  } finally {
    await files.close(descriptor);
  }
}

async function readHolder(files: FileSystem, path: string): Promise<Holder | null> {
  try {
    return holderSchema.parse(boundedJson(await files.readFile(path)));
  } catch (error) {
    if (codeOf(error) !== undefined && codeOf(error) !== "ENOENT") throw error;
    return null;
  }
}

/** A lock may be caught between its making and its writing: it is given a moment. */
async function finishedHolder(files: FileSystem, path: string): Promise<Holder | null> {
  for (let waited = 0; waited <= 300; waited += 50) {
    const holder = await readHolder(files, path);
    if (holder !== null || (await files.state(path)) === null) return holder;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return null;
}

function proof(token: string, question: string): Buffer {
  return createHmac("sha256", token).update(question).digest();
}

function listen(token: string): Promise<Server> {
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    // Any user of this computer can connect: the oldest silent one makes room.
    const [oldest] = open;
    if (open.size >= mostQuestions) oldest?.destroy();
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.unref();
    socket.setTimeout(proofTime, () => socket.destroy());
    socket.on("error", () => socket.destroy());
    socket.once("data", (question) => {
      socket.end(proof(token, question.subarray(0, 64).toString("latin1")));
    });
  });
  server.unref();
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => resolve(server));
  });
}

/**
 * Whether the process `pid` runs and holds the folder, by its own proof. What a crashed one left says
 * nothing: another program may listen on its ports now. "elsewhere": the lock is that of another folder, of which
 * this one may be a copy, or somebody has written it.
 * @param patience milliseconds for a holder that is busy
 */
export async function holderAnswers(
  dir: string,
  pid: number,
  patience: number,
): Promise<HolderAnswer | "elsewhere"> {
  for (const name of [".", "run.json", lockName]) await refuseOthers(disk, join(dir, name), null);
  const holder = await readHolder(disk, join(dir, lockName));
  if (holder?.pid !== pid) return "refused";
  // Where the process is gone, whoever listens on its port is a stranger, and may stay silent.
  const isGone = process.platform === "win32" ? !isRunning(pid) : !isOurs(pid);
  if (isGone) return "refused";
  return isOf(holder, await disk.state(dir)) ? ask(holder, patience) : "elsewhere";
}

/** A silent answer is a holder that is busy, if its process is still there; a wrong one is a stranger. */
async function isHeld(holder: Holder): Promise<boolean> {
  const answer = await ask(holder);
  switch (answer) {
    case "proven":
      return true;
    case "refused":
      return false;
    case "silent":
      return isRunning(holder.pid);
  }
}

type HolderAnswer = "proven" | "refused" | "silent";

function ask(holder: Holder, patience = proofTime): Promise<HolderAnswer> {
  const question = randomBytes(32).toString("hex");
  return new Promise((resolve) => {
    const parts: Buffer[] = [];
    let size = 0;
    const socket = connect(holder.port, "127.0.0.1");
    function finish(answer: HolderAnswer): void {
      clearTimeout(timer);
      socket.destroy();
      resolve(answer);
    }
    const timer = setTimeout(() => finish("silent"), patience);
    socket.on("connect", () => socket.write(question));
    socket.on("data", (part) => {
      parts.push(part);
      size += part.length;
      if (size > proofSize) finish("refused");
    });
    socket.on("error", (error) => finish(codeOf(error) === "ECONNREFUSED" ? "refused" : "silent"));
    socket.on("end", () => {
      // A holder with too many connections closes one unanswered, and still holds the folder.
      if (size === 0) return finish("silent");
      const given = Buffer.concat(parts);
      const right = proof(holder.token, question);
      finish(given.length === right.length && timingSafeEqual(given, right) ? "proven" : "refused");
    });
  });
}

/** Whether a process of this user runs: another user may have the number of one that is gone. */
function isOurs(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === "EPERM";
  }
}
