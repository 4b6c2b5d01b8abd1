import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import {
  type JobRun,
  type JobService,
  openJobs,
} from "../../../../src/server/features/jobs/jobs.ts";
import { Invalid } from "../../../../src/server/common/problems.ts";

const day = 24 * 60 * 60_000;
let dataDir: string;
let now: number;
const owner = { isLocal: true };

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), "waypost-jobs-"));
  now = Date.parse("2026-03-12T10:00:00Z");
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
});

const open = (): Promise<JobService> => openJobs({ dataDir, clock: () => now, log: () => {} });

/** Work that goes on until it is told to stop. */
function endless(): { run: (job: JobRun) => Promise<never>; started: Promise<void> } {
  const { promise: started, resolve } = Promise.withResolvers<void>();
  return {
    started,
    async run({ signal, began, progress }) {
      await began(12);
      progress(3, 10);
      resolve();
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    },
  };
}

test("a job that is over within the wait is answered as over", async () => {
  const jobs = await open();
  const job = await jobs.start({
    kind: "bulk",
    wait: 10,
    async run({ progress, fail }) {
      progress(2, 2);
      fail({ line: 7, message: "is not an address" });
      return { message: "2 links were changed.", result: { matched: 2 } };
    },
  });
  expect(job).toMatchObject({
    id: 1,
    state: "done",
    phase: null,
    done: 2,
    total: 2,
    message: "2 links were changed.",
    failureCount: 1,
    failures: [{ line: 7, column: null, kind: null, id: null, message: "is not an address" }],
    result: { matched: 2 },
    endedAt: now,
  });
  await jobs.close();
});

test("one runs at a time, the next when it is over", async () => {
  const jobs = await open();
  const first = endless();
  const order: string[] = [];
  const one = await jobs.start({ kind: "bulk", wait: 0, run: first.run });
  const two = await jobs.start({
    kind: "undo",
    wait: 0,
    async run() {
      order.push("second");
      return { message: "Done." };
    },
  });
  await first.started;
  expect([await jobs.get(one.id, owner), await jobs.get(two.id, owner)]).toMatchObject([
    { phase: "starting" },
    { phase: "waiting" },
  ]);
  order.push("cancel");
  await jobs.cancel(one.id, owner);
  await jobs.start({ kind: "bulk", wait: 10, run: async () => ({ message: "Done." }) });
  expect(order).toEqual(["cancel", "second"]);
  expect(jobs.page({ page: 1, limit: 2 }, owner)).toMatchObject({
    total: 3,
    items: [{ id: 3 }, { id: 2 }],
  });
  await jobs.close();
});

test("a cancelled one says what stands and how to take it back", async () => {
  const jobs = await open();
  const work = endless();
  const { id } = await jobs.start({ kind: "apply", wait: 0, run: work.run });
  await work.started;
  expect(await jobs.cancel(id, owner)).toMatchObject({
    state: "cancelled",
    change: 12,
    message: 'Canceled. The changes made so far (3) are saved. To undo this: "waypost undo 12"',
  });
  expect(await jobs.cancel(id, owner)).toEqual(await jobs.get(id, owner));
  await jobs.close();
});

test("a failure is said in its own words, a fault of ours without any", async () => {
  const jobs = await open();
  const refused = await jobs.start({
    kind: "import",
    wait: 10,
    run: () => Promise.reject(new Invalid({ "": "The file is empty" })),
  });
  const broken = await jobs.start({
    kind: "import",
    wait: 10,
    run: () => Promise.reject(new TypeError("x is not a function")),
  });
  const forbidden = await jobs.start({
    kind: "import",
    wait: 10,
    run: () => Promise.reject(Object.assign(new Error("EACCES: open"), { code: "EACCES" })),
  });
  expect(forbidden).toMatchObject({ state: "failed", problem: "refused" });
  expect(forbidden.message).toMatch(
    /^Waypost isn't allowed to write to its data folder\. Fix the folder's permissions/,
  );
  const full = await jobs.start({
    kind: "apply",
    wait: 10,
    run: () => Promise.reject(Object.assign(new Error("ENOSPC: write"), { code: "ENOSPC" })),
  });
  expect(full).toMatchObject({ state: "failed", problem: "full" });
  expect(full.message).toMatch(/^The disk is full\. Free some space/);
  expect([refused, broken]).toMatchObject([
    { state: "failed", message: "The file is empty. Nothing was changed." },
    { state: "failed", message: "Something went wrong in the server. Nothing was changed." },
  ]);
  await jobs.close();
});

