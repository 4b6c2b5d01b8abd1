import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { posix, win32 } from "node:path";
import { node24 } from "./node24.mjs";
import { run } from "./processes.mjs";
import { SetupFailed, projectDir, say } from "./say.mjs";

/**
 * @typedef {object} Surroundings
 * @property {NodeJS.Platform} platform
 * @property {Readonly<Record<string, string | undefined>>} env
 * @property {string} home
 * @property {string | null} downloaded where Playwright keeps (or would keep) its own
 * @property {string} systemRoot goes before /usr/bin and its like: empty, but where WAYPOST_SYSTEM_ROOT names a folder
 * @property {boolean} isSuperuser may install what the system offers
 */

/** @returns {Surroundings} of this process */
export function surroundings() {
  return {
    platform: process.platform,
    env: process.env,
    home: homedir(),
    downloaded: downloadedChromium(),
    systemRoot: process.env["WAYPOST_SYSTEM_ROOT"] ?? "",
    isSuperuser: process.getuid?.() === 0,
  };
}

/** Where a Chrome or Chromium may be, best first. */
export function chromiumPlaces(/** @type {Surroundings} */ where) {
  const { platform, env, home, downloaded, systemRoot } = where;
  const own = downloaded === null ? [] : [downloaded];
  if (platform === "darwin") {
    const apps = ["Google Chrome", "Chromium", "Microsoft Edge"];
    return [`${systemRoot}/Applications`, `${home}/Applications`]
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
  // A page costs the whole Chromium, headless too, nearly twice the work: it draws a window around it.
  const names = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
  ];
  const folders = [
    ...foldersOfPath(env),
    ...["/usr/bin", "/usr/local/bin", "/snap/bin"].map((folder) => `${systemRoot}${folder}`),
  ];
  return [...new Set(names.flatMap((name) => folders.map((folder) => posix.join(folder, name))))]
    .concat(`${systemRoot}/opt/google/chrome/chrome`)
    .concat(own);
}

/**
 * The browser for the tests: the one PLAYWRIGHT_CHROMIUM_EXECUTABLE names, else the first that is there.
 * @param {Surroundings} where
 * @param {(file: string) => boolean} [isThere]
 * @returns {string | null}
 */
export function chooseChromium(where, isThere = existsSync) {
  const named = where.env["PLAYWRIGHT_CHROMIUM_EXECUTABLE"];
  if (named === undefined || named === "") {
    return chromiumPlaces(where).find(isThere) ?? null;
  }
  if (isThere(named)) return named;
  throw new SetupFailed(`PLAYWRIGHT_CHROMIUM_EXECUTABLE names ${named}, which isn't there.`);
}

/**
 * The browser for the tests of the extension: the shell without a window loads none, and neither does
 * a Chrome or an Edge that is told to on its command line.
 * @param {Surroundings} where
 * @param {(file: string) => boolean} [isThere]
 * @returns {string | null}
 */
export function chooseExtensionChromium(where, isThere = existsSync) {
  const named = where.env["PLAYWRIGHT_CHROMIUM_EXECUTABLE"] ?? "";
  const places = [...(named === "" ? [] : [named]), ...chromiumPlaces(where)];
  const loadsNone = /headless.shell|google.chrome|msedge|chrome[\\/]application|microsoft edge/i;
  return places.find((file) => !loadsNone.test(file) && isThere(file)) ?? null;
}

/** @returns {string | null} the browser of this system */
export function findChromium() {
  return chooseChromium(surroundings());
}

/** The browsers of the tests: the quickest one, and one that loads extensions. */
export async function ensureBrowsers() {
  await ensureChromium();
  await ensureExtensionChromium();
}

