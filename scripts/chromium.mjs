import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { delimiter, posix, win32 } from "node:path";
import { node24 } from "./build.mjs";
import { run } from "./processes.mjs";
import { SetupFailed, projectDir, say } from "./say.mjs";

/**
 * @typedef {object} Surroundings
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {string} home
 * @property {string | null} downloaded where Playwright keeps (or would keep) its own
 */

/** Where a Chrome or Chromium may be, best first. */
export function chromiumPlaces(/** @type {Surroundings} */ { platform, env, home, downloaded }) {
  const own = downloaded === null ? [] : [downloaded];
  if (platform === "darwin") {
    const apps = ["Google Chrome", "Chromium", "Microsoft Edge"];
    return ["/Applications", `${home}/Applications`]
      .flatMap((folder) => apps.map((app) => `${folder}/${app}.app/Contents/MacOS/${app}`))
      .concat(own);
  }
  if (platform === "win32") {
    const programs = [
      "Google\\Chrome\\Application\\chrome.exe",
      "Chromium\\Application\\chrome.exe",
      "Microsoft\\Edge\\Application\\msedge.exe",
    ];
    return ["PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA"]
      .flatMap((name) => env[name] ?? [])
      .flatMap((folder) => programs.map((program) => win32.join(folder, program)))
      .concat(own);
  }
  const names = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];
  const folders = [
    ...(env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/")),
    "/usr/bin",
    "/usr/local/bin",
    "/snap/bin",
  ];
  return [...new Set(names.flatMap((name) => folders.map((folder) => posix.join(folder, name))))]
    .concat("/opt/google/chrome/chrome")
    .concat(own);
}

/**
 * The browser for the tests: the one PLAYWRIGHT_CHROMIUM_EXECUTABLE names, else the first that is there.
 * @param {Surroundings} surroundings
 * @param {(file: string) => boolean} [isThere]
 * @returns {string | null}
 */
export function chooseChromium(surroundings, isThere = existsSync) {
  const named = surroundings.env["PLAYWRIGHT_CHROMIUM_EXECUTABLE"];
  if (named === undefined || named === "") {
    return chromiumPlaces(surroundings).find(isThere) ?? null;
  }
  if (isThere(named)) return named;
  throw new SetupFailed(`PLAYWRIGHT_CHROMIUM_EXECUTABLE names ${named}, which isn't there.`);
}

/** @returns {string | null} the browser of this system */
export function findChromium() {
  return chooseChromium({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    downloaded: downloadedChromium(),
  });
}

/** Finds a Chromium, or brings one here: Playwright's own, else, as root on Debian, the system's. */
export async function ensureChromium() {
  const there = findChromium();
  if (there !== null) {
    say(`the browser tests use ${there}.`);
    return;
  }
  say("no Chrome or Chromium found; fetching Playwright's (npx playwright install chromium).");
  const cli = playwrightCommand();
  const isRoot = process.getuid?.() === 0;
  const fetched = await run(node24(), [cli, "install", "chromium"], { silenceLimit: 60_000 });
  if (fetched.fellSilent) say("nothing arrived for 60 s; gave that up.");
  if (fetched.code === 0) {
    if (isRoot && process.platform === "linux") {
      await run(node24(), [cli, "install-deps", "chromium"], { silenceLimit: 120_000 });
    }
    const chromium = findChromium();
    if (chromium !== null && canStart(chromium)) {
      say(`the browser tests use ${chromium}.`);
      return;
    }
  }
  if (isRoot && hasProgram("apt-get")) {
    say("installing the system's Chromium (apt-get install chromium).");
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    const apt = { env, silenceLimit: 180_000 };
    await run("apt-get", ["update"], apt);
    await run(
      "apt-get",
      ["install", "-y", "--no-install-recommends", "chromium", "fonts-liberation"],
      apt,
    );
    const chromium = findChromium();
    if (chromium !== null) {
      say(`the browser tests use ${chromium}.`);
      return;
    }
  }
  throw new SetupFailed(
    "the browser tests need a Chrome or Chromium and none could be fetched. Install one, " +
      "or name it: PLAYWRIGHT_CHROMIUM_EXECUTABLE=/path/to/chrome npm test",
  );
}

/** The file that `npx playwright` starts; the package lets others resolve it by this name only. */
export function playwrightCommand() {
  return createRequire(`${projectDir}/package.json`).resolve("@playwright/test/cli");
}

/** @returns {string | null} */
function downloadedChromium() {
  try {
    const require = createRequire(`${projectDir}/package.json`);
    return require("@playwright/test").chromium.executablePath();
  } catch {
    return null;
  }
}

/** A browser that lacks system libraries ends at once; on Windows asking would open a window. */
function canStart(/** @type {string} */ chromium) {
  return process.platform === "win32" || spawnSync(chromium, ["--version"]).status === 0;
}

function hasProgram(/** @type {string} */ name) {
  return (process.env["PATH"] ?? "")
    .split(delimiter)
    .some((folder) => existsSync(posix.join(folder, name)));
}
