import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";
import { chooseChromium, chromiumPlaces, playwrightCommand } from "../../scripts/chromium.mjs";

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
