import { expect, test } from "vitest";
import { createVisitors } from "../../../src/server/services/visitors.ts";

const one = createVisitors(Buffer.alloc(32, 1).toString("base64url"));

test("the same address and browser are the same visitor, another of either is another", () => {
  const key = one.keyOf("203.0.113.7", "Firefox");
  expect(key).toMatch(/^[\w-]{16}$/);
  expect(one.keyOf("203.0.113.7", "Firefox")).toBe(key);
  expect(one.keyOf("203.0.113.8", "Firefox")).not.toBe(key);
  expect(one.keyOf("203.0.113.7", "Chrome")).not.toBe(key);
});

test("without an address the browser alone makes the visitor", () => {
  expect(one.keyOf(null, "Firefox")).toBe(one.keyOf(null, "Firefox"));
  expect(one.keyOf(null, "Firefox")).not.toBe(one.keyOf(null, "Chrome"));
});

test("another service gives the same visitor another key", () => {
  const other = createVisitors(Buffer.alloc(32, 2).toString("base64url"));
  expect(other.keyOf("203.0.113.7", "Firefox")).not.toBe(one.keyOf("203.0.113.7", "Firefox"));
});
