import { describe, expect, test } from "vitest";
import { externalAddress, isGuiAddress, isGuiFrame, isGuiRequest } from "../../src/main/origin.ts";

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
