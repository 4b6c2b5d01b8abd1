import { copyFile, readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type Importing, importing } from "../../support/importing.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { open } from "../store/testFolder.ts";

const importedAt = Date.parse("2026-03-12T10:00:00Z");
let now = importedAt;
let dataDir: string;
let server: TestServer;
let files: Importing;

async function start(): Promise<void> {
  const settings = { "privacy.retentionDays": "365" };
  server = await startTestServer({ dataDir, clock: () => now, settings });
  files = importing(server);
}

beforeEach(async () => {
  now = importedAt;
  dataDir = await makeDataDir();
  await start();
  await server.api("POST", "/api/url/add", { url: "https://example.com/a", custom: "spring" });
});
afterEach(() => server.stop());

const header =
  "Date,Potential bot,User agent,Referer,Country,Region,City,Visited URL,Redirect URL,Type";
const visit = (date: string, alias: string, bot = "") =>
  `${date},${bot},"${chrome}",https://news.example.com/x,Germany,Berlin,Berlin,https://s.example/${alias},https://example.com/a,valid_short_url`;
const visits = [
  header,
  visit("2026-03-10T10:00:00+00:00", "spring"),
  visit("2026-03-11T10:00:00+00:00", "spring"),
  visit("2026-03-11T11:00:00+00:00", "spring", "1"),
  visit("2026-03-11T12:00:00+00:00", "nobody"),
  visit("2012-01-01T00:00:00+00:00", "spring"),
].join("\n");

const statistics = async () => (await server.api("GET", "/api/url/1")).body.data;

test("clicks that come line by line are summed with those counted here", async () => {
  await server.visit("/spring");
  const preview = await files.preview(visits, { name: "visits.csv" });
  expect(preview.result).toMatchObject({
    format: "shlink-visits",
    kind: "clicks",
    clicks: 4,
    invalid: 1,
    problems: [{ line: 5, message: "No link has the alias “nobody”." }],
  });
  const applied = await files.apply(preview);
  expect(applied).toMatchObject({ state: "done", result: { clicks: 4, invalid: 1 } });
  expect(await statistics()).toMatchObject({
    clicks: 4,
    uniqueClicks: 1,
    topCountries: { Germany: 2 },
    topReferrers: { "news.example.com": 2 },
  });
  const { body } = await server.api("GET", "/api/url/1/history?by=day&from=2026-03-09");
  expect(body.history.map(({ clicks }: { clicks: number }) => clicks)).toEqual([0, 1, 1, 1]);

  const second = await files.apply(await files.preview(visits));
  expect(second.result).toMatchObject({ clicks: 0, unchanged: 4 });
  expect(second.change).toBeNull();
});

test("under a filter the last click is the filter's, and visitors of imported clicks aren't known", async () => {
  await files.apply(await files.preview(visits, { name: "visits.csv" }));
  await server.visit("/spring");
  const ask = async (query: string) =>
    (await server.api("GET", `/api/statistics?link=1&from=2026-03-09&wait=10&${query}`)).body
      .statistics;
  const germany = await ask("country=DE");
  expect(germany).toMatchObject({ clicks: 2, visitors: null, lastClick: "2026-03-11 10:00:00" });
  expect(germany.steps.map(({ visitors }: { visitors: unknown }) => visitors)).toEqual(
    germany.steps.map(() => null),
  );
  expect(await ask("country=unknown")).toMatchObject({ clicks: 1, visitors: { count: 1 } });
  expect(await ask("country=US")).toMatchObject({
    clicks: 0,
    visitors: { count: 0 },
    lastClick: null,
  });
  expect(await ask("lines=true")).toMatchObject({ lastClick: "2026-03-12 10:00:00" });
});

