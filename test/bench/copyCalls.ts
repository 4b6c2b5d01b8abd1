import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { compatibilityDate } from "../../src/mirror/home/cloudflare/cloudflare.ts";
import { createEdgeClient } from "../../src/mirror/home/client.ts";
import { keys } from "../../src/mirror/wire/rows.ts";
import { workersEngine } from "../mirror/engine.ts";
import { type PushedRow, pushedRow, siteRow, turnsOf } from "../mirror/pushedRows.ts";
import { workerScript } from "../mirror/workerScript.ts";
import { openEdgeDatabase } from "../support/edgeDatabase.ts";
import { chrome } from "../support/userAgents.ts";
import { processorTime } from "./processorTime.ts";

/**
 * Prints the processor time of each kind of call in the network's own engine: of the Worker and of its database together, so
 * it's more than the 10 ms of the free plan count. Run it with `node test/bench/copyCalls.ts`, after `npm ci` in `test/mirror`.
 */
const rounds = 20;
const engine = workersEngine();
if (engine === null) throw new Error("Run npm ci in test/mirror first.");

const folder = mkdtempSync(join(tmpdir(), "waypost-calls-"));
const secret = "a secret that only home and its edge know";
const unused = openEdgeDatabase();
const worker = await engine({
  script: readFileSync(await workerScript(), "utf8"),
  compatibilityDate,
  secret,
  databaseId: "calls",
  database: unused,
  folder,
});
const ask = (url: string | URL | Request, init?: RequestInit) =>
  worker.fetch(new Request(url, init), "NL");
const client = createEdgeClient({
  address: () => "https://go.example",
  secret: () => secret,
  clock: Date.now,
  fetch: ask,
});
await client.adopt({ home: "home", generation: 1 });

const turn = turnsOf(1e9);

const [pid] = spawnSync("pgrep", ["-P", String(process.pid), "workerd"], { encoding: "utf8" })
  .stdout.trim()
  .split("\n")
  .map(Number);

/** Milliseconds of a call. */
async function measure(what: string, call: (round: number) => Promise<unknown>): Promise<void> {
  for (let round = 0; round < 5; round += 1) await call(-1 - round);
  const before = processorTime(pid ?? 0) ?? 0;
  for (let round = 0; round < rounds; round += 1) await call(round);
  const spent = (processorTime(pid ?? 0) ?? 0) - before;
  console.log(`${what.padEnd(64)}${((spent * 1_000) / rounds).toFixed(1).padStart(8)} ms`);
}

const push = (upserts: readonly PushedRow[]) => client.push({ ...turn(), upserts, removes: [] });
const url = `https://example.org/${"x".repeat(60)}`;
const linkRow = (id: number, edition: number, more: object = {}): PushedRow =>
  pushedRow(keys.alias(undefined, `link-${id}`), {
    v: 1,
    links: [{ id, alias: `link-${id}`, url: `${url}?${edition}`, ...more }],
  });

const site = { ...siteRow, shortBase: "https://go.example", usernames: ["maker"] };
await push([pushedRow(keys.site, site)]);

await measure("state", () => client.state());
for (const count of [100, 250, 500]) {
  const rows = (edition: number) => Array.from({ length: count }, (_, at) => linkRow(at, edition));
  const size = Math.round(JSON.stringify(rows(0)).length / 1_000);
  await measure(`push of ${count} links, ${size} kB`, (round) => push(rows(round)));
}
for (const size of [100_000, 250_000, 500_000]) {
  const target = { location: "DE", link: url + "y".repeat(size) };
  const large = (edition: number) => linkRow(1_000_000, edition, { geotarget: [target] });
  await measure(`push of one row of ${size / 1_000} kB`, (round) => push([large(round)]));
}
for (let at = 0; at < 2_000; at += 500) {
  await push(Array.from({ length: 500 }, (_, next) => linkRow(at + next, 0)));
}
const list = (limit: number, isDeep: boolean, after: string | null = null) =>
  client.list({ ...turn(), after, limit, ...(isDeep && { isDeep }) });
await measure("list of 2,000 rows", () => list(2_000, false));
await measure("check of 200 rows of links", () => list(200, true));
const picture = "z".repeat(60_000);
for (let at = 0; at < 200; at += 4) {
  await push(
    Array.from({ length: 4 }, (_, next) =>
      pushedRow(keys.qr(`code-${at + next}`), {
        v: 1,
        codes: [{ id: at + next, code: `c-${at + next}`, svg: picture }],
      }),
    ),
  );
}
for (const limit of [5, 200]) {
  await measure(`check of ${limit} rows of QR codes with 60 kB each`, () =>
    list(limit, true, "q/"),
  );
}

const visit = (path: string) =>
  ask(`https://go.example${path}`, {
    redirect: "manual",
    headers: { "user-agent": chrome, "cf-connecting-ip": "203.0.113.7" },
  }).then((answer) => answer.text());
await measure("visit of a link", (round) => visit(`/link-${100 + round}`));
for (const count of [1_000, 3_000, 5_000]) {
  const links = Array.from({ length: count }, (_, id) => ({ id: id + 1, alias: `link-${id + 1}` }));
  const campaign = { v: 1, id: count, name: "Spring", slug: `c-${count}`, isPublic: true, links };
  const slug = { v: 1, campaigns: [{ id: count, slug: `c-${count}` }] };
  const rows = [
    pushedRow(keys.campaign(count), campaign),
    pushedRow(keys.slug(`c-${count}`), slug),
  ];
  await push(rows);
  const size = Math.round((rows[0]?.[2].length ?? 0) / 1_000);
  const status = await ask(`https://go.example/r/c-${count}`, { redirect: "manual" });
  await measure(`visit of a rotator with ${count} links, ${size} kB (${status.status})`, () =>
    visit(`/r/c-${count}`),
  );
}

const drain = (limit: number, clicksUpTo: number) =>
  client.drain({ ...turn(), clicksUpTo, answersUpTo: 0, deletes: 0, limit });
for (let at = 0; at < 600; at += 50) {
  await Promise.all(Array.from({ length: 50 }, (_, next) => visit(`/link-${at + next}`)));
}
for (const limit of [100, 250, 500]) {
  await measure(`drain of ${limit} clicks`, async () => drain(limit, 0));
}
await worker.close();
unused.close();
rmSync(folder, { recursive: true, force: true });
process.exit(0);
