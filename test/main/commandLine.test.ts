import { expect, test } from "vitest";
import { commandLineOf, typedProgram, withTypableCommands } from "../../src/main/commandLine.ts";

const packaged = (...given: string[]) => commandLineOf(["/opt/Waypost/waypost", ...given], true);
const fromSources = (...given: string[]) => commandLineOf(["/somewhere/electron", ...given], false);

test("a window is wanted unless a command is", () => {
  expect(packaged()).toBeNull();
  expect(packaged("--data", "/links")).toBeNull();
  expect(fromSources("/sources", "--port=0")).toBeNull();
});

test("what follows is the command line, with or without two dashes before it", () => {
  const add = ["add", "https://example.org", "--custom", "spring"];
  expect(packaged("--cli", ...add)).toEqual(add);
  expect(packaged("--cli", "--", ...add)).toEqual(add);
  expect(packaged("--no-sandbox", "--ozone-platform=headless", "--cli", "list")).toEqual(["list"]);
  expect(fromSources("--no-sandbox", "/sources", "--cli", "list")).toEqual(["list"]);
  expect(packaged("--cli")).toEqual([]);
});

test("an address that the system hands over brings no command along", () => {
  expect(packaged("waypost://new?url=https://a.example", "--cli", "remove", "1")).toBeNull();
  expect(fromSources("/sources", "waypost://new", "--cli", "remove", "1")).toBeNull();
});

test("it is typed as it was installed", () => {
  const linux = { execPath: "/opt/Waypost/waypost", platform: "linux", env: {} } as const;
  expect(typedProgram(false, linux)).toBe("npm run -s waypost --");
  expect(typedProgram(true, linux)).toBe('"/opt/Waypost/waypost" --cli');
  const image = { ...linux, env: { APPIMAGE: "/home/me/Waypost.AppImage" } };
  expect(typedProgram(true, image)).toBe('"/home/me/Waypost.AppImage" --cli');
  const windows = {
    execPath: String.raw`C:\Programs\Waypost\Waypost.exe`,
    platform: "win32",
    env: {},
  } as const;
  expect(typedProgram(true, windows)).toBe(String.raw`"C:\Programs\Waypost\waypost.cmd"`);
});

const damaged = 'waypost.json is damaged. Put it back, or run "waypost doctor" on the folder.';
const way =
  'waypost.json is damaged. Put it back, or run npm run -s waypost -- doctor --data "/my links" on the folder.';
const dataDir = "/my links";

test("a window that npm opened names the command as npm takes it", () => {
  expect(withTypableCommands(damaged, { isPackaged: false, dataDir })).toBe(way);
});

test("an app names itself", () => {
  const told = withTypableCommands(damaged, { isPackaged: true, dataDir });
  expect(told).toMatch(/run "[^"]+"( --cli)? doctor --data "\/my links" on the folder\.$/);
});

test("what names no command stays as it is", () => {
  for (const isPackaged of [true, false])
    expect(withTypableCommands("Port 4080 is taken.", { isPackaged, dataDir })).toBe(
      "Port 4080 is taken.",
    );
});