test("no address, no raw user agent and no line of what is past its time is kept", async () => {
  const { change } = await files.apply(await files.preview(visits));
  const text = await readFile(join(dataDir, "clicks", `import-${change}.ndjson`), "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines).toHaveLength(4);
  expect(lines[0]).toEqual({
    id: expect.any(String) as string,
    at: Date.parse("2026-03-10T10:00:00Z"),
    link: 1,
    imported: true,
    country: "DE",
    browser: "Chrome",
    os: expect.any(String) as string,
    device: expect.any(String) as string,
    referrer: "news.example.com",
  });
  expect(lines[3]).toEqual({ link: 1, clicks: 1, bots: 0, ids: [expect.any(String)] });
  expect(text).not.toContain("Mozilla");
});

test("they are there after the next start", async () => {
  await server.visit("/spring");
  await files.apply(await files.preview(visits));
  await server.close();
  await start();
  expect((await statistics()).clicks).toBe(4);
});

test("a year later their lines are gone, and what they add up to isn't", async () => {
  const { change } = await files.apply(await files.preview(visits));
  const before = await statistics();
  await server.close();
  const document = await readFile(join(dataDir, "waypost.json"), "utf8");
  expect(JSON.parse(document).clickImports).toMatchObject([{ clicks: 3, bots: 1 }]);
  now += 366 * 86_400_000;
  await start();
  const after = await statistics();
  for (const name of ["clicks", "topCountries", "topReferrers", "topBrowsers"]) {
    expect([name, after[name]]).toEqual([name, before[name]]);
  }
  const path = join(dataDir, "clicks", `import-${change}.ndjson`);
  await expect.poll(async () => readFile(path, "utf8")).not.toContain('"at"');
  expect((await files.apply(await files.preview(visits))).result).toMatchObject({
    clicks: 0,
    unchanged: 4,
  });
});

test("an undo takes them away, and another one brings them back", async () => {
  const undo = async (id: number) => {
    const path = `/api/changes/${id}/undo`;
    const { body } = await server.api("POST", path, { preview: true });
    return (await server.api("POST", path, { token: body.preview.token, wait: 10 })).body.job;
  };
  const { change } = await files.apply(await files.preview(visits));
  expect((await statistics()).clicks).toBe(3);
  const undone = await undo(change);
  expect((await statistics()).clicks).toBe(0);
  await undo(undone.change);
  await expect.poll(async () => (await statistics()).clicks).toBe(3);
});

test("an import of clicks that the server's stop cuts off counts what it wrote, and the rest comes later", async () => {
  const many = [
    header,
    ...Array.from({ length: 12_000 }, (_, at) =>
      visit(new Date(importedAt - (at + 1) * 60_000).toISOString(), "spring"),
    ),
  ].join("\n");
  const { id, result } = await files.preview(many);
  const path = `/api/import/${id}/apply`;
  const { body } = await server.api("POST", path, { token: result.token, wait: 0 });
  const job = async () => (await server.api("GET", `/api/jobs/${body.job.id}`)).body.job;
  await expect.poll(async () => (await job()).done).toBeGreaterThan(0);
  await server.close();
  await start();
  const stopped = await job();
  const written = stopped.result.clicks;
  expect((await statistics()).clicks).toBe(written);
  const rest = await files.apply(await files.preview(many));
  expect(rest.result).toMatchObject({ clicks: 12_000 - written, unchanged: written });
  expect((await statistics()).clicks).toBe(12_000);
});

test("an import keeps the file of a restored import that has the number of its change", async () => {
  const applied = await files.apply(await files.preview(visits, { name: "visits.csv" }));
  await server.stop();
  const store = await open(dataDir);
  const [came] = store.clickImports.values();
  if (came === undefined) throw new TypeError("No clicks came.");
  const sets = Array.from({ length: 20 }, (_, at) => came.set + 1 + at);
  await store.commit(
    sets.map((set) => ({ put: "clickImports", record: { ...came, id: set + 100, set } })),
  );
  await store.close();
  const folder = join(dataDir, "clicks");
  const fileOf = (set: number) => join(folder, `import-${set}.ndjson`);
  for (const set of sets) await copyFile(fileOf(came.set), fileOf(set));
  await start();

  const later = [header, visit("2026-03-12T09:00:00+00:00", "spring")].join("\n");
  const next = await files.apply(await files.preview(later, { name: "later.csv" }));
  expect(next).toMatchObject({ state: "done", result: { clicks: 1 } });
  expect(next.change).toBeGreaterThan(Math.max(applied.change, ...sets));
  expect(await readFile(fileOf(next.change), "utf8")).toMatch(/^[^\n]+\n$/);
  const kept = await readFile(fileOf(came.set), "utf8");
  for (const set of sets) expect(await readFile(fileOf(set), "utf8")).toBe(kept);
  expect((await readdir(folder)).filter((name) => name.endsWith(".stray"))).toEqual([]);
});
