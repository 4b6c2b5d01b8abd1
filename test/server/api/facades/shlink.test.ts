import * as sdk from "@shlinkio/shlink-js-sdk";
import * as overFetch from "@shlinkio/shlink-js-sdk/fetch";
import * as overNode from "@shlinkio/shlink-js-sdk/node";
import { beforeEach, describe, expect, test } from "vitest";
import { serverForEach } from "../../../support/testServer.ts";
import { ask, lastAuthor, makeKey, owner, switchOn, warningOf } from "./facades.ts";

// Its own types name files without their endings, which TypeScript doesn't find.
// oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
type Ask = (...given: readonly object[]) => Promise<any>;
type Client = Readonly<
  Record<
    | "createShortUrl"
    | "deleteShortUrl"
    | "deleteTags"
    | "editTag"
    | "getShortUrl"
    | "getShortUrlRedirectRules"
    | "getShortUrlVisits"
    | "getVisitsOverview"
    | "health"
    | "listDomains"
    | "listShortUrls"
    | "listTags"
    | "mercureInfo"
    | "setShortUrlRedirectRules"
    | "tagsStats"
    | "updateShortUrl",
    Ask
  >
>;
type Named<Name extends string, Given extends readonly unknown[], Made> = Readonly<
  Record<Name, new (...given: Given) => Made>
>;
// oxlint-disable typescript/no-unsafe-type-assertion -- as its documentation says
const { ShlinkApiClient } = sdk as unknown as Named<
  "ShlinkApiClient",
  [client: object, server: { readonly baseUrl: string; readonly apiKey: string }],
  Client
>;
const { FetchHttpClient } = overFetch as unknown as Named<"FetchHttpClient", [], object>;
const { NodeHttpClient } = overNode as unknown as Named<"NodeHttpClient", [], object>;
// oxlint-enable typescript/no-unsafe-type-assertion

const longUrl = "https://example.org/a";
const server = serverForEach({ settings: { verifyDomains: "false" } });
let key = "";
beforeEach(async () => {
  await switchOn(server, "shlink");
  key = await makeKey(server, "shlink");
});

function call(method: string, path: string, body?: unknown, headers: object = {}) {
  return ask(server, `/rest/v3${path}`, {
    method,
    headers: { "x-api-key": key, ...headers },
    ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
  });
}

