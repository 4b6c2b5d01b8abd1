import { rm } from "node:fs/promises";
import { afterEach, expect, test } from "vitest";
import { isFull } from "../support/full.ts";
import { startLocalEdge, type Wire } from "../support/localEdge.ts";
import { makeMirroredFolder } from "../support/mirroredFolder.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { callPrefix } from "../../src/mirror/wire/calls.ts";
import { diceFrom } from "./parity/dice.ts";

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const destination = "https://example.org/offer";
const fetcher = "TelegramBot (like TwitterBot)";

const times = (found: readonly (string | number)[], answer: string | number) =>
  found.filter((one) => one === answer).length;

/** A computer and its copy, whose address short links begin with. */
async function startBoth() {
  const edge = await startLocalEdge();
  const dataDir = await makeDataDir();
  await makeMirroredFolder(dataDir, edge);
  const settings = { baseUrl: edge.address };
  const start = () => startTestServer({ dataDir, settings, log: () => {} });
  let home: TestServer = await start();
  ends.push(() => rm(dataDir, { recursive: true, force: true }));
  ends.push(() => edge.close());
  ends.push(() => home.stop());

  async function visits(base: string, count = 1, agent = chrome) {
    const options = { headers: { "user-agent": agent, host: new URL(base).host } };
    const all = Array.from({ length: count }, () => send(base, "/offer", options));
    return (await Promise.all(all)).map(({ status, headers }) => headers.location ?? status);
  }
  return {
    edge,
    add: async (fields: object) =>
      (await home.api("POST", "/api/url/add", { url: destination, custom: "offer", ...fields }))
        .body.id as number,
    update: async (id: number, fields: object) => {
      const body = { url: destination, ...fields };
      const { status } = await home.api("PUT", `/api/url/${id}/update`, body);
      expect(status).toBe(200);
    },
    clicks: async (id: number) => (await home.api("GET", `/api/url/${id}`)).body.data.clicks,
    visitsAfter: async (id: number) =>
      (await home.api("GET", `/api/url/${id}`)).body.data.visitsAfter,
    remove: async () => {
      const ask = (method: string, path = "") =>
        home.api(method, `/api/edge${path}`, method === "GET" ? undefined : {}, home.localKey);
      await ask("POST", "/remove");
      await expect.poll(async () => (await ask("GET")).body.data.set).toBe(false);
    },
    /** Whether both sides have met, and nothing waits. */
    sync: async () => {
      await edge.settled();
      const { body } = await home.api("POST", "/api/edge/push", undefined, home.localKey);
      return body.data.problem === null && body.data.push.waiting === 0;
    },
    atCopy: (count?: number, agent?: string) => visits(edge.address, count, agent),
    atHome: (count?: number, agent?: string) => visits(new URL(home.baseUrl).origin, count, agent),
    restart: async () => {
      await home.stop();
      home = await start();
    },
  };
}

test("a limited link is counted by the copy alone while its short URL leads there", async () => {
  const { add, update, clicks, sync, atCopy, atHome, edge } = await startBoth();
  edge.cut(() => "cutBefore");
  const id = await add({ maxclicks: 3 });
  expect(await atHome()).toEqual([503]);
  edge.cut(() => "open");
  expect(await sync()).toBe(true);
  expect(await atHome()).toEqual([`${edge.address}/offer`]);
  expect(await atCopy(2)).toEqual([destination, destination]);
  expect(await atCopy(2, fetcher)).toEqual([destination, destination]);
  const rest = await atCopy(3);
  expect([times(rest, destination), times(rest, 410)]).toEqual([1, 2]);
  expect(await atCopy(1, fetcher)).toEqual([410]);
  await sync();
  expect(await clicks(id)).toBe(3);
  expect(await atHome()).toEqual([410]);

  await update(id, { maxclicks: 5, afterurl: "https://example.org/over" });
  await sync();
  const all = await atCopy(4);
  expect([times(all, destination), times(all, "https://example.org/over")]).toEqual([2, 2]);
});

