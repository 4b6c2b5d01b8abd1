import { rm } from "node:fs/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openFolder } from "../../src/app/ownFolder.ts";
import { linkFormats } from "../../src/contract/changes/exports.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { operations } from "../../src/contract/operations.ts";
import type { Change } from "../../src/server/store/store.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../support/server.ts";

/** What someone else's document may say in any text. */
const values = ["ab\ud800", "a.example", "", "%", "http://[", "javascript:alert(1)", "toString"];

const createdAt = "2026-01-01T00:00:00.000Z";
const url = "https://example.org/";
const text = "text";

const records: Readonly<Record<string, object>> = {
  domains: { domain: "https://go.example.org", redirectRoot: url, redirect404: url },
  links: {
    alias: text,
    url,
    name: text,
    metaTitle: text,
    metaDescription: text,
    metaImage: url,
    fetchedTitle: text,
    description: text,
    password: text,
    tags: [text],
    countries: [{ country: "DE", url }],
    devices: [{ device: "ios", url }],
    languages: [{ language: "de", url }],
    parameters: [{ name: text, value: text }],
    deepLink: { apple: url, google: url, auto: true },
    beforeUrl: url,
    afterUrl: url,
    source: { service: text, id: text },
    rules: [{ url, name: text, conditions: [{ type: "language", key: text, values: ["de"] }] }],
    split: { seed: text, variants: [{ id: "a", url, weight: 5000 }], winner: "a" },
  },
  bioPages: {
    alias: text,
    name: text,
    description: text,
    avatar: url,
    links: [{ title: text, url }],
  },
  qrCodes: {
    code: text,
    data: text,
    name: text,
    background: text,
    foreground: text,
    caption: text,
  },
  channels: { name: text, description: text, color: text },
  campaigns: { name: text, slug: text },
  pixels: { name: text, type: "facebook", tag: text },
  splashPages: { name: text, title: text, message: text, banner: url },
};

const qrTypes = ["text", "vcard", "link", "email", "phone", "sms", "wifi"];

/** A record with `value` in one of its texts, for each of them. */
function* spoilt(record: unknown, value: string): Iterable<unknown> {
  if (typeof record === "string") yield value;
  if (typeof record !== "object" || record === null) return;
  for (const [key, inner] of Object.entries(record)) {
    for (const other of spoilt(inner, value))
      yield Array.isArray(record) ? record.with(Number(key), other) : { ...record, [key]: other };
  }
}

/** Of a collection, each with names that no other has. */
function spoiltRecords(collection: string): { readonly id: number }[] {
  const record = records[collection] ?? {};
  const found = values.flatMap((value) => [...spoilt(record, value)] as object[]);
  const isOnDomain = ["links", "bioPages", "qrCodes"].includes(collection);
  return found.map((one, at) => {
    const id = at + 1;
    const names = Object.entries(one)
      .filter(([key]) => ["alias", "code", "slug"].includes(key))
      .map(([key, value]) => [key, `${String(value)}${collection}${id}`]);
    return {
      id,
      ...one,
      ...Object.fromEntries(names),
      ...(collection === "qrCodes" && { type: qrTypes[id % qrTypes.length] }),
      ...(isOnDomain && id % 2 === 0 && { domain: (id % 21) + 1 }),
      createdAt,
    };
  });
}

let dataDir: string;
let server: TestServer;
const counts = new Map<string, number>();
const aliases: string[] = [];

beforeAll(async () => {
  dataDir = await makeDataDir();
  const { store } = await openFolder(dataDir, {});
  for (const collection of Object.keys(records)) {
    const all = spoiltRecords(collection);
    counts.set(collection, all.length);
    for (const record of all) {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- its type says nothing of texts
      await store.commit([{ put: collection, record } as unknown as Change]);
      if ("alias" in record) aliases.push(String(record.alias));
    }
  }
  await store.close();
  server = await startTestServer({ dataDir, checkAnswers: false, log: () => undefined });
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const lists = Object.values<Operation>(operations)
  .filter(
    ({ method, path, query }) => method === "GET" && !path.includes(":") && "page" in query.shape,
  )
  .map(({ path }) => path);

test.each(lists)("%s lists records whose texts can't be", async (path) => {
  const { status } = await server.api("GET", `${path}?limit=1000`, undefined, server.localKey);
  expect(status).toBe(200);
});

test.each([
  ["/api/urls", "links"],
  ["/api/domains", "domains"],
  ["/api/bio", "bioPages"],
  ["/api/qr", "qrCodes"],
])("%s leaves out no record", async (path, collection) => {
  const { body } = await server.api("GET", `${path}?limit=1000`);
  expect(body.data.result).toBe(counts.get(collection));
});

test.each(linkFormats)("links are exported as %s", async (format) => {
  const { status, text: answer } = await send(server.baseUrl, "/api/export", {
    method: "POST",
    headers: {
      authorization: `Bearer ${server.apiKey}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ what: "links", format, select: { all: true } }),
  });
  expect([status, answer.slice(0, 200)]).toEqual([200, expect.any(String)]);
});

test("visitors get an answer from each of them", async () => {
  for (const alias of aliases) {
    const { status } = await server.visit(`/${encodeURIComponent(alias.toWellFormed())}`);
    expect(`${status} ${alias}`).toMatch(/^[2-4]/);
  }
});

test("half a surrogate pair is read as U+FFFD", async () => {
  const { text: answer } = await server.api("GET", "/api/url/1");
  expect(answer).toContain("/ab%EF%BF%BDlinks1");
});
