import { afterEach, beforeEach, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../../support/server.ts";
import { asking, type Body } from "./everything.ts";

let server: TestServer;
const { ask, run, undo, preview, refusal, everything } = asking(() => server);

beforeEach(async () => {
  server = await startTestServer({ settings: { verifyDomains: "false" } });
});
afterEach(() => server.stop());

const target = "https://example.com/spring";

async function add(resource: string, body: object): Promise<number> {
  return (await ask("POST", `/api/${resource}/add`, body)).id;
}

async function makeLinks(count: number): Promise<number[]> {
  const ids: number[] = [];
  for (let made = 0; made < count; made += 1) {
    ids.push(await add("url", { url: target, custom: `link-${made}`, tags: ["old"] }));
  }
  return ids;
}

const details = async (id: number): Promise<Body> => (await ask("GET", `/api/url/${id}`)).details;

test("a change of many makes of each what a change of it alone would have made", async () => {
  const channel = await add("channel", { name: "C" });
  const campaign = await add("campaign", { name: "K" });
  const pixel = await add("pixel", { type: "gtmpixel", name: "P", tag: "GTM-ABC123" });
  const changes: readonly object[] = [
    { name: "Many", description: "D", status: "public" },
    { url: "https://example.com/other", expiry: "2035-01-01", campaign },
    { clear: ["tags", "description"], type: "frame", channel, pixels: [pixel] },
    { parameters: [{ name: "a", value: "b" }], metatitle: "M", archived: true },
    { geotarget: [{ location: "Germany", link: target }], clear: ["expiry"] },
  ];
  const [one = 0, other = 0, third = 0] = await makeLinks(3);
  for (const change of changes) {
    await ask("PUT", `/api/url/${one}/update`, { url: (await details(one)).longurl, ...change });
    const body = { kind: "links", select: { ids: [other, third] }, change };
    expect(await run("/api/bulk", body)).toMatchObject({ state: "done", failureCount: 0 });
    const { id: _, alias: _alias, shorturl: _short, date: _date, ...alone } = await details(one);
    for (const id of [other, third]) expect(await details(id)).toMatchObject(alone);
  }
});

test("tags, channels and pixels are put in and taken out, of links, QR codes and bio pages", async () => {
  const channel = await add("channel", { name: "C" });
  const [first = 0, second = 0] = await makeLinks(2);
  const qr = await add("qr", { type: "text", data: "Hello" });
  const bio = await add("bio", { name: "Ada" });
  const before = await everything();
  const sets: number[] = [];
  const bulk = async (body: object) => sets.push((await run("/api/bulk", body)).change);
  await bulk({
    kind: "links",
    select: { filter: { tag: "OLD" } },
    add: { tags: ["Old", "new"], channels: [channel] },
  });
  await bulk({ kind: "links", select: { ids: [first] }, remove: { tags: ["oLd"] } });
  await bulk({ kind: "qr", select: { all: true }, add: { channels: [channel] } });
  await bulk({ kind: "bio", select: { filter: { q: "ada" } }, add: { channels: [channel] } });
  expect(await details(first)).toMatchObject({ tags: ["new"], channel: [channel] });
  expect(await details(second)).toMatchObject({ tags: ["old", "new"], channel: [channel] });
  const { items } = (await ask("GET", `/api/channel/${channel}`)).data;
  expect(items.map(({ type, id }: Body) => `${type} ${id}`).toSorted()).toEqual(
    [`links ${first}`, `links ${second}`, `qr ${qr}`, `bio ${bio}`].toSorted(),
  );
  expect(
    await refusal("POST", "/api/bulk", {
      kind: "qr",
      select: { all: true },
      add: { pixels: [1] },
      preview: true,
    }),
  ).toMatchObject([400, expect.stringContaining("add.pixels")]);
  for (const set of sets.toReversed()) await undo(set);
  expect(await everything()).toEqual(before);
});

test("every kind of list is deleted and comes back with one undo", async () => {
  await add("domain", { domain: "https://unused.example.com" });
  await add("domain", { domain: "https://used.example.com" });
  await add("channel", { name: "C" });
  await add("campaign", { name: "K" });
  await add("pixel", { type: "gtmpixel", name: "P", tag: "GTM-ABC123" });
  await add("overlay", { type: "message", name: "O", message: "M" });
  await add("splash", { name: "S" });
  await add("qr", { type: "text", data: "Hello" });
  await add("bio", { name: "Ada" });
  await add("url", { url: target, domain: "https://used.example.com", custom: "held" });
  await ask("POST", "/api/views", { name: "V", query: { q: "x" } });
  const kinds = ["channels", "campaigns", "pixels", "overlays", "splash", "qr", "bio", "views"];
  const before = await everything();
  for (const kind of ["domains", ...kinds, "links"]) {
    const job = await run("/api/bulk", { kind, select: { all: true }, delete: true });
    expect([kind, job.result.removed, job.failureCount]).toEqual([
      kind,
      1,
      kind === "domains" ? 1 : 0,
    ]);
    expect((await ask("GET", `/api/trash?kind=${kind}`)).data.records).toMatchObject([
      { kind, restorable: true, change: job.change },
    ]);
    await undo(job.change);
    expect(await everything()).toEqual(before);
  }
});

test("what can't be for one is named, and left", async () => {
  const ids = await makeLinks(2);
  const full = await add("url", {
    url: target,
    tags: Array.from({ length: 20 }, (_, place) => `tag ${place}`),
  });
  const body = { kind: "links", select: { all: true }, add: { tags: ["one more"] } };
  expect(await preview("/api/bulk", body)).toMatchObject({
    matched: 3,
    changed: 2,
    unchanged: 1,
    conflicts: [{ id: full, field: "tags", says: "It would have more than 20 tags." }],
  });
  const taken = await preview("/api/bulk", {
    kind: "links",
    select: { ids },
    change: { custom: "the-same" },
  });
  expect(taken).toMatchObject({ changed: 1, conflicts: [{ field: "custom" }] });
  const missing = { kind: "links", select: { ids: [...ids, 99_999] }, change: { name: "N" } };
  expect(await preview("/api/bulk", missing)).toMatchObject({
    changed: 2,
    conflicts: [{ id: 99_999, says: "It is not there." }],
  });
  expect(
    await refusal("POST", "/api/bulk", {
      kind: "links",
      select: { ids },
      change: { campaign: 77 },
      preview: true,
    }),
  ).toEqual([400, "campaign names no campaign: 77."]);
});

test("a slip selects nothing", async () => {
  await makeLinks(1);
  const change = { name: "N" };
  const bodies = [
    { kind: "links", select: {}, change },
    { kind: "links", select: { filter: {} }, change },
    { kind: "links", select: { filter: { q: " " } }, change },
    { kind: "links", select: { filter: { tag: [] } }, change },
    { kind: "links", select: { filter: { tga: "x" } }, change },
    { kind: "links", select: { filter: { tag: "" } }, change },
    { kind: "links", select: { ids: [] }, change },
    { kind: "links", select: { ids: ["1"] }, change },
    { kind: "links", select: { all: false }, change },
    { kind: "links", select: { all: "true" }, change },
    { kind: "links", select: { all: true, ids: [1] }, change },
    { kind: "qr", select: { filter: { q: " " } }, delete: true },
    { kind: "qr", select: { filter: { tag: "x" } }, delete: true },
    { kind: "links", select: { all: true } },
    { kind: "links", select: { all: true }, change: {} },
    { kind: "links", select: { all: true }, change: { alias: "x" } },
    { kind: "links", select: { all: true }, change, delete: true },
    { kind: "links", select: { all: true }, delete: false },
    { kind: "account", select: { all: true }, delete: true },
    { kind: "channels", select: { all: true }, change },
  ];
  for (const body of bodies) {
    const [status] = await refusal("POST", "/api/bulk", { ...body, preview: true });
    expect([body, status]).toEqual([body, 400]);
  }
});

test("what is wrong is said where the token is missing too, and the service goes on", async () => {
  const wrong = { kind: "links", select: { all: true }, delete: true, change: { name: "x" } };
  const refused = await server.api("POST", "/api/bulk", wrong, server.localKey);
  expect([refused.status, refused.body.message]).toEqual([
    400,
    expect.stringContaining("token is missing"),
  ]);
  const failed = await server.api(
    "POST",
    "/api/bulk",
    { ...wrong, preview: true },
    server.localKey,
  );
  expect(failed.body.message).toContain("can't go with change");
});

test("a run does what its preview said: another set of links is another token", async () => {
  await makeLinks(2);
  const body = { kind: "links", select: { filter: { tag: "old" } }, delete: true };
  const { token } = await preview("/api/bulk", body);
  await makeLinksAlike();
  const refused = await server.api("POST", "/api/bulk", { ...body, token }, server.localKey);
  expect(refused).toMatchObject({ status: 409, body: { preview: { matched: 3, removed: 3 } } });
  const again = await ask("POST", "/api/bulk", {
    ...body,
    token: refused.body.preview.token,
    wait: 10,
  });
  expect(again.job).toMatchObject({ state: "done", result: { removed: 3 } });
});

async function makeLinksAlike(): Promise<void> {
  await add("url", { url: target, custom: "late", tags: ["old"] });
}

test("what was deleted comes back from the trash; what stands in its way is said", async () => {
  const [first = 0, second = 0] = await makeLinks(2);
  await run("/api/bulk", { kind: "links", select: { all: true }, delete: true });
  await add("url", { url: target, custom: "link-0" });
  const records = (await ask("GET", "/api/trash?kind=links")).data.records;
  expect(records).toMatchObject([
    {
      id: second,
      shorturl: expect.stringMatching(/\/link-1$/),
      restorable: true,
      obstacle: null,
    },
    { id: first, restorable: false, obstacle: expect.stringContaining('"link-0"') },
  ]);
  const { job } = await ask("POST", "/api/trash/restore", {
    kind: "links",
    ids: [first, second, 4_711],
    wait: 10,
  });
  expect(job).toMatchObject({ state: "done", result: { added: 1, conflicts: 1 } });
  expect(await details(second)).toMatchObject({ tags: ["old"] });
});

test("a name that another link had is warned of", async () => {
  const id = await add("url", { url: "https://example.com/printed", custom: "poster" });
  await ask("PUT", `/api/url/${id}/update`, { url: target, custom: "poster-2" });
  const warned = await ask("POST", "/api/url/add", { url: target, custom: "Poster" });
  expect(warned.warnings).toEqual([
    expect.stringMatching(
      /^"Poster" led to https:\/\/example\.com\/\S+ until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./,
    ),
  ]);
  await ask("DELETE", `/api/url/${warned.id}/delete`);
  const back = await ask("PUT", `/api/url/${id}/update`, { url: target, custom: "fresh" });
  expect(back.warnings).toBeUndefined();
});
