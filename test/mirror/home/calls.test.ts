import { afterEach, expect, test } from "vitest";
import {
  callPrefix,
  hashHeader,
  nonceHeader,
  replyHeader,
  signatureHeader,
  timeHeader,
} from "../../../src/mirror/wire/calls.ts";
import { hashOf, hashSpace, plus } from "../../../src/mirror/wire/hash.ts";
import { bodyHash, sign, signReply } from "../../../src/mirror/wire/sign.ts";
import { createEdgeClient } from "../../../src/mirror/home/client.ts";
import { EdgeFailed } from "../../../src/mirror/home/model.ts";
import { type LocalEdge, type LocalEdgeOptions, startLocalEdge } from "../../support/localEdge.ts";

const open: LocalEdge[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((edge) => edge.close()));
});

async function edgeAndHome(options: LocalEdgeOptions = {}, homeClock = Date.now) {
  const edge = await startLocalEdge(options);
  open.push(edge);
  const client = createEdgeClient({
    address: () => edge.address,
    secret: () => edge.secret,
    clock: homeClock,
  });
  return { edge, client };
}

/** A client of a Worker that answers this, whatever it is asked; without a secret it can't sign it. */
function answering(answer: unknown, secret: string | null = "secret") {
  return createEdgeClient({
    address: () => "https://edge.example",
    secret: () => "secret",
    clock: Date.now,
    async fetch(_url, init) {
      const sent = new Headers(init?.headers);
      const body = JSON.stringify(answer);
      const reply = {
        signature: sent.get(signatureHeader) ?? "",
        nonce: sent.get(nonceHeader) ?? "",
        status: 200,
        hash: await bodyHash(body),
      };
      const signed = secret === null ? "" : await signReply(secret, reply);
      return new Response(body, { headers: { [replyHeader]: signed } });
    },
  });
}

const home = {
  home: "home-1",
  generation: 1,
  budget: { day: 20_000, spent: 0, limit: 1_000 },
};
const row = (key: string, data: string) => [key, hashOf(key, data), data] as const;
const sumOf = (...rows: readonly (readonly [string, number, string])[]) =>
  rows.reduce((sum, [, hash]) => plus(sum, hash), 0);

/** The code that a call is refused with; or what it answered. */
async function refusal(call: Promise<unknown>): Promise<unknown> {
  return call.catch((error: unknown) => (error instanceof EdgeFailed ? error.problem.code : error));
}

test("the hash of a row has 44 bits, knows key from text, and spreads", () => {
  const hashes = Array.from({ length: 20_000 }, (_, at) => hashOf(`a/0/${at}`, `{"v":1}`));
  expect(new Set(hashes).size).toBe(20_000);
  expect(Math.max(...hashes)).toBeLessThan(hashSpace);
  expect(Math.max(...hashes)).toBeGreaterThan(hashSpace * 0.99);
  expect(hashOf("ab", "c")).not.toBe(hashOf("a", "bc"));
});

test("what is pushed is counted and added up, whether new, changed, the same or gone", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const [a, b, c] = [row("a/0/a", "one"), row("a/0/b", "two"), row("a/0/c", "“three”")];
  const push = (sequence: number, upserts: (typeof a)[], removes: string[] = []) =>
    client.push({ ...home, sequence, upserts, removes });

  const first = await push(2, [a, b, c]);
  expect(first).toEqual({ sequence: 2, rows: 3, sum: sumOf(a, b, c), written: 5 });
  const changed = row("a/0/b", "another two");
  expect(await push(3, [a, changed], ["a/0/c", "a/0/none"])).toEqual({
    sequence: 3,
    rows: 2,
    sum: sumOf(a, changed),
    // The state twice, the changed row, the one that went; the same one costs nothing.
    written: 4,
  });
  expect(edge.database.sqlite.prepare("select key, data from mirror").all()).toEqual([
    { key: "a/0/a", data: "one" },
    { key: "a/0/b", data: "another two" },
  ]);
  expect(await client.state()).toMatchObject({
    owner: { home: "home-1", generation: 1 },
    sequence: 3,
    rows: 2,
  });
});

test("a row that somebody wrote by hand shows in a deep list, and counting anew mends the sum", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const [a, b] = [row("a/0/a", "one"), row("a/0/b", "two")];
  await client.push({ ...home, sequence: 2, upserts: [a, b], removes: [] });
  edge.database.sqlite.exec("update mirror set data = 'poison' where key = 'a/0/a'");
  edge.database.sqlite.exec("delete from mirror where key = 'a/0/b'");
  const list = { ...home, after: null, limit: 100 };
  expect((await client.list({ ...list, sequence: 3 })).rows).toEqual([["a/0/a", a[1]]]);
  const deep = await client.list({ ...list, sequence: 4, isDeep: true });
  expect(deep.rows).toEqual([["a/0/a", hashOf("a/0/a", "poison")]]);
  const mended = { ...home, sequence: 5, upserts: [a, b], removes: [], recount: true };
  expect(await client.push(mended)).toMatchObject({ rows: 2, sum: sumOf(a, b) });
});

