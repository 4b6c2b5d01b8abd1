import { existsSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { withSetupLock } from "../../scripts/setupLock.mjs";

let folder: string;
let lock: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "waypost-lock-"));
  lock = join(folder, "lock");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function heldBy(pid: string): void {
  mkdirSync(lock);
  writeFileSync(join(lock, "pid"), pid);
}

const work = () => Promise.resolve("done");

test("two set-ups of one folder take turns", async () => {
  const order: string[] = [];
  const turn = (name: string) =>
    withSetupLock(
      async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setImmediate(resolve));
        order.push(`${name} ends`);
      },
      { lock },
    );
  await Promise.all([turn("one"), turn("other")]);
  expect(order).toEqual(["one begins", "one ends", "other begins", "other ends"]);
  expect(existsSync(lock)).toBe(false);
});

test("what a set-up that has ended left behind is in nobody's way", async () => {
  // No process has a number this high.
  heldBy("999999999");
  expect(await withSetupLock(work, { lock })).toBe("done");
  mkdirSync(lock);
  utimesSync(lock, 1, 1);
  expect(await withSetupLock(work, { lock })).toBe("done");
});

test("waiting has an end, and says who holds it", async () => {
  heldBy(String(process.pid));
  await expect(withSetupLock(work, { lock, limit: 300 })).rejects.toThrow(
    `process ${process.pid} holds ${lock} and doesn't end.`,
  );
});

test("failing work gives the lock back", async () => {
  const failing = withSetupLock(() => Promise.reject(new Error("no network")), { lock });
  await expect(failing).rejects.toThrow("no network");
  expect(existsSync(lock)).toBe(false);
});
