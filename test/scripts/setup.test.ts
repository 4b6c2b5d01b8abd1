import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { expect, test, afterEach, beforeEach, describe } from "vitest";
import { decideInstall, isSameTree } from "../../scripts/install.mjs";
import { alreadyRunning } from "../../scripts/alreadyRunning.mjs";
import { notHeld } from "../../scripts/askedFlags.mjs";
import { hasDisplay } from "../../scripts/desktop.mjs";
import { lastReason, rememberedFailure } from "../../scripts/electronBinary.mjs";
import { shellUnderTest } from "../../scripts/shellUnderTest.mjs";
import { ownLine } from "../../scripts/window.mjs";
import { withSetupLock } from "../../scripts/setupLock.mjs";
import { chooseChromium, chromiumPlaces, playwrightCommand } from "../../scripts/chromium.mjs";
import { engineDir, ensureWorkersEngine } from "../../scripts/workersEngine.mjs";

const installed = { hasModules: true, stamp: "a", wanted: "a", matchesLockfile: true };

test.each([
  ["a fresh clone installs", { hasModules: false, stamp: null, matchesLockfile: false }, "install"],
  ["nothing changed: nothing to do", {}, "keep"],
  ["a newer lockfile installs", { wanted: "b", matchesLockfile: false }, "install"],
  ["an install that never ended is done again", { stamp: null, matchesLockfile: false }, "install"],
  ["what somebody installed by hand is kept when it is right", { stamp: null }, "adopt"],
  ["a lockfile that changed in form only is taken over", { wanted: "b" }, "adopt"],
] as const)("%s", (_sentence, over, expected) => {
  expect(decideInstall({ ...installed, ...over })).toBe(expected);
});

const lockfile = {
  "": { version: "1.0.0" },
  "node_modules/a": { version: "1.0.0" },
  "node_modules/b": { version: "2.0.0", optional: true },
};

test.each([
  [
    "all of it",
    { "node_modules/a": { version: "1.0.0" }, "node_modules/b": { version: "2.0.0" } },
    true,
  ],
  ["all but what is for other systems", { "node_modules/a": { version: "1.0.0" } }, true],
  ["another version", { "node_modules/a": { version: "1.0.1" } }, false],
  ["a package less", {}, false],
  [
    "a package more",
    { "node_modules/a": { version: "1.0.0" }, "node_modules/c": { version: "1.0.0" } },
    false,
  ],
])("%s installed: fits the lockfile or not", (_sentence, there, expected) => {
  expect(isSameTree(lockfile, there)).toBe(expected);
});

const day = 24 * 60 * 60_000;