test("one that the service's end or its death cuts off says so after the next start", async () => {
  const ended = await open();
  const work = endless();
  const { id } = await ended.start({ kind: "apply", wait: 0, run: work.run });
  await work.started;
  await ended.close();
  const killed = await open();
  const later = endless();
  const second = await killed.start({ kind: "bulk", wait: 0, run: later.run });
  await later.started;

  // Nothing of the former run's memory is known to the next.
  const next = await open();
  const told = (done: string) =>
    `The server stopped while this job was running. The changes made so far${done} are saved. To undo this: "waypost undo 12"`;
  expect(await next.get(id, owner)).toMatchObject({
    state: "interrupted",
    change: 12,
    message: told(" (3)"),
  });
  // How far it was when it died is written nowhere.
  expect(await next.get(second.id, owner)).toMatchObject({
    state: "interrupted",
    change: 12,
    message: told(""),
  });
  await Promise.all([killed.close(), next.close()]);
});

test("an ended job is kept for a day, for its owner's eyes only", async () => {
  const jobs = await open();
  const told: number[] = [];
  jobs.onForgotten(async ({ id }) => void told.push(id));
  const run = async () => ({ message: "Done." });
  await jobs.start({ kind: "bulk", wait: 10, run });
  now += day / 2;
  await jobs.start({ kind: "bulk", wait: 10, run });
  const path = join(dataDir, "jobs", "1.json");
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(JSON.parse(await readFile(path, "utf8"))).toMatchObject({ id: 1, state: "done" });

  now += day / 2 + 1;
  await jobs.forgetOld();
  expect(told).toEqual([1]);
  await expect(jobs.get(1, owner)).rejects.toThrow("Job does not exist.");
  await expect(stat(path)).rejects.toThrow("ENOENT");

  now += day;
  await jobs.forgetOld();
  await jobs.close();
  const next = await open();
  expect(next.page({ page: 1, limit: 5 }, owner).items).toEqual([]);
  expect((await next.start({ kind: "bulk", wait: 10, run })).id).toBe(3);
  await next.close();
});

test("a job that an older version interrupted is read by its present state", async () => {
  const jobs = await open();
  const { id } = await jobs.start({ kind: "bulk", wait: 10, run: async () => ({ message: "" }) });
  await jobs.close();
  const path = join(dataDir, "jobs", `${id}.json`);
  const stored = JSON.parse(await readFile(path, "utf8"));
  await writeFile(path, JSON.stringify({ ...stored, state: "cut off" }));
  const next = await open();
  expect(await next.get(id, owner)).toMatchObject({ state: "interrupted" });
  await next.close();
});

test("what an ended job tells at length is read from its file, not held in memory", async () => {
  const lines: string[] = [];
  const jobs = await openJobs({ dataDir, clock: () => now, log: (line) => void lines.push(line) });
  const result = { records: Array.from({ length: 50 }, (_, id) => ({ id })) };
  const { id } = await jobs.start({
    kind: "import",
    wait: 10,
    async run({ fail }) {
      fail({ line: 7, message: "is not an address" });
      return { message: "Read.", result };
    },
  });
  expect(jobs.all()).toMatchObject([{ id, state: "done", failureCount: 1 }]);
  expect(Object.keys(jobs.all()[0] ?? {})).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:result|failures)$/)]),
  );
  const told = { message: "Read.", result, failures: [{ line: 7 }] };
  expect(await jobs.get(id, owner)).toMatchObject(told);
  expect(jobs.page({ page: 1, limit: 5 }, owner)).toMatchObject({ items: [{ message: "Read." }] });

  // Nobody loses a job for what its file has beside it.
  await writeFile(join(dataDir, "jobs", `${id}.json`), "{");
  expect(await jobs.get(id, owner)).toMatchObject({ message: "Read.", result: null, failures: [] });
  expect(lines.join()).toContain("jobs/1.json can't be read");
  await jobs.close();
});

