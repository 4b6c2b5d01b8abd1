import { expect, test } from "vitest";
import { serverForAll } from "../../support/testServer.ts";
import { runHere } from "../../cli/runHere.ts";

let now = Date.UTC(2026, 5, 2, 12);

const server = serverForAll({ clock: () => now, settings: { verifyDomains: "false" } });

let last = 0;
const newUrl = () => `https://example.org/page?n=${(last += 1)}`;

async function add(body: object): Promise<number> {
  const answer = await server.api("POST", "/api/url/add", body);
  expect([answer.status, answer.body]).toMatchObject([200, { error: 0 }]);
  return answer.body.id as number;
}

test("an address that has a link gets the newest one, as it is", async () => {
  const url = newUrl();
  const first = await add({ url, reuse: true });
  expect(await add({ url, reuse: true })).toBe(first);
  const second = await add({ url, custom: "chosen" });
  expect(second).not.toBe(first);
  expect(await add({ url: ` ${url} `, reuse: "true" })).toBe(second);
  expect(await add({ url: `${url}&b`, reuse: true })).not.toBe(second);
  expect(await add({ url, reuse: false })).not.toBe(second);
  const { body } = await server.api("POST", "/api/url/add", { url, custom: "chosen", reuse: true });
  expect(body).toMatchObject({ id: second, shorturl: `${server.shortBase}/chosen` });
});

test("links that are deleted, archived, expired, protected or elsewhere are not reused", async () => {
  const url = newUrl();
  const domain = "https://go.example.net";
  expect((await server.api("POST", "/api/domain/add", { domain })).status).toBe(200);
  const others = [
    await add({ url, archived: true }),
    await add({ url, password: "open sesame" }),
    await add({ url, domain }),
    await add({ url, expiry: "2026-06-02 12:00:01" }),
    await add({ url }),
  ];
  now += 2_000;
  await server.api("DELETE", `/api/url/${others.at(-1)}/delete`);
  const made = await add({ url, reuse: true });
  expect(others).not.toContain(made);
  expect(await add({ url, reuse: true })).toBe(made);
  expect(await add({ url, domain, reuse: true })).toBe(others[2]);
});

test("links that end after some clicks, or haven't started, are only for who asks for that", async () => {
  const url = newUrl();
  const [limited, early] = [
    await add({ url, custom: "limited", maxclicks: 1 }),
    await add({ url, starts: "2027-01-01 00:00:00" }),
  ];
  const open = await add({ url, reuse: true });
  expect([limited, early]).not.toContain(open);
  expect(await add({ url, reuse: true })).toBe(open);
  expect(await add({ url, maxclicks: 1, reuse: true })).toBe(limited);
  expect(await add({ url, starts: "2027-01-01 00:00:00", reuse: true })).toBe(early);
  await server.visit("/limited");
  expect(await add({ url, maxclicks: 1, reuse: true })).not.toBe(limited);
});

test("given fields must be those of the link; else there is another link", async () => {
  const url = newUrl();
  const plain = await add({ url, name: "Plain", tags: ["spring", "sale"] });
  expect(await add({ url, name: "Plain", reuse: true })).toBe(plain);
  expect(await add({ url, tags: ["spring", "sale"], reuse: true })).toBe(plain);
  const other = await add({ url, name: "Other", reuse: true });
  expect(other).not.toBe(plain);
  expect(await add({ url, name: "Other", reuse: true })).toBe(other);
  expect(await add({ url, name: "Plain", reuse: true })).toBe(plain);
  const taken = { url: newUrl(), custom: "chosen", reuse: true };
  expect((await server.api("POST", "/api/url/add", taken)).status).toBe(409);
});

test("a password is refused beside it", async () => {
  const body = { url: newUrl(), password: "open sesame", reuse: true };
  const { status, body: answer } = await server.api("POST", "/api/url/add", body);
  expect([status, answer.faults[0].field]).toEqual([400, "reuse"]);
});

test("of many requests at once one creates the link", async () => {
  const url = newUrl();
  const ids = await Promise.all(Array.from({ length: 20 }, () => add({ url, reuse: true })));
  expect(new Set(ids).size).toBe(1);
});

test("the command line has it too", async () => {
  const url = newUrl();
  const once = async () =>
    (await runHere(["add", url, "--reuse", "--data", server.dataDir])).stdout.trim();
  const first = await once();
  expect(first).toMatch(/^http/);
  expect(await once()).toBe(first);
});
