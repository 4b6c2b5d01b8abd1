import { expect, test } from "vitest";
import { mayBeFramed } from "../../../src/server/outside/framing.ts";

const page = new URL("https://shop.example/page");
const own = "https://go.example/spring";

function may(policy: string | null, options: string | null = null, framing = own): boolean {
  return mayBeFramed({ policy, options }, page, new URL(framing));
}

test.each([
  [null, null],
  ["", ""],
  ["default-src 'none'", null],
  ["frame-ancestors *", null],
  ["FRAME-ANCESTORS https:", null],
  ["frame-ancestors http:", null],
  ["frame-ancestors go.example", null],
  ["frame-ancestors https://go.example", null],
  ["frame-ancestors http://go.example/path", null],
  ["frame-ancestors https://GO.example:443", null],
  ["frame-ancestors go.example:*", null],
  ["frame-ancestors 'self' *.example", null],
  ["script-src 'self'; frame-ancestors *; frame-ancestors 'none'", null],
  ["frame-ancestors *", "DENY"],
  ["default-src 'self', frame-ancestors *", "SAMEORIGIN"],
  [null, "ALLOWALL"],
  [null, "ALLOW-FROM https://other.example"],
  [null, "nonsense, more"],
])("policy %j with options %j allows it", (policy, options) => {
  expect(may(policy, options)).toBe(true);
});

test.each([
  ["frame-ancestors 'none'", null],
  ["frame-ancestors", null],
  ["frame-ancestors 'self'", null],
  ["frame-ancestors https://other.example", null],
  ["frame-ancestors *.go.example", null],
  ["frame-ancestors example", null],
  ["frame-ancestors https://go.example:8443", null],
  ["frame-ancestors ftp:", null],
  ["frame-ancestors *, frame-ancestors 'none'", null],
  ["frame-ancestors 'none'", "ALLOWALL"],
  [null, "deny"],
  [null, "SAMEORIGIN"],
  [null, "SAMEORIGIN, SAMEORIGIN"],
  [null, "SAMEORIGIN, ALLOWALL"],
  ["default-src 'self'", "DENY"],
])("policy %j with options %j refuses it", (policy, options) => {
  expect(may(policy, options)).toBe(false);
});

test("a page of the same origin is one of its own", () => {
  const same = "https://shop.example/s/spring";
  expect(may("frame-ancestors 'self'", "DENY", same)).toBe(true);
  expect(may(null, "SAMEORIGIN", same)).toBe(true);
  expect(may(null, "DENY", same)).toBe(false);
});

test("an http page and its port must be named", () => {
  const local = "http://127.0.0.1:4080/spring";
  expect(may("frame-ancestors *", null, local)).toBe(true);
  expect(may("frame-ancestors https:", null, local)).toBe(false);
  expect(may("frame-ancestors http://127.0.0.1", null, local)).toBe(false);
  expect(may("frame-ancestors http://127.0.0.1:4080", null, local)).toBe(true);
  expect(may("frame-ancestors 127.0.0.1:4080", null, local)).toBe(false);
});
