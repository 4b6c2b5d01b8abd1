import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import promises from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { crc32 } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { ZipFile } from "yazl";
import { repairFolder, restoreIntoEmpty } from "../../../src/app/index.ts";
import { bookmarksPage } from "../../../src/server/features/exchange/write/bookmarksPage.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { restored, sendFile } from "./restoredFile.ts";
import { checksumKey } from "../../../src/server/store/document/snapshot.ts";
import { hexadecimal, seal } from "../../../src/server/store/lines.ts";
import { link as storedLink, open } from "../store/testFolder.ts";

interface SentRecord {
  id: number;
  [field: string]: unknown;
}
type SentDocument = Record<string, SentRecord[]>;

const foreign = mkdtempSync(join(tmpdir(), "waypost-foreign-"));
const hostile = {
  "backup.folder": foreign,
  host: "0.0.0.0",
  "public.api": true,
  "geo.provider": "forwarded",
  "geo.proxies": "0.0.0.0/0",
  publicPort: 39_099,
  verifyDomains: false,
  rateLimit: 1_000_000,
  "page.name": "Rose",
};
const guarded = Object.keys(hostile).filter((name) => name !== "page.name");

async function start(overrides: Parameters<typeof startTestServer>[0] = {}) {
  const server = await startTestServer(overrides);
  onTestFinished(() => server.stop());
  return server;
}

/** The document of a server as somebody else could have edited it. */
async function edited(server: TestServer, edit: (document: SentDocument) => void): Promise<string> {
  await server.api("POST", "/api/url/add", { url: "https://example.org/", custom: "spring" });
  await server.api("POST", "/api/backups", {}, server.localKey);
  const folder = join(server.dataDir, "backups");
  const [name = ""] = readdirSync(folder);
  const document = JSON.parse(readFileSync(join(folder, name), "utf8")) as SentDocument;
  edit(document);
  return JSON.stringify(document);
}

async function kept(server: TestServer): Promise<Record<string, unknown>> {
  const { body } = await server.api("GET", "/api/settings", undefined, server.localKey);
  const settings = body.settings as { key: string; kept: unknown }[];
  return Object.fromEntries(
    settings.flatMap(({ key, kept: value }) => (value === null ? [] : [[key, value]])),
  );
}

const withSettings =
  (values: object) =>
  (document: SentDocument): void => {
    document["settings"] = [{ id: 1, values }];
  };

const numbered = (count: number, text: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => text(at)).join(",");
const manyTags = (count: number) => numbered(count, (at) => `"t${at}"`);
const manyFields = (count: number) => numbered(count, (at) => `"x${at}":1`);

/** A document in the store's own layout, with one link in it that is right but for what is said. */
function writtenLink(more: string): string {
  const fields = `"id":1,"alias":"one","url":"https://example.org/","createdAt":"2026-03-05T12:00:00.000Z"`;
  return `{"waypost":5,\n"links":[\n{${fields},${more}}\n],\n"end":{"count":1,"next":{"links":2},"journal":1,"commit":1}}\n`;
}

const deep = (levels: number) => "[".repeat(levels) + "]".repeat(levels);

test.each([
  ["lists in a document of one line", `{"waypost":5,"links":${deep(400_000)}}`],
  ["lists in a record", `{"waypost":5,"links":[{"id":1,"alias":${deep(20_000)}}]}`],
  [
    "objects in a record",
    `{"waypost":5,"links":[{"id":1,"alias":${'{"a":'.repeat(20_000)}1${"}".repeat(20_000)}}]}`,
  ],
  [
    "lists in a record's own line",
    `{"waypost":5,\n"links":[\n{"id":1,"alias":${deep(20_000)}}\n],\n"end":{}}`,
  ],
  ["lists at 40 levels in a record's own line", writtenLink(`"tags":${deep(40)}`)],
  [
    "150,000 unknown fields in a record of several",
    writtenLink(`${manyFields(150_000)}},\n{"id":2,"name":"${"x".repeat(1_000_000)}"`),
  ],
  ["3 MB of tags in one record", writtenLink(`"tags":[${manyTags(400_000)}]`)],
  ["80 MB without a line's end", " ".repeat(80_000_000)],
  [
    "ids that are patterns of a search",
    `{"waypost":5,"links":[{"id":"(a|a)*b"},{"id":"${"a".repeat(40)}"}]}`,
  ],
  ["an id that no pattern can be", `{"waypost":5,"links":[{"id":"("}]}`],
  ["80 MB in a record's line", `{"waypost":5,\n"links":[\n${" ".repeat(80_000_000)}`],
])("%s are refused, and the service goes on", async (_, file) => {
  const server = await start();
  expect(await sendFile(server, "preview=true", file)).toMatchObject({
    error: 1,
    code: "unreadable",
    message: "The file is damaged and can't be restored. Choose another backup.",
  });
  expect((await server.api("GET", "/api/urls")).status).toBe(200);
});

