import { readdirSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";

/** The system's folder for data of applications, and Waypost's in it. */
export function defaultDataDir(): string {
  const { env, platform } = process;
  if (platform === "win32") {
    return join(env["APPDATA"] ?? join(homedir(), "AppData", "Roaming"), "Waypost");
  }
  if (platform === "darwin") return join(homedir(), "Library", "Application Support", "Waypost");
  return join(env["XDG_DATA_HOME"] ?? join(homedir(), ".local", "share"), "waypost");
}

/** Whether there is nothing yet: the folder is missing or empty. */
export function isFresh(dir: string): boolean {
  try {
    return readdirSync(dir).length === 0;
  } catch {
    return true;
  }
}
