import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { failingFiles } from "../failingFiles.ts";
import { clicksOfRound } from "./clicksOfRound.ts";
import { all, countedIn, fill, linesOf, logs, march, openEarly } from "./oldLog.ts";
import { copyOf, folderOfLinks } from "../testFolder.ts";
import { isFull } from "../../../support/full.ts";

test("after a failure at any call, every click is counted and the next try finishes", async () => {
  const filled = await folderOfLinks();
  const first = await openEarly(filled);
  await fill(first);
  await first.close();
  let call = 1;
  for (let isThrough = false; !isThrough; call += 1) {
    const dir = copyOf(filled);
    const failing = failingFiles();
    const store = await openEarly(dir, { files: failing.files });
    failing.failAt(call, "EIO");
    await store.clicks.forgetBefore(march).catch(() => undefined);
    isThrough = !failing.hasFailed();
    // As a process that dies here leaves it.
    const left = copyOf(dir);
    failing.failAt(null, "EIO");
    await store.close();
    expect(await countedIn(left)).toEqual(all);
    const again = await openEarly(left);
    await again.clicks.forgetBefore(march);
    await again.close();
    expect(logs(left)).toEqual(["2026-03.ndjson"]);
    expect(linesOf(left, "2026-03")).toHaveLength(20);
    expect(await countedIn(left)).toEqual(all);
  }
  expect(call).toBeGreaterThan(15);
});

test("a process that is killed while it deletes old clicks loses none that it answered", async () => {
  const dir = await folderOfLinks();
  const kills = isFull ? 10 : 3;
  let rounds = 0;
  for (let kill = 1; kill <= kills; kill += 1) {
    const program = join(import.meta.dirname, "forgetter.ts");
    const child = spawn(process.execPath, [program, dir, String(rounds)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const exited = once(child, "exit");
    let left = 150 + kill * 37;
    for await (const line of createInterface(child.stdout)) {
      expect(line).toBe("answered");
      rounds += 1;
      left -= 1;
      if (left === 0) child.kill("SIGKILL");
    }
    await exited;
  }
  const counted = (await countedIn(dir)).reduce((sum, [, clicks]) => sum + clicks, 0);
  expect(counted).toBeGreaterThanOrEqual(rounds * clicksOfRound);
  // Beyond those that were told: at most one round at each kill.
  expect(counted).toBeLessThanOrEqual((rounds + kills) * clicksOfRound);
  const store = await openEarly(dir);
  await store.clicks.forgetBefore(Date.parse("2030-01-01T00:00:00Z"));
  expect(logs(dir)).toHaveLength(1);
  expect(linesOf(dir, logs(dir)[0]?.replace(".ndjson", "") ?? "")).toEqual([]);
  expect((await countedIn(dir)).reduce((sum, [, clicks]) => sum + clicks, 0)).toBe(counted);
});