test.each([
  ["tags", writtenLink(`"tags":[${manyTags(30_000)}]`)],
  ["unknown fields", writtenLink(manyFields(30_000))],
])("a record with 30,000 %s is refused before its schema looks at it", async (_, file) => {
  const { message } = await sendFile(await start(), "preview=true", file);
  expect(message).toContain("Line 3: links: the record: a list has more than 20000 entries.");
});

test("a restored file changes no setting that opens the computer or sends data elsewhere", async () => {
  const server = await start();
  await server.api("PUT", "/api/settings", { set: { rateLimit: 77 } }, server.localKey);
  const file = await edited(server, withSettings(hostile));
  const preview = await restored(server, file);
  expect(await kept(server)).toEqual({ rateLimit: 77, "page.name": "Rose" });
  expect(preview.changes).toMatchObject([
    { kind: "settings", changed: 1, examples: [{ fields: ["values.page.name"] }] },
  ]);
  expect(preview.settings).toEqual(
    expect.arrayContaining([
      { name: "page.name", from: null, to: "Rose", stays: false },
      { name: "host", from: null, to: "0.0.0.0", stays: true },
      { name: "rateLimit", from: 77, to: 1_000_000, stays: true },
    ]),
  );
  expect(preview.settings).toHaveLength(Object.keys(hostile).length);
  expect(preview.said).toContainEqual(
    expect.objectContaining({
      code: "restore.settingsStay",
      values: { names: expect.stringContaining("backup.folder") as string },
    }),
  );
  await server.api("POST", "/api/backups", {}, server.localKey);
  expect(readdirSync(foreign)).toEqual([]);
});

test("a setting that a restore asks for by name is restored, and no other", async () => {
  const server = await start();
  const file = await edited(server, withSettings(hostile));
  const preview = await restored(server, file, "&settings=rateLimit&settings=geo.provider");
  expect(await kept(server)).toEqual({
    rateLimit: 1_000_000,
    "geo.provider": "forwarded",
    "page.name": "Rose",
  });
  expect(preview.settings).toContainEqual({
    name: "rateLimit",
    from: null,
    to: 1_000_000,
    stays: false,
  });
  expect((await sendFile(server, "preview=true&settings=loud", file)).error).toBe(1);
});

const deleting = {
  "privacy.retentionDays": 1,
  "clicks.maxBytes": 2 ** 20,
  "history.days": 1,
  "history.maxBytes": 2 ** 20,
  "privacy.respectDnt": false,
  "targets.ask": false,
};

test("a restored file doesn't decide how long clicks and History are kept unless it is asked for", async () => {
  const server = await start();
  await server.api("PUT", "/api/settings", { set: { "history.days": 700 } }, server.localKey);
  const file = await edited(server, withSettings(deleting));
  const preview = await restored(server, file);
  expect(await kept(server)).toEqual({ "history.days": 700 });
  expect(preview.settings).toContainEqual({
    name: "history.days",
    from: 700,
    to: 1,
    stays: true,
  });
  await restored(server, file, "&settings=history.days");
  expect(await kept(server)).toEqual({ "history.days": 1 });
});

test("an empty folder takes from a file how long clicks and History are kept", async () => {
  const file = join(await makeDataDir(), "own.json");
  writeFileSync(file, await edited(await start(), withSettings(deleting)));
  const dataDir = join(await makeDataDir(), "new");
  await restoreIntoEmpty(file, dataDir, { isReal: true, settings: [] });
  expect(await kept(await start({ dataDir }))).toEqual(deleting);
});

test("a backup folder on another computer isn't taken from a file, asked for or not", async () => {
  const server = await start();
  for (const folder of ["//server/share", "\\\\server\\share", "\\/server/share"]) {
    const file = await edited(server, withSettings({ "backup.folder": folder }));
    await restored(server, file, "&settings=backup.folder");
    expect(await kept(server)).toEqual({});
  }
});

const formerBases = [
  "not a url",
  "https://evil.example",
  "javascript:alert(1)",
  "https://a:b@x.io",
];
const withBases = (document: SentDocument): void => {
  document["settings"] = [{ id: 1, formerBases }];
};

