import { createHash } from "node:crypto";
import { globalAgent } from "node:http";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { serverForEach } from "../../../support/testServer.ts";
import { ask, lastAuthor, makeKey, owner, switchOn, warningOf } from "./facades.ts";

const destination = "https://example.org/a?b=c";
const server = serverForEach();
let key = "";
beforeEach(async () => {
  await switchOn(server, "yourls");
  key = await makeKey(server, "yourls");
});

function call(fields: Readonly<Record<string, string>>) {
  return ask(server, `/yourls-api.php?${new URLSearchParams(fields).toString()}`);
}

async function json(fields: Readonly<Record<string, string>>) {
  const answer = await call({ signature: key, format: "json", ...fields });
  return { ...answer, body: JSON.parse(answer.text) };
}

describe("the yourls package", () => {
  interface Yourls {
    shorten(url: string, done: Done): void;
    vanity(url: string, keyword: string, done: Done): void;
    expand(item: string, done: Done): void;
    urlstats(item: string, done: Done): void;
    dbstats(done: Done): void;
  }
  // oxlint-disable-next-line typescript/no-explicit-any -- tests say what they expect of it
  type Done = (error: Error | null, answer?: any) => void;
  type YourlsClass = new (url: string, token: string, options?: object) => Yourls;

  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- Node's types leave them out
  const agent = globalAgent as unknown as { defaultPort: number; options: { lookup?: unknown } };
  const { defaultPort } = agent;
  // It takes host and port for a name, which has to lead here.
  beforeEach(() => {
    const { port } = new URL(server.baseUrl);
    agent.defaultPort = Number(port);
    agent.options.lookup = (_name: string, _how: object, done: (...found: unknown[]) => void) =>
      done(null, [{ address: "127.0.0.1", family: 4 }]);
  });
  afterEach(() => {
    agent.defaultPort = defaultPort;
    delete agent.options.lookup;
  });

  test("shortens, names, expands and counts, unmodified", async () => {
    const Yourls = createRequire(import.meta.url)("yourls") as YourlsClass;
    const client = new Yourls(server.baseUrl, key);
    const shorten = promisify(client.shorten.bind(client));
    const vanity = promisify(client.vanity.bind(client));
    const expand = promisify(client.expand.bind(client));
    const urlstats = promisify(client.urlstats.bind(client));
    const dbstats = promisify(client.dbstats.bind(client));

    const made = await shorten(destination);
    expect(made).toMatchObject({ status: "success", url: { url: destination } });
    const named = await vanity("https://example.org/b", "named");
    expect(named).toMatchObject({ status: "success", shorturl: `${server.shortBase}/named` });
    expect(await expand(made.shorturl)).toMatchObject({ longurl: destination, message: "success" });
    expect(await urlstats("named")).toMatchObject({
      link: { clicks: "0", title: expect.any(String) },
    });
    expect(await dbstats()).toMatchObject({ "db-stats": { total_links: "2", total_clicks: "0" } });
    expect(await vanity("https://example.org/c", "named")).toMatchObject({
      status: "fail",
      code: "error:keyword",
    });
    expect(await lastAuthor(server)).toMatchObject({ key: "A yourls program" });
  });
});

test("a link is answered in each format, as YOURLS writes it", async () => {
  const fields = { signature: key, action: "shorturl", url: "https://example.org/ü/<a>" };
  const simple = await call({ ...fields, keyword: "one", format: "simple" });
  expect([simple.text, simple.headers["content-type"]]).toEqual([
    `${server.shortBase}/one`,
    "text/plain; charset=UTF-8",
  ]);
  const expand = { signature: key, action: "expand", shorturl: "one" };
  const shorturl = `${server.shortBase}/one`;
  expect((await call(expand)).text).toBe(
    '<?xml version="1.0" encoding="UTF-8"?>\n<root><keyword>one</keyword>' +
      `<shorturl>${shorturl}</shorturl><longurl>https://example.org/ü/&lt;a&gt;</longurl>` +
      "<title>https://example.org/ü/&lt;a&gt;</title><message>success</message>" +
      "<statusCode>200</statusCode></root>\n",
  );
  const escaped = shorturl.replaceAll("/", String.raw`\/`);
  const inJson = String.raw`"longurl":"https:\/\/example.org\/\u00fc\/<a>"`;
  const whole = await call({ ...expand, format: "json" });
  expect(whole.text).toContain(`{"keyword":"one","shorturl":"${escaped}",${inJson}`);
  const padded = await call({ ...expand, format: "jsonp", callback: "app.show" });
  expect(padded.text).toMatch(/^app\.show\(\{.*"callback":"app\.show"\}\)$/);
  expect(padded.headers).toMatchObject({
    "content-type": "application/javascript; charset=UTF-8",
    "cross-origin-resource-policy": "cross-origin",
  });
  const script = await call({ ...expand, format: "jsonp", callback: "alert(1)//" });
  expect([script.status, script.text.includes("alert")]).toEqual([400, false]);
});