test("50 visitors who come to the copy at once get the 10 clicks of a link, also among link previews", async () => {
  const { add, sync, atCopy, edge } = await startBoth();
  await add({ maxclicks: 10 });
  await sync();
  const [people] = await Promise.all([atCopy(50), atCopy(30, fetcher)]);
  expect([times(people, destination), times(people, 410)]).toEqual([10, 40]);
  await edge.settled();
  const lines = edge.database.sqlite.prepare("select line from clicks where line <> ''").all();
  const ofPeople = lines.filter(({ line }) => !String(line).includes('"bot"'));
  expect(ofPeople.length).toBe(10);
});

test("visits that the copy redirects after the end are counted at home, and aren't clicks", async () => {
  const { add, clicks, visitsAfter, sync, atCopy, edge } = await startBoth();
  const afterurl = "https://example.org/over";
  const id = await add({ maxclicks: 3, afterurl });
  await sync();
  const answers = await atCopy(20);
  expect([times(answers, destination), times(answers, afterurl)]).toEqual([3, 17]);
  expect(await atCopy(2, fetcher)).toEqual([afterurl, afterurl]);
  await edge.settled();
  await sync();
  expect([await clicks(id), await visitsAfter(id)]).toEqual([3, 17]);
});

test("visitors who come right after the first push are counted, also if others came before it", async () => {
  const { add, clicks, sync, atCopy, edge } = await startBoth();
  const id = await add({});
  await sync();
  // As it was before that.
  edge.database.sqlite.exec("delete from mirror; update state set rows = 0, sum = 0");
  edge.restart();
  expect(await atCopy()).toEqual([404]);
  expect(await sync()).toBe(true);
  await expect.poll(() => atCopy()).toEqual([destination]);
  // A Worker that ends tells nobody what it couldn't write.
  edge.restart();
  await sync();
  expect(await clicks(id)).toBe(1);
});

test("a link whose limit gets a password is counted at home once the copy has stopped", async () => {
  const { add, update, clicks, sync, atCopy, atHome, edge } = await startBoth();
  const id = await add({ maxclicks: 4 });
  await sync();
  expect(await atCopy(3)).toEqual([destination, destination, destination]);
  edge.cut(() => "cutBefore");
  await update(id, { password: "a long password" });
  expect(await sync()).toBe(false);
  // The copy may still give clicks: this computer gives none.
  expect(await atHome()).toEqual([503]);
  edge.cut(() => "open");
  expect(await sync()).toBe(true);
  expect(await clicks(id)).toBe(3);
  expect(await atHome()).toEqual([401]);
  await update(id, { clear: ["password"] });
  await sync();
  const rest = await atCopy(3);
  expect([times(rest, destination), times(rest, 410)]).toEqual([1, 2]);
});

test("clicks that come just before the copy is stopped are home before another is given", async () => {
  const { add, update, clicks, sync, atCopy, edge } = await startBoth();
  const id = await add({ maxclicks: 4 });
  await sync();
  expect(await atCopy(1)).toEqual([destination]);
  await sync();
  let late = 2;
  edge.cut((path) => {
    for (; path.endsWith("/push") && late > 0; late -= 1) {
      edge.database.sqlite.exec(
        "insert into clicks (id, line) select id + 2, line from clicks order by id desc limit 1",
      );
      edge.database.sqlite.exec("update limits set given = given + 1");
    }
    return "open";
  });
  await update(id, { password: "a long password" });
  await sync();
  expect(await clicks(id)).toBe(3);
  await update(id, { clear: ["password"] });
  await sync();
  expect(times(await atCopy(3), destination)).toBe(1);
});

test("a copy that is removed leaves the clicks that are left to this computer", async () => {
  const { add, clicks, sync, atCopy, atHome, remove } = await startBoth();
  const id = await add({ maxclicks: 5 });
  await sync();
  expect(await atCopy(2)).toEqual([destination, destination]);
  await remove();
  expect(await clicks(id)).toBe(2);
  expect(await atCopy(1)).toEqual([404]);
  const later = await atHome(5);
  expect(times(later, destination)).toBe(3);
});

test("a day without rows left gives no click of a limited link, and takes none", async () => {
  const { add, clicks, sync, atCopy, edge } = await startBoth();
  const id = await add({ maxclicks: 2 });
  await sync();
  edge.database.sqlite.exec("update state set budget = 0");
  expect(await atCopy(2)).toEqual([503, 503]);
  edge.database.sqlite.exec("update state set budget = 95000");
  expect(await atCopy(2)).toEqual([destination, destination]);
  await sync();
  expect(await clicks(id)).toBe(2);
});