test("a restored file adds no former address unless it is asked for, and then only real ones", async () => {
  const dataDir = await makeDataDir();
  const server = await start({ dataDir });
  const file = await edited(server, withBases);
  const asEvil = async (asked: TestServer) =>
    (await asked.visit("/api/urls", { host: "evil.example" })).status;
  const preview = await restored(server, file);
  expect(preview.settings).toContainEqual(
    expect.objectContaining({ name: "formerBases", stays: true }),
  );
  const refused = await asEvil(server);
  await server.stop();
  const again = await start({ dataDir });
  expect(await asEvil(again)).toBe(refused);
  await restored(again, file, "&settings=formerBases");
  await again.stop();
  const third = await start({ dataDir });
  expect(await asEvil(third)).not.toBe(refused);
  await third.stop();
  const text = readFileSync(join(dataDir, "waypost.json"), "utf8");
  expect(text).toContain("https://evil.example");
  expect(text).not.toMatch(/not a url|javascript:|a:b@/);
});

test("of 300,000 former addresses the latest 5,000 stay known", async () => {
  const dataDir = await makeDataDir();
  const bases = Array.from({ length: 300_000 }, (_, number) => `https://go${number}.example`);
  const store = await open(dataDir);
  await store.commit([{ put: "settings", record: { id: 1, formerBases: bases } }]);
  await store.close();
  const server = await start({ dataDir });
  const asHost = async (host: string) => (await server.visit("/api/urls", { host })).status;
  expect(await asHost("go0.example")).toBe(421);
  expect(await asHost("go299999.example")).not.toBe(421);
  await restored(server, await edited(server, withBases), "&settings=formerBases");
  await server.stop();
  const text = readFileSync(join(dataDir, "waypost.json"), "utf8");
  expect(text).toContain("https://go299999.example");
  expect(text.length).toBeLessThan(1_000_000);
}, 60_000);

test("an empty folder takes no former address from a file unless it is asked for", async () => {
  const server = await start();
  const file = join(await makeDataDir(), "bases.json");
  writeFileSync(file, await edited(server, withBases));
  const look = { isReal: false, settings: [] };
  const { settings } = await restoreIntoEmpty(file, join(await makeDataDir(), "new"), look);
  expect(settings).toEqual([
    { name: "formerBases", from: null, to: "https://evil.example", stays: true },
  ]);
  const dataDir = join(await makeDataDir(), "new");
  await restoreIntoEmpty(file, dataDir, { isReal: true, settings: [] });
  const there = await start({ dataDir });
  await there.stop();
  expect(readFileSync(join(dataDir, "waypost.json"), "utf8")).not.toMatch(/evil|not a url/);
});

test("a folder with a former address that is none starts, and the doctor removes it", async () => {
  const dataDir = await makeDataDir();
  const store = await open(dataDir);
  await store.commit([{ put: "settings", record: { id: 1, formerBases: ["not a url"] } }]);
  await store.close();
  const mended = await repairFolder(dataDir);
  expect(mended.findings).toEqual([expect.stringContaining("not a url") as string]);
  expect(readFileSync(join(dataDir, "waypost.json"), "utf8")).not.toContain("not a url");

  const opened = await open(dataDir);
  await opened.commit([{ put: "settings", record: { id: 1, formerBases: ["not a url"] } }]);
  await opened.close();
  const server = await start({ dataDir });
  const added = await server.api("POST", "/api/url/add", { url: "https://example.org/" });
  expect(added.body.error).toBe(0);
});

test("a backup of this folder leaves such settings as they are as well", async () => {
  const server = await start();
  await server.api("POST", "/api/url/add", { url: "https://example.org/" });
  await server.api("PUT", "/api/settings", { set: { rateLimit: 77 } }, server.localKey);
  const made = await server.api("POST", "/api/backups", {}, server.localKey);
  const { name } = made.body.backup;
  const change = { set: { dialect: "vendor" }, unset: ["rateLimit"] };
  await server.api("PUT", "/api/settings", change, server.localKey);
  const path = `/api/backup/${name}/restore`;
  const restore = async (asked: object) => {
    const { body } = await server.api("POST", path, { preview: true, ...asked }, server.localKey);
    const { token } = body.preview;
    await server.api("POST", path, { token, wait: 10, ...asked }, server.localKey);
    return kept(server);
  };
  expect(await restore({})).toEqual({});
  expect(await restore({ settings: ["rateLimit"] })).toEqual({ rateLimit: 77 });
});

