import { describe, expect, test } from "vitest";
import { serverForEach } from "../../../support/testServer.ts";
import { asking, type Body } from "./everything.ts";

const { ask, run, undo, preview, refusal, everything } = asking(() => server);

const server = serverForEach({ settings: { verifyDomains: "false" } });

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
    conflicts: [{ id: full, field: "tags", says: "This would have more than 20 tags." }],
  });
  const channels: number[] = [];
  for (let place = 0; place <= 100; place += 1) {
    channels.push(await add("channel", { name: `Channel ${place}` }));
  }
  const [last, ...others] = channels;
  const joined = await add("url", { url: target, channels: others });
  const more = { kind: "links", select: { ids: [joined] }, add: { channels: [last] } };
  expect(await preview("/api/bulk", more)).toMatchObject({
    changed: 0,
    conflicts: [{ id: joined, field: "channel", says: "This would have more than 100 channels." }],
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
    conflicts: [{ id: 99_999, says: "This doesn’t exist." }],
  });
  expect(
    await refusal("POST", "/api/bulk", {
      kind: "links",
      select: { ids },
      change: { campaign: 77 },
      preview: true,
    }),
  ).toEqual([400, "campaign must be the ID of an existing campaign, not 77."]);
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
    expect.stringContaining("token is required"),
  ]);
  const failed = await server.api(
    "POST",
    "/api/bulk",
    { ...wrong, preview: true },
    server.localKey,
  );
  expect(failed.body.message).toContain("can't be combined with change");
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
    { id: first, restorable: false, obstacle: expect.stringContaining("“link-0”") },
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
      /^"Poster" redirected to https:\/\/example\.com\/\S+ until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d\./,
    ),
  ]);
  await ask("DELETE", `/api/url/${warned.id}/delete`);
  const back = await ask("PUT", `/api/url/${id}/update`, { url: target, custom: "fresh" });
  expect(back.warnings).toBeUndefined();
});

