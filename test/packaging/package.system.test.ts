import { execFileSync } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { extractFile, listPackage } from "@electron/asar";
import { FuseState, FuseV1Options, FuseVersion, getCurrentFuseWire } from "@electron/fuses";
import { afterAll, beforeAll, expect, test } from "vitest";

const projectDir = join(import.meta.dirname, "../..");
const dir = mkdtempSync(join(tmpdir(), "waypost-package-"));
const built = join(dir, "dist", "linux-unpacked");
const archive = join(built, "resources", "app.asar");
let files: ReadonlySet<string>;

/** Where Electron's binary keeps its fuses: a marker, the version, their number, one byte each. */
const fuseWire = "dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX";

/** What the packager wants of an Electron: an executable, its version, its licences. */
function makeStubElectron(): string {
  const electron = join(dir, "electron");
  mkdirSync(electron);
  const manifest = readFileSync(join(projectDir, "node_modules/electron/package.json"), "utf8");
  const { version } = JSON.parse(manifest) as { version: string };
  writeFileSync(join(electron, "version"), version);
  writeFileSync(join(electron, "LICENSE"), "");
  writeFileSync(join(electron, "LICENSES.chromium.html"), "");
  const fuses = Buffer.concat([
    Buffer.from(`#!/bin/sh\nexit 0\n${fuseWire}`),
    Buffer.from([1, 9]),
    Buffer.from("000000000"),
  ]);
  writeFileSync(join(electron, "electron"), fuses);
  chmodSync(join(electron, "electron"), 0o755);
  return electron;
}

beforeAll(() => {
  const builder = join(projectDir, "node_modules/electron-builder/cli.js");
  execFileSync(
    process.execPath,
    [
      builder,
      "--linux",
      "dir",
      "--publish=never",
      `--config.electronDist=${makeStubElectron()}`,
      `--config.directories.output=${join(dir, "dist")}`,
    ],
    { cwd: projectDir, stdio: "pipe" },
  );
  files = new Set(
    listPackage(archive, { isPack: false }).map((file) => file.replaceAll("\\", "/")),
  );
}, 120_000);
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function withPrefix(prefix: string): string[] {
  return [...files].filter((file) => file.startsWith(prefix));
}

test("the package holds the build", () => {
  expect(files).toContain("/out/main/index.js");
  expect(files).toContain("/out/main/cli.js");
  expect(files).toContain("/out/preload/index.cjs");
  expect(files).toContain("/out/renderer/index.html");
  expect(withPrefix("/out/renderer/assets/").length).toBeGreaterThan(3);
});

test("the package holds every library the build loads, and the country database", () => {
  const manifest = extractFile(archive, "package.json").toString();
  const { dependencies } = JSON.parse(manifest) as { dependencies: Record<string, string> };
  const missing = Object.keys(dependencies).filter(
    (name) => !files.has(`/node_modules/${name}/package.json`),
  );
  expect(missing).toEqual([]);
  expect(
    withPrefix("/node_modules/@ip-location-db/").filter((file) => file.endsWith(".mmdb")),
  ).not.toEqual([]);
});

test("the package holds neither sources nor tools", () => {
  const strays = [...files].filter((file) =>
    /^\/(src|test|scripts|out\/types)\/|^\/node_modules\/(electron|vite|typescript|vitest|node-[\w-]*(?:x64|arm64)|playwright-core)\//.test(
      file,
    ),
  );
  expect(strays).toEqual([]);
});

test("the fuses are set", async () => {
  const wire = await getCurrentFuseWire(join(built, "waypost"));
  expect(wire.version).toBe(FuseVersion.V1);
  const states = {
    runAsNode: wire[FuseV1Options.RunAsNode],
    nodeOptions: wire[FuseV1Options.EnableNodeOptionsEnvironmentVariable],
    inspect: wire[FuseV1Options.EnableNodeCliInspectArguments],
    integrity: wire[FuseV1Options.EnableEmbeddedAsarIntegrityValidation],
    onlyAsar: wire[FuseV1Options.OnlyLoadAppFromAsar],
    cookies: wire[FuseV1Options.EnableCookieEncryption],
    fileScheme: wire[FuseV1Options.GrantFileProtocolExtraPrivileges],
  };
  expect(states).toEqual({
    runAsNode: FuseState.DISABLE,
    nodeOptions: FuseState.DISABLE,
    inspect: FuseState.DISABLE,
    integrity: FuseState.ENABLE,
    onlyAsar: FuseState.ENABLE,
    cookies: FuseState.ENABLE,
    fileScheme: FuseState.DISABLE,
  });
});