test("an empty folder takes no such setting from a file either", async () => {
  const server = await start();
  const file = join(await makeDataDir(), "evil.json");
  writeFileSync(file, await edited(server, withSettings(hostile)));
  const dataDir = join(await makeDataDir(), "new");
  const placed = await restoreIntoEmpty(file, dataDir, { isReal: true, settings: ["rateLimit"] });
  expect(placed.settings.filter(({ stays }) => stays).map(({ name }) => name)).toEqual(
    guarded.filter((name) => name !== "rateLimit"),
  );
  const there = await start({ dataDir });
  expect(await kept(there)).toEqual({ "page.name": "Rose", rateLimit: 1_000_000 });
  expect(existsSync(foreign)).toBe(true);
});

const createdAt = "2026-03-05T12:00:00.000Z";
const link = (id: number, fields: object): SentRecord => ({
  id,
  alias: `link-${id}`,
  url: "https://example.org/",
  createdAt,
  ...fields,
});

/** Records with a shape that is right, and a meaning that isn't. */
function withBadRecords(document: SentDocument): void {
  document["domains"] = [{ id: 7, domain: "javascript:alert(1)", createdAt }];
  document["links"] = [
    ...(document["links"] ?? []),
    link(11, { url: "javascript:alert(1)" }),
    link(12, { alias: "api" }),
    link(13, { alias: "up\u0007/..\u202e" }),
    link(14, { domain: 7 }),
    link(15, {
      metaImage: "data:text/html,x",
      countries: [
        { country: "DE", url: "https://example.org/de" },
        { country: "FR", url: "javascript:alert(1)" },
      ],
      deepLink: { apple: "javascript:alert(1)", auto: true },
    }),
  ];
}

test("a restored record whose address or alias can't be used stays out, and the preview names it", async () => {
  const server = await start();
  const preview = await restored(server, await edited(server, withBadRecords));
  expect(preview.changes).toMatchObject([{ kind: "links", added: 1 }]);
  const list = await server.api("GET", "/api/urls?limit=100");
  expect(list.body.data.urls.map(({ alias }: { alias: string }) => alias).toSorted()).toEqual([
    "link-15",
    "spring",
  ]);
  const { body } = await server.api("GET", "/api/url/15");
  expect(body.details.geotarget).toEqual([{ location: "Germany", link: "https://example.org/de" }]);
  expect(JSON.stringify(body)).not.toMatch(/javascript:|data:/);
  const values = (code: string) =>
    preview.said.find((one: { code: string }) => one.code === code)?.values;
  expect(values("restore.unusable")).toMatchObject({
    count: 5,
    records:
      "links 11 (url), links 12 (alias), links 13 (alias), links 14 (domain), domains 7 (domain)",
  });
  expect(values("restore.unusableFields")).toMatchObject({
    count: 1,
    records: "links 15 (countries, metaImage, deepLink)",
  });
});

test("an empty folder takes no record from a file whose address or alias can't be used", async () => {
  const file = join(await makeDataDir(), "bad.json");
  writeFileSync(file, await edited(await start(), withBadRecords));
  const dataDir = join(await makeDataDir(), "new");
  const placed = await restoreIntoEmpty(file, dataDir, { isReal: true, settings: [] });
  expect(placed.links).toBe(2);
  expect(placed.unusable.map(({ id, isLeftOut }) => [id, isLeftOut])).toEqual([
    [7, true],
    [11, true],
    [12, true],
    [13, true],
    [14, true],
    [15, false],
  ]);
  const { body } = await (await start({ dataDir })).api("GET", "/api/url/15");
  expect(body.details.geotarget).toHaveLength(1);
});

const entry = { title: "Garden", url: `https://example.org/${"x".repeat(8_000)}` };
/** More than a MiB. */
const manyEntries = Array.from({ length: 140 }, () => entry);

/** Records that would make each list and each page that shows them slow. */
function withEndlessContent(document: SentDocument): void {
  const many = (count: number) => Array.from({ length: count }, (_, at) => `tag-${at}`);
  const page = (id: number, more: object) => ({
    id,
    alias: `page-${id}`,
    name: "Rose",
    createdAt,
    ...more,
  });
  document["bioPages"] = [
    page(41, { description: "&".repeat(100_000) }),
    page(42, { links: manyEntries }),
    page(43, { avatar: "data:image/png;base64,PHN2Zz4=" }),
    page(44, { name: "n".repeat(20_000) }),
  ];
  document["domains"] = [{ id: 45, domain: `https://${"a.".repeat(20_000)}com`, createdAt }];
  document["links"] = [link(46, { tags: many(12_000) })];
}

