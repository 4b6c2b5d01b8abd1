import {
  mkdirSync,
  mkdtempSync,
  rmSync,
  utimesSync,
  writeFileSync,
  readFileSync,
  readdirSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test, describe, it } from "vitest";
import { hashOf, reasonToBuild } from "../../scripts/build.mjs";
import { iconModules, iconPaths } from "../../scripts/icons.mjs";
import { icns, ico } from "../../scripts/iconFiles.mjs";
import { missingOptional } from "../../scripts/lockfile.mjs";
import { nodePackage } from "../../scripts/node24.mjs";
import { add, readTally } from "../../scripts/tally.mjs";

describe("build", () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-build-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  test("a build is due when there is none, when a part of it is gone, and when the sources changed", () => {
    expect(reasonToBuild({ stamp: null, wanted: "a", missing: [] })).toBe("nothing is built yet");
    expect(reasonToBuild({ stamp: "a", wanted: "a", missing: ["x"] })).toBe("nothing is built yet");
    expect(reasonToBuild({ stamp: "a", wanted: "b", missing: [] })).toBe("the sources changed");
    expect(reasonToBuild({ stamp: "a", wanted: "a", missing: [] })).toBeNull();
  });

  test("contents and names of the sources count, their times don't", () => {
    mkdirSync(join(dir, "src", "deep"), { recursive: true });
    const file = join(dir, "src", "deep", "a.ts");
    writeFileSync(file, "1");
    const before = hashOf(["src", "absent.json"], dir);
    utimesSync(file, 1, 1);
    expect(hashOf(["src", "absent.json"], dir)).toBe(before);
    writeFileSync(file, "2");
    const changed = hashOf(["src", "absent.json"], dir);
    expect(changed).not.toBe(before);
    writeFileSync(join(dir, "src", "b.ts"), "");
    expect(hashOf(["src", "absent.json"], dir)).not.toBe(changed);
  });
});

const set = (body: string) => ({ icons: { one: { body } } });
const lines = 'fill="none" stroke="currentColor" stroke-linecap="round" stroke-width="2"';

describe("an icon of the window", () => {
  it("is a component of the paths that its set names", () => {
    const module = iconModules();
    const id = module.resolveId("@iconify-json/tabler/icons/x");
    expect(module.load(id ?? "")).toContain('outlineIcon(["M18 6L6 18M6 6l12 12"])');
    expect(module.resolveId("react")).toBeUndefined();
  });

  it("may have its paths in a group", () => {
    const body = `<g ${lines}><path d="M1 2"/><path d="m3 4"/></g>`;
    expect(iconPaths("one", set(body))).toEqual(["M1 2", "m3 4"]);
  });

  it("ends the build where there is none of that name, or it is more than outlines", () => {
    expect(() => iconPaths("two", set(""))).toThrow('no icon "two"');
    const filled = '<path fill="currentColor" d="M1 2"/>';
    const circle = `<g ${lines}><circle cx="1" cy="2" r="3"/></g>`;
    for (const body of [filled, circle])
      expect(() => iconPaths("one", set(body))).toThrow("more than outlines");
  });
});

const png = (bytes: number) => Buffer.alloc(bytes, 7);

test("an icon of Windows names the size and the place of each picture", () => {
  const file = ico([
    { size: 16, png: png(5) },
    { size: 256, png: png(9) },
  ]);
  expect([...file.subarray(0, 6)]).toEqual([0, 0, 1, 0, 2, 0]);
  // 256 doesn't fit into its byte and is written as 0.
  expect([file[6], file[22]]).toEqual([16, 0]);
  expect([file.readUInt32LE(14), file.readUInt32LE(18)]).toEqual([5, 38]);
  expect([file.readUInt32LE(30), file.readUInt32LE(34)]).toEqual([9, 43]);
  expect(file.length).toBe(52);
});

