import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { StringDecoder } from "node:string_decoder";

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

/** A tunnel's program, running. */
export interface TunnelProcess {
  readonly pid: number;
  readonly ended: Promise<Ended>;
  /** Asks it and all that it started to end, and ends them where they don't; resolves when it has ended. */
  end(): Promise<void>;
}

/** It could not be started at all. */
export class CannotLaunch extends Error {
  override readonly name = "CannotLaunch";
  readonly isMissing: boolean;
  constructor(error: NodeJS.ErrnoException) {
    super(error.code ?? error.message, { cause: error });
    this.isMissing = error.code === "ENOENT";
  }
}

export interface Launched {
  readonly path: string;
  readonly line: readonly string[];
  readonly environment: NodeJS.ProcessEnv;
}

export type Launch = (program: Launched, onLine: (line: string) => void) => Promise<TunnelProcess>;

/** A program that was asked to end has so long; milliseconds. */
const endingTime = 1_000;
/** What it said last may come after its end; milliseconds. */
const lastWordsTime = 200;
/** Of a line without an end; characters. */
const longestRawLine = 16_384;

const isWindows = process.platform === "win32";

function signalAll(pid: number, signal: "SIGTERM" | "SIGKILL"): void {
  if (isWindows) {
    spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"], { windowsHide: true });
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // It has ended already.
  }
}

/** Hands over each line; a long one as soon as its beginning is there, and nothing of its rest is stored. */
export function readLines(stream: NodeJS.ReadableStream, onLine: (line: string) => void): void {
  const decoder = new StringDecoder("utf8");
  let line = "";
  let isCut = false;
  const add = (text: string) => {
    if (isCut) return;
    line += text.slice(0, longestRawLine - line.length);
    isCut = line.length === longestRawLine;
    if (isCut) onLine(line);
  };
  const end = () => {
    if (!isCut && line !== "") onLine(line);
    line = "";
    isCut = false;
  };
  stream.on("data", (chunk: Buffer) => {
    const [first = "", ...rest] = decoder.write(chunk).split(/[\r\n]/);
    add(first);
    for (const text of rest) {
      end();
      add(text);
    }
  });
  stream.on("end", () => {
    add(decoder.end());
    end();
  });
}

function endOf(child: ChildProcess): Promise<Ended> {
  return new Promise((resolve) => {
    child.once("exit", (code, signal) => {
      // Something that it started may hold its output open.
      const late = setTimeout(() => resolve({ code, signal }), lastWordsTime);
      child.once("close", () => {
        clearTimeout(late);
        resolve({ code, signal });
      });
    });
  });
}

/** Starts a program without a shell, in a process group of its own. */
export const launch: Launch = async ({ path, line, environment }, onLine) => {
  const child = spawn(path, line, {
    env: environment,
    detached: !isWindows,
    windowsHide: true,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const ended = endOf(child);
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", (error) => reject(new CannotLaunch(error)));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error("A program that was started has no number.");
  child.on("error", () => undefined);
  readLines(child.stdout, onLine);
  readLines(child.stderr, onLine);
  return {
    pid,
    ended,
    async end() {
      // There its number may be another's by now.
      if (isWindows && child.exitCode !== null) return;
      signalAll(pid, "SIGTERM");
      const late = setTimeout(() => signalAll(pid, "SIGKILL"), endingTime);
      await ended;
      clearTimeout(late);
      // What it started and left behind.
      signalAll(pid, "SIGKILL");
    },
  };
};

/** Variables that would make another program of a tunnel's program, or tell it what is none of its business. */
const foreign = /^(TUNNEL_|WAYPOST_|ELECTRON_|NODE_|npm_)/i;

/** What a tunnel's program gets of this process's environment, and what it is told there. */
export function childEnvironment(
  environment: NodeJS.ProcessEnv,
  variables: Readonly<Record<string, string>> = {},
): NodeJS.ProcessEnv {
  const inherited = Object.entries(environment).filter(([name]) => !foreign.test(name));
  return {
    ...Object.fromEntries(inherited),
    // Causes are read from its output, in the language they are written in.
    LC_ALL: "C",
    // The program of macOS's App Store is a window else.
    TAILSCALE_BE_CLI: "1",
    ...variables,
  };
}
