import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeAll, expect, test } from "vitest";
import { compatibilityDate } from "../../src/mirror/home/cloudflare/cloudflare.ts";
import { keys } from "../../src/mirror/wire/rows.ts";
import { openEdgeDatabase } from "../support/edgeDatabase.ts";
import {
  savedInMemory,
  linesInMemory,
  rowsInMemory,
  startMirroredHome,
} from "../support/mirroredHome.ts";
import { chrome } from "../support/userAgents.ts";
import { type Engine, nodeEngine, workersEngine } from "./engine.ts";
import { siteRow } from "./pushedRows.ts";
import { workerScript } from "./workerScript.ts";

/** The meter adds up what the network's own database counts: here both engines are held against it. */
const engines: readonly (readonly [string, Engine | null])[] = [
  ["Node’s engine", nodeEngine],
  ["the network’s own engine", workersEngine()],
];
const here = engines.flatMap(([name, engine]) =>
  engine === null ? [] : [[name, engine] as const],
);

beforeAll(() => {
  if (here.length === 1) console.log("workerd is not installed: Node’s engine alone was tried.");
});

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const site = JSON.stringify(siteRow);
const aliasRow = (at: number, url = `https://example.com/${at}`) =>
  JSON.stringify({ v: 1, links: [{ id: at, alias: `link-${at}`, url }] });

test.each(here)("%s writes and counts what a mirror costs", async (_name, engine) => {
  const folder = await mkdtemp(join(tmpdir(), "waypost-counts-"));
  ends.push(() => rm(folder, { recursive: true, force: true }));
  const database = openEdgeDatabase();
  ends.push(() => database.close());
  const secret = "a secret that only home and its edge know";
  const worker = await engine({
    script: await readFile(await workerScript(), "utf8"),
    compatibilityDate,
    secret,
    databaseId: "counts",
    database,
    folder,
  });
  ends.push(() => worker.close());
  const ask = (url: string | URL | Request, init?: RequestInit) =>
    worker.fetch(new Request(url, init), "NL");

  const edge = { address: "http://edge.example", secret };
  const source = rowsInMemory([[keys.site, site]]);
  for (let at = 1; at <= 1_100; at += 1)
    source.put(keys.alias(undefined, `link-${at}`), aliasRow(at));
  const clicks = linesInMemory();
  const { mirror } = startMirroredHome({
    edge,
    source,
    saved: savedInMemory(edge),
    clicks,
    fetch: ask,
  });
  ends.push(() => mirror.close());
  let before = 0;
  /** Rows that the meter has gone on by. */
  function spent(): number {
    expect(mirror.state()).toMatchObject({ problem: null, waiting: 0 });
    const { written } = mirror.state().meter;
    const rows = written - before;
    before = written;
    return rows;
  }

  // A row each; two for each of three calls, and one by which it becomes this home's.
  await mirror.push();
  expect(spent()).toBe(1_101 + 3 * 2 + 1);

  source.put(keys.alias(undefined, "link-1"), aliasRow(1, "https://example.com/other"));
  source.put(keys.alias(undefined, "link-2"), null);
  source.put(keys.alias(undefined, "link-3"), aliasRow(3));
  await mirror.push();
  expect(spent()).toBe(2 + 2);

  const headers = { "user-agent": chrome, "cf-connecting-ip": "203.0.113.7" };
  for (let at = 0; at < 3; at += 1) {
    const visited = await ask(`${edge.address}/link-1`, { headers, redirect: "manual" });
    expect(visited.headers.get("location")).toBe("https://example.com/other");
  }
  await expect
    .poll(async () => {
      await mirror.drain();
      return clicks.lines.length;
    })
    .toBe(3);
  expect(JSON.parse(clicks.lines[0] ?? "")).toMatchObject({ link: 1, country: "NL" });
  // Three clicks written, two of them deleted, and a row for each call.
  const calls = spent() - 5;
  expect(calls).toBeGreaterThanOrEqual(2);

  // Of 50 who come at once ten get the clicks that are left. Each is worth a row more.
  const limit = { most: 13, from: 3, generation: 1 };
  const limited = { id: 4, alias: "link-4", url: "https://example.com/4", limit };
  source.put(keys.alias(undefined, "link-4"), JSON.stringify({ v: 3, links: [limited] }));
  await mirror.push();
  expect(spent()).toBe(1 + 2);
  const visit = async () =>
    (await ask(`${edge.address}/link-4`, { headers, redirect: "manual" })).status;
  const statuses = await Promise.all(Array.from({ length: 50 }, visit));
  expect(statuses.filter((status) => status === 302).length).toBe(10);
  expect(statuses.filter((status) => status === 410).length).toBe(40);
  await mirror.drain();
  expect(clicks.lines.length).toBe(3 + 10);
  // Ten clicks and their limit, ten of the clicks before the newest deleted, and a row for each call.
  expect(spent() - 30).toBeGreaterThanOrEqual(2);

  await mirror.wipe();
  expect(mirror.state()).toMatchObject({ problem: null, edge: { rows: 0 } });
  const gone = await ask(`${edge.address}/link-1`, { headers, redirect: "manual" });
  expect(gone.status).toBe(404);
});
