import { execFileSync, fork, spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractAll } from "@electron/asar";
import { makeStubElectron } from "../../scripts/stubElectron.mjs";

const projectDir = join(import.meta.dirname, "../..");

/**
 * A package to be looked into and started. The release workflow names the folder of a real one in
 * WAYPOST_PACKAGED, and Electron itself starts it; else one is made here, without Electron, and what
 * its archive holds runs under the stand-in, away from the project's own files.
 */
export interface Packaged {
  readonly kind: "real Electron" | "stand-in";
  /** Where the fuses are. */
  readonly fused: string;
  readonly archive: string;
  /** Starts it with what follows the program's name on a command line. */
  start(line: readonly string[]): ChildProcess;
  discard(): void;
}

export function findPackage(): Packaged {
  const made = process.env["WAYPOST_PACKAGED"];
  return made === undefined ? makePackage() : realPackage(join(projectDir, made));
}

/** Where each system's package keeps what. */
function realPackage(dir: string): Packaged {
  const inApp = join(dir, "Waypost.app", "Contents");
  const places = {
    darwin: { binary: join(inApp, "MacOS", "Waypost"), resources: join(inApp, "Resources") },
    win32: { binary: join(dir, "Waypost.exe"), resources: join(dir, "resources") },
    linux: { binary: join(dir, "waypost"), resources: join(dir, "resources") },
  };
  const { platform } = process;
  const system = platform === "darwin" || platform === "win32" ? platform : "linux";
  const { binary, resources } = places[system];
  return {
    kind: "real Electron",
    // Those of macOS are in a library of the app's.
    fused: platform === "darwin" ? join(dir, "Waypost.app") : binary,
    archive: join(resources, "app.asar"),
    start: (line) => spawn(binary, [...line], { stdio: ["pipe", "pipe", "pipe"] }),
    discard() {},
  };
}

function makePackage(): Packaged {
  const dir = mkdtempSync(join(tmpdir(), "waypost-package-"));
  const electron = join(dir, "electron");
  makeStubElectron(electron);
  execFileSync(
    process.execPath,
    [
      join(projectDir, "node_modules/electron-builder/cli.js"),
      "--linux",
      "--dir",
      "--publish=never",
      `--config.electronDist=${electron}`,
      `--config.directories.output=${join(dir, "dist")}`,
    ],
    { cwd: projectDir, stdio: "pipe" },
  );
  const built = join(dir, "dist", "linux-unpacked");
  const archive = join(built, "resources", "app.asar");
  const unpacked = join(dir, "app");
  extractAll(archive, unpacked);
  const standIn = join(projectDir, "test/support/electron/register.ts");
  return {
    kind: "stand-in",
    fused: join(built, "waypost"),
    archive,
    start: (line) =>
      fork(join(unpacked, "out/main/index.js"), [...line], {
        cwd: unpacked,
        execArgv: ["--import", standIn],
        stdio: ["pipe", "pipe", "pipe", "ipc"],
      }),
    discard: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** What a started program wrote, and how it ended. */
export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** Runs it to its end. */
export async function runPackaged(
  packaged: Packaged,
  line: readonly string[],
  input = "",
): Promise<Ended> {
  const child = packaged.start(line);
  const { out, err } = heard(child);
  child.stdin?.end(input);
  const [code] = (await once(child, "close")) as [number | null];
  return { code, out: out(), err: err() };
}

/** Starts what goes on until it is stopped, and waits for its first line. */
export async function servePackaged(packaged: Packaged, line: readonly string[]) {
  const child = packaged.start(line);
  const { out, err } = heard(child);
  const { ended, untilSaid } = lifeOf(child, out, err);
  await untilSaid("\n");
  return { ready: out(), stop: () => stopped(child, ended) };
}

export interface RunningPackage {
  readonly baseUrl: string;
  readonly localKey: string;
  /** Asks it to quit; answers the exit code. */
  stop(): Promise<number | null>;
}

/** Starts the window and waits until it is there. */
export async function openPackaged(
  packaged: Packaged,
  dataDir: string,
  flags: readonly string[],
): Promise<RunningPackage> {
  const child = packaged.start([`--data=${dataDir}`, ...flags]);
  const { out, err } = heard(child);
  const { ended, untilSaid } = lifeOf(child, out, err);
  await untilSaid("Waypost's window is open");
  const file = join(dataDir, "run.json");
  if (!existsSync(file)) throw new Error(`No service runs: ${out()}${err()}`);
  const { baseUrl, localKey } = JSON.parse(readFileSync(file, "utf8")) as RunningPackage;
  return { baseUrl, localKey, stop: () => stopped(child, ended) };
}

async function stopped(child: ChildProcess, ended: Promise<number | null>) {
  child.kill("SIGTERM");
  return await ended;
}

function lifeOf(child: ChildProcess, out: () => string, err: () => string) {
  let isOver = false;
  const ended = once(child, "close").then(([code]: (number | null)[]) => {
    isOver = true;
    return code ?? null;
  });
  return {
    ended,
    untilSaid: async (words: string) => {
      while (!out().includes(words)) {
        if (isOver) throw new Error(`The program ended too early: ${out()}${err()}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    },
  };
}

function heard(child: ChildProcess) {
  let out = "";
  let err = "";
  child.stdout?.on("data", (chunk: Buffer) => (out += chunk.toString()));
  child.stderr?.on("data", (chunk: Buffer) => (err += chunk.toString()));
  return { out: () => out, err: () => err };
}