/** Finds a Chromium that loads extensions, or brings one here in the same ways. */
async function ensureExtensionChromium(where = surroundings(), silenceLimit = patience) {
  if (chooseExtensionChromium(where) === null) await fetchPlaywrights(where, silenceLimit);
  if (chooseExtensionChromium(where) === null) await installSystems(where, ["chromium"]);
  if (chooseExtensionChromium(where) !== null) return;
  throw new SetupFailed(
    "the tests of the browser extension need Chromium and it couldn't be fetched. Install it.",
  );
}

/** A download that brings nothing for this long is given up; milliseconds. */
const patience = 60_000;
/** Packages are unpacked and set up without a word; milliseconds. */
const patienceWithPackages = 180_000;

/**
 * Finds a Chromium, or brings one here: Playwright's own, else, as root on Debian, the system's.
 * @param {Surroundings} [where]
 * @param {number} [silenceLimit] milliseconds
 */
export async function ensureChromium(where = surroundings(), silenceLimit = patience) {
  const there = chooseChromium(where);
  const chromium =
    there ?? (await fetchPlaywrights(where, silenceLimit)) ?? (await installSystems(where));
  if (chromium !== null) {
    say(`the browser tests use ${chromium}.`);
    return;
  }
  throw new SetupFailed(
    "the browser tests need a Chrome or Chromium and none could be fetched. Install one, " +
      "or name it: PLAYWRIGHT_CHROMIUM_EXECUTABLE=/path/to/chrome npm test",
  );
}

/**
 * @param {Surroundings} where
 * @param {number} silenceLimit milliseconds
 * @returns {Promise<string | null>} null: none came, or it can't start here
 */
async function fetchPlaywrights(where, silenceLimit) {
  say("no Chrome or Chromium found; fetching Playwright's (npx playwright install chromium).");
  const playwright = (/** @type {string[]} */ args, /** @type {number} */ limit) =>
    run(node24(), [playwrightCommand(), ...args], { env: where.env, silenceLimit: limit });
  const fetched = await playwright(["install", "--no-shell", "chromium"], silenceLimit);
  if (fetched.fellSilent) say(`nothing arrived for ${silenceLimit / 1_000} s; gave that up.`);
  const started = startable(where);
  const isHere = chooseChromium(where) !== null;
  if (started !== null || !isHere || where.platform !== "linux") return started;
  if (!where.isSuperuser) {
    say(
      "it came, but can't start: the system lacks libraries. " +
        "This brings them: sudo npx playwright install-deps chromium",
    );
    return null;
  }
  say("it came, but lacks libraries of the system (npx playwright install-deps chromium).");
  await playwright(["install-deps", "chromium"], patienceWithPackages);
  return startable(where);
}

/**
 * @param {Surroundings} where
 * @returns {Promise<string | null>} null: this system or this account can't install it so
 */
async function installSystems(where, wanted = ["chromium-headless-shell", "chromium"]) {
  const aptGet = foldersOfPath(where.env)
    .map((folder) => posix.join(folder, "apt-get"))
    .find((file) => existsSync(file));
  if (!where.isSuperuser || aptGet === undefined) return null;
  const env = { ...where.env, DEBIAN_FRONTEND: "noninteractive" };
  const options = { env, silenceLimit: patienceWithPackages };
  await run(aptGet, ["update"], options);
  for (const name of wanted) {
    say(`installing the system's Chromium (apt-get install ${name}).`);
    const packages = [name, "fonts-liberation"];
    await run(aptGet, ["install", "-y", "--no-install-recommends", ...packages], options);
    const started = startable(where);
    if (started !== null) return started;
  }
  return null;
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

/** A browser that lacks libraries ends at once; on Windows asking would open a window. */
function startable(/** @type {Surroundings} */ where) {
  const chromium = chooseChromium(where);
  if (chromium === null || where.platform === "win32") return chromium;
  return spawnSync(chromium, ["--version"]).status === 0 ? chromium : null;
}

function foldersOfPath(/** @type {Surroundings["env"]} */ env) {
  return (env["PATH"] ?? "").split(":").filter((folder) => folder.startsWith("/"));
}