test("a display is X, Wayland, or a system that always has one", () => {
  expect(hasDisplay("linux", {})).toBe(false);
  expect(hasDisplay("linux", { DISPLAY: "" })).toBe(false);
  expect(hasDisplay("linux", { DISPLAY: ":0" })).toBe(true);
  expect(hasDisplay("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
  expect(hasDisplay("darwin", {})).toBe(true);
  expect(hasDisplay("win32", {})).toBe(true);
});

test("a failed fetch is remembered for a day", () => {
  const note = JSON.stringify({ at: 1_000, reason: "no network" });
  expect(rememberedFailure(note, 1_000 + day - 1)).toEqual({ at: 1_000, reason: "no network" });
  expect(rememberedFailure(note, 1_000 + day)).toBeNull();
  expect(rememberedFailure(note, 0)).toBeNull();
  expect(rememberedFailure(null, 1_000)).toBeNull();
  expect(rememberedFailure("{", 1_000)).toBeNull();
});

test("why a fetch failed is said in one line", () => {
  const stack = "\nHTTPError: Response code 403 (Forbidden)\n    at Request.<anonymous> (x.js:1)\n";
  expect(lastReason(stack)).toBe("Response code 403 (Forbidden)");
  expect(lastReason("")).toBe("its installer said nothing");
});

test("why no window came is said in Electron's own line", () => {
  const complaints = [
    "[1:2/3.4:ERROR:dbus/bus.cc(408)] Failed to connect to the bus",
    "[1:2/3.4:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc(256)] Missing X server or $DISPLAY",
    "[1:2/3.4:ERROR:ui/aura/env.cc(257)] The platform failed to initialize.  Exiting.",
  ].join("\n");
  expect(ownLine(complaints)).toBe("Missing X server or $DISPLAY");
  expect(ownLine("something else\n")).toBe("something else");
  expect(ownLine("")).toBe("Electron ended without a word");
});

test("the stand-in can be asked for, and real Electron insisted on", () => {
  expect(shellUnderTest({ WAYPOST_SHELL: "stand-in", DISPLAY: ":0" })).toEqual({
    kind: "stand-in",
  });
});

test("the flags that a running one isn't are named as they were typed", () => {
  const held = { port: "4080", publicPort: "off", guiPort: "4082", baseUrl: "", host: "127.0.0.1" };
  const line =
    "--public-port 4081 --port=4080 --gui-port 0 --data x --headless --set geo.provider=cloudflare " +
    "--base-url https://go.example.org/ --no-gui";
  expect(notHeld(line.split(" "), held)).toEqual([
    "--public-port 4081",
    "--base-url https://go.example.org/",
    "--no-gui",
    "--set geo.provider=cloudflare",
  ]);
  const all = { ...held, publicPort: "4081", guiPort: "off", "geo.provider": "cloudflare" };
  expect(notHeld(line.split(" "), { ...all, baseUrl: "https://go.example.org" })).toEqual([
    "--gui-port 0",
  ]);
  expect(notHeld([], held)).toEqual([]);
});

const held = { pid: 7, settings: {} };

test("a running Waypost is described as it is", () => {
  const inBrowser = alreadyRunning({ ...held, hasGui: true, hasWindow: false }, []);
  expect(inBrowser).toEqual(["Waypost is already running (process 7)."]);
  const inWindow = alreadyRunning({ ...held, hasGui: false, hasWindow: true }, []);
  expect(inWindow).toEqual(["Waypost is already running (process 7), in its own window."]);
  const unseen = alreadyRunning({ ...held, hasGui: false, hasWindow: false }, ["--port 1"]);
  expect(unseen).toEqual([
    "Waypost is already running (process 7), without a window (--no-gui).",
    "To open a window, stop it (press Ctrl+C where it runs, or run: kill 7) and run npm start again.",
    "It was started with other settings, so these flags have no effect: --port 1. " +
      "To use them, stop it (press Ctrl+C where it runs, or run: kill 7) and start again with the same flags.",
  ]);
});

describe("setup lock", () => {
  let folder: string;
  let lock: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "waypost-lock-"));
    lock = join(folder, "lock");
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  function heldBy(pid: string): void {
    mkdirSync(lock);
    writeFileSync(join(lock, "pid"), pid);
  }

  const work = () => Promise.resolve("done");

  test("two set-ups of one folder take turns", async () => {
    const order: string[] = [];
    const turn = (name: string) =>
      withSetupLock(
        async () => {
          order.push(`${name} begins`);
          await new Promise((resolve) => setImmediate(resolve));
          order.push(`${name} ends`);
        },
        { lock },
      );
    await Promise.all([turn("one"), turn("other")]);
    expect(order).toEqual(["one begins", "one ends", "other begins", "other ends"]);
    expect(existsSync(lock)).toBe(false);
  });

  test("what a set-up that has ended left behind is in nobody's way", async () => {
    // No process has a number this high.
    heldBy("999999999");
    expect(await withSetupLock(work, { lock })).toBe("done");
    mkdirSync(lock);
    utimesSync(lock, 1, 1);
    expect(await withSetupLock(work, { lock })).toBe("done");
  });

  test("waiting has an end, and says who holds it", async () => {
    heldBy(String(process.pid));
    await expect(withSetupLock(work, { lock, limit: 300 })).rejects.toThrow(
      `process ${process.pid} holds ${lock} and doesn't end.`,
    );
  });

  test("failing work gives the lock back", async () => {
    const failing = withSetupLock(() => Promise.reject(new Error("no network")), { lock });
    await expect(failing).rejects.toThrow("no network");
    expect(existsSync(lock)).toBe(false);
  });
});

