import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { createVisitorKeys } from "../../../../src/server/features/clicks/visitorKeys.ts";

const one = createVisitorKeys(Buffer.alloc(32, 1).toString("base64url"));

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
  const other = createVisitorKeys(Buffer.alloc(32, 2).toString("base64url"));
  expect(other.keyOf("203.0.113.7", "Firefox")).not.toBe(one.keyOf("203.0.113.7", "Firefox"));
});

test("a key is the beginning of a keyed hash, as it always was, however long the texts are", () => {
  const secret = Buffer.alloc(32, 9);
  const visitors = createVisitorKeys(secret.toString("base64url"));
  for (const userAgent of ["", "Firefox", "é€😀".repeat(500), "x".repeat(10_000), "Firefox"]) {
    const hash = createHmac("sha256", secret).update(`2001:db8::7\n${userAgent}`).digest();
    const key = hash.subarray(0, 12).toString("base64url");
    expect(visitors.keyOf("2001:db8::7", userAgent)).toBe(key);
  }
});

test("whoever comes between two visits of another changes nothing", () => {
  const key = one.keyOf("203.0.113.7", "Firefox");
  one.keyOf("203.0.113.8", "Firefox");
  one.keyOf(null, "Firefox");
  expect(one.keyOf("203.0.113.7", "Firefox")).toBe(key);
});