test("lines are handed over until they are acknowledged; their ids never come back", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const insert = edge.database.sqlite.prepare("insert into clicks (line) values (?)");
  for (const line of ["a", "b", "c"]) insert.run(line);
  const drain = (sequence: number, clicksUpTo: number, limit = 500) =>
    client.drain({ ...home, sequence, clicksUpTo, answersUpTo: 0, deletes: 10, limit });

  const lines = [
    [1, "a"],
    [2, "b"],
    [3, "c"],
  ];
  expect((await drain(2, 0, 2)).clicks).toEqual(lines.slice(0, 2));
  expect((await drain(3, 0)).clicks).toEqual(lines);
  expect(await client.state()).toMatchObject({ clicks: { waiting: 3, last: 3 } });
  expect((await drain(4, 3)).clicks).toEqual([]);
  expect(await client.state()).toMatchObject({ clicks: { waiting: 0, last: 3 } });
  insert.run("d");
  expect((await drain(5, 3)).clicks).toEqual([[4, "d"]]);
  // As a database that was put back to an earlier day.
  edge.database.sqlite.exec("delete from clicks");
  expect((await drain(6, 4)).clicks).toEqual([]);
  insert.run("e");
  expect((await drain(7, 4)).clicks).toEqual([[5, "e"]]);
});

test("unsigned, old, foreign, replayed and out of turn is refused, and changes nothing", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const path = `${callPrefix}push`;
  const body = JSON.stringify({ ...home, sequence: 2, upserts: [row("a", "b")], removes: [] });
  async function ask(headers: Record<string, string>) {
    const response = await fetch(edge.address + path, { method: "POST", headers, body });
    expect(response.headers.get("date")).not.toBeNull();
    return [response.status, ((await response.json()) as { code: string }).code];
  }
  async function signed(time: number, secret = edge.secret) {
    const hash = await bodyHash(body);
    const signature = await sign(secret, { method: "POST", path, time, hash });
    return {
      [timeHeader]: String(time),
      [hashHeader]: hash,
      [signatureHeader]: signature,
    };
  }

  expect(await ask({})).toEqual([401, "unsigned"]);
  expect(await ask(await signed(Date.now() - 61_000))).toEqual([401, "old"]);
  expect(await ask(await signed(Date.now() + 61_500))).toEqual([401, "old"]);
  expect(await ask(await signed(Date.now(), "another secret"))).toEqual([401, "foreign"]);
  expect((await client.state()).rows).toBe(0);
  const once = await signed(Date.now());
  expect((await ask(once))[0]).toBe(200);
  expect(await ask(once)).toEqual([401, "replayed"]);
  const push = { ...home, upserts: [], removes: ["a"] };
  expect(await refusal(client.push({ ...push, sequence: 4 }))).toBe("ahead");
  expect(await refusal(client.push({ ...push, sequence: 3, home: "home-2" }))).toBe("otherOwner");
  expect(await refusal(client.push({ ...push, sequence: 3, generation: 2 }))).toBe("otherOwner");
  expect((await client.state()).rows).toBe(1);
});

test("words of a form leave once they are home; that they came counts against its visitor for an hour", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const insert = edge.database.sqlite.prepare(
    "insert into answers (overlay, visitor, at, line) values (1, 'max', ?, 'words')",
  );
  for (const minutes of [120, 90, 50, 1, 0]) insert.run(Date.now() - minutes * 60_000);
  const drain = (sequence: number, answersUpTo: number) =>
    client.drain({ ...home, sequence, clicksUpTo: 0, answersUpTo, deletes: 10, limit: 500 });
  expect((await drain(2, 0)).answers).toHaveLength(5);
  expect((await drain(3, 4)).answers).toEqual([[5, "words"]]);
  const left = edge.database.sqlite.prepare("select id, visitor, line from answers").all();
  expect(left.map((one) => ({ ...one }))).toEqual([
    { id: 3, visitor: "max", line: "" },
    { id: 4, visitor: "max", line: "" },
    { id: 5, visitor: "max", line: "words" },
  ]);
  expect((await drain(4, 5)).answers).toEqual([]);
  const words = edge.database.sqlite.prepare("select id from answers where line <> ''").all();
  expect(words).toEqual([]);
});