test("restored content without end stays out, and is named", async () => {
  const server = await start();
  const preview = await restored(server, await edited(server, withEndlessContent));
  const values = (code: string) =>
    preview.said.find((one: { code: string }) => one.code === code)?.values;
  expect(values("restore.unusable").records).toBe(
    "domains 45 (domain), bioPages 42 (links), bioPages 44 (name)",
  );
  const pages = await server.api("GET", "/api/bio?limit=100");
  expect(pages.body.data.bios.map(({ id }: { id: number }) => id).toSorted()).toEqual([41, 43]);
  const long = await server.visit("/page-41");
  expect([long.status, long.text.length < 20_000]).toEqual([200, true]);
  expect((await server.visit("/page-43")).text).not.toContain("PHN2Zz4");
  expect((await server.api("GET", "/api/url/46")).body.details.tags).toEqual([]);
});

test("a record that is here gets no content without end either", async () => {
  const server = await start();
  await server.api("POST", "/api/bio/add", { name: "Here", links: [] });
  const file = await edited(server, (document) => {
    Object.assign(document["bioPages"]?.[0] ?? {}, { links: manyEntries });
  });
  const preview = await restored(server, file);
  expect(JSON.stringify(preview.said)).toContain("bioPages 1 (links)");
  expect((await server.api("GET", "/api/bio/1")).body.details.links).toEqual([]);
});

/** Records that lists and visitors' pages could not show. */
function withBadContent(document: SentDocument): void {
  const code = (id: number, type: string, data: unknown) => ({
    id,
    code: `code${id}`,
    type,
    data,
    createdAt,
  });
  document["qrCodes"] = [
    code(21, "text", { text: "hello" }),
    code(22, "wifi", { ssid: "" }),
    code(23, "sms", { message: "no phone" }),
    code(24, "vcard", { fname: true }),
    code(25, "vcard", { fname: "Rose" }),
    code(26, "wifi", { ssid: "Garden", pass: "petals", encryption: "a handshake" }),
  ];
  document["domains"] = [
    { id: 31, domain: "https://go.example.com/path", createdAt },
    { id: 32, domain: "https://me:secret@go.example.org", createdAt },
    { id: 33, domain: "https://go.example.net", createdAt },
  ];
  Object.assign(document["account"]?.[0] ?? {}, { username: "../rose" });
}

const badContent = [
  ["account", 1, "username"],
  ["domains", 31, "domain"],
  ["domains", 32, "domain"],
  ["qrCodes", 21, "data"],
  ["qrCodes", 22, "data"],
  ["qrCodes", 23, "data"],
  ["qrCodes", 24, "data"],
  ["qrCodes", 26, "data"],
] as const;

async function expectGoodContent(server: TestServer): Promise<void> {
  const codes = await server.api("GET", "/api/qr?limit=100");
  expect(codes.body.data.qrs.map(({ id }: { id: number }) => id)).toEqual([25]);
  expect((await server.visit("/qr/code25")).status).toBe(200);
  const domains = await server.api("GET", "/api/domains?limit=100");
  expect(domains.body.data.domains.map(({ id }: { id: number }) => id)).toEqual([33]);
  expect((await server.api("GET", "/api/account")).body.data.username).toBe("owner");
}

test("restored codes, domains and usernames that can't be shown stay out, and are named", async () => {
  const server = await start();
  const preview = await restored(server, await edited(server, withBadContent));
  const said = preview.said.find((one: { code: string }) => one.code === "restore.unusable");
  expect(said.values).toEqual({
    count: badContent.length,
    records: badContent.map(([kind, id, field]) => `${kind} ${id} (${field})`).join(", "),
  });
  await expectGoodContent(server);
});

test("a restored code can't change its type and leave its content as it is", async () => {
  const server = await start();
  await server.api("POST", "/api/qr/add", { type: "vcard", data: { fname: "Rose" } });
  const file = await edited(server, (document) => {
    Object.assign(document["qrCodes"]?.[0] ?? {}, { type: "text" });
  });
  const preview = await restored(server, file);
  expect(JSON.stringify(preview.said)).toContain("qrCodes 1 (data)");
  expect((await server.api("GET", "/api/qr?limit=100")).status).toBe(200);
});

test("an empty folder takes no codes, domains and usernames that can't be shown", async () => {
  const file = join(await makeDataDir(), "content.json");
  writeFileSync(file, await edited(await start(), withBadContent));
  const dataDir = join(await makeDataDir(), "new");
  const { unusable } = await restoreIntoEmpty(file, dataDir, { isReal: true, settings: [] });
  const found = unusable.map(
    ({ collection, id, faults }) => `${collection} ${id} ${faults.join()}`,
  );
  expect(new Set(found)).toEqual(new Set(badContent.map((one) => one.join(" "))));
  await expectGoodContent(await start({ dataDir }));
});

