import { mkdirSync, readFileSync, readdirSync, rmSync, watch, writeFileSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import type { App } from "electron";
import { createEvents, preventable } from "./events.ts";

type Used = Pick<
  App,
  | "commandLine"
  | "emit"
  | "exit"
  | "getAppPath"
  | "getLoginItemSettings"
  | "getName"
  | "getPath"
  | "getPreferredSystemLanguages"
  | "getVersion"
  | "isPackaged"
  | "on"
  | "once"
  | "quit"
  | "relaunch"
  | "requestSingleInstanceLock"
  | "setAppUserModelId"
  | "setAsDefaultProtocolClient"
  | "setLoginItemSettings"
  | "setPath"
  | "whenReady"
>;

const projectDir = join(import.meta.dirname, "../../..");
const events = createEvents();
const paths = new Map<string, string>([
  ["home", homedir()],
  ["temp", tmpdir()],
  ["appData", join(tmpdir(), "stand-in-app-data")],
]);
/** What must end before the process does: windows first, then the browser. */
export const farewells: { closeWindows(): Promise<void>; closeBrowser(): Promise<void> } = {
  closeWindows: async () => {},
  closeBrowser: async () => {},
};
let isQuitting = false;
let opensAtLogin = false;
// Electron gets ready only after the entry file ran to its end.
const ready = new Promise<void>((resolve) => setTimeout(resolve, 0));

export const app = {
  on: events.on,
  once: events.once,
  emit(name, ...values: unknown[]) {
    events.emit(String(name), ...values);
    return true;
  },
  commandLine: {
    hasSwitch: (name: string) => process.argv.includes(`--${name}`),
  } as Electron.CommandLine,
  isPackaged: false,
  whenReady: () => ready,
  getName: () => "Waypost",
  getVersion: () => version(),
  getAppPath: () => projectDir,
  getPreferredSystemLanguages: () => ["en-GB"],
  getLoginItemSettings: () =>
    ({ openAtLogin: opensAtLogin, wasOpenedAtLogin: false }) as Electron.LoginItemSettings,
  setLoginItemSettings({ openAtLogin }) {
    opensAtLogin = openAtLogin ?? false;
  },
  setAppUserModelId() {},
  setAsDefaultProtocolClient: () => true,
  getPath: (name) => paths.get(name) ?? "",
  setPath(name, path) {
    paths.set(name, path);
  },
  requestSingleInstanceLock: () => takeLock(),
  quit() {
    if (isQuitting) return;
    const event = preventable({});
    events.emit("before-quit", event);
    if (event.defaultPrevented) return;
    isQuitting = true;
    void quitAfterWindows();
  },
  // A test that lets it happen says so itself: nothing may stay behind.
  relaunch: () => undefined,
  exit(code) {
    void endProcess(code ?? 0);
  },
} satisfies Used;

export const emitAppEvent = events.emit;

async function quitAfterWindows(): Promise<void> {
  await farewells.closeWindows();
  const event = preventable({});
  events.emit("will-quit", event);
  if (event.defaultPrevented) return;
  events.emit("quit", preventable({}), 0);
  await endProcess(0);
}

async function endProcess(code: number): Promise<void> {
  await farewells.closeBrowser();
  process.exit(code);
}

function version(): string {
  const text = readFileSync(join(projectDir, "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** A file with our pid; who finds a living one leaves a note there and goes. */
function takeLock(): boolean {
  const dir = join(app.getPath("userData"), "SingletonLock");
  mkdirSync(dir, { recursive: true });
  const file = join(dir, "pid");
  try {
    writeFileSync(file, String(process.pid), { flag: "wx" });
  } catch {
    if (isAlive(Number(readFileSync(file, "utf8")))) {
      const note = { argv: process.argv, cwd: process.cwd() };
      writeFileSync(join(dir, `note-${process.pid}`), JSON.stringify(note));
      return false;
    }
    writeFileSync(file, String(process.pid));
  }
  process.on("exit", () => rmSync(dir, { recursive: true, force: true }));
  watch(dir, () => readNotes(dir)).unref();
  return true;
}

function readNotes(dir: string): void {
  for (const name of readdirSync(dir).filter((each) => each.startsWith("note-"))) {
    const text = readFileSync(join(dir, name), "utf8");
    // Noticed before it was written to its end: another notice follows.
    if (!text.endsWith("}")) continue;
    rmSync(join(dir, name));
    const { argv, cwd } = JSON.parse(text) as { argv: string[]; cwd: string };
    events.emit("second-instance", preventable({}), argv, cwd, undefined);
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