test("an answer has as many texts as a Worker has time for, and one at least", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const long = "x".repeat(60_000);
  const rows = Array.from({ length: 10 }, (_, at) => row(`a-${at}`, long));
  await client.push({ ...home, sequence: 2, upserts: rows, removes: [] });
  const list = { after: null, limit: 200, isDeep: true };
  expect((await client.list({ ...home, sequence: 3, ...list })).rows).toHaveLength(4);
  const insert = edge.database.sqlite.prepare("insert into clicks (line) values (?)");
  for (const line of ["y".repeat(300_000), "a", "b"]) insert.run(line);
  const drain = { clicksUpTo: 0, answersUpTo: 0, deletes: 0, limit: 500 };
  const first = await client.drain({ ...home, sequence: 4, ...drain });
  expect(first.clicks.map(([id]) => id)).toEqual([1]);
  const second = await client.drain({ ...home, sequence: 5, ...drain, clicksUpTo: 1 });
  expect(second.clicks.map(([, line]) => line)).toEqual(["a", "b"]);
});

test("what an answer has no room for isn't read", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  const rows = Array.from({ length: 10 }, (_, at) => row(`a-${at}`, "x".repeat(60_000)));
  await client.push({ ...home, sequence: 2, upserts: rows, removes: [] });
  let read = 0;
  edge.database.sqlite.function("length", (text) => {
    read += 1;
    return String(text).length;
  });
  const list = { after: rows[1]?.[0] ?? "", limit: 200, isDeep: true };
  const page = await client.list({ ...home, sequence: 3, ...list });
  expect(page.rows.map(([key]) => key)).toEqual(["a-2", "a-3", "a-4", "a-5"]);
  expect(read).toBe(4);
});

test("a mirror has one home: another takes over by the next generation", async () => {
  const { client } = await edgeAndHome();
  await client.adopt(home);
  expect(await refusal(client.adopt({ home: "home-2", generation: 1 }))).toBe("otherOwner");
  const second = { ...home, home: "home-2", generation: 2 };
  await client.adopt(second);
  const push = { sequence: 3, upserts: [], removes: [] };
  expect(await refusal(client.push({ ...home, ...push }))).toBe("otherOwner");
  expect(await client.push({ ...second, ...push })).toMatchObject({ sequence: 3 });
});

test("a wiped mirror is nobody's, holds nothing, and counts its ids under another name", async () => {
  const { edge, client } = await edgeAndHome();
  await client.adopt(home);
  await client.push({ ...home, sequence: 2, upserts: [row("a", "b")], removes: [] });
  edge.database.sqlite.exec("insert into clicks (line) values ('a')");
  const before = await client.state();
  await client.wipe({ ...home, sequence: 3 });
  const after = await client.state();
  expect(after).toMatchObject({ owner: null, rows: 0, sum: 0, sequence: 3 });
  expect(after.clicks).toEqual({ waiting: 0, first: 0, last: 0 });
  expect(after.database).not.toBe(before.database);
});

test.each([-3_600_000, 3_600_000])(
  "a clock of home that is %d ms off is no hindrance",
  async (off) => {
    const { edge, client } = await edgeAndHome({}, () => Date.now() + off);
    expect(await client.state()).toMatchObject({ sequence: 0 });
    await client.adopt(home);
    // It has learned: the first call alone was made twice.
    expect(edge.asked.length).toBe(3);
  },
);

test("whoever isn't the copy sets no clock that a later call is signed with", async () => {
  const now = 1_800_000_000_000;
  const times: number[] = [];
  const client = createEdgeClient({
    address: () => "https://edge.example",
    secret: () => "secret",
    clock: () => now,
    async fetch(_url, init) {
      times.push(Number(new Headers(init?.headers).get(timeHeader)) - now);
      const date = new Date(now + 3_600_000).toUTCString();
      return Response.json({ code: "old" }, { headers: { date } });
    },
  });
  for (const _ of [1, 2]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusal(client.state())).toBe("old");
  }
  expect(times).toEqual([0, 3_600_500, 0, 3_600_500]);
});

test("what a Worker of another version answers is not taken for this one's", async () => {
  expect(await refusal(answering({ sequence: 1, rows: 5 }).state())).toBe("otherWorker");
  const { client } = await edgeAndHome();
  const state = await client.state();
  for (const long of [{ worker: "1".repeat(200) }, { database: "x".repeat(200) }]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusal(answering({ ...state, ...long }).state())).toBe("otherWorker");
  }
  const said = { code: "database", message: `\u001b[2J${"long ".repeat(1_000)}` };
  const failed: unknown = await answering(said)
    .state()
    .catch((error: unknown) => error);
  const message = failed instanceof EdgeFailed ? failed.problem.message : "";
  expect(message).toContain("long");
  expect(message).not.toContain("\u001b");
  expect(message.length).toBeLessThan(1_000);
  expect(await refusal(answering({ code: "otherOwner" }).state())).toBe("otherWorker");
  expect(await refusal(answering({ code: "otherOwner" }, null).state())).toBe("notWaypost");
  expect(await refusal(answering({ some: "page" }, null).state())).toBe("notWaypost");
  expect(await refusal(answering(null, null).state())).toBe("notWaypost");
});