const impossible = Number.MAX_SAFE_INTEGER;

/** Ids after which nothing could be added, or read again. */
function withLastIds(document: SentDocument): void {
  document["links"]?.push(link(impossible, {}), link(2 ** 48, {}), link(12, {}));
  const { next } = document["end"] as unknown as { next: Record<string, number> };
  Object.assign(next, { links: impossible, qrCodes: 2 ** 48, campaigns: impossible + 1 });
}

/** Adds one of each, before and after a restart. */
async function addTwice(dataDir: string): Promise<number[]> {
  const ids: number[] = [];
  for (const round of ["one", "two"]) {
    const server = await start({ dataDir });
    const sent = [
      ["url", { url: "https://example.org/" }],
      ["qr", { type: "text", data: "hello" }],
      ["campaign", { name: round, slug: `slug-${round}` }],
    ] as const;
    for (const [kind, body] of sent) {
      const answer = await server.api("POST", `/api/${kind}/add`, body);
      ids.push(Number(answer.body.id));
    }
    await server.stop();
  }
  return ids;
}

test("a restored file can't use up the ids, and its records with impossible ones are named", async () => {
  const dataDir = await makeDataDir();
  const server = await start({ dataDir });
  const preview = await restored(server, await edited(server, withLastIds));
  expect(preview.changes).toMatchObject([{ kind: "links", added: 1 }]);
  expect(preview.said).toContainEqual(
    expect.objectContaining({
      code: "restore.unusable",
      values: { count: 2, records: `links ${impossible} (id), links ${2 ** 48} (id)` },
    }),
  );
  await server.stop();
  expect(await addTwice(dataDir)).toEqual([13, 1, 1, 14, 2, 2]);
});

test("an empty folder takes no impossible id from a file either", async () => {
  const file = join(await makeDataDir(), "ids.json");
  writeFileSync(file, await edited(await start(), withLastIds));
  const dataDir = join(await makeDataDir(), "new");
  const placed = await restoreIntoEmpty(file, dataDir, { isReal: true, settings: [] });
  expect(placed).toMatchObject({
    links: 2,
    unusable: [
      { collection: "links", id: 2 ** 48, faults: ["id"], isLeftOut: true },
      { collection: "links", id: impossible, faults: ["id"], isLeftOut: true },
    ],
  });
  expect(await addTwice(dataDir)).toEqual([13, 1, 1, 14, 2, 2]);
});

/** A document whose checksum is right whatever was changed in it. */
function rewrite(dataDir: string, edit: (text: string) => string): void {
  const path = join(dataDir, "waypost.json");
  const text = edit(readFileSync(path, "utf8"));
  const covered = text.slice(0, text.lastIndexOf(checksumKey));
  writeFileSync(path, `${covered}${checksumKey}${hexadecimal(crc32(covered))}"}}\n`);
}

test("a folder with an impossible id says at its start what to do, and the doctor mends it", async () => {
  const withRecord = await makeDataDir();
  const store = await open(withRecord);
  await store.commit([{ put: "links", record: storedLink(1) }]);
  await store.commit([{ put: "links", record: storedLink(impossible) }]);
  await store.close();

  const [withNext, changedByHand] = [await makeDataDir(), await makeDataDir()];
  for (const dataDir of [withNext, changedByHand]) {
    const one = await open(dataDir);
    await one.commit([{ put: "links", record: storedLink(1) }]);
    await one.close();
    rewrite(dataDir, (text) => text.replace('"links":2', `"links":${impossible}`));
  }
  const path = join(changedByHand, "waypost.json");
  writeFileSync(path, readFileSync(path, "utf8").replace('"alias-1"', '"alias-one"'));

  for (const dataDir of [withRecord, withNext, changedByHand]) {
    await expect(startTestServer({ dataDir })).rejects.toThrow(/links.*90071992.*waypost doctor/s);
    expect((await repairFolder(dataDir)).kept).toBe(1);
    expect(await addTwice(dataDir)).toEqual([2, 1, 1, 3, 2, 2]);
  }
});

