import { cp, rm } from "node:fs/promises";
import { expect, onTestFinished, test } from "vitest";
import { exported } from "../../support/exporting.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";

const start = Date.UTC(2026, 5, 2, 12);
const url = "https://example.com/own";
const beforeurl = "https://example.com/soon";
const afterurl = "https://example.com/over";
const fetcher = { "user-agent": "TelegramBot (like TwitterBot)" };

async function folder(): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function open(dataDir: string, clock = () => start): Promise<TestServer> {
  const server = await startTestServer({ dataDir, clock, settings: { verifyDomains: "false" } });
  onTestFinished(() => server.stop());
  return server;
}

async function add(server: TestServer, fields: object): Promise<number> {
  const { body } = await server.api("POST", "/api/url/add", { url, custom: "offer", ...fields });
  expect(body).toMatchObject({ error: 0 });
  return body.id;
}

async function visits(server: TestServer, times: number, headers = { "user-agent": chrome }) {
  const all = Array.from({ length: times }, () => server.visit("/offer", headers));
  return (await Promise.all(all)).map(({ headers: { location }, status }) => location ?? status);
}

const statistics = async (server: TestServer, id: number) =>
  (await server.api("GET", `/api/url/${id}`)).body.data;

test("visits before the start and after the end are counted apart from clicks and from each other", async () => {
  let now = start;
  const server = await open(await folder(), () => now);
  const id = await add(server, {
    starts: "2026-06-02 12:00:10",
    beforeurl,
    maxclicks: 4,
    afterurl,
  });
  expect(await statistics(server, id)).toMatchObject({ visitsBefore: 0, visitsAfter: 0 });
  expect(await visits(server, 3)).toEqual([beforeurl, beforeurl, beforeurl]);
  expect(await visits(server, 2, fetcher)).toEqual([beforeurl, beforeurl]);
  expect((await server.visit("/offer", { "user-agent": chrome, purpose: "prefetch" })).status).toBe(
    302,
  );
  now += 10_000;
  const answers = await visits(server, 10);
  expect(answers.filter((to) => to === url)).toHaveLength(4);
  expect(answers.filter((to) => to === afterurl)).toHaveLength(6);
  await visits(server, 2, fetcher);
  expect(await statistics(server, id)).toMatchObject({
    clicks: 4,
    uniqueClicks: 1,
    botClicks: 0,
    visitsBefore: 3,
    visitsAfter: 6,
  });
});

test("visits to a closed link are in no statistics and no exported clicks", async () => {
  const server = await open(await folder());
  const id = await add(server, { maxclicks: 1, afterurl });
  await visits(server, 5);
  const csv = await exported(server, {
    what: "clicks",
    format: "clicks-csv",
    select: { all: true },
  });
  expect(csv.text.trim().split("\n")).toHaveLength(2);
  const last = await server.api("GET", "/api/statistics/last");
  expect(last.body.clicks).toHaveLength(1);
  const path = `/api/statistics?link=${id}&lines=true&bots=in&wait=10`;
  const { body } = await server.api("GET", path);
  expect(body.statistics).toMatchObject({
    basis: "lines",
    clicks: 1,
    bots: 0,
  });
});

test("a link without either destination has no such numbers, and its pages count nothing", async () => {
  const server = await open(await folder());
  const id = await add(server, { maxclicks: 1 });
  expect(await visits(server, 3)).toEqual([url, 410, 410]);
  const data = await statistics(server, id);
  expect(data).toMatchObject({ clicks: 1 });
  expect(data).not.toHaveProperty("visitsBefore");
  expect(data).not.toHaveProperty("visitsAfter");
});

test("visits to a closed link are counted once after a restart and after a kill", async () => {
  const dataDir = await folder();
  const server = await open(dataDir);
  const id = await add(server, { maxclicks: 2, afterurl });
  await visits(server, 42);
  const killed = await folder();
  await cp(dataDir, killed, { recursive: true, filter: (path) => !/\block|run\.json$/.test(path) });
  await server.stop();
  for (const dir of [dataDir, killed]) {
    const again = await open(dir);
    expect(await statistics(again, id)).toMatchObject({ clicks: 2, visitsAfter: 40 });
    expect(await visits(again, 1)).toEqual([afterurl]);
    await again.stop();
    const third = await open(dir);
    expect(await statistics(third, id)).toMatchObject({ clicks: 2, visitsAfter: 41 });
    await third.stop();
  }
});

test("a deleted link that is restored has the visits from before", async () => {
  const server = await open(await folder());
  const id = await add(server, { maxclicks: 1, afterurl });
  await visits(server, 4);
  const { body } = await server.api("DELETE", `/api/url/${id}/delete`);
  const undo = `/api/changes/${body.change}/undo`;
  const undone = await server.api("POST", undo, { ifUnchanged: true, wait: 10 });
  expect(undone.body).toMatchObject({ error: 0 });
  expect(await statistics(server, id)).toMatchObject({ clicks: 1, visitsAfter: 3 });
});
