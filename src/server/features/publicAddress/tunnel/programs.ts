import { execFile } from "node:child_process";
import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { posix, win32 } from "node:path";
import type { Download } from "./download.ts";
import type { TunnelProgram } from "./model.ts";
import { childEnvironment } from "./process.ts";

export interface ProgramFacts {
  readonly name: TunnelProgram;
  /** Null: it isn't there. */
  readonly path: string | null;
  /** Null: it doesn't say. */
  readonly version: string | null;
}

/** The system as far as it says where programs are. */
export interface System {
  readonly platform: NodeJS.Platform;
  readonly environment: NodeJS.ProcessEnv;
  /** The cloudflared that is downloaded; looked for last. */
  readonly download?: Pick<Download, "path" | "isGenuine">;
}

/** A program gets this long to say its version; milliseconds. */
const versionTime = 5_000;

const asksVersion: Readonly<Record<TunnelProgram, readonly string[]>> = {
  ssh: ["-V"],
  cloudflared: ["--version"],
  tailscale: ["version"],
};

/** A program started from a desktop has a short PATH: these are looked through after it. */
function usualFolders({ platform, environment }: System, name: string): readonly string[] {
  const { HOME: home } = environment;
  const ofHome = (...folders: readonly string[]) =>
    home === undefined ? [] : folders.map((folder) => `${home}/${folder}`);
  if (platform === "win32") {
    const { ProgramFiles: programs, "ProgramFiles(x86)": programs32 } = environment;
    const { SystemRoot: system, LOCALAPPDATA: local, ProgramData: data } = environment;
    const below = (folder: string | undefined, path: string) =>
      folder === undefined ? [] : [win32.join(folder, path)];
    return [
      ...below(system, String.raw`System32\OpenSSH`),
      ...below(programs, name),
      ...below(programs32, name),
      ...below(programs, String.raw`Git\usr\bin`),
      ...below(local, String.raw`Microsoft\WinGet\Links`),
      ...below(data, String.raw`chocolatey\bin`),
    ];
  }
  if (platform === "darwin") {
    return ["/opt/homebrew/bin", "/usr/local/bin", "/opt/local/bin", "/usr/bin", "/bin"];
  }
  return [
    "/usr/local/bin",
    "/usr/bin",
    "/bin",
    "/usr/sbin",
    "/snap/bin",
    ...ofHome(".local/bin", "bin"),
    "/home/linuxbrew/.linuxbrew/bin",
  ];
}

/** Where a program may be, the likeliest first. */
export function placesOf(system: System, name: string): readonly string[] {
  const { platform, environment } = system;
  const paths = platform === "win32" ? win32 : posix;
  const path = environment["PATH"] ?? environment["Path"] ?? "";
  const folders = [
    ...path.split(paths.delimiter).filter((folder) => paths.isAbsolute(folder)),
    ...usualFolders(system, name),
  ];
  const file = platform === "win32" && !/\.exe$/i.test(name) ? `${name}.exe` : name;
  const places = folders.map((folder) => paths.join(folder, file));
  if (name === "cloudflared" && system.download !== undefined) places.push(system.download.path);
  if (platform === "darwin" && name === "tailscale") {
    // The program of the App Store is the command line's, too.
    places.push("/Applications/Tailscale.app/Contents/MacOS/Tailscale");
  }
  return [...new Set(places)];
}

async function isProgram(path: string, platform: NodeJS.Platform): Promise<boolean> {
  try {
    if (platform !== "win32") await access(path, constants.X_OK);
    return (await stat(path)).isFile();
  } catch {
    return false;
  }
}

/** The path of a program; null: it isn't there. */
export async function findProgram(system: System, name: string): Promise<string | null> {
  for (const place of placesOf(system, name)) {
    // One after the other: the first is the one that is meant.
    if (!(await isProgram(place, system.platform))) continue;
    // The data folder may come from somebody else, with a program that was never downloaded.
    if (place !== system.download?.path || (await system.download.isGenuine())) return place;
  }
  return null;
}

/** The number in what a program answers when it is asked for its version. */
export function versionIn(output: string): string | null {
  const [, version = null] =
    /(?:OpenSSH_(?:for_Windows_)?|\bversion |^)v?(\d[\w.-]*)/m.exec(output) ?? [];
  return version;
}

function versionOf(path: string, name: TunnelProgram, system: System): Promise<string | null> {
  return new Promise((resolve) => {
    const env = childEnvironment(system.environment);
    execFile(
      path,
      asksVersion[name],
      { timeout: versionTime, windowsHide: true, env },
      (_error, stdout, stderr) => resolve(versionIn(`${stdout}\n${stderr}`)),
    );
  });
}

/** Looks for all programs that ways need. */
export function findPrograms(system: System): Promise<readonly ProgramFacts[]> {
  return Promise.all(
    (["ssh", "cloudflared", "tailscale"] as const).map(async (name) => {
      const path = await findProgram(system, name);
      return { name, path, version: path === null ? null : await versionOf(path, name, system) };
    }),
  );
}
