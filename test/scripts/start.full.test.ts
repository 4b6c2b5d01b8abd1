import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { showWindow } from "../../scripts/window.mjs";

const projectDir = join(import.meta.dirname, "../..");
let dir: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), "waypost-start-"));
});
afterEach(async () => {
  for (const child of started.splice(0)) {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill("SIGTERM");
      await once(child, "close");
    }
  }
  rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
});

/** `npm start` after its set-up, on a folder of its own, with nothing to open a browser with. */
function start(env: Record<string, string> = {}, flags: string[] = []) {
  const child = spawn(
    process.execPath,
    ["scripts/start.mjs", `--data=${join(dir, "data")}`, "--port=0", "--gui-port=0", ...flags],
    { cwd: projectDir, env: { HOME: dir, PATH: "", ...env } },
  );
  started.push(child);
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => (text += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (text += chunk.toString()));
  return {
    child,
    output: () => text,
    says: (line: string) => vi.waitFor(() => expect(text).toContain(line), { timeout: 40_000 }),
    ended: async () => {
      if (child.exitCode === null) await once(child, "close");
      return child.exitCode;
    },
  };
}

function readRun(): { pid: number; gui: string } {
  return JSON.parse(readFileSync(join(dir, "data", "run.json"), "utf8")) as never;
}

/** A program in Electron's place, with a display that only it could look for. */
function withElectron(script: string): Record<string, string> {
  const dist = join(dir, "electron");
  mkdirSync(dist);
  writeFileSync(join(dist, "electron"), `#!/bin/sh\n${script}\n`);
  chmodSync(join(dist, "electron"), 0o755);
  return { DISPLAY: ":77", ELECTRON_OVERRIDE_DIST_PATH: dist, PATH: "/usr/bin:/bin" };
}

describe.skipIf(process.platform !== "linux")("npm start", () => {
  test("without a display: serves, says where and why, and ends cleanly", async () => {
    const run = start();
    await run.says("Ctrl-C ends it.");
    expect(run.output()).toContain("no window: there is no display.");
    const gui = /The window is at (\S+);/.exec(run.output())?.[1] ?? "";
    expect(await (await fetch(gui)).text()).toContain("<title>Waypost</title>");
    expect(run.output()).toMatch(/-- open --data[ =]\S/);
    run.child.kill("SIGTERM");
    expect(await run.ended()).toBe(0);
    expect(existsSync(join(dir, "data", "run.json"))).toBe(false);
  });

  test("a second one opens what runs already, and says which of its flags don't hold", async () => {
    const first = start();
    await first.says("Ctrl-C ends it.");
    const { pid, gui } = readRun();
    const second = start({}, ["--public-port=0", "--gui-port=0", "--set", "dialect=vendor"]);
    expect(await second.ended()).toBe(0);
    expect(second.output()).toContain(`Waypost is already running (process ${pid}).\n`);
    expect(second.output()).toContain(
      `no effect: --public-port 0, --set dialect=vendor. To use them, stop it ` +
        `(press Ctrl+C where it runs, or run: kill ${pid}) and start again with the same flags.\n`,
    );
    expect(second.output()).toContain(`${gui}\n`);
  });

  test("an Electron that ends at once: goes on without, in Electron's own words", async () => {
    const run = start(
      withElectron(
        'echo "[1:2:FATAL:x.cc(1)] Running as root without --no-sandbox is not supported." >&2; exit 1',
      ),
    );
    await run.says("Ctrl-C ends it.");
    expect(run.output()).toContain(
      "no window: Running as root without --no-sandbox is not supported.",
    );
  });

  test("an Electron that never shows a window is sent away, and that is the reason", async () => {
    const { ELECTRON_OVERRIDE_DIST_PATH: dist = "" } = withElectron("exec sleep 100");
    const outcome = await showWindow(join(dist, "electron"), [], () => {}, 300);
    expect(outcome).toEqual({ reason: "none was ready within 0.3 s" });
  });

  test("an Electron with a window: stays with it to its end", async () => {
    const run = start(withElectron('echo "Waypost\'s window is open. $*"; exit 7'));
    expect(await run.ended()).toBe(7);
    expect(run.output()).toContain(`--data=${join(dir, "data")}`);
    expect(run.output()).not.toContain("no window");
  });
});