test("an icon of macOS is a list of named entries with their lengths", () => {
  const file = icns([
    { size: 128, png: png(5) },
    { size: 256, png: png(9) },
  ]);
  const entries: string[] = [];
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
    entries.push(`${file.toString("latin1", at, at + 4)} ${file.readUInt32BE(at + 4)}`);
  }
  expect(file.toString("latin1", 0, 4)).toBe("icns");
  expect(file.readUInt32BE(4)).toBe(file.length);
  // 256 pixels are also 128 at double density.
  expect(entries).toEqual(["ic07 13", "ic08 17", "ic13 17"]);
});

/** A PNG's first chunk says its width. */
const widthOf = (file: string) => readFileSync(file).readUInt32BE(16);

test("pictures are kept in every size that packages and trays show", () => {
  const sizes = [16, 24, 32, 48, 64, 128, 256, 512];
  expect(sizes.map((size) => widthOf(`resources/icons/${size}x${size}.png`))).toEqual(sizes);
  const names = ["tray", "trayDark", "trayTemplate", "trayDarkTemplate"];
  expect(names.map((name) => widthOf(`resources/tray/${name}.png`))).toEqual([16, 16, 16, 16]);
  expect(names.map((name) => widthOf(`resources/tray/${name}@2x.png`))).toEqual([32, 32, 32, 32]);
});

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

test("a release runs every test, and stops for a known vulnerability in what it ships", () => {
  const release = readFileSync(
    join(import.meta.dirname, "../../.github/workflows/release.yml"),
    "utf8",
  );
  expect(release).toContain("run: npm run test:full\n");
  expect(release).toContain("run: npm audit --omit=dev --package-lock-only\n");
});

test("no test is tried again, runs alone or is left out for good", () => {
  const root = join(import.meta.dirname, "../..");
  const configs = ["playwright.config.ts", "vitest.config.ts"];
  const tests = readdirSync(join(root, "test"), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(test|spec)\.ts$/.test(name) && !name.includes("node_modules"))
    .map((name) => join("test", name));
  expect(tests.length).toBeGreaterThan(200);
  const isLenient =
    /\bretry:|\bretries: [1-9]|\b(?:describe|it|test)\.(?:fixme|only|todo)\b|\b(?:describe|it|test)\.skip\(\s*["'`]/;
  expect(
    [...configs, ...tests].filter((name) => isLenient.test(readFileSync(join(root, name), "utf8"))),
  ).toEqual([]);
});

test("the lockfile is whole, so that npm ci takes it (else: node scripts/completeLockfile.mjs)", () => {
  expect(Object.keys(missingOptional(packages))).toEqual([]);
});

describe("tally", () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-tally-"));
  afterAll(() => rmSync(dir, { recursive: true, force: true }));

  function report(content: object): string {
    const file = join(dir, "report.json");
    writeFileSync(file, JSON.stringify(content));
    return file;
  }

  test("vitest's and Playwright's reports are both understood", () => {
    const vitest = { numPassedTests: 5, numFailedTests: 1, numPendingTests: 2, numTodoTests: 1 };
    expect(readTally(report(vitest))).toEqual({ passed: 5, failed: 1, skipped: 3 });
    const stats = { expected: 7, unexpected: 1, flaky: 1, skipped: 2 };
    expect(readTally(report({ stats }))).toEqual({ passed: 7, failed: 2, skipped: 2 });
  });

  test("a runner that never got to a report counted nothing", () => {
    const nothing = { passed: 0, failed: 0, skipped: 0 };
    expect(readTally(join(dir, "absent.json"))).toEqual(nothing);
    expect(readTally(report({}))).toEqual(nothing);
  });

  test("what the runners counted is added up", () => {
    expect(
      add({ passed: 1, failed: 2, skipped: 3 }, { passed: 10, failed: 20, skipped: 30 }),
    ).toEqual({ passed: 11, failed: 22, skipped: 33 });
  });
});
