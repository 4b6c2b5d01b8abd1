import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { app } from "electron";

/**
 * Puts what Electron and the shell keep (caches, the single-instance lock, the window's place) into a
 * folder of its own beside the store, and answers it. So another data folder is another Waypost.
 */
export function setupShellFiles(dataDir: string): string {
  const dir = join(dataDir, "desktop");
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  app.setPath("userData", dir);
  app.setPath("sessionData", dir);
  return dir;
}
