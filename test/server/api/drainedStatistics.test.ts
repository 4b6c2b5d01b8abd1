import { afterAll, beforeAll, expect, test } from "vitest";
import { schema } from "../../../src/mirror/worker/control/schema.ts";
import { clickLine } from "../../../src/server/store/clicks/clickLine.ts";
import { exported } from "../../support/exporting.ts";
import { type LocalEdge, startLocalEdge } from "../../support/localEdge.ts";
import { makeMirroredFolder } from "../../support/mirroredFolder.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";

/** A home that slept over the end of October, while its mirror answered. */
let server: TestServer;
let edge: LocalEdge;
let now = Date.parse("2026-10-20T12:00:00Z");
let id = 0;

const mirrored = [
  { at: "2026-09-15T08:00:00Z", country: "NL" },
  { at: "2026-10-21T09:00:00Z", country: "IR" },
  { at: "2026-10-31T23:30:00Z", country: "IR" },
  { at: "2026-11-01T10:00:00Z", country: "DE" },
  { at: "2026-11-02T09:59:00Z", bot: "Googlebot" },
];

beforeAll(async () => {
  edge = await startLocalEdge({ clock: () => now });
  for (const statement of schema) edge.database.sqlite.exec(statement);
  const dataDir = await makeDataDir();
  await makeMirroredFolder(dataDir, edge);
  server = await startTestServer({ dataDir, clock: () => now });
  const { body } = await server.api("POST", "/api/url/add", {
    url: "https://example.com/",
    custom: "spring",
  });
  ({ id } = body);
  await server.visit("/spring");
  now = Date.parse("2026-11-02T10:00:00Z");
  await server.visit("/spring");
  now += 60_000;
});
afterAll(async () => {
  await server.stop();
  await edge.close();
});

// oxlint-disable-next-line typescript/no-explicit-any -- an answer; tests say what they expect of it
async function october(by: string, from = "2026-10-01"): Promise<any> {
  const query = `link=${id}&from=${from}&to=2026-10-31&lines=true&wait=10&by=${by}`;
  return (await server.api("GET", `/api/statistics?${query}`)).body.statistics;
}

async function drain(): Promise<void> {
  const { body } = await server.api("POST", "/api/edge/pull", undefined, server.localKey);
  expect(body.data).toMatchObject({ problem: null, drain: { waiting: 0 } });
}

test("what a mirror counted while home slept stands in its own days, in counters, lines, lists and files", async () => {
  expect(await october("day")).toMatchObject({ clicks: 1, kept: { missing: 0 } });
  const insert = edge.database.sqlite.prepare("insert into clicks (line) values (?)");
  for (const [place, { at, ...kind }] of mirrored.entries()) {
    const visitor = kind.bot === undefined ? { visitor: String(place).padStart(16, "A") } : {};
    insert.run(clickLine({ at: Date.parse(at), link: id, ...visitor, ...kind }));
  }
  await drain();
  await drain();

  const found = await october("month");
  expect(found).toMatchObject({
    clicks: 3,
    visitors: { count: 3 },
    kept: { isWhole: true, missing: 0 },
  });
  expect(found.lists.countries[0]).toMatchObject({ key: "IR", clicks: 2 });
  const { body: link } = await server.api("GET", `/api/url/${id}`);
  expect(link.data.clicks).toBe(6);
  const { body: last } = await server.api("GET", `/api/statistics/last?link=${id}&limit=4`);
  expect(last.clicks.map(({ date }: { date: string }) => date)).toEqual([
    "2026-11-02 10:00:00",
    "2026-11-02 09:59:00",
    "2026-11-01 10:00:00",
    "2026-10-31 23:30:00",
  ]);
  const { text } = await exported(server, {
    what: "clicks",
    format: "clicks-csv",
    select: { all: true },
    from: "2026-10-01",
    to: "2026-11-01",
  });
  expect(text.trim().split("\r\n").slice(1)).toHaveLength(3);
});

test("what is older than the retention leaves the files, and stays counted", async () => {
  const body = { set: { "privacy.retentionDays": 10 } };
  expect((await server.api("PUT", "/api/settings", body, server.localKey)).status).toBe(200);
  // Another day's question has nothing that was read before.
  let from = Date.parse("2026-08-01");
  const anew = () => {
    from += 86_400_000;
    return october("day", new Date(from).toISOString().slice(0, 10));
  };
  await expect.poll(async () => (await anew()).kept.missing, { interval: 100 }).toBe(3);
  expect(await anew()).toMatchObject({ clicks: 4, visitors: { count: 1, apart: false } });
});