test("a destination has one link unless the setting is off", async () => {
  const first = await json({ action: "shorturl", url: destination, keyword: "" });
  const again = await json({ action: "shorturl", url: destination });
  expect(again.status).toBe(400);
  expect(again.body).toMatchObject({
    code: "error:url",
    shorturl: first.body.shorturl,
    url: { keyword: first.body.url.keyword, clicks: "0", ip: "" },
  });
  expect(warningOf(again)).toContain("IP addresses");
  await owner(server, "PUT", "/api/settings", { set: { "automation.yourlsUnique": false } });
  const other = await json({ action: "shorturl", url: destination });
  expect(other.status).toBe(200);
  expect(other.body.shorturl).not.toBe(first.body.shorturl);
});

describe("credentials", () => {
  const action = "version";
  const now = () => String(Math.floor(Date.now() / 1000));

  test.each(["md5", "sha256", "SHA384", "Sha512"])(
    "the time signed with %s lets in",
    async (hash) => {
      const timestamp = now();
      const digest = (text: string) => createHash(hash.toLowerCase()).update(text).digest("hex");
      const named = hash === "md5" ? {} : { hash };
      for (const signature of [digest(timestamp + key), digest(key + timestamp).toUpperCase()]) {
        const answer = await call({ action, timestamp, signature, format: "json", ...named });
        expect([answer.status, answer.text]).toEqual([200, '{"version":"1.10.2"}']);
      }
    },
  );

  test("an old time, another hash and a renewed key don't", async () => {
    const sign = (time: string) =>
      createHash("md5")
        .update(time + key)
        .digest("hex");
    const old = String(Number(now()) - 50_000);
    expect((await call({ action, timestamp: old, signature: sign(old) })).status).toBe(403);
    const timestamp = now();
    const signature = createHash("sha1")
      .update(timestamp + key)
      .digest("hex");
    expect((await call({ action, timestamp, signature, hash: "sha1" })).status).toBe(403);
    await owner(server, "POST", "/api/key/renew", { id: 2 });
    expect((await call({ action, timestamp, signature: sign(timestamp) })).status).toBe(403);
  });

  test("a form has username and password, as PHP sends it", async () => {
    const boundary = "------------------------5f3c1d2e7a9b0c4d";
    const part = (name: string, value: string) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
    const fields = {
      username: "me",
      password: key,
      action: "shorturl",
      url: "example.org/x",
      format: "json",
    };
    const body = `${Object.entries(fields)
      .map(([name, value]) => part(name, value))
      .join("")}--${boundary}--\r\n`;
    const headers = { "content-type": `multipart/form-data; boundary=${boundary}` };
    const answer = await ask(server, "/yourls-api.php", { method: "POST", headers, body });
    expect(JSON.parse(answer.text)).toMatchObject({ url: { url: "http://example.org/x" } });
    const short = new URLSearchParams({ ...fields, url: "example.org/y" }).toString();
    const urlencoded = { "content-type": "application/x-www-form-urlencoded" };
    const other = await ask(server, "/yourls-api.php", {
      method: "POST",
      headers: urlencoded,
      body: short,
    });
    expect(other.status).toBe(200);
  });

  test("without any, YOURLS' own refusal is answered", async () => {
    const none = await call({ action, format: "json" });
    expect([none.status, none.text]).toEqual([
      403,
      '{"message":"Please log in","errorCode":"403"}',
    ]);
    const wrong = await call({ action, username: "me", password: "no", format: "simple" });
    expect([wrong.status, wrong.text]).toEqual([403, "Invalid username or password"]);
  });
});