test("a copy whose database is another one starts from the clicks that are home", async () => {
  const { add, sync, atCopy, edge } = await startBoth();
  await add({ maxclicks: 5 });
  await sync();
  expect(await atCopy(3)).toEqual([destination, destination, destination]);
  await sync();
  for (const table of ["mirror", "clicks", "answers", "limits", "state"]) {
    edge.database.sqlite.exec(`drop table ${table}`);
  }
  await sync();
  const later = await atCopy(4);
  expect(times(later, destination)).toBe(2);
});

/** What changes between visits, and how often in a hundred. */
const steps = [
  [26, "atCopy"],
  [18, "atHome"],
  [8, "sync"],
  [10, "syncAmid"],
  [10, "wires"],
  [8, "limit"],
  [4, "noLimit"],
  [8, "password"],
  [4, "restart"],
  [4, "restartCopy"],
] as const;
type Step = (typeof steps)[number][1];

const seeds = isFull ? Array.from({ length: 12 }, (_, at) => at + 1) : [1];

test.each(seeds)(
  "whatever is lost, repeated, edited and restarted, no link gets a click too many (seed %i)",
  async (seed) => {
    const dice = diceFrom(seed);
    const both = await startBoth();
    const { edge } = both;
    let limit: number | null = 6;
    let hasPassword = false;
    const id = await both.add({ maxclicks: limit });
    /** Limits that hold somewhere: edits hold at the copy once it has them. */
    let holding = [limit] as (number | null)[];
    let through = 0;
    const said: string[] = [];
    const faults: string[] = [];

    function count(found: readonly (string | number)[]): void {
      for (const one of found) {
        if (one !== destination) continue;
        const most = Math.max(...holding.map((each) => each ?? Infinity));
        if (through >= most) faults.push(`${through} of ${most} were through: ${said.join(" ")}`);
        through += 1;
      }
    }
    async function sync(): Promise<boolean> {
      const isDone = await both.sync();
      if (isDone) holding = [limit];
      return isDone;
    }
    const wireOf = (): Wire =>
      dice.isOften(60) ? "open" : dice.of(["cutBefore", "cutAfter"] as const);
    /** Visitors come while both sides meet. */
    async function syncAmid(): Promise<void> {
      const visitors = [both.atCopy(2), both.atHome(1), both.atCopy(1)];
      const [, ...found] = await Promise.all([both.sync(), ...visitors]);
      for (const some of found) count(some);
    }
    const does: { readonly [Name in Step]: () => Promise<unknown> } = {
      atCopy: async () => count(await both.atCopy(1 + dice.below(3))),
      atHome: async () => count(await both.atHome(1 + dice.below(3))),
      sync,
      syncAmid,
      async wires() {
        const isOpen = dice.isOften(50);
        edge.cut((path) => (isOpen || !path.startsWith(callPrefix) ? "open" : wireOf()));
      },
      async limit() {
        limit = Math.max(1, through - 1 + dice.below(6));
        holding.push(limit);
        await both.update(id, { maxclicks: limit });
      },
      async noLimit() {
        limit = null;
        holding.push(limit);
        await both.update(id, { clear: ["maxclicks"] });
      },
      async password() {
        hasPassword = !hasPassword;
        await both.update(
          id,
          hasPassword ? { password: "a long password" } : { clear: ["password"] },
        );
      },
      restart: both.restart,
      restartCopy: async () => edge.restart(),
    };
    for (let number = 0; number < (isFull ? 150 : 40); number += 1) {
      let left = dice.below(100);
      const [, step] = steps.find(([often]) => (left -= often) < 0) ?? steps[0];
      said.push(step);
      await does[step]();
    }

    // What was too few comes back with the next contact.
    edge.cut(() => "open");
    limit = through + 3;
    await both.update(id, { maxclicks: limit, clear: hasPassword ? ["password"] : [] });
    await expect.poll(sync).toBe(true);
    expect(await both.clicks(id)).toBe(through);
    count(await both.atCopy(6));
    count(await both.atHome(2));
    expect({ faults, through }).toEqual({ faults: [], through: limit });
  },
  isFull ? 600_000 : 60_000,
);
