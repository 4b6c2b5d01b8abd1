import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { markOf } from "../../../src/server/store/ownerKey.ts";
import { newFolder } from "./testFolder.ts";

test("of many that start at once, one makes the key, and all have it", async () => {
  const before = process.env["XDG_STATE_HOME"];
  const state = newFolder();
  process.env["XDG_STATE_HOME"] = state;
  onTestFinished(() => {
    if (before === undefined) delete process.env["XDG_STATE_HOME"];
    else process.env["XDG_STATE_HOME"] = before;
  });
  const marks = await Promise.all(Array.from({ length: 40 }, () => markOf("a place")));
  expect(new Set(marks).size).toBe(1);
  expect(await markOf("a place")).toBe(marks[0]);
  expect(await markOf("another place")).not.toBe(marks[0]);
  expect(readdirSync(join(state, "waypost"))).toEqual(["owner.key"]);
  expect(statSync(join(state, "waypost", "owner.key")).mode & 0o777).toBe(0o600);
});
