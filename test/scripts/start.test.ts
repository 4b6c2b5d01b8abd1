import { expect, test } from "vitest";
import { browserOpener, hasDisplay } from "../../scripts/desktop.mjs";
import { lastReason, rememberedFailure } from "../../scripts/electronBinary.mjs";
import { shellUnderTest } from "../../scripts/shellUnderTest.mjs";
import { ownLine } from "../../scripts/window.mjs";

const day = 24 * 60 * 60_000;

test("a display is X, Wayland, or a system that always has one", () => {
  expect(hasDisplay("linux", {})).toBe(false);
  expect(hasDisplay("linux", { DISPLAY: "" })).toBe(false);
  expect(hasDisplay("linux", { DISPLAY: ":0" })).toBe(true);
  expect(hasDisplay("linux", { WAYLAND_DISPLAY: "wayland-0" })).toBe(true);
  expect(hasDisplay("darwin", {})).toBe(true);
  expect(hasDisplay("win32", {})).toBe(true);
});

test("a browser is opened by what the system has for it", () => {
  const desktop = { DISPLAY: ":0", PATH: "/bin:/usr/bin" };
  const isThere = (file: string) => file === "/usr/bin/xdg-open";
  expect(browserOpener("linux", desktop, isThere)).toEqual({
    command: "/usr/bin/xdg-open",
    args: [],
  });
  expect(browserOpener("linux", desktop, () => false)).toBeNull();
  expect(browserOpener("linux", { PATH: "/usr/bin" }, isThere)).toBeNull();
  expect(browserOpener("darwin", {})?.command).toBe("open");
  expect(browserOpener("win32", {})?.command).toBe("rundll32");
});

test("a failed fetch is remembered for a day", () => {
  const note = JSON.stringify({ at: 1_000, reason: "no network" });
  expect(rememberedFailure(note, 1_000 + day - 1)).toEqual({ at: 1_000, reason: "no network" });
  expect(rememberedFailure(note, 1_000 + day)).toBeNull();
  expect(rememberedFailure(note, 0)).toBeNull();
  expect(rememberedFailure(null, 1_000)).toBeNull();
  expect(rememberedFailure("{", 1_000)).toBeNull();
});

test("why a fetch failed is said in one line", () => {
  const stack = "\nHTTPError: Response code 403 (Forbidden)\n    at Request.<anonymous> (x.js:1)\n";
  expect(lastReason(stack)).toBe("Response code 403 (Forbidden)");
  expect(lastReason("")).toBe("its installer said nothing");
});

test("why no window came is said in Electron's own line", () => {
  const complaints = [
    "[1:2/3.4:ERROR:dbus/bus.cc(408)] Failed to connect to the bus",
    "[1:2/3.4:ERROR:ui/ozone/platform/x11/ozone_platform_x11.cc(256)] Missing X server or $DISPLAY",
    "[1:2/3.4:ERROR:ui/aura/env.cc(257)] The platform failed to initialize.  Exiting.",
  ].join("\n");
  expect(ownLine(complaints)).toBe("Missing X server or $DISPLAY");
  expect(ownLine("something else\n")).toBe("something else");
  expect(ownLine("")).toBe("Electron ended without a word");
});

test("the stand-in can be asked for, and real Electron insisted on", () => {
  expect(shellUnderTest({ WAYPOST_SHELL: "stand-in", DISPLAY: ":0" })).toEqual({
    kind: "stand-in",
  });
});
