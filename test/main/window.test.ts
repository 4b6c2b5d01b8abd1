import { expect, test, vi, describe } from "vitest";
import { openingBounds, type WindowPlace } from "../../src/main/bounds.ts";
import { externalAddress, isGuiAddress, isGuiFrame, isGuiRequest } from "../../src/main/origin.ts";

vi.mock("electron", () => ({ app: {}, BrowserWindow: null, screen: null }));
const { pagePreferences } = await import("../../src/main/window.ts");

test("every page of ours is sandboxed and isolated, and may do no more than a page", () => {
  const { preload, ...rest } = pagePreferences;
  expect(preload).toMatch(/preload[\\/]index\.cjs$/);
  // Whole, so that whoever loosens one of them, or adds another, meets this line.
  expect(rest).toEqual({
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    webSecurity: true,
    spellcheck: false,
  });
});

const screen = { x: 0, y: 0, width: 1_920, height: 1_080 };
const secondScreen = { x: 1_920, y: 0, width: 1_280, height: 1_024 };

function place(over: Partial<WindowPlace>): WindowPlace {
  return { x: 100, y: 80, width: 1_000, height: 700, isMaximized: false, ...over };
}

test("the window comes back where it was", () => {
  expect(openingBounds(place({}), [screen])).toEqual({ x: 100, y: 80, width: 1_000, height: 700 });
});

test("the window comes back on the second screen while that is there", () => {
  const there = place({ x: 2_000 });
  expect(openingBounds(there, [screen, secondScreen])).toMatchObject({ x: 2_000, y: 80 });
  expect(openingBounds(there, [screen])).toEqual({ width: 1_200, height: 800 });
});

test.each([
  ["left of every screen", { x: -950 }],
  ["with its title bar above the screen", { y: -50 }],
  ["with its title bar below the screen", { y: 1_060 }],
])("a window %s is centred instead", (_where, over) => {
  expect(openingBounds(place(over), [screen])).toEqual({ width: 1_200, height: 800 });
});

test("a window never opens larger than its screen, nor smaller than it can be used", () => {
  expect(openingBounds(place({ width: 5_000, height: 5_000 }), [screen])).toMatchObject({
    width: 1_920,
    height: 1_080,
  });
  expect(openingBounds(place({ width: 10 + 120, height: 10 }), [screen])).toMatchObject({
    width: 720,
    height: 480,
  });
  expect(openingBounds(null, [{ x: 0, y: 0, width: 640, height: 400 }])).toEqual({
    width: 640,
    height: 400,
  });
});

test("without any screen told, the usual size will do", () => {
  expect(openingBounds(null, [])).toEqual({ width: 1_200, height: 800 });
});

const { sandboxNotice } = await import("../../src/main/sandbox.ts");

const say = (key: string) => key;

test("a package without Chromium's sandbox says so, and leads to About", () => {
  expect(sandboxNotice({ isOn: false, isPackaged: true }, say)).toEqual({
    title: "told.noSandbox",
    body: "told.noSandboxText",
    place: "/settings/about",
  });
  expect(sandboxNotice({ isOn: true, isPackaged: true }, say)).toBeNull();
  expect(sandboxNotice({ isOn: false, isPackaged: false }, say)).toBeNull();
});

test.each(["app://waypost/", "app://waypost/links?q=1#x", "app://waypost"])(
  "%s belongs to the GUI",
  (address) => {
    expect(isGuiAddress(address)).toBe(true);
  },
);

test.each([
  "app://other/",
  "app://waypost.example/",
  "app://waypost:1/",
  "apps://waypost/",
  "https://waypost/",
  "http://127.0.0.1:4080/",
  "file:///app://waypost/",
  "about:blank",
  "",
])("%j doesn't", (address) => {
  expect(isGuiAddress(address)).toBe(false);
});

describe("the bridge answers", () => {
  test("the GUI's main frame", () => {
    expect(isGuiFrame({ origin: "app://waypost", parent: null })).toBe(true);
  });

  test.each([
    // A preview that became the main frame has the GUI's address, in a sandbox.
    { origin: "null", parent: null },
    { origin: "app://other", parent: null },
    { origin: "https://example.org", parent: null },
    { origin: "app://waypost", parent: {} },
    null,
  ])("not %j", (frame) => {
    expect(isGuiFrame(frame)).toBe(false);
  });
});

test("the key goes with requests of the GUI alone", () => {
  const asked = (headers: Record<string, string>) => isGuiRequest(new Headers(headers));
  expect(asked({})).toBe(true);
  expect(asked({ "sec-fetch-site": "same-origin", origin: "app://waypost" })).toBe(true);
  for (const site of ["cross-site", "same-site", "none"]) {
    expect(asked({ "sec-fetch-site": site })).toBe(false);
  }
  for (const origin of ["null", "https://example.org", "app://waypost.example"]) {
    expect(asked({ origin })).toBe(false);
  }
});

test.each([
  ["https://example.org/a?b#c", "https://example.org/a?b#c"],
  ["http://example.org", "http://example.org/"],
  ["mailto:someone@example.org", "mailto:someone@example.org"],
  ["  HTTPS://EXAMPLE.org ", "https://example.org/"],
])("%s may be opened outside", (address, expected) => {
  expect(externalAddress(address)).toBe(expected);
});

test.each([
  "file:///etc/passwd",
  "javascript:alert(1)",
  "java\nscript:alert(1)",
  "data:text/html,x",
  "vbscript:x",
  "smb://host/share",
  "app://waypost/",
  "waypost://new",
  "ms-settings:",
  "C:\\Windows\\System32\\calc.exe",
  "/etc/passwd",
  "example.org",
  "",
])("%j stays inside", (address) => {
  expect(externalAddress(address)).toBeNull();
});
