import { expect, test } from "vitest";
import { externalAddress } from "../../src/main/externalAddress.ts";

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
