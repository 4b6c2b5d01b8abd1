import { existsSync, globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { projectDir } from "./say.mjs";

/**
 * @typedef {{ version: string, license?: string, dependencies?: Record<string, string>,
 *   optionalDependencies?: Record<string, string>, peerDependencies?: Record<string, string>,
 *   peerDependenciesMeta?: Record<string, { optional?: boolean }> }} Locked
 * @typedef {{ name: string, version: string, licence: string, text: number }} Shipped
 */

/** Where a package that `from` asks for lies in the lockfile; null: nowhere (an optional one). */
function placeOf(
  /** @type {Record<string, Locked>} */ locked,
  /** @type {string} */ from,
  /** @type {string} */ name,
) {
  for (let dir = from; ; dir = dir.slice(0, Math.max(0, dir.lastIndexOf("/node_modules/")))) {
    const place = `${dir === "" ? "" : `${dir}/`}node_modules/${name}`;
    if (locked[place] !== undefined) return place;
    if (dir === "") return null;
  }
}

/** @returns {string[]} */
function neededBy(/** @type {Locked} */ { dependencies, optionalDependencies, ...locked }) {
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => locked.peerDependenciesMeta?.[name]?.optional !== true,
  );
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers];
}

/** Names of the packages that the window's own files import. */
export function windowPackages(dir = projectDir) {
  const files = globSync("src/renderer/**/*.{ts,tsx,css}", { cwd: dir });
  const names = files.flatMap((file) =>
    [
      ...readFileSync(join(dir, file), "utf8").matchAll(
        /(?:from|import|@import|url\()\s*\(?["']((?:@[\w.-]+\/)?[\w-][\w.-]*)(?:\/[^"']*)?["']/g,
      ),
    ].map(([, name = ""]) => name),
  );
  return [...new Set(names)].filter((name) =>
    existsSync(join(dir, "node_modules", name, "package.json")),
  );
}

/** @returns {string} */
function textIn(/** @type {string} */ folder) {
  if (!existsSync(folder)) return "";
  const file = readdirSync(folder)
    .toSorted()
    .find((name) => /(^|[-_.])(licen[cs]e|copying)([-_.]|$)/i.test(name) && !/\.html$/i.test(name));
  return file === undefined ? "" : readFileSync(join(folder, file), "utf8").trim();
}

/**
 * Every package that Waypost is made of when it is shipped, and the terms of each, as the lockfile
 * and the packages themselves say: what the service needs at run time, what the window imports, what
 * these need in turn, and Electron. A text that many share is there once.
 */
export function shippedLicences(dir = projectDir) {
  /** @type {{ packages: Record<string, Locked> }} */
  const { packages: locked } = JSON.parse(readFileSync(join(dir, "package-lock.json"), "utf8"));
  /** @type {{ dependencies: Record<string, string> }} */
  const { dependencies } = JSON.parse(readFileSync(join(dir, "package.json"), "utf8"));
  const first = [...Object.keys(dependencies), ...windowPackages(dir)];
  const waiting = first.flatMap((name) => placeOf(locked, "", name) ?? []);
  const places = new Set(["node_modules/electron"]);
  for (const place of waiting) {
    const entry = locked[place];
    if (entry === undefined || places.has(place)) continue;
    places.add(place);
    waiting.push(...neededBy(entry).flatMap((name) => placeOf(locked, place, name) ?? []));
  }
  /** @type {string[]} */
  const texts = [];
  /** @type {Shipped[]} */
  const packages = [...places].map((place) => {
    const name = place.slice(place.lastIndexOf("node_modules/") + "node_modules/".length);
    // Of a package that leaves its text out, we bring it.
    const text = textIn(join(dir, place)) || textIn(join(dir, "resources/licences", name));
    if (text !== "" && !texts.includes(text)) texts.push(text);
    return {
      name,
      version: locked[place]?.version ?? "",
      licence: locked[place]?.license ?? "",
      text: texts.indexOf(text),
    };
  });
  packages.sort((one, other) => (one.name < other.name ? -1 : 1));
  return { packages, texts };
}

const asked = "virtual:licences";
const found = `\0${asked}`;

/** The same as a module of the window, made with each build. */
export function licencesModule() {
  return {
    name: "waypost-licences",
    resolveId: (/** @type {string} */ id) => (id === asked ? found : undefined),
    load: (/** @type {string} */ id) =>
      id === found ? `export default ${JSON.stringify(shippedLicences())};` : undefined,
  };
}
