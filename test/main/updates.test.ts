import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createUpdates, openUpdateChoice, type UpdatesParts } from "../../src/main/updates.ts";

let calls: string[];
let newest: string | null;
let failing: string | null;
let isDaily: boolean;

beforeEach(() => {
  calls = [];
  newest = null;
  failing = null;
  isDaily = false;
});
afterEach(() => {
  vi.useRealTimers();
});

async function call(name: string): Promise<void> {
  calls.push(name);
  if (failing === name) throw new Error("no network");
}

const parts: UpdatesParts = {
  async load() {
    await call("load");
    return {
      async look() {
        await call("look");
        return newest;
      },
      async fetch(told) {
        told(40);
        await call("fetch");
      },
      install: () => void calls.push("install"),
    };
  },
  choice: {
    isDaily: () => isDaily,
    setDaily(wanted) {
      isDaily = wanted;
    },
  },
  clock: () => Date.parse("2026-03-01T10:00:00Z"),
  end: () => call("end"),
};

test("nothing is loaded or looked for unless the owner wants it", async () => {
  const updates = createUpdates(parts);
  updates.begin();
  expect(await updates.ask("state")).toEqual({
    canLook: true,
    isDaily: false,
    lookedAt: null,
    step: "idle",
    version: null,
    percent: null,
  });
  expect(calls).toEqual([]);
});

test("a new version is told, then fetched, then installed, each when it is asked for", async () => {
  newest = "1.2.0";
  const updates = createUpdates(parts);
  expect(await updates.ask("look")).toMatchObject({
    step: "available",
    version: "1.2.0",
    lookedAt: "2026-03-01T10:00:00.000Z",
  });
  expect(await updates.ask("install")).toMatchObject({ step: "available" });
  expect(calls).toEqual(["load", "look"]);
  expect(await updates.ask("fetch")).toMatchObject({ step: "fetching" });
  await vi.waitFor(async () => {
    expect(await updates.ask("state")).toMatchObject({ step: "ready", version: "1.2.0" });
  });
  expect(calls).toEqual(["load", "look", "fetch"]);
  // What was counted and written is on disk before the new version starts.
  await updates.ask("install");
  expect(calls).toEqual(["load", "look", "fetch", "end", "install"]);
});

test("what is fetched stays ready when it is looked again", async () => {
  newest = "1.2.0";
  const updates = createUpdates(parts);
  await updates.ask("look");
  await updates.ask("fetch");
  await vi.waitFor(async () => {
    expect(await updates.ask("look")).toMatchObject({ step: "ready" });
  });
});

test("the newest version is said to be that", async () => {
  expect(await createUpdates(parts).ask("look")).toMatchObject({ step: "current", version: null });
});

test("what fails is said, and can be asked for again", async () => {
  newest = "1.2.0";
  const updates = createUpdates(parts);
  failing = "load";
  expect(await updates.ask("look")).toMatchObject({ step: "not looked", lookedAt: null });
  failing = "look";
  expect(await updates.ask("look")).toMatchObject({ step: "not looked" });
  failing = "fetch";
  await updates.ask("look");
  await updates.ask("fetch");
  await vi.waitFor(async () => {
    expect(await updates.ask("state")).toMatchObject({ step: "not fetched", version: "1.2.0" });
  });
  failing = "end";
  await updates.ask("fetch");
  await vi.waitFor(async () => {
    expect(await updates.ask("state")).toMatchObject({ step: "ready" });
  });
  expect(await updates.ask("install")).toMatchObject({ step: "ready" });
  expect(calls).not.toContain("install");
});

test("where the owner wants it, it is looked at the start and once a day", async () => {
  vi.useFakeTimers();
  const updates = createUpdates(parts);
  updates.begin();
  await vi.advanceTimersByTimeAsync(50 * 60 * 60_000);
  expect(calls).toEqual([]);
  expect(await updates.ask("daily")).toMatchObject({ isDaily: true });
  await vi.advanceTimersByTimeAsync(50 * 60 * 60_000);
  expect(calls.filter((each) => each === "look")).toHaveLength(3);
  await updates.ask("never");
  await vi.advanceTimersByTimeAsync(50 * 60 * 60_000);
  expect(calls.filter((each) => each === "look")).toHaveLength(3);
});

test("a program without an address never looks", async () => {
  isDaily = true;
  const updates = createUpdates({ ...parts, load: null });
  updates.begin();
  expect(await updates.ask("look")).toMatchObject({ canLook: false, step: "idle" });
});

test("the choice is kept; without a readable one the answer is no", () => {
  const dir = mkdtempSync(join(tmpdir(), "waypost-updates-"));
  const file = join(dir, "updates.json");
  expect(openUpdateChoice(file).isDaily()).toBe(false);
  openUpdateChoice(file).setDaily(true);
  expect(openUpdateChoice(file).isDaily()).toBe(true);
  writeFileSync(file, '{"isDaily": "perhaps"}');
  expect(openUpdateChoice(file).isDaily()).toBe(false);
  rmSync(dir, { recursive: true });
});
