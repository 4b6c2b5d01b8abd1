import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test as base } from "@playwright/test";
import { launchShell, shellKind, type Shell } from "./launchShell.ts";

interface Shared {
  /** One shell for all specs of a worker that leave it as they found it. */
  readonly sharedShell: Shell;
}

interface Fixtures {
  /** A fresh folder; never the default one. */
  readonly dataDir: string;
  /** What the shell is started with. */
  readonly flags: readonly string[];
  readonly shell: Shell;
}

function freshDir(browser: string): string {
  return mkdtempSync(join(tmpdir(), `waypost-desktop-${browser}-`));
}

function discard(dir: string): void {
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
}

/** Specs of the desktop shell: `shell` has a window, a service and a folder of its own. */
export const test = base.extend<Fixtures, Shared>({
  sharedShell: [
    async ({ browserName }, use) => {
      const dataDir = freshDir(browserName);
      const shell = await launchShell([`--data=${dataDir}`, "--port=0"]);
      // Drawn, and heard: what a spec does first would else come before anybody listens.
      await expect(shell.page.getByTestId("today")).toHaveText(/\d/);
      await use(shell);
      await shell.quit();
      discard(dataDir);
    },
    { scope: "worker", timeout: 60_000 },
  ],
  dataDir: async ({ browserName }, use) => {
    const dir = freshDir(browserName);
    await use(dir);
    discard(dir);
  },
  flags: async ({ dataDir }, use) => {
    await use([`--data=${dataDir}`, "--port=0"]);
  },
  shell: async ({ flags }, use, info) => {
    info.annotations.push({ type: "runs in", description: shellKind() });
    const shell = await launchShell(flags);
    await use(shell);
    await shell.quit();
  },
});

export { expect };

/** `run.json`, there while the service runs. */
export function readRun(dataDir: string): { baseUrl: string; localKey: string } | null {
  const file = join(dataDir, "run.json");
  if (!existsSync(file)) return null;
  return JSON.parse(readFileSync(file, "utf8")) as { baseUrl: string; localKey: string };
}

/** What would have been opened outside, from now on. */
export async function watchOutside(shell: Shell): Promise<() => Promise<string[]>> {
  await shell.evaluate((electron) => {
    const opened: string[] = [];
    Object.assign(globalThis, { opened });
    electron.shell.openExternal = async (address) => {
      opened.push(address);
    };
  });
  return () => shell.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

/** What is told by notifications from now on: title and text of each. */
export async function watchNotices(shell: Shell): Promise<() => Promise<string[]>> {
  await shell.evaluate((electron) => {
    const noticed: string[] = [];
    Object.assign(globalThis, { noticed });
    // Also where nothing is there that would show them.
    electron.Notification.isSupported = () => true;
    electron.Notification.prototype.show = function show(this: Electron.Notification) {
      noticed.push(`${this.title}: ${this.body}`);
    };
  });
  return () => shell.evaluate(() => (globalThis as unknown as { noticed: string[] }).noticed);
}

/** A second start with these words on its command line, as the one that runs hears of it. */
export async function startBeside(shell: Shell, ...words: readonly string[]): Promise<void> {
  await shell.evaluate((electron, argv) => {
    const event = { preventDefault: () => undefined };
    electron.app.emit("second-instance", event, ["waypost", ...argv], "/", null);
  }, words);
}
