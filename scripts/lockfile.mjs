import { readFileSync, writeFileSync } from "node:fs";
import { basename } from "node:path";

/**
 * @typedef {{ version?: string, resolved?: string, integrity?: string, hasInstallScript?: boolean, optional?: boolean, dev?: boolean, os?: string[], cpu?: string[], libc?: string[],
 *   bin?: Record<string, string>, engines?: Record<string, string>, optionalDependencies?: Record<string, string> }} Entry
 * @typedef {Record<string, Entry>} Entries
 */

/** Libraries for one system each, by the end of their name: `…-linux-x64-gnu`, `…/win32-arm64`. */
const system =
  /(?<os>android|darwin|freebsd|linux|openharmony|win32)-(?<cpu>arm64|arm|ia32|ppc64|riscv64|s390x|x64|universal|wasm32)(?:-(?<abi>\w+))?$/;

/**
 * What the lockfile's packages name as optional and the lockfile leaves out. npm forgets there what it
 * didn't fetch for other systems (npm/cli#4828), and `npm ci` then refuses the whole file.
 * @param {Entries} entries `packages` of the lockfile
 * @returns {Entries} the missing entries
 */
export function missingOptional(entries) {
  /** @type {Entries} */
  const missing = {};
  for (const [path, { optionalDependencies = {}, dev }] of Object.entries(entries)) {
    const bin = Object.keys(optionalDependencies)
      .map((name) => entries[`node_modules/${name}`]?.bin)
      .find((each) => each !== undefined);
    for (const [name, version] of Object.entries(optionalDependencies)) {
      const parts = system.exec(name)?.groups;
      if (parts === undefined) continue;
      const found = find({ ...entries, ...missing }, path, name);
      if (found === version) continue;
      // Another version already has the place that all could share.
      const place = found === null ? `node_modules/${name}` : `${path}/node_modules/${name}`;
      missing[place] = {
        version,
        resolved: `https://registry.npmjs.org/${name}/-/${basename(name)}-${version}.tgz`,
        ...(parts["cpu"] === "universal" ? {} : { cpu: [parts["cpu"] ?? ""] }),
        ...(dev === true ? { dev } : {}),
        ...libcOf(parts["abi"]),
        optional: true,
        os: [parts["os"] ?? ""],
        // npm links no command that the lockfile doesn't name; those of one tool have the same.
        ...(bin === undefined ? {} : { bin }),
      };
    }
  }
  return missing;
}

/**
 * Follows Node's resolution: beside the package, or in a folder further up.
 * @param {Entries} entries
 * @param {string} path
 * @param {string} name
 * @returns {string | null} the version that is found
 */
function find(entries, path, name) {
  for (let folder = path; ; folder = folder.slice(0, folder.lastIndexOf("/node_modules/"))) {
    const there = entries[`${folder}/node_modules/${name}`];
    if (there !== undefined) return there.version ?? "";
    if (!folder.includes("/node_modules/")) break;
  }
  return entries[`node_modules/${name}`]?.version ?? null;
}

function libcOf(/** @type {string | undefined} */ abi) {
  if (abi?.startsWith("musl") === true) return { libc: ["musl"] };
  return abi?.startsWith("gnu") === true ? { libc: ["glibc"] } : {};
}

/** Adds what is missing to the file; answers how much that was. */
export function completeLockfile(/** @type {string} */ file) {
  const lockfile = JSON.parse(readFileSync(file, "utf8"));
  const missing = missingOptional(lockfile.packages);
  const names = Object.keys(missing);
  if (names.length === 0) return 0;
  const all = Object.entries({ ...lockfile.packages, ...missing });
  lockfile.packages = Object.fromEntries(
    all.toSorted(([one], [other]) => one.localeCompare(other, "en")),
  );
  writeFileSync(file, `${JSON.stringify(lockfile, null, 2)}\n`);
  return names.length;
}
