import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { link, linksOf, newFolder, open, openForTest } from "./testFolder.ts";
import { isFull } from "../../support/full.ts";

interface Holder {
  readonly process: ChildProcess;
  /** Ids that the process has said to be safe. */
  readonly acknowledged: number[];
  /** Resolves once this many links are acknowledged. */
  reach(count: number): Promise<void>;
  kill(): Promise<void>;
}

async function hold(dir: string, mode: "hold" | "write"): Promise<Holder> {
  const child = spawn(process.execPath, [join(import.meta.dirname, "holder.ts"), dir, mode], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const acknowledged: number[] = [];
  const waiting = new Set<() => void>();
  let isOpen = false;
  createInterface({ input: child.stdout }).on("line", (line) => {
    if (line === "open") isOpen = true;
    else acknowledged.push(Number(line));
    for (const check of waiting) check();
  });
  function until(isReached: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      function check(): void {
        if (!isReached()) return;
        waiting.delete(check);
        resolve();
      }
      waiting.add(check);
      check();
    });
  }
  await until(() => isOpen);
  return {
    process: child,
    acknowledged,
    reach: (count) => until(() => acknowledged.length >= count),
    kill: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve());
        child.kill("SIGKILL");
      }),
  };
}

test("a second process is refused within two seconds, naming the first; after a kill it starts", async () => {
  const dir = newFolder();
  const holder = await hold(dir, "hold");
  const start = performance.now();
  await expect(open(dir)).rejects.toThrow(new RegExp(`in use by process ${holder.process.pid}\\b`));
  expect(performance.now() - start).toBeLessThan(2000);
  await holder.kill();
  const store = await openForTest(dir);
  await expect(open(dir)).rejects.toThrow(new RegExp(`in use by process ${process.pid}\\b`));
  expect(store.links.size).toBe(0);
});

test("a process that is stopped still holds its folder", async () => {
  const dir = newFolder();
  const holder = await hold(dir, "hold");
  holder.process.kill("SIGSTOP");
  const start = performance.now();
  await expect(open(dir)).rejects.toThrow(/in use by process/);
  expect(performance.now() - start).toBeLessThan(2000);
});

test("a process whose lock others keep busy still holds its folder", async () => {
  const dir = newFolder();
  await openForTest(dir);
  const lock: unknown = JSON.parse(readFileSync(join(dir, "lock.json"), "utf8"));
  const { port } = z.object({ port: z.int() }).parse(lock);
  const others = Array.from({ length: 100 }, () => connect(port, "127.0.0.1"));
  onTestFinished(() => others.forEach((socket) => void socket.destroy()));
  for (const socket of others) socket.on("error", () => undefined);
  await Promise.all(others.slice(0, 64).map((socket) => once(socket, "connect")));
  await expect(open(dir)).rejects.toThrow(/in use by process/);
});

test("of eight that start on a crashed one's folder, one gets it", async () => {
  const dir = newFolder();
  await (await hold(dir, "hold")).kill();
  const results = await Promise.allSettled(Array.from({ length: 8 }, () => open(dir)));
  const opened = results.filter((result) => result.status === "fulfilled");
  for (const result of opened) await result.value.close();
  expect(opened).toHaveLength(1);
});

const kills = isFull ? 10 : 4;

test(`nothing acknowledged is lost in ${kills} kills across compactions`, async () => {
  const dir = newFolder();
  let total = 0;
  for (let round = 0; round < kills; round += 1) {
    const holder = await hold(dir, "write");
    await holder.reach(100 + round * 37);
    await holder.kill();
    const last = Math.max(...holder.acknowledged);
    const store = await open(dir);
    expect(store.warnings.filter(({ message }) => !message.includes("cut off"))).toEqual([]);
    expect(store.links.size).toBeGreaterThanOrEqual(last);
    expect(linksOf(store)).toEqual(
      Array.from({ length: store.links.size }, (_, index) => link(index + 1)),
    );
    total = store.links.size;
    await store.close();
  }
  expect(total).toBeGreaterThan(isFull ? 2000 : 400);
});

test("a plain copy made while writing starts elsewhere with a prefix of the history", async () => {
  const dir = newFolder();
  const holder = await hold(dir, "write");
  for (let round = 1; round <= (isFull ? 15 : 3); round += 1) {
    await holder.reach(round * 60);
    const before = holder.acknowledged.length;
    const copy = newFolder();
    await copyPlainly(dir, copy);
    const store = await open(copy);
    expect(store.links.size).toBeGreaterThanOrEqual(before - 1);
    expect(linksOf(store)).toEqual(
      Array.from({ length: store.links.size }, (_, index) => link(index + 1)),
    );
    await store.close();
  }
});

/** `cp -r`: one file after the other, and files that vanish meanwhile are left out. */
function copyPlainly(from: string, to: string): Promise<void> {
  if (process.platform === "win32") {
    cpSync(from, to, { recursive: true });
    return Promise.resolve();
  }
  return new Promise((resolve) => {
    spawn("cp", ["-r", `${from}/.`, to], { stdio: "ignore" }).once("close", () => resolve());
  });
}
