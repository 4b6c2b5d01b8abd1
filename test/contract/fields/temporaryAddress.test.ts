import { expect, test } from "vitest";
import {
  isForTrial,
  isTemporaryAddress,
  isUnsure,
} from "../../../src/contract/fields/temporaryAddress.ts";

const go = "https://go.example.org";
const none = { way: null, address: null, temporary: false } as const;
const up = { way: "ssh", address: go, temporary: false } as const;

test("a name that goes with its tunnel is known as one", () => {
  expect(isTemporaryAddress("https://odd-words-here.trycloudflare.com/spring")).toBe(true);
  expect(isTemporaryAddress("https://abc123.lhr.life")).toBe(true);
  expect(isTemporaryAddress("https://links.example.org")).toBe(false);
  expect(isTemporaryAddress("https://trycloudflare.com.example.org")).toBe(false);
  expect(isTemporaryAddress("http://127.0.0.1:4080")).toBe(false);
});

test("a tunnel's random name is for a try, whatever it is called", () => {
  const named = { ...up, address: "https://quiet.example.net", temporary: true };
  expect(isForTrial("https://quiet.example.net/", named)).toBe(true);
  expect(isForTrial(go, named)).toBe(false);
  expect(isForTrial("https://a-b.trycloudflare.com", none)).toBe(true);
});

test("of a name that a command of one's own told, its owner says whether it lasts", () => {
  const told = { ...up, way: "command" as const, settings: { address: null } };
  expect(isUnsure(go, told)).toBe(true);
  expect(isUnsure(`${go}/`, told)).toBe(true);
  expect(isUnsure("https://other.example.org", told)).toBe(false);
  expect(isUnsure(go, { ...told, settings: { address: go } })).toBe(false);
  expect(isUnsure(go, { ...told, way: "ssh" })).toBe(false);
  expect(isUnsure(go, { ...told, temporary: true })).toBe(false);
});