describe("replacing in destinations", () => {
  const bodyOf = (ids: readonly number[], replace: object, more: object = {}) => ({
    kind: "links",
    select: { ids },
    replace,
    ...more,
  });
  const replaced = async (url: string, replace: object): Promise<string> => {
    const id = await add("url", { url });
    await run("/api/bulk", bodyOf([id], replace));
    return (await details(id)).longurl as string;
  };

  test.each([
    ["https://old.example/a?b=old.example#c", "https://new.example/a?b=old.example#c"],
    ["http://me:pass@OLD.example/", "http://me:pass@new.example/"],
    ["https://old.example", "https://new.example"],
    ["https://old.example:8443/a", "https://old.example:8443/a"],
    ["https://www.old.example/a", "https://www.old.example/a"],
    ["https://example.org/https://old.example/", "https://example.org/https://old.example/"],
  ])("the host of %s", async (url, after) => {
    const replace = { part: "host", from: "old.example", to: "new.example" };
    expect(await replaced(url, replace)).toBe(after);
  });

  test.each([
    [
      "https://a.example/?ref=x&b=%7e#ref=x",
      { from: "ref", to: "a b&c" },
      "?ref=a%20b%26c&b=%7e#ref=x",
    ],
    ["https://a.example/?ref=x&ref=y", { from: "ref=y", to: "z" }, "?ref=x&ref=z"],
    ["https://a.example/?r%65f=x+1&b", { from: "ref=x 1" }, "?b"],
    ["https://a.example/?ref=x", { from: "ref" }, ""],
    ["https://a.example/?href=x", { from: "ref", to: "y" }, "?href=x"],
    ["https://a.example/#?ref=x", { from: "ref", to: "y" }, "#?ref=x"],
  ])("a parameter of %s, %j", async (url, replace, after) => {
    expect(await replaced(url, { part: "parameter", ...replace })).toBe(
      `https://a.example/${after}`,
    );
  });

  test("any text, also in the destinations by visitor, with an undo", async () => {
    const old = "https://example.com/2025/sale";
    const id = await add("url", {
      url: `${old}?2025`,
      geotarget: [{ location: "Germany", link: old }],
      devicetarget: [{ device: "mobile", link: old }],
      languagetarget: [{ language: "fa", link: old }],
    });
    const other = await add("url", { url: target });
    const before = await everything();
    const body = bodyOf([id, other], { part: "text", from: "2025", to: "$&6" });
    const seen = await preview("/api/bulk", body);
    expect(seen).toMatchObject({
      matched: 2,
      changed: 1,
      unchanged: 1,
      conflictCount: 0,
      warnings: [],
    });
    expect(seen.records[0].fields[0]).toMatchObject({
      field: "url",
      before: `${old}?2025`,
      after: "https://example.com/$&6/sale?$&6",
    });
    const { change } = await run("/api/bulk", body);
    const link = "https://example.com/$&6/sale";
    expect(await details(id)).toMatchObject({
      longurl: `${link}?$&6`,
      geotarget: [{ link }],
      devicetarget: [{ link }],
      languagetarget: [{ link }],
    });
    await undo(change);
    expect(await everything()).toEqual(before);
  });

  test("a row that can't be is left and named, the others change", async () => {
    const [good, bad] = [
      await add("url", { url: "https://example.org/https" }),
      await add("url", { url: "http://example.org/" }),
    ];
    const loop = await add("url", { url: "https://example.org/https/x" });
    const body = bodyOf([good, bad], { part: "text", from: "http:", to: "ftp:" });
    expect(await preview("/api/bulk", body)).toMatchObject({
      changed: 0,
      unchanged: 2,
      conflicts: [
        { id: bad, field: "url", says: expect.stringContaining("would not be a full") as string },
      ],
    });
    const host = new URL(server.baseUrl).host;
    const back = bodyOf([loop], {
      part: "text",
      from: "https://example.org/https",
      to: `http://${host}`,
    });
    expect((await preview("/api/bulk", back)).conflicts).toMatchObject([
      { id: loop, field: "url" },
    ]);
    const long = bodyOf([good], { part: "text", from: "e", to: "e".repeat(8000) });
    expect((await preview("/api/bulk", long)).conflicts[0].says).toContain("8192 characters");
  });

  test.each([
    [{ part: "host", from: "a b", to: "x" }, "replace.from"],
    [{ part: "host", from: "a.example" }, "replace.to"],
    [{ part: "host", from: "a.example", to: "https://x/" }, "replace.to"],
    [{ part: "parameter", from: "=x" }, "replace.from"],
    [{ part: "path", from: "x" }, "replace.part"],
    [{ part: "text", from: "" }, "replace.from"],
  ])("%j is refused", async (replace, field) => {
    const { status, body } = await server.api("POST", "/api/bulk", {
      ...bodyOf([1], replace),
      preview: true,
    });
    expect([status, body.faults[0].field]).toEqual([400, field]);
  });

  test("it goes with other changes, but neither with an address nor with a deletion", async () => {
    const id = await add("url", { url: target });
    const replace = { part: "host", from: "example.com", to: "example.net" };
    await run("/api/bulk", bodyOf([id], replace, { change: { name: "N" }, add: { tags: ["t"] } }));
    expect(await details(id)).toMatchObject({
      longurl: "https://example.net/spring",
      name: "N",
      tags: ["t"],
    });
    for (const more of [{ change: { url: target } }, { delete: true }]) {
      expect((await refusal("POST", "/api/bulk", bodyOf([id], replace, more)))[0]).toBe(400);
    }
    const codes = { kind: "qr", select: { ids: [1] }, replace, preview: true };
    expect((await refusal("POST", "/api/bulk", codes))[1]).toContain("links only");
  });
});

test("one destination for many links is warned of, for one it isn't", async () => {
  const [one = 0, ...others] = await makeLinks(3);
  const bodyFor = (ids: readonly number[]) => ({
    kind: "links",
    select: { ids },
    change: { url: "https://example.com/other" },
  });
  const all = bodyFor([one, ...others]);
  const { warnings, token } = await preview("/api/bulk", all);
  expect(warnings).toEqual([
    'All 3 links get the same destination. To change part of each destination, use "replace".',
  ]);
  const answer = await ask("POST", "/api/bulk", { ...all, token, wait: 10 });
  expect(answer.warnings).toEqual(warnings);
  expect((await preview("/api/bulk", bodyFor([one]))).warnings).toEqual([]);
});