test("a file of bookmarks leaves out what a browser would run", () => {
  const row = { alias: "x", name: "x", tags: [], date: createdAt, description: "" };
  const bad = { ...row, url: "javascript:alert(1)" };
  const good = { ...row, url: "https://example.org/" };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it reads no other fields
  const links = [bad, good, { ...bad, tags: ["t"] }] as unknown as Parameters<
    typeof bookmarksPage
  >[0];
  const page = [...bookmarksPage(links)].join("");
  expect(page).toContain('HREF="https://example.org/"');
  expect(page).not.toContain("javascript:");
});

async function zipOf(
  document: string,
  names: readonly string[],
  content: string,
): Promise<Buffer<ArrayBuffer>> {
  const zip = new ZipFile();
  zip.addBuffer(Buffer.from(document), "waypost.json");
  for (const name of names) zip.addBuffer(Buffer.from(content), name);
  zip.end();
  return Buffer.from(await buffer(zip.outputStream));
}

/** A document with files of clicks, of which set 5 alone has a record. */
async function withStrayClicks(): Promise<Buffer<ArrayBuffer>> {
  const record = { id: 1, set: 5, name: "a.csv", format: "shlink-visits", clicks: 0, bots: 0 };
  const document = await edited(await start(), (content) => {
    content["clickImports"] = [{ ...record, createdAt }];
  });
  const names = ["import-4.ndjson", "import-5.ndjson", "import-6.counters.ndjson"];
  return zipOf(
    document,
    names.map((name) => `clicks/${name}`),
    "\n",
  );
}

const strayIn = (dataDir: string) =>
  readdirSync(join(dataDir, "clicks")).filter((name) => /^import-[46]\./.test(name));

test("files of clicks without a record are left in the zip", async () => {
  const zip = await withStrayClicks();
  const server = await start();
  await restored(server, zip);
  expect(readdirSync(join(server.dataDir, "clicks"))).toContain("import-5.ndjson");
  expect(strayIn(server.dataDir)).toEqual([]);

  const file = join(await makeDataDir(), "stray.zip");
  writeFileSync(file, zip);
  const dataDir = join(await makeDataDir(), "new");
  await restoreIntoEmpty(file, dataDir, { isReal: true, settings: [] });
  expect(readdirSync(join(dataDir, "clicks"))).toContain("import-5.ndjson");
  expect(strayIn(dataDir)).toEqual([]);
});

const theirSystems = (names: readonly string[]) => ({
  clicks: names.length,
  botClicks: 0,
  visitors: { before: 0, known: { keys: "" } },
  tallies: [[], [], [], names.map((name) => [name, 1]), [], [], []],
  quarters: [],
});

test("names in a restored file that are longer than any host count as Other, also on disk", async () => {
  const document = await edited(await start(), (content) => {
    content["links"] = [{ id: 700, alias: "theirs", url: "https://example.org/", createdAt }];
  });
  const systems = ["Linux", ...Array.from({ length: 50 }, (_, at) => `${at}${"x".repeat(300)}`)];
  const counters = [
    { statistics: 2, month: "2026-11", byte: 0, taken: {} },
    { month: "2026-11", byte: 0, link: 700, counters: theirSystems(systems) },
    { end: 1 },
  ].map((line) => seal(JSON.stringify(line)));
  const server = await start();
  await restored(server, await zipOf(document, ["statistics.ndjson"], counters.join("")));
  const { body } = await server.api("GET", "/api/url/700");
  expect(body.data).toMatchObject({ clicks: 51 });
  const written = readFileSync(join(server.dataDir, "statistics.ndjson"), "utf8");
  expect(written).toContain('["Linux",1],["Other",50]');
  expect(written.length).toBeLessThan(2_000);
});

test("of a zip's pictures only those come that the chosen records name", async () => {
  const document = await edited(await start(), (content) => {
    const logo = { source: "uploads/logo.png", file: "logo.png" };
    const code = { id: 1, code: "abcd", type: "text", data: "x", name: "Door", createdAt };
    content["qrCodes"] = [{ ...code, logo }];
  });
  const names = ["logo.png", "other.png", "junk/page.html"];
  const file = await zipOf(
    document,
    names.map((name) => `uploads/${name}`),
    "x",
  );
  const server = await start();
  const taken = () => names.filter((name) => existsSync(join(server.dataDir, "uploads", name)));
  await restored(server, file, "&only=links");
  expect(taken()).toEqual([]);
  await restored(server, file, "&only=qr");
  expect(taken()).toEqual(["logo.png"]);
});

