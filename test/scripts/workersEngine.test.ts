import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { engineDir, ensureWorkersEngine } from "../../scripts/workersEngine.mjs";

let dir: string;
let asked: (readonly string[])[];

beforeEach(async () => {
  dir = await mkdtemp(join(tmpdir(), "waypost-engine-"));
  asked = [];
  await mkdir(join(dir, "node_modules"));
  await writeFile(join(dir, "package-lock.json"), "{}");
});
afterEach(() => rm(dir, { recursive: true }));

const install = (code: number | null) => (args: readonly string[]) => {
  asked.push(args);
  return Promise.resolve(code);
};

test("the engine is installed once for a lockfile, without running anything of it", async () => {
  await ensureWorkersEngine(dir, install(0));
  await ensureWorkersEngine(dir, install(0));
  expect(asked).toHaveLength(1);
  expect(asked[0]).toEqual(expect.arrayContaining(["ci", "--ignore-scripts", "--prefix", dir]));
  await writeFile(join(dir, "package-lock.json"), '{"another": true}');
  await ensureWorkersEngine(dir, install(0));
  expect(asked).toHaveLength(2);
});

test("where the registry is out of reach the tests go on without, and it is tried again", async () => {
  await ensureWorkersEngine(dir, install(1));
  await ensureWorkersEngine(dir, install(null));
  expect(asked).toHaveLength(2);
});

test("it is installed by the tests alone", async () => {
  const setup = await readFile(new URL("../../scripts/setup.mjs", import.meta.url), "utf8");
  const steps = [...setup.matchAll(/\["(\w+)", \[(.*)\]\]/g)];
  const users = steps.filter(([, , text]) => text?.includes("ensureWorkersEngine") === true);
  expect(users.map(([, name]) => name)).toEqual(["test"]);
  expect(engineDir).toMatch(/test.mirror$/);
});