test("a job whose file can't be one is skipped, and one with odd parts comes without them", async () => {
  const jobs = await open();
  for (const message of ["Read.", "Read again."]) {
    await jobs.start({ kind: "import", wait: 10, run: () => Promise.resolve({ message }) });
  }
  await jobs.close();
  const path = join(dataDir, "jobs", "1.json");
  const stored = JSON.parse(await readFile(path, "utf8")) as object;
  for (const wrong of [
    { endedAt: 1e300 },
    { startedAt: "today" },
    { state: { toString: 1 } },
    { kind: "constructor" },
    { scope: "everybody" },
    { done: -1 },
    { message: { a: 1 } },
  ]) {
    await writeFile(path, JSON.stringify({ ...stored, ...wrong }));
    const again = await open();
    expect(again.all().map(({ id }) => id)).toEqual([2]);
    await again.close();
  }
  const odd = { failures: null, result: "none", said: { code: 5 }, problem: 7 };
  await writeFile(path, JSON.stringify({ ...stored, ...odd }));
  const huge = join(dataDir, "jobs", "9007199254740992.json");
  await writeFile(huge, JSON.stringify({ ...stored, id: 2 ** 53 }));
  const last = await open();
  expect(await last.get(1, owner)).toMatchObject({ message: "Read.", failures: [], result: null });
  expect(last.all().map(({ id }) => id)).toEqual([1, 2]);
  await last.close();
});

test("however many files of jobs there are, only so much of them is held", async () => {
  const jobs = await open();
  await jobs.start({ kind: "import", wait: 10, run: () => Promise.resolve({ message: "Read." }) });
  await jobs.close();
  const stored = JSON.parse(await readFile(join(dataDir, "jobs", "1.json"), "utf8")) as object;
  const write = (id: number, fields: object) =>
    writeFile(join(dataDir, "jobs", `${id}.json`), JSON.stringify({ ...stored, id, ...fields }));
  for (let id = 2; id <= 1_100; id += 1) await write(id, {});
  await write(1_101, { own: { file: "x".repeat(2 ** 16) } });
  await write(1_102, { own: { file: "x".repeat(2 ** 15) } });
  const again = await open();
  const all = again.all();
  expect(all.map(({ id }) => id)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 103));
  expect(all.slice(-2).map(({ own }) => own !== undefined)).toEqual([false, true]);
  await again.close();
});

test("scripts that fill the queue leave places for the owner", async () => {
  const jobs = await open();
  const work = endless();
  const run = async () => ({ message: "Done." });
  await jobs.start({ kind: "bulk", scope: "api", wait: 0, run: work.run });
  for (let count = 1; count < 15; count += 1) {
    await jobs.start({ kind: "bulk", scope: "api", wait: 0, run });
  }
  await expect(jobs.start({ kind: "bulk", scope: "api", wait: 0, run })).rejects.toThrow(
    "Too many jobs are waiting.",
  );
  for (let count = 0; count < 5; count += 1) {
    await jobs.start({ kind: "undo", scope: "owner", wait: 0, run });
  }
  await expect(jobs.start({ kind: "undo", scope: "owner", wait: 0, run })).rejects.toThrow(
    "Too many jobs are waiting.",
  );
  await jobs.close();
});

test("one that is cancelled while it waits is over at once, and what was prepared for it goes", async () => {
  const jobs = await open();
  const work = endless();
  const order: string[] = [];
  const first = await jobs.start({ kind: "bulk", wait: 0, run: work.run });
  const second = await jobs.start({
    kind: "import",
    wait: 0,
    run: () => Promise.reject(new Error("never")),
    unrun: async () => void order.push("cleared"),
  });
  const third = await jobs.start({
    kind: "bulk",
    wait: 0,
    async run() {
      order.push("third");
      return { message: "Done." };
    },
  });
  await work.started;
  expect(await jobs.cancel(second.id, owner)).toMatchObject({
    state: "cancelled",
    message: "Canceled. Nothing was changed.",
  });
  expect(order).toEqual(["cleared"]);
  // The next one waits for the first one all the same.
  expect(await jobs.get(third.id, owner)).toMatchObject({ phase: "waiting" });
  await jobs.cancel(first.id, owner);
  await jobs.start({ kind: "bulk", wait: 10, run: async () => ({ message: "Done." }) });
  expect(order).toEqual(["cleared", "third"]);
  await jobs.close();
});

test("lists go without failures and results, which may be megabytes", async () => {
  const jobs = await open();
  const { id } = await jobs.start({
    kind: "bulk",
    wait: 10,
    async run({ fail }) {
      for (let count = 0; count < 1000; count += 1) fail({ message: "x".repeat(800) });
      return { message: "Done.", result: { matched: 1000 } };
    },
  });
  const [listed] = jobs.page({ page: 1, limit: 1000 }, owner).items;
  expect(listed).toMatchObject({ id, state: "done", message: "Done.", failureCount: 1000 });
  expect(JSON.stringify(listed).length).toBeLessThan(1000);
  expect((await jobs.get(id, owner)).failures).toHaveLength(1000);
  await jobs.close();
});
