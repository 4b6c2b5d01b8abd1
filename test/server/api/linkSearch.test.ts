import { afterAll, beforeAll, expect, test } from "vitest";
import { startTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
const ids: Record<string, number> = {};

async function add(alias: string, fields: object = {}): Promise<void> {
  const { status, body } = await server.api("POST", "/api/url/add", {
    url: `https://example.org/${alias}`,
    custom: alias,
    ...fields,
  });
  expect(status).toBe(200);
  ids[alias] = body.id;
}

async function found(query: Readonly<Record<string, string>>): Promise<string[]> {
  const { body } = await server.api("GET", `/api/urls?${new URLSearchParams(query).toString()}`);
  const links: readonly { alias: string }[] = body.data.urls;
  expect(body.data.result).toBe(links.length);
  return links.map(({ alias }) => alias);
}

beforeAll(async () => {
  server = await startTestServer({ settings: { verifyDomains: "false" } });
  await add("tea-5", { url: "https://a.example/" });
  await add("menu", { name: "Tea, number 5!", url: "https://b.example/" });
  await add("coffee-5", { description: "instead of tea" });
  await add("bahar", { name: "كتاب‌هاي نوروز ۱۴۰۵", url: "https://c.example/" });
  await add("cafe", { name: "Cafe\u0301 Central", url: "https://d.example/" });
});
afterAll(() => server.stop());

test.each<[q: string, aliases: readonly string[]]>([
  ["tea 5", ["coffee-5", "menu", "tea-5"]],
  ["5 TEA", ["coffee-5", "menu", "tea-5"]],
  ["tea-5", ["tea-5"]],
  ["tea/5", ["tea-5"]],
  ["  number   tea ", ["menu"]],
  ["tea 6", []],
  ["کتاب های", ["bahar"]],
  ["نوروز 1405", ["bahar"]],
  ["١٤٠٥ کتاب", ["bahar"]],
  ["café", ["cafe"]],
  ["b.example", ["menu"]],
  ["teacoffee", []],
  ["(.*)", []],
])("a search for %j finds what has its words, in any order and spelling", async (q, aliases) => {
  expect(await found({ q })).toEqual(aliases);
});

test("what was searched before finds a link by its present words only", async () => {
  expect(await found({ q: "instead" })).toEqual(["coffee-5"]);
  await server.api("PUT", `/api/url/${ids["coffee-5"]}/update`, {
    url: "https://example.org/coffee-5",
    description: "as well",
  });
  expect(await found({ q: "instead" })).toEqual([]);
  expect(await found({ q: "well as" })).toEqual(["coffee-5"]);
});

test("of some ids, a list has those that its filters leave", async () => {
  const some = [ids["menu"], ids["bahar"], 999].join(",");
  expect(await found({ ids: some })).toEqual(["bahar", "menu"]);
  expect(await found({ ids: some, q: "tea" })).toEqual(["menu"]);
  expect(await found({ ids: some, minClicks: "1" })).toEqual([]);
  const page = await server.api("GET", `/api/urls?ids=${some}&order=alias&limit=1&page=2`);
  expect(page.body.data).toMatchObject({ result: 2, urls: [{ alias: "menu" }] });
});
