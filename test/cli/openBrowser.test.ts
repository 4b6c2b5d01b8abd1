import { expect, test } from "vitest";
import { browserCommand } from "../../src/cli/commands/open.ts";

test("each system opens an address in its own way", () => {
  expect(browserCommand("darwin", {})).toEqual(["open"]);
  expect(browserCommand("win32", {})?.[0]).toBe("rundll32");
  expect(browserCommand("linux", { DISPLAY: ":0" })).toEqual(["xdg-open"]);
  expect(browserCommand("linux", { WAYLAND_DISPLAY: "wayland-0" })).toEqual(["xdg-open"]);
});

test("where there is no screen no browser is looked for", () => {
  expect(browserCommand("linux", {})).toBeNull();
  expect(browserCommand("linux", { DISPLAY: "" })).toBeNull();
});
