import { pathToFileURL } from "node:url";
import { setTimeout as pause } from "node:timers/promises";
import { writeOpeningFile } from "../../app/local.ts";

/** Milliseconds that a browser gets to start and arrive. */
const patience = 20_000;
const pollInterval = 50;

export interface PageForBrowser {
  /** Takes a browser of this user to the GUI. */
  readonly address: string;
  /** Whether the browser arrived in time. */
  isUsed(): Promise<boolean>;
  remove(): void;
}

/** The address has no secret in it: other users can read a browser's arguments, but not the file. */
export function pageForBrowser(dataDir: string, gui: string): PageForBrowser {
  const file = writeOpeningFile(dataDir, gui);
  for (const [signal, code] of [
    ["SIGINT", 130],
    ["SIGTERM", 143],
    ["SIGHUP", 129],
  ] as const) {
    process.once(signal, () => {
      file.remove();
      process.exit(code);
    });
  }
  return {
    address: pathToFileURL(file.path).href,
    async isUsed() {
      const end = performance.now() + patience;
      while (!file.isUsed()) {
        if (performance.now() > end) return false;
        await pause(pollInterval);
      }
      return true;
    },
    remove: () => file.remove(),
  };
}
