import { createRequire } from "node:module";
import { beforeEach, describe, expect, test } from "vitest";
import { serverForEach } from "../../../support/testServer.ts";
import { ask, lastAuthor, makeKey, owner, switchOn, warningOf } from "./facades.ts";

const target = "https://example.org/a";
const server = serverForEach({ settings: { verifyDomains: "false" } });
let key = "";
beforeEach(async () => {
  await switchOn(server, "kutt");
  key = await makeKey(server, "kutt");
});

async function call(method: string, path: string, body?: unknown, headers: object = {}) {
  const answer = await ask(server, `/api/v2${path}`, {
    method,
    headers: { "x-api-key": key, "content-type": "application/json", ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { ...answer, body: answer.text.startsWith("{") ? JSON.parse(answer.text) : answer.text };
}

test("the kutt package creates, lists, changes and deletes links, unmodified", async () => {
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  type Call = (...given: readonly unknown[]) => Promise<any>;
  type Named<Name extends string> = Readonly<Record<Name, Call>>;
  interface Client {
    set(name: "api" | "key", value: string): Client;
    links(): Named<"create" | "list" | "update" | "remove">;
    users(): Named<"info">;
    health(): Named<"check">;
  }
  const { Kutt } = createRequire(import.meta.url)("kutt") as { readonly Kutt: new () => Client };
  const client = new Kutt().set("api", `${server.baseUrl}/api/v2`).set("key", key);
  const links = client.links();
  const made = await links.create({ target, customurl: "mine", expire_in: "2 days" });
  expect(made).toMatchObject({ address: "mine", target, link: `${server.shortBase}/mine` });
  expect(made.created_at).toBeInstanceOf(Date);
  const again = await links.create({ target, reuse: true });
  expect(again.id).toBe(made.id);
  await links.create({ target: `${target}2` });
  expect(await links.list({ skip: 1, limit: 1, all: true })).toMatchObject({
    total: 2,
    skip: 1,
    limit: 1,
    data: [{ id: made.id }],
  });
  const changed = await links.update(made.id, { target: `${target}3`, address: "yours" });
  expect(changed).toMatchObject({ id: made.id, address: "yours", target: `${target}3` });
  expect(await lastAuthor(server)).toMatchObject({ key: "A kutt program" });
  expect(await links.remove(made.id)).toBe("Link has been deleted successfully.");
  await expect(links.remove(made.id)).rejects.toThrow("Could not find the link.");
  await expect(links.create({ target: "not an address" })).rejects.toMatchObject({
    message: "URL is not valid.",
    cause: { status: 400 },
  });
  expect(await client.users().info()).toMatchObject({ apikey: key, domains: [] });
  expect(await client.health().check()).toBe(true);
  const stranger = client.set("key", "wrong").users();
  await expect(stranger.info()).rejects.toThrow("Unauthorized.");
});

test("a link is created, found, changed and deleted", async () => {
  const made = await call("POST", "/links", {
    target: "example.org/a",
    customurl: "mine",
    description: "About it",
    password: "secret",
    expire_in: "2 days",
    reuse: false,
    domain: null,
  });
  expect([made.status, made.headers["content-type"]]).toEqual([
    201,
    "application/json; charset=utf-8",
  ]);
  const { id } = made.body;
  expect(made.body).toEqual({
    id: expect.stringMatching(
      /^[\da-f]{8}-[\da-f]{4}-5[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    ) as string,
    address: "mine",
    description: "About it",
    banned: false,
    password: true,
    expire_in: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as string,
    target: "http://example.org/a",
    visit_count: 0,
    created_at: expect.any(String) as string,
    updated_at: made.body.created_at,
    domain: null,
    link: `${server.shortBase}/mine`,
  });
  const days = (Date.parse(made.body.expire_in) - Date.now()) / 86_400_000;
  expect(days).toBeGreaterThan(1.9);
  expect(warningOf(made)).toContain("updated_at");
  const listed = await call("GET", "/links?limit=1&skip=0&search=mine");
  expect(listed.body).toMatchObject({ total: 1, limit: 1, skip: 0, data: [{ id }] });
  const edited = await call("PATCH", `/links/${id}`, { target, address: "yours", password: null });
  expect(edited.body).toMatchObject({ id, target, address: "yours", password: false });
  expect(await lastAuthor(server)).toMatchObject({
    key: "A kutt program",
    operation: "updateLink",
  });
  await server.visit("/yours");
  const stats = await call("GET", `/links/${id}/stats`);
  expect(stats.body).toMatchObject({
    id,
    visit_count: 1,
    lastDay: { total: 1 },
    lastYear: { total: 1 },
  });
  expect(stats.body.lastDay.views).toHaveLength(24);
  const removed = await call("DELETE", `/links/${id}`);
  expect([removed.status, removed.text]).toEqual([
    200,
    '{"message":"Link has been deleted successfully."}',
  ]);
  expect((await call("DELETE", `/links/${id}`)).text).toBe('{"error":"Could not find the link."}');
});

test("the UUID of a link finds it, and one of no link is refused", async () => {
  const ids = [];
  for (const place of [1, 2, 3]) {
    ids.push((await call("POST", "/links", { target: `${target}${place}` })).body.id);
  }
  expect(new Set(ids).size).toBe(3);
  expect((await call("GET", `/links/${ids[1]}/stats`)).body.target).toBe(`${target}2`);
  const unknown = await call("GET", "/links/6a63abc1-6ab0-4a1e-8a4b-000000000000/stats");
  expect([unknown.status, unknown.text]).toEqual([500, '{"error":"Link could not be found."}']);
  expect((await call("GET", "/links/7/stats")).text).toBe('{"error":"ID is invalid."}');
});

test("reuse answers the newest link with that target", async () => {
  await call("POST", "/links", { target });
  const newest = await call("POST", "/links", { target });
  const again = await call("POST", "/links", { target, reuse: true });
  expect([again.status, again.body.id]).toEqual([200, newest.body.id]);
});

test("a part of a list can begin anywhere", async () => {
  for (const place of [1, 2, 3, 4, 5]) {
    await call("POST", "/links", { target: `${target}${place}`, customurl: `link-${place}` });
  }
  const addresses = async (query: string) =>
    (await call("GET", `/links?${query}`)).body.data.map(
      (link: { address: string }) => link.address,
    );
  expect(await addresses("limit=3&skip=1")).toEqual(["link-4", "link-3", "link-2"]);
  expect(await addresses("limit=3&skip=4")).toEqual(["link-1"]);
  expect((await call("GET", "/links?limit=9999")).body.limit).toBe(50);
});

describe("refusals", () => {
  test.each([
    [{}, 400, "Target is missing."],
    [{ target: "not an address" }, 400, "URL is not valid."],
    [{ target, password: "ab" }, 400, "Password length must be between 3 and 64."],
    [{ target, customurl: "a b/c" }, 400, "Custom URL is not valid."],
    [{ target, customurl: "api" }, 400, "You can't use this custom URL."],
    [{ target, customurl: "taken" }, 500, "Custom URL is already in use."],
    [{ target, reuse: "yes" }, 400, "Reuse must be boolean."],
    [
      { target, expire_in: "soon" },
      400,
      "Expire format is invalid. Valid examples: 1m, 8h, 42 days.",
    ],
    [{ target, expire_in: "1s" }, 400, "Expire time should be more than 1 minute."],
    [{ target, domain: "other.example.com" }, 400, "You can't use this domain."],
  ])("%j is answered as Kutt does", async (body, status, error) => {
    await call("POST", "/links", { target, customurl: "taken" });
    const answer = await call("POST", "/links", body);
    expect([answer.status, answer.text]).toEqual([status, JSON.stringify({ error })]);
  });

  test("no key and a wrong key are Unauthorized", async () => {
    for (const wrong of ["", "wrong"]) {
      const answer = await call("GET", "/links", undefined, { "x-api-key": wrong });
      expect([answer.status, answer.text]).toEqual([401, '{"error":"Unauthorized."}']);
    }
  });
});

test("health needs no key, and the user has the domains and no email", async () => {
  const account = { email: "private@example.org" };
  expect(await owner(server, "POST", "/api/account", account)).toMatchObject({ status: 200 });
  const health = await ask(server, "/api/v2/health");
  expect([health.status, health.text]).toEqual([200, "OK"]);
  await owner(server, "POST", "/api/domain/add", { domain: "https://go.example.com" });
  const user = await call("GET", "/users");
  expect(user.body).toMatchObject({
    apikey: key,
    email: "owner@localhost",
    domains: [{ address: "go.example.com", banned: false, homepage: null }],
  });
  const made = await call("POST", "/links", { target, domain: "go.example.com" });
  expect(made.body).toMatchObject({ domain: "go.example.com" });
});
