import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { isWorkFolder } from "../server/store/workFolder.ts";
import { packageDir } from "./packageDir.ts";

export function defaultRendererDir(): string {
  return join(packageDir(), "out", "renderer");
}

/** The Worker at the edge, as the build makes it. */
export function defaultEdgeScript(): string {
  return join(packageDir(), "out", "edge", "worker.js");
}

/** The folder that `WAYPOST_DATA` names, else Waypost's in the system's own for data of applications. */
export function defaultDataDir(): string {
  const { env, platform } = process;
  const named = env["WAYPOST_DATA"] ?? "";
  if (named.trim() !== "") return resolve(named);
  if (platform === "win32") {
    return join(env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"), "Waypost");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Waypost");
  return join(env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"), "waypost");
}

/** The desktop shell keeps its browser profile there, and makes it before the service starts. */
const desktopProfile = "desktop";

/** Whether there is nothing of a store yet: the folder is missing or empty. */
export function isFresh(dir: string): boolean {
  try {
    return readdirSync(dir).every((name) => name === desktopProfile || isWorkFolder(name));
  } catch {
    return true;
  }
}