test("lists and single links are counted, and what isn't there is 404", async () => {
  for (const keyword of ["a", "b", "c"].map((one) => `${one}-link`)) {
    await json({
      action: "shorturl",
      url: `https://example.org/${keyword}`,
      keyword,
      title: keyword,
    });
  }
  await server.visit("/b-link");
  const { body } = await json({ action: "stats", filter: "top", limit: "2" });
  expect(Object.keys(body.links)).toEqual(["link_1", "link_2"]);
  expect(body.links.link_1).toMatchObject({ title: "b-link", clicks: "1" });
  expect(body.stats).toEqual({ total_links: "3", total_clicks: "1" });
  const last = await json({ action: "stats", filter: "last", limit: "1", start: "1" });
  expect(last.body.links.link_1.title).toBe("b-link");
  const rand = await json({ action: "stats", filter: "rand", limit: "3" });
  expect(rand.status).toBe(200);
  const many = await json({ action: "stats", limit: "5000" });
  expect(warningOf(many)).toContain("at most 100");
  const gone = await json({ action: "url-stats", shorturl: "nobody" });
  expect([gone.status, gone.body]).toEqual([
    404,
    { statusCode: "404", message: "Error: short URL not found" },
  ]);
  expect((await json({ action: "expand", shorturl: "" })).status).toBe(404);
  const unknown = await json({ action: "delete" });
  expect([unknown.status, unknown.body.message]).toEqual([
    400,
    'Unknown or missing "action" parameter',
  ]);
});

test("a destination that is missing, isn't one or leads back is refused in YOURLS' words", async () => {
  const codes = [];
  await json({ action: "shorturl", url: destination, keyword: "mine" });
  for (const url of ["", "javascript:alert(1)", `${server.shortBase}/mine`]) {
    const { status, body } = await json({ action: "shorturl", url });
    codes.push([status, body.code]);
  }
  expect(codes).toEqual([
    [400, "error:nourl"],
    [400, "error:nourl"],
    [400, "error:noloop"],
  ]);
});

describe("a form", () => {
  const boundary = "----boundary7MA4YWxkTrZu0gW";
  const part = (name: string, value = "") =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const multipart = (parts: readonly string[]) => [
    `multipart/form-data; boundary=${boundary}`,
    `${parts.join("")}--${boundary}--\r\n`,
  ];
  const encoded = (fields: readonly string[]) => [
    "application/x-www-form-urlencoded",
    fields.join("&"),
  ];
  const post = ([type = "", body = ""]: readonly string[]) =>
    ask(server, "/yourls-api.php", { method: "POST", headers: { "content-type": type }, body });

  test("with 16 KiB and 32 fields is read", async () => {
    const sent = { signature: key, action: "shorturl", format: "json", long: "x".repeat(12_000) };
    const more = Array.from({ length: 27 }, (_, place) => `more${place}`);
    const withUrl = { ...sent, url: "https://example.org/" };
    const fields = [...Object.entries(withUrl), ...more.map((name) => [name, "1"] as const)];
    const parts = fields.map(([name, value]) => part(name, value));
    expect((await post(multipart(parts))).status).toBe(200);
    const other = new URLSearchParams({ ...sent, url: "https://example.com/" }).toString();
    expect((await post(encoded([other, ...more]))).status).toBe(200);
  });

  test.each([
    ["a long multipart form", multipart([part("a", "x".repeat(17_000))])],
    ["a long form", encoded([`a=${"x".repeat(17_000)}`])],
    ["a multipart form with many parts", multipart(Array.from({ length: 33 }, () => part("a")))],
    ["a form with many fields", encoded(Array.from({ length: 34 }, () => "a"))],
  ])("is refused before it's read: %s", async (_what, form) => {
    expect((await post(form)).status).toBe(413);
  });
});

test("drawn links come once each, from all links", async () => {
  for (const place of [1, 2, 3]) {
    await json({ action: "shorturl", url: `https://example.org/${place}` });
  }
  const { body } = await json({ action: "stats", filter: "rand", limit: "100" });
  const urls = Object.values<{ url: string }>(body.links).map(({ url }) => url);
  expect(new Set(urls).size).toBe(urls.length);
  for (const url of urls) expect(url).toMatch(/^https:\/\/example\.org\/[123]$/);
});