test("an answer is believed only if the copy's secret has signed it, for this very call", async () => {
  const { edge, client } = await edgeAndHome();
  const state = await client.state();
  for (const secret of [null, "another secret"]) {
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusal(answering(state, secret).state())).toBe("unproven");
    const spent = { code: "budgetSpent", message: "spent" };
    // oxlint-disable-next-line no-await-in-loop
    expect(await refusal(answering(spent, secret).state())).toBe("unproven");
  }
  // Whoever is on the way has seen an answer to the same question of the same moment.
  const now = Date.now();
  let seen: Response | null = null;
  const replayed = createEdgeClient({
    address: () => edge.address,
    secret: () => edge.secret,
    clock: () => now,
    async fetch(url, init) {
      seen ??= await fetch(url, init);
      const answer = seen.clone();
      const headers = new Headers(answer.headers);
      headers.delete("date");
      return new Response(answer.body, { headers });
    },
  });
  expect(await refusal(replayed.state())).toMatchObject({ sequence: 0 });
  expect(await refusal(replayed.state())).toBe("unproven");
});

test.each(["unsigned", "old", "foreign", "malformed", "unknownCall"])(
  "a copy that can't sign its answer still says that a call is %s",
  async (code) => {
    const refused = await refusal(answering({ code }, null).state());
    expect(refused).toBe(code === "malformed" || code === "unknownCall" ? "otherWorker" : code);
  },
);

test("what stands against a call is a problem with a code and words", async () => {
  const { edge, client } = await edgeAndHome({ budget: () => 0 });
  expect(await refusal(client.state())).toBe("budgetSpent");
  edge.cut(() => "cutAfter");
  expect(await refusal(client.state())).toBe("network");
  await edge.close();
  open.splice(0);
  expect(await refusal(client.state())).toBe("network");
});

test.each([
  ["now", Number.MAX_SAFE_INTEGER],
  ["now", -1],
  ["sequence", -1],
  ["rows", -1],
  ["lost", -1],
  ["today", { day: -1, clicks: 0 }],
  ["today", { day: 20_000, clicks: -1 }],
  ["clicks", { waiting: -1, first: 0, last: 0 }],
])("an answer whose %s is %j isn't one of this version", async (field, value) => {
  const { client } = await edgeAndHome();
  const state = await client.state();
  expect(await refusal(answering({ ...state, [field]: value }).state())).toBe("otherWorker");
  expect(await answering(state).state()).toEqual(state);
});

test.each([-1_000_000, Number.MAX_SAFE_INTEGER])(
  "an answer of %d written rows is none that a call can have",
  async (written) => {
    const call = answering({ sequence: 1, written }).wipe({ ...home, sequence: 1 });
    expect(await refusal(call)).toBe("otherWorker");
  },
);

test("an answer with more values than were asked for isn't parsed, and is a problem", async () => {
  const { client } = await edgeAndHome();
  const state = await client.state();
  const wide = (length: number) => Array.from({ length }, () => []);
  expect(await answering({ ...state, more: wide(400) }).state()).toMatchObject(state);
  expect(await refusal(answering({ ...state, more: wide(600) }).state())).toBe("otherWorker");
  // Of those that say no more than a few numbers, not even as many bytes are read.
  expect(await refusal(answering({ ...state, more: "x".repeat(65_536) }).state())).toBe(
    "notWaypost",
  );
});

test("as many rows and lines as were asked for are an answer, and twice as many aren't", async () => {
  const turn = { ...home, sequence: 1 };
  const written = { sequence: 1, written: 1 };
  const rows = (count: number) => Array.from({ length: count }, (_, at) => [`a/0/${at}`, at]);
  const listing = (count: number) =>
    answering({ ...written, rows: rows(count) }).list({ ...turn, after: null, limit: 2_000 });
  expect((await listing(2_000)).rows).toHaveLength(2_000);
  expect(await refusal(listing(6_000))).toBe("otherWorker");
  const line = JSON.stringify({ at: 1, link: 2, referrer: "a, b, [c], {d}" });
  const lines = (count: number) => Array.from({ length: count }, (_, at) => [at + 1, line]);
  const draining = (count: number) =>
    answering({ ...written, clicks: lines(count), answers: lines(count) }).drain({
      ...turn,
      clicksUpTo: 0,
      answersUpTo: 0,
      deletes: 0,
      limit: 500,
    });
  expect((await draining(500)).answers).toHaveLength(500);
  expect(await refusal(draining(1_000))).toBe("otherWorker");
});
