import { execFileSync } from "node:child_process";
import fs, {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, onTestFinished, test, vi } from "vitest";
import {
  clearForeignProfile,
  makeShellFolder,
  openSettings,
  usualShortcuts,
} from "../../src/main/settings.ts";

const dir = mkdtempSync(join(tmpdir(), "waypost-shell-"));
const file = join(dir, "desktop", "shell.json");
const place = { x: 1, y: 2, width: 800, height: 600, isMaximized: true };

afterEach(() => rmSync(join(dir, "desktop"), { recursive: true, force: true }));

test("the window's place survives a restart, in a file of its own for nobody else", () => {
  openSettings(file).keep({ window: place });
  expect(openSettings(file).current().window).toEqual(place);
  const expected = process.platform === "win32" ? statSync(file).mode & 0o777 : 0o600;
  expect(statSync(file).mode & 0o777).toBe(expected);
});

test.each([
  "",
  "{",
  "[]",
  '{"window":{"x":"1"}}',
  '{"window":{"x":1e99,"y":0,"width":1,"height":1}}',
])("a file that says %j means nothing is remembered", (text) => {
  openSettings(file).keep({ window: place });
  writeFileSync(file, text);
  expect(openSettings(file).current().window).toBeNull();
});

test("one choice that can't be read leaves the others alone, and is as if nobody had made it", () => {
  openSettings(file).keep({ window: place, keepsServing: true, language: "fa" });
  const current = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
  const shortcuts = { shorten: "rm -rf", bar: null };
  writeFileSync(file, JSON.stringify({ ...current, shortcuts, notifications: { disk: "no" } }));
  expect(openSettings(file).current()).toEqual({
    window: place,
    language: "fa",
    keepsServing: true,
    isServingSaid: false,
    shortcuts: { shorten: usualShortcuts.shorten, bar: null },
    notifications: { scriptLinks: false, publicAddress: true, disk: true },
  });
});

test("a folder that can't be written is no reason to fail", () => {
  const blocked = join(dir, "blocked");
  writeFileSync(blocked, "a file where the folder should be");
  const settings = openSettings(join(blocked, "shell.json"));
  settings.keep({ window: place });
  expect(settings.current().window).toEqual(place);
  expect(readFileSync(blocked, "utf8")).toContain("a file");
});

test
  .runIf(process.platform !== "win32")
  .each(["", "shell.json", "updates.json.tmp", "Cache/index"])(
  "a link as desktop/%s is refused before Electron writes through it",
  (name) => {
    const path = join(dir, "desktop", name);
    mkdirSync(join(path, ".."), { recursive: true });
    symlinkSync(mkdtempSync(join(tmpdir(), "waypost-own-")), path.replace(/\/$/, ""));
    expect(() => makeShellFolder(dir)).toThrow("is a link, so Waypost would write");
  },
);

test.runIf(process.platform !== "win32")("a pipe there is refused before it is opened", () => {
  mkdirSync(join(dir, "desktop"));
  execFileSync("mkfifo", [join(dir, "desktop", "shell.json")]);
  expect(() => makeShellFolder(dir)).toThrow("shell.json isn't a file.");
});

test.runIf(process.platform !== "win32")("the lock that Electron makes of links is none", () => {
  mkdirSync(join(dir, "desktop"));
  symlinkSync("host-1234", join(dir, "desktop", "SingletonLock"));
  expect(makeShellFolder(dir)).toBe(join(dir, "desktop"));
});

test("of a profile from elsewhere only the choices stay, and a profile that was made here stays whole", async () => {
  openSettings(file).keep({ language: "fa" });
  const folder = join(dir, "desktop");
  const cached = join(folder, "Code Cache", "js", "planted");
  const lock = join(folder, "SingletonLock");
  const plant = () => {
    mkdirSync(join(cached, ".."), { recursive: true });
    for (const path of [cached, join(folder, "updates.json"), lock]) writeFileSync(path, "1");
  };
  plant();
  writeFileSync(join(folder, "owner-mark"), "1234");
  await clearForeignProfile(makeShellFolder(dir));
  expect(readdirSync(folder).toSorted()).toEqual(["SingletonLock", "owner-mark", "shell.json"]);
  expect(openSettings(file).current().language).toBe("fa");

  plant();
  await clearForeignProfile(makeShellFolder(dir));
  expect(existsSync(cached)).toBe(true);
});

test("a copy of a profile that was made here is foreign: anybody with a copy has its mark", async () => {
  openSettings(file).keep({ language: "fa" });
  await clearForeignProfile(makeShellFolder(dir));
  const other = mkdtempSync(join(tmpdir(), "waypost-shell-"));
  onTestFinished(() => rmSync(other, { recursive: true, force: true }));
  cpSync(join(dir, "desktop"), join(other, "desktop"), { recursive: true });
  const state = join(other, "desktop", "Local State");
  writeFileSync(state, "{}");
  await clearForeignProfile(makeShellFolder(other));
  expect(existsSync(state)).toBe(false);
  expect(existsSync(join(other, "desktop", "shell.json"))).toBe(true);
});

test("an emptying that was cut off goes on at the next start", async () => {
  const folder = join(dir, "desktop");
  mkdirSync(folder);
  for (const name of ["Cache", "Local State", "Preferences"]) {
    writeFileSync(join(folder, name), "{}");
  }
  const remove = vi.spyOn(fs, "rmSync");
  onTestFinished(() => {
    remove.mockRestore();
    syncBuiltinESMExports();
  });
  syncBuiltinESMExports();
  for (const _ of [1, 2]) {
    remove
      .mockImplementationOnce((path) => unlinkSync(path))
      .mockImplementationOnce(() => {
        throw new Error("cut off");
      });
    await expect(clearForeignProfile(makeShellFolder(dir))).rejects.toThrow("cut off");
  }
  await clearForeignProfile(makeShellFolder(dir));
  expect(readdirSync(folder)).toEqual(["owner-mark"]);
});

test("a folder of that name that is no profile is left as it is", () => {
  const folder = join(dir, "desktop");
  mkdirSync(folder);
  writeFileSync(join(folder, "letter.txt"), "Dear Rose");
  expect(() => makeShellFolder(dir)).toThrow("Choose another data folder with --data.");
  expect(readdirSync(folder)).toEqual(["letter.txt"]);
});

test("settings of more than 64 KiB count as missing", () => {
  openSettings(file).keep({ language: "fa" });
  writeFileSync(file, readFileSync(file, "utf8") + " ".repeat(65_536));
  expect(openSettings(file).current().language).toBeNull();
});