test("a file that was cut off on its way, on a disk without hard links, comes whole the next time", async () => {
  const document = await edited(await start(), () => undefined);
  const file = await zipOf(document, ["uploads/own.png"], "theirs");
  const server = await start();
  const { copyFile } = promises;
  let hasFailed = false;
  vi.spyOn(promises, "link").mockRejectedValue(new Error("no hard links here"));
  vi.spyOn(promises, "copyFile").mockImplementation(async (from, to, mode) => {
    await copyFile(from, to, mode);
    if (hasFailed || !String(to).includes("uploads")) return;
    hasFailed = true;
    await promises.truncate(to, 3);
    throw new Error("cut off");
  });
  syncBuiltinESMExports();
  onTestFinished(() => {
    vi.restoreAllMocks();
    syncBuiltinESMExports();
  });
  const { preview } = await sendFile(server, "preview=true", file);
  const { job } = await sendFile(server, `token=${preview.token}&wait=10`, file);
  expect(job.state).toBe("failed");
  await restored(server, file);
  expect(readFileSync(join(server.dataDir, "uploads/own.png"), "utf8")).toBe("theirs");
});

test("a restored file takes no other's place, and none of a link to somewhere else", async () => {
  const document = await edited(await start(), () => undefined);
  const file = await zipOf(document, ["uploads/own.png", "uploads/link.png"], "theirs");
  const server = await start();
  const uploads = join(server.dataDir, "uploads");
  const [own, outside] = [join(uploads, "own.png"), join(await makeDataDir(), "outside.png")];
  mkdirSync(uploads, { recursive: true });
  for (const path of [own, outside]) writeFileSync(path, "ours");
  symlinkSync(outside, join(uploads, "link.png"));
  await restored(server, file);
  expect([own, outside].map((path) => readFileSync(path, "utf8"))).toEqual(["ours", "ours"]);
  expect(readlinkSync(join(uploads, "link.png"))).toBe(outside);
});

test("rules that a visit would have too much to look through are left out, and named", async () => {
  const condition = { type: "query-param", key: "a", values: ["x", "y"] };
  const conditions = Array.from({ length: 100 }, () => condition);
  const rule = { url: "https://example.org/x", conditions };
  const file = await edited(await start(), (document) => {
    for (const one of document["links"] ?? [])
      one["rules"] = Array.from({ length: 50 }, () => rule);
  });
  const server = await start();
  const preview = await restored(server, file);
  expect(preview.warnings).toContainEqual(expect.stringContaining("links 1 (rules)"));
  const { details } = (await server.api("GET", "/api/url/1")).body;
  expect(details).toMatchObject({ alias: "spring", longurl: "https://example.org/" });
  expect(details).not.toHaveProperty("rules");
});

test("two hundred names that go round in a ring come back, and an undo turns them again", async () => {
  const dataDir = await makeDataDir();
  const ids = Array.from({ length: 200 }, (_, at) => at + 1);
  const linksWith = (turn: number) =>
    ids.map((id) => storedLink(id, { alias: `name-${(id + turn) % 200}` }));
  const stored = await open(dataDir);
  await stored.commit(linksWith(1).map((record) => ({ put: "links", record })));
  await stored.close();
  const server = await start({ dataDir });
  const places = async () =>
    Promise.all(
      [0, 1, 199].map(
        async (at) => (await server.api("GET", `/api/url/${ids[at]}`)).body.details.alias,
      ),
    );
  const turned = await places();
  const end = { count: 200, next: {}, journal: 1, commit: 1 };
  const file = JSON.stringify({ waypost: 5, links: linksWith(0), end });
  const { preview } = await sendFile(server, "preview=true&only=links", file);
  const { job } = await sendFile(server, `token=${preview.token}&only=links&wait=10`, file);
  expect(await places()).toEqual(["name-1", "name-2", "name-0"]);
  const undo = (body: object) =>
    server.api("POST", `/api/changes/${job.change}/undo`, body, server.localKey);
  const { token } = (await undo({ preview: true })).body.preview;
  expect((await undo({ token, wait: 10 })).body.job).toMatchObject({ failureCount: 0 });
  expect(await places()).toEqual(turned);
});

test("a restore stops at 10,000 views, and says how many it leaves out", async () => {
  const server = await start();
  const views = Array.from({ length: 10_002 }, (_, at) => ({
    id: at + 1,
    kind: "tags",
    name: `tag ${at}`,
    query: { color: "#123456" },
    createdAt: "2026-03-05T12:00:00.000Z",
  }));
  const file = await edited(server, (document) => {
    document["views"] = views;
  });
  const preview = await restored(server, file);
  expect(preview.warnings).toContain(
    "Not restored (2), because there can be at most 10,000 views.",
  );
  const { body } = await server.api("GET", "/api/views?limit=1");
  expect(body.data.result).toBe(10_000);
});