describe.each([
  ["Node's HTTP", () => new NodeHttpClient()],
  ["fetch", () => new FetchHttpClient()],
])("Shlink's SDK over %s", (_name, httpClient) => {
  const connect = () => new ShlinkApiClient(httpClient(), { baseUrl: server.baseUrl, apiKey: key });

  test("creates, finds, changes and deletes a short URL", async () => {
    const client = connect();
    expect(await client.health()).toMatchObject({ status: "pass" });
    const made = await client.createShortUrl({
      longUrl,
      customSlug: "mine",
      title: "Mine",
      tags: ["one", "two"],
      validSince: "2024-01-21T00:00:00+02:00",
      validUntil: "2099-01-01T00:00:00Z",
      maxVisits: 5,
    });
    expect(made).toEqual({
      shortUrl: `${server.shortBase}/mine`,
      shortCode: "mine",
      longUrl,
      dateCreated: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+00:00$/) as string,
      tags: ["one", "two"],
      meta: {
        validSince: "2024-01-20T22:00:00+00:00",
        validUntil: "2099-01-01T00:00:00+00:00",
        maxVisits: 5,
      },
      domain: null,
      title: "Mine",
      crawlable: false,
      forwardQuery: false,
      visitsSummary: { total: 0, nonBots: 0, bots: 0 },
      hasRedirectRules: false,
    });
    await server.visit("/mine");
    await server.visit("/mine", {
      "user-agent": "Googlebot/2.1 (+http://www.google.com/bot.html)",
    });
    expect(await client.getShortUrl({ shortCode: "mine" })).toMatchObject({
      visitsSummary: { total: 2, nonBots: 1, bots: 1 },
    });
    expect(
      await client.updateShortUrl(
        { shortCode: "mine" },
        { title: null, maxVisits: null, validSince: null, tags: ["three"] },
      ),
    ).toMatchObject({
      longUrl,
      title: null,
      tags: ["three"],
      meta: { validSince: null, validUntil: "2099-01-01T00:00:00+00:00", maxVisits: null },
    });
    expect(await lastAuthor(server)).toMatchObject({
      key: "A shlink program",
      operation: "updateLink",
    });
    await client.deleteShortUrl({ shortCode: "mine" });
    await expect(client.getShortUrl({ shortCode: "mine" })).rejects.toEqual({
      title: "Short URL not found",
      type: "https://shlink.io/api/error/short-url-not-found",
      detail: 'No URL found with short code "mine"',
      status: 404,
      shortCode: "mine",
    });
  });

  test("lists short URLs by tag, text, order and page", async () => {
    const client = connect();
    for (const [slug, ...tags] of [
      ["alpha", "a"],
      ["beta", "b", "a"],
      ["gamma", "c"],
    ] as const) {
      await client.createShortUrl({
        longUrl: `${longUrl}/${slug}`,
        customSlug: slug,
        tags: [...tags],
      });
    }
    const codes = async (params: object): Promise<string[]> =>
      (await client.listShortUrls(params)).data.map(
        ({ shortCode }: { readonly shortCode: string }) => shortCode,
      );
    const byCode = { field: "shortCode", dir: "ASC" } as const;
    expect(await codes({ orderBy: byCode })).toEqual(["alpha", "beta", "gamma"]);
    expect(await codes({ tags: ["a", "c"], orderBy: byCode })).toEqual(["alpha", "beta", "gamma"]);
    expect(await codes({ tags: ["a", "b"], tagsMode: "all" })).toEqual(["beta"]);
    expect(await codes({ searchTerm: "gamma" })).toEqual(["gamma"]);
    expect(await codes({ domain: "DEFAULT", page: "2", itemsPerPage: 2, orderBy: byCode })).toEqual(
      ["gamma"],
    );
    const { pagination } = await client.listShortUrls({ itemsPerPage: 2 });
    expect(pagination).toEqual({
      currentPage: 1,
      pagesCount: 2,
      itemsPerPage: 2,
      itemsInCurrentPage: 2,
      totalItems: 3,
    });
    const found = { longUrl: `${longUrl}/alpha`, findIfExists: true };
    expect((await client.createShortUrl(found)).shortCode).toBe("alpha");
  });

  test("replaces and shows redirect rules", async () => {
    const client = connect();
    await client.createShortUrl({ longUrl, customSlug: "rules" });
    const redirectRules = [
      {
        longUrl: "https://example.org/ios",
        conditions: [
          { type: "device" as const, matchKey: null, matchValue: "ios" },
          { type: "query-param" as const, matchKey: "a", matchValue: "b" },
        ],
      },
      {
        longUrl: "https://example.org/de",
        conditions: [
          { type: "geolocation-country-code" as const, matchKey: null, matchValue: "DE" },
        ],
      },
    ];
    const expected = {
      defaultLongUrl: longUrl,
      redirectRules: redirectRules.map((rule, place) => ({ ...rule, priority: place + 1 })),
    };
    const named = { shortCode: "rules" };
    expect(await client.setShortUrlRedirectRules(named, { redirectRules })).toEqual(expected);
    expect(await client.getShortUrlRedirectRules(named)).toEqual(expected);
    expect(await client.getShortUrl(named)).toMatchObject({ hasRedirectRules: true });
  });

  test("renames, counts and deletes tags, and lists domains", async () => {
    const client = connect();
    await client.createShortUrl({ longUrl, customSlug: "tagged", tags: ["old", "other"] });
    await server.visit("/tagged");
    await client.editTag({ oldName: "old", newName: "new" });
    expect((await client.listTags()).data).toEqual(["new", "other"]);
    expect((await client.tagsStats()).data[0]).toEqual({
      tag: "new",
      shortUrlsCount: 1,
      visitsSummary: { total: 1, nonBots: 1, bots: 0 },
    });
    await expect(client.editTag({ oldName: "new", newName: "other" })).rejects.toMatchObject({
      status: 409,
      type: "https://shlink.io/api/error/tag-conflict",
    });
    await client.deleteTags(["new", "nobody"]);
    expect((await client.listTags()).data).toEqual(["other"]);
    expect(await client.getVisitsOverview()).toEqual({
      nonOrphanVisits: { total: 1, nonBots: 1, bots: 0 },
      orphanVisits: { total: 0, nonBots: 0, bots: 0 },
    });
    expect((await client.getShortUrlVisits({ shortCode: "tagged" })).data).toEqual([]);
    const { data } = await client.listDomains();
    expect(data).toMatchObject([{ isDefault: true }]);
    await expect(client.mercureInfo()).rejects.toMatchObject({ status: 501 });
  });
});

