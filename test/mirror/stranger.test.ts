import { createServer } from "node:http";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { type LocalEdge, startLocalEdge } from "../support/localEdge.ts";
import { makeMirroredFolder } from "../support/mirroredFolder.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { homeOf, type TestHome } from "./home.ts";

const edges = new Set<LocalEdge>();
const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
  for (const edge of edges) await edge.close();
  edges.clear();
});

const destination = "https://example.org/offer";

/** A computer whose copy holds a link with these fields. */
async function startBoth(fields: object = {}) {
  const edge = await startLocalEdge();
  edges.add(edge);
  const dataDir = await makeDataDir();
  await makeMirroredFolder(dataDir, edge);
  const settings = { baseUrl: edge.address };
  const start = async (): Promise<TestHome> => {
    const server: TestServer = await startTestServer({ dataDir, settings, log: () => {} });
    ends.push(() => server.stop());
    return homeOf(server);
  };
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  const home = await start();
  const link = { url: destination, custom: "offer", ...fields };
  const id: number = (await home.api("POST", "/api/url/add", link)).body.id;
  await sync(home);
  return { edge, home, id, dataDir, start };
}

/** Both sides have met, and limits have changed hands. */
async function sync(home: TestHome) {
  await home.edge("POST", "/push");
  return home.edge("POST", "/push");
}

async function visits(base: string, count: number) {
  const options = { headers: { "user-agent": chrome, host: new URL(base).host } };
  const all = Array.from({ length: count }, () => send(base, "/offer", options));
  const found = (await Promise.all(all)).map(({ status, headers }) => headers.location ?? status);
  return {
    through: found.filter((one) => one === destination).length,
    statuses: [...new Set(found.filter((one) => typeof one === "number"))],
  };
}

/** Somebody without the secret answers at the copy's address, which went down. */
async function takePort(edge: LocalEdge, answer: (name: string) => object) {
  const asked: { readonly name: string; readonly body: string }[] = [];
  edges.delete(edge);
  await edge.close();
  const stranger = createServer((request, response) => {
    void (async () => {
      const name = request.url?.split("/").at(-1) ?? "";
      let body = "";
      for await (const piece of request) body += String(piece);
      asked.push({ name, body });
      response.end(JSON.stringify(answer(name)));
    })();
  });
  stranger.listen(Number(new URL(edge.address).port), "127.0.0.1");
  ends.push(() => {
    stranger.closeAllConnections();
    stranger.close();
  });
  return asked;
}

test("a stranger who answers at the copy's address gets no link, and gives no click and no number", async () => {
  const { edge, home, id, dataDir } = await startBoth();
  const kept = await readFile(join(dataDir, "edge.json"), "utf8");
  const { home: owner, generation, sequence } = JSON.parse(kept);
  const huge = Number.MAX_SAFE_INTEGER;
  const line = `{"at":${Date.now()},"link":${id}}`;
  const lines = { waiting: 1, first: 1, last: 1 };
  const asked = await takePort(edge, (name) =>
    name === "state"
      ? {
          now: Date.now(),
          worker: "0.1.0",
          formats: [1, 99],
          database: "0".repeat(32),
          owner: { home: owner, generation },
          sequence,
          rows: 0,
          sum: 0,
          clicks: lines,
          answers: lines,
          today: { day: 0, clicks: 0 },
          lost: 0,
          unreadable: 0,
        }
      : { sequence: huge, written: huge, rows: [], sum: 0, clicks: [[1, line]], answers: [] },
  );
  await home.api("POST", "/api/url/add", { url: "https://example.org/private", custom: "new" });
  for (const path of ["/push", "/pull", "/check"]) {
    const { problem } = await home.edge("POST", path);
    expect([path, problem?.code]).toEqual([path, "unproven"]);
  }
  expect([...new Set(asked.map(({ name, body }) => `${name} ${body}`))]).toEqual(["state {}"]);
  expect((await home.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(0);
  expect(JSON.parse(await readFile(join(dataDir, "edge.json"), "utf8"))).toMatchObject({
    sequence,
    generation,
  });
});

test("a link that the copy counts stays closed here if edge.json is damaged, until the copy is given up", async () => {
  const { home, edge, dataDir, start } = await startBoth({ maxclicks: 10 });
  expect(await visits(edge.address, 4)).toEqual({ through: 4, statuses: [] });
  await home.stop();
  await writeFile(join(dataDir, "edge.json"), "{");
  let again = await start();
  const own = () => new URL(again.baseUrl).origin;
  expect(await visits(own(), 3)).toEqual({ through: 0, statuses: [503] });
  await again.stop();
  again = await start();
  expect(await visits(own(), 3)).toEqual({ through: 0, statuses: [503] });
  await again.follow("/remove", { forget: true });
  expect((await visits(own(), 1)).through).toBe(1);
});

test("a copy that is put back to an earlier state gives no click of a limited link again", async () => {
  const { home, edge, id } = await startBoth({ maxclicks: 10 });
  expect((await visits(edge.address, 2)).through).toBe(2);
  await sync(home);
  const { sqlite } = edge.database;
  const tables = ["mirror", "clicks", "answers", "limits", "state"];
  for (const table of tables) sqlite.exec(`create table old_${table} as select * from ${table}`);
  expect((await visits(edge.address, 20)).through).toBe(8);
  await home.edge("POST", "/pull");
  for (const table of tables) {
    sqlite.exec(`delete from ${table}; insert into ${table} select * from old_${table}`);
  }
  edge.restart();
  expect((await sync(home)).problem).toBeNull();
  expect(await visits(edge.address, 20)).toEqual({ through: 0, statuses: [410] });
  await sync(home);
  expect((await home.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(10);
});
