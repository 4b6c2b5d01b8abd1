import { expect, test } from "vitest";
import { withTypableCommands } from "../../src/main/typableCommands.ts";

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
