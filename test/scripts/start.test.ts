import { expect, test } from "vitest";
import { alreadyRunning } from "../../scripts/alreadyRunning.mjs";
import { notHeld } from "../../scripts/askedFlags.mjs";
import { hasDisplay } from "../../scripts/desktop.mjs";
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

test("the flags that a running one isn't are named as they were typed", () => {
  const held = { port: "4080", publicPort: "off", guiPort: "4082", baseUrl: "", host: "127.0.0.1" };
  const line =
    "--public-port 4081 --port=4080 --gui-port 0 --data x --headless --set geo.provider=cloudflare " +
    "--base-url https://go.example.org/ --no-gui";
  expect(notHeld(line.split(" "), held)).toEqual([
    "--public-port 4081",
    "--base-url https://go.example.org/",
    "--no-gui",
    "--set geo.provider=cloudflare",
  ]);
  const all = { ...held, publicPort: "4081", guiPort: "off", "geo.provider": "cloudflare" };
  expect(notHeld(line.split(" "), { ...all, baseUrl: "https://go.example.org" })).toEqual([
    "--gui-port 0",
  ]);
  expect(notHeld([], held)).toEqual([]);
});

const held = { pid: 7, settings: {} };

test("a running Waypost is described as it is", () => {
  const inBrowser = alreadyRunning({ ...held, hasGui: true, hasWindow: false }, []);
  expect(inBrowser).toEqual(["Waypost is already running (process 7)."]);
  const inWindow = alreadyRunning({ ...held, hasGui: false, hasWindow: true }, []);
  expect(inWindow).toEqual(["Waypost is already running (process 7), in its own window."]);
  const unseen = alreadyRunning({ ...held, hasGui: false, hasWindow: false }, ["--port 1"]);
  expect(unseen).toEqual([
    "Waypost is already running (process 7), without a window (--no-gui).",
    "To open a window, stop it (press Ctrl+C where it runs, or run: kill 7) and run npm start again.",
    "It was started with other settings, so these flags have no effect: --port 1. " +
      "To use them, stop it (press Ctrl+C where it runs, or run: kill 7) and start again with the same flags.",
  ]);
});
