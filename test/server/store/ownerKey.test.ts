import { chmodSync, chownSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { markIn, ownMark } from "../../../src/server/store/ownerKey.ts";
import { disk } from "../../../src/server/store/fileSystem.ts";
import { canBeOther, otherUid } from "../../support/otherUser.ts";
import { newFolder } from "./testFolder.ts";

function newState(): string {
  const before = process.env["XDG_STATE_HOME"];
  const state = newFolder();
  process.env["XDG_STATE_HOME"] = state;
  onTestFinished(() => {
    if (before === undefined) delete process.env["XDG_STATE_HOME"];
    else process.env["XDG_STATE_HOME"] = before;
  });
  return state;
}

test.runIf(canBeOther).each([".", "owner.key"])(
  "as root: a key is none of ours when another user owns %j of its folder",
  async (name) => {
    const state = newState();
    expect(await ownMark()).not.toBeNull();
    chownSync(join(state, "waypost", name), otherUid, otherUid);
    expect(await ownMark()).toBeNull();
  },
);

test.runIf(process.platform !== "win32")(
  "a key is none of ours when other users can replace its folder",
  async () => {
    const state = newState();
    expect(await ownMark()).not.toBeNull();
    chmodSync(state, 0o777);
    expect(await ownMark()).toBeNull();
  },
);

test("of many that start at once, one makes the key, and all have it", async () => {
  const state = newState();
  const [here, there] = [newFolder(), newFolder()];
  const marks = await Promise.all(
    Array.from({ length: 40 }, async () => (await markIn(disk, here))("a fact")),
  );
  expect(new Set(marks).size).toBe(1);
  expect((await markIn(disk, here))("a fact")).toBe(marks[0]);
  expect((await markIn(disk, here))("another fact")).not.toBe(marks[0]);
  expect((await markIn(disk, there))("a fact")).not.toBe(marks[0]);
  expect(readdirSync(join(state, "waypost"))).toEqual(["owner.key"]);
  expect(statSync(join(state, "waypost", "owner.key")).mode & 0o777).toBe(0o600);
});