test("a refusal is Shlink's problem, byte for byte", async () => {
  const problem = async (answer: ReturnType<typeof call>) => {
    const { status, text, headers } = await answer;
    return [status, headers["content-type"], JSON.parse(text) as unknown];
  };
  await call("POST", "/short-urls", { longUrl, customSlug: "taken" });
  const type = "application/problem+json";
  const base = "https://shlink.io/api/error";
  expect(await problem(call("POST", "/short-urls", { longUrl, customSlug: "taken" }))).toEqual([
    400,
    type,
    {
      title: "Invalid custom slug",
      type: `${base}/non-unique-slug`,
      detail: 'Provided slug "taken" is already in use.',
      status: 400,
      customSlug: "taken",
    },
  ]);
  const wrong = { longUrl, maxVisits: -1, validSince: "never" };
  expect(await problem(call("POST", "/short-urls", wrong))).toEqual([
    400,
    type,
    {
      title: "Invalid data",
      type: `${base}/invalid-data`,
      detail: "Provided data is not valid",
      status: 400,
      invalidElements: expect.arrayContaining(["maxVisits", "validSince"]) as unknown,
    },
  ]);
  expect(await problem(call("POST", "/short-urls", "{"))).toMatchObject([
    400,
    type,
    { type: `${base}/malformed-request-body` },
  ]);
  expect(await problem(call("GET", "/nothing"))).toMatchObject([
    404,
    type,
    { type: `${base}/not-found` },
  ]);
  const refused = (headers: object) => problem(call("GET", "/short-urls", undefined, headers));
  expect(await refused({ "x-api-key": "wrong" })).toEqual([
    401,
    type,
    {
      title: "Invalid API key",
      type: `${base}/invalid-api-key`,
      detail: "Provided API key does not exist or is invalid.",
      status: 401,
    },
  ]);
  expect(await refused({ "x-api-key": "" })).toMatchObject([
    401,
    type,
    { expectedTypes: ["X-Api-Key"] },
  ]);
  const method = await call("PUT", "/short-urls");
  expect([method.status, method.headers.allow]).toEqual([405, "GET,POST"]);
});

test("a body is JSON whatever its type, and what Shlink has more of is a warning", async () => {
  const headers = { "content-type": "text/plain" };
  const body = { longUrl, crawlable: true, shortCodeLength: 8 };
  const answer = await call("POST", "/short-urls", body, headers);
  expect(answer.status).toBe(200);
  expect(warningOf(answer)).toMatch(/crawlable.*shortCodeLength/);
  const page = await call("GET", "/short-urls?itemsPerPage=5000");
  expect(JSON.parse(page.text).shortUrls.pagination.itemsPerPage).toBe(100);
  expect(warningOf(page)).toContain("at most 100");
});

test("rules that Shlink doesn't have are counted in the warning", async () => {
  await call("POST", "/short-urls", { longUrl, customSlug: "rules" });
  const rules = [
    { url: longUrl, conditions: [{ type: "referrer-domain", value: "example.com" }] },
    { url: longUrl, conditions: [{ type: "language", value: "de" }] },
  ];
  const { id } = (await server.api("GET", "/api/urls?short=rules")).body;
  expect((await server.api("PUT", `/api/url/${id}/rules`, { rules })).status).toBe(200);
  const shown = await call("GET", "/short-urls/rules/redirect-rules");
  expect(JSON.parse(shown.text).redirectRules).toHaveLength(1);
  expect(warningOf(shown)).toContain("aren't shown: 1");
  const sent = {
    redirectRules: [
      { longUrl, conditions: [{ type: "moon", matchKey: null, matchValue: "full" }] },
    ],
  };
  const refused = await call("POST", "/short-urls/rules/redirect-rules", sent);
  expect(JSON.parse(refused.text)).toMatchObject({ invalidElements: ["redirectRules"] });
});

test("a short URL on a branded domain is found by its authority", async () => {
  await owner(server, "POST", "/api/domain/add", { domain: "https://go.example.com" });
  const made = await call("POST", "/short-urls", {
    longUrl,
    customSlug: "here",
    domain: "go.example.com",
  });
  expect(JSON.parse(made.text)).toMatchObject({ domain: "go.example.com", shortCode: "here" });
  expect((await call("GET", "/short-urls/here")).status).toBe(404);
  expect((await call("GET", "/short-urls/here?domain=go.example.com")).status).toBe(200);
  const unknown = await call("POST", "/short-urls", { longUrl, domain: "other.example.com" });
  expect([unknown.status, JSON.parse(unknown.text).type]).toEqual([
    404,
    "https://shlink.io/api/error/domain-not-found",
  ]);
});