const linux = {
  platform: "linux",
  env: { PATH: "/opt/bin:/usr/bin" },
  home: "/home/someone",
  downloaded: "/home/someone/.cache/ms-playwright/chromium-1/chrome",
  systemRoot: "",
  isSuperuser: false,
} as const;

function among(...files: string[]) {
  return (file: string) => files.includes(file);
}

test("the one that is named wins, and is missed when it isn't there", () => {
  const named = { ...linux, env: { ...linux.env, PLAYWRIGHT_CHROMIUM_EXECUTABLE: "/my/chrome" } };
  expect(chooseChromium(named, among("/my/chrome", "/usr/bin/chromium"))).toBe("/my/chrome");
  expect(() => chooseChromium(named, among("/usr/bin/chromium"))).toThrow(
    "PLAYWRIGHT_CHROMIUM_EXECUTABLE names /my/chrome, which isn't there.",
  );
});

test("the system's comes before the one that Playwright fetched", () => {
  expect(chooseChromium(linux, among(linux.downloaded, "/usr/bin/chromium"))).toBe(
    "/usr/bin/chromium",
  );
  expect(chooseChromium(linux, among(linux.downloaded))).toBe(linux.downloaded);
  expect(chooseChromium(linux, among())).toBeNull();
});

test("one without a window comes before all that draw one", () => {
  const shell = "/usr/bin/chromium-headless-shell";
  expect(chooseChromium(linux, among("/opt/bin/chromium", shell))).toBe(shell);
});

test("the folders of PATH are searched", () => {
  expect(chooseChromium(linux, among("/opt/bin/google-chrome"))).toBe("/opt/bin/google-chrome");
});

test("each system is searched where its programs are", () => {
  expect(chromiumPlaces({ ...linux, platform: "darwin", home: "/Users/someone" })).toContain(
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  );
  const env = {
    PROGRAMFILES: "C:\\Program Files",
    LOCALAPPDATA: "C:\\Users\\someone\\AppData\\Local",
  };
  const places = chromiumPlaces({ ...linux, platform: "win32", env, downloaded: null });
  expect(places).toContain("C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe");
  expect(places).toContain(
    "C:\\Users\\someone\\AppData\\Local\\Google\\Chrome\\Application\\chrome.exe",
  );
});

test("the command that fetches a browser is there and starts", () => {
  const { status, stdout } = spawnSync(process.execPath, [playwrightCommand(), "--version"], {
    encoding: "utf8",
  });
  expect([status, stdout]).toEqual([0, expect.stringMatching(/^Version \d+\.\d+/)]);
});

describe("workers engine", () => {
  let dir: string;
  let asked: (readonly string[])[];

  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "waypost-engine-"));
    asked = [];
    await mkdir(join(dir, "node_modules"));
    await writeFile(join(dir, "package-lock.json"), "{}");
  });
  afterEach(() => rm(dir, { recursive: true }));

  const install = (code: number | null) => (args: readonly string[]) => {
    asked.push(args);
    return Promise.resolve(code);
  };

  test("the engine is installed once for a lockfile, without running anything of it", async () => {
    await ensureWorkersEngine(dir, install(0));
    await ensureWorkersEngine(dir, install(0));
    expect(asked).toHaveLength(1);
    expect(asked[0]).toEqual(expect.arrayContaining(["ci", "--ignore-scripts", "--prefix", dir]));
    await writeFile(join(dir, "package-lock.json"), '{"another": true}');
    await ensureWorkersEngine(dir, install(0));
    expect(asked).toHaveLength(2);
  });

  test("where the registry is out of reach the tests go on without, and it is tried again", async () => {
    await ensureWorkersEngine(dir, install(1));
    await ensureWorkersEngine(dir, install(null));
    expect(asked).toHaveLength(2);
  });

  test("it is installed by the tests alone", async () => {
    const setup = await readFile(new URL("../../scripts/setup.mjs", import.meta.url), "utf8");
    const steps = [...setup.matchAll(/\["(\w+)", \[(.*)\]\]/g)];
    const users = steps.filter(([, , text]) => text?.includes("ensureWorkersEngine") === true);
    expect(users.map(([, name]) => name)).toEqual(["test", "full"]);
    expect(engineDir).toMatch(/test.mirror$/);
  });
});
