import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { missingOptional } from "../../scripts/lockfile.mjs";
import { nodePackage } from "../../scripts/node24.mjs";

const lockfile = join(import.meta.dirname, "../../package-lock.json");
type Packages = Parameters<typeof missingOptional>[0];
const { packages } = JSON.parse(readFileSync(lockfile, "utf8")) as { packages: Packages };

const optional = { "tool-linux-x64-gnu": "1.0.0", "tool-win32-x64-msvc": "1.0.0" };
const tool = { version: "1.0.0", optionalDependencies: optional };
const linux = { version: "1.0.0", optional: true };

test("what npm forgot for other systems is found, with the systems it is for", () => {
  const entries = { "node_modules/tool": tool, "node_modules/tool-linux-x64-gnu": linux };
  expect(missingOptional(entries)).toEqual({
    "node_modules/tool-win32-x64-msvc": {
      version: "1.0.0",
      resolved: "https://registry.npmjs.org/tool-win32-x64-msvc/-/tool-win32-x64-msvc-1.0.0.tgz",
      cpu: ["x64"],
      optional: true,
      os: ["win32"],
    },
  });
});

test("two versions of a library each get their own", () => {
  const entries = {
    "node_modules/tool": tool,
    "node_modules/tool-linux-x64-gnu": linux,
    "node_modules/tool-win32-x64-msvc": linux,
    "node_modules/other/node_modules/tool": {
      version: "2.0.0",
      optionalDependencies: { "tool-linux-x64-gnu": "2.0.0" },
    },
  };
  expect(missingOptional(entries)).toMatchObject({
    "node_modules/other/node_modules/tool/node_modules/tool-linux-x64-gnu": {
      version: "2.0.0",
      libc: ["glibc"],
    },
  });
});

/**
 * For other systems than those that the lockfile was written on; their checksums couldn't be had
 * there. None is installed on Linux with glibc on x64 or arm64.
 */
const withoutIntegrity: Readonly<Record<string, string>> = {
  "@oxc-parser/binding-* 0.156.0":
    "android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc",
  "@oxc-parser/binding-* 0.158.0":
    "android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc",
  "@oxfmt/binding-* 0.78.0":
    "android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc",
  "node-* 24.21.0": "bin-darwin-arm64 darwin-x64",
  "@oxlint-tsgolint/* 7.0.2007": "darwin-arm64 darwin-x64 win32-arm64 win32-x64",
  "@oxlint/binding-* 1.94.0":
    "android-arm-eabi android-arm64 darwin-arm64 darwin-x64 freebsd-x64 linux-arm-gnueabihf linux-arm-musleabihf linux-arm64-musl linux-ppc64-gnu linux-riscv64-gnu linux-riscv64-musl linux-s390x-gnu linux-x64-musl openharmony-arm64 win32-arm64-msvc win32-ia32-msvc win32-x64-msvc",
};

test("every package is sealed by a checksum, but for those that are listed", () => {
  const systems = Object.entries(withoutIntegrity).flatMap(([family, names]) => {
    const [start = "", version = ""] = family.split("* ");
    return names.split(" ").map((name) => `${start}${name} ${version}`);
  });
  const unsealed = Object.entries(packages)
    .filter(([path, { integrity }]) => path !== "" && integrity === undefined)
    .map(([path, { version }]) => `${path.split("node_modules/").at(-1)} ${version}`);
  expect(unsealed.toSorted()).toEqual(systems.toSorted());
});

test("no package runs anything when it is installed", () => {
  const installing = Object.entries(packages)
    .filter(([, { hasInstallScript }]) => hasInstallScript === true)
    .map(([path]) => path.replace("node_modules/", ""));
  // package.json forbids the scripts of both, and the set-up runs none at all.
  expect(installing).toEqual(["core-js-pure", "electron-winstaller"]);
});

test("Node itself is sealed, can be started by its name, and is one version on every system", () => {
  const names = Object.keys(packages[""]?.optionalDependencies ?? {});
  expect(names).toContain(nodePackage("darwin", "arm64"));
  expect(names).toContain(nodePackage("darwin", "x64"));
  expect(names).toContain(nodePackage("linux", "arm64"));
  expect(names).toContain(nodePackage("linux", "x64"));
  expect(names).toContain(nodePackage("win32", "x64"));
  const entries = names.map((name) => packages[`node_modules/${name}`]);
  expect(entries.map((entry) => entry?.bin?.["node"])).toEqual(
    names.map((name) => (name.startsWith("node-win") ? "bin/node.exe" : "bin/node")),
  );
  expect(new Set(entries.map((entry) => entry?.version)).size).toBe(1);
  expect(entries[0]?.version).toMatch(/^24\./);
});

test("what the workflows use of others is named by commit", () => {
  const folder = join(import.meta.dirname, "../../.github/workflows");
  const used = readdirSync(folder).flatMap(
    (name) => readFileSync(join(folder, name), "utf8").match(/uses: .+/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(5);
  expect(used.filter((line) => !/^uses: [\w-]+\/[\w-]+@[\da-f]{40} # v[\d.]+$/.test(line))).toEqual(
    [],
  );
});

test("the lockfile is whole, so that npm ci takes it (else: node scripts/completeLockfile.mjs)", () => {
  expect(Object.keys(missingOptional(packages))).toEqual([]);
});
