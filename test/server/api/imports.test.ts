import { readdir, stat, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type ImportJob, type Importing, importing } from "../../support/importing.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "../../support/server.ts";

let server: TestServer;
let files: Importing;

beforeEach(async () => {
  server = await startTestServer({ settings: { verifyDomains: "false" } });
  files = importing(server);
});
afterEach(() => server.stop());

const table = [
  "alias,url,title,tags,created,clicks",
  "spring,https://example.com/spring,Spring sale,news|garden,2024-03-05T12:00:00Z,12",
  "Spring,https://example.com/capital,,,,",
  "a,https://example.com/a,,,,",
  "api,https://example.com/reserved,,,,",
  "wrong,javascript:alert(1),,,,",
  "again,http://127.0.0.1:PORT/spring,,,,",
  "spring,https://example.com/twice,,,,",
  ",https://example.com/random,,,,",
].join("\n");

const withPort = (text: string) => text.replace("PORT", new URL(server.baseUrl).port);

async function links(): Promise<Record<string, string>> {
  const { body } = await server.api("GET", "/api/urls?limit=1000&archived=all");
  return Object.fromEntries(
    body.data.urls.map(({ alias, longurl }: Record<string, string>) => [alias, longurl]),
  );
}

test("links that come with older dates stand where their dates belong", async () => {
  const aliases = async (query: string) => {
    const { body } = await server.api("GET", `/api/urls?${query}`);
    return body.data.urls.map(({ alias }: { alias: string }) => alias).join(" ");
  };
  await server.api("POST", "/api/url/add", { url: "https://example.com/now", custom: "now" });
  const rows = [
    "alias,url,created",
    "mid,https://a.example/,2024-06-01",
    "old,https://b.example/,2023-01-01",
    "late,https://c.example/,2025-02-03",
  ];
  const { change } = await files.apply(await files.preview(rows.join("\n")));
  expect(await aliases("")).toBe("now late mid old");
  expect(await aliases("direction=asc")).toBe("old mid late now");
  expect(await aliases("q=example&limit=2&page=2")).toBe("mid old");
  const { preview } = (await server.api("POST", `/api/changes/${change}/undo`, { preview: true }))
    .body;
  await server.api("POST", `/api/changes/${change}/undo`, { token: preview.token, wait: 10 });
  await server.api("POST", "/api/url/add", { url: "https://example.com/then", custom: "then" });
  expect(await aliases("")).toBe("then now");
});

test("a day of expiry ends the link at its end, on the account's clocks, and a time where it says", async () => {
  await server.stop();
  server = await startTestServer({ settings: { timeZone: "America/New_York" } });
  files = importing(server);
  const preview = await files.preview(
    [
      "alias,url,expires,channel,campaign,note",
      "day,https://example.com/1,31.12.2034,Mail,Spring,a note",
      "time,https://example.com/2,2034-12-31 10:00:00,,,",
    ].join("\n"),
  );
  const [day, time] = preview.result.records;
  expect(day).toMatchObject({
    expiry: "2034-12-31 23:59:59",
    channels: ["Mail"],
    campaign: "Spring",
    description: "a note",
    archived: false,
  });
  expect(time).toMatchObject({ expiry: "2034-12-31 05:00:00", channels: [], campaign: null });
  await files.apply(preview);
  const { body } = await server.api("GET", "/api/urls");
  expect(body.data.urls.map(({ expiry }: { expiry: string }) => expiry)).toEqual([
    "2034-12-31 05:00:00",
    "2034-12-31 23:59:59",
  ]);
});

test("a value that can't be read is counted in the preview, with an example", async () => {
  const preview = await files.preview(
    "alias,url,expires\none,https://example.com/1,someday\ntwo,https://example.com/2,2034-12-31\n",
  );
  expect(preview.result).toMatchObject({
    valid: 2,
    invalid: 0,
    dropped: [
      {
        column: "expires",
        code: "column.unreadable",
        values: { cells: 1, example: "someday", line: 2 },
      },
    ],
  });
});

test("a bookmark comes with a moment in microseconds, and without one that can't be read", async () => {
  const bookmark = (alias: string, date: string) =>
    `<DT><A HREF="https://example.com/${alias}" ADD_DATE="${date}">${alias}</A>`;
  const preview = await files.preview(
    [
      "<!DOCTYPE NETSCAPE-Bookmark-file-1>",
      "<DL><p>",
      bookmark("micro", "1515515697780642"),
      bookmark("apache", "10/Oct/2000:13:55:36 +0300"),
      bookmark("wrong", "someday"),
      "</DL>",
    ].join("\n"),
  );
  expect(preview.result).toMatchObject({ valid: 3, invalid: 0 });
  expect(preview.result.dropped).toEqual([
    expect.objectContaining({
      code: "column.unreadable",
      values: expect.objectContaining({ cells: 1, example: "someday" }),
    }),
  ]);
  await files.apply(preview);
  const { body } = await server.api("GET", "/api/urls");
  const dates = body.data.urls.map(({ longurl, date }: Record<string, string>) => [longurl, date]);
  expect(Object.fromEntries(dates)).toMatchObject({
    "https://example.com/micro": "2018-01-09 16:34:57",
    "https://example.com/apache": "2000-10-10 10:55:36",
    "https://example.com/wrong": expect.any(String),
  });
});

test("what can come, comes; what can't is named by line and reason", async () => {
  const preview = await files.preview(withPort(table), { name: "links.csv" });
  expect(preview).toMatchObject({
    kind: "import",
    state: "done",
    result: {
      format: "csv",
      rows: 8,
      valid: 4,
      conflicts: 0,
      invalid: 4,
      file: "links.csv",
      problems: [{ line: 5 }, { line: 6 }, { line: 7 }, { line: 8 }],
    },
  });
  expect(await links()).toEqual({});
  const applied = await files.apply(preview);
  expect(applied).toMatchObject({
    kind: "apply",
    state: "done",
    result: { imported: 4, invalid: 4, skipped: 0, unchanged: 0 },
  });
  const here = await links();
  expect(Object.keys(here).toSorted()).toHaveLength(4);
  const { body } = await server.api("GET", "/api/urls");
  expect(body.data.urls.map(({ id }: { id: number }) => id)).toEqual([4, 3, 2, 1]);
  expect(here).toMatchObject({
    spring: "https://example.com/spring",
    Spring: "https://example.com/capital",
    a: "https://example.com/a",
  });
  expect((await server.visit("/a")).headers.location).toBe("https://example.com/a");
  expect((await server.visit("/Spring")).headers.location).toBe("https://example.com/capital");

  const { text, headers } = await files.failures(applied.id);
  expect(headers["content-disposition"]).toContain("failures.csv");
  expect(text.split("\n").filter(Boolean)).toHaveLength(5);
  expect(text).toContain("javascript:alert(1)");

  const second = await files.apply(await files.preview(withPort(table)));
  expect(second.result).toMatchObject({ imported: 0, unchanged: 4, invalid: 4 });
  expect(second.change).toBeNull();
  expect(await links()).toEqual(here);
});

const two = "alias,url\nspring,https://example.com/new\nsummer,https://example.com/summer\n";

async function taken(): Promise<void> {
  await server.api("POST", "/api/url/add", { url: "https://example.com/old", custom: "spring" });
}

async function undo(change: number): Promise<ImportJob> {
  const path = `/api/changes/${change}/undo`;
  const { body } = await server.api("POST", path, { preview: true });
  return (await server.api("POST", path, { token: body.preview.token, wait: 10 })).body.job;
}

test("a spreadsheet of one's own is read in its owner's words, with or without https://", async () => {
  await files.apply(
    await files.preview(
      [
        "Name,Web address,Short name",
        "Spring,https://example.com/spring,spring",
        "Autumn,www.example.org/autumn,autumn",
      ].join("\r\n"),
    ),
  );
  expect(await links()).toEqual({
    spring: "https://example.com/spring",
    autumn: "https://www.example.org/autumn",
  });
});

test("a short address that is taken: skipped, under another one, or overwritten", async () => {
  await taken();
  const preview = await files.preview(two);
  expect(preview.result).toMatchObject({
    valid: 1,
    conflicts: 1,
    conflicting: [
      {
        line: 2,
        alias: "spring",
        id: 1,
        present: "https://example.com/old",
        given: "https://example.com/new",
      },
    ],
  });
  const skipped = await files.apply(preview);
  expect(skipped.result).toMatchObject({ imported: 1, skipped: 1 });
  await undo(skipped.change);
  expect(await links()).toEqual({ spring: "https://example.com/old" });

  const renamed = await files.apply(preview, { onConflict: "rename" });
  expect(renamed).toMatchObject({
    result: { imported: 1, renamed: 1 },
    message: expect.stringContaining("printed QR codes of the old one won't work") as string,
  });
  expect(await links()).toMatchObject({ "spring-2": "https://example.com/new" });
  await undo(renamed.change);

  const overwritten = await files.apply(preview, { onConflict: "overwrite" });
  expect(overwritten.result).toMatchObject({ imported: 1, overwritten: 1 });
  expect(await links()).toEqual({
    spring: "https://example.com/new",
    summer: "https://example.com/summer",
  });
  await undo(overwritten.change);
  expect(await links()).toEqual({ spring: "https://example.com/old" });
});

test("a preview shows the beginning of long destinations whose short link is taken", async () => {
  const csv = `alias,url\nlong,https://example.com/${"a".repeat(7000)}\n`;
  await files.apply(await files.preview(csv));
  const { conflicting } = (await files.preview(`${csv.trimEnd()}b\n`)).result;
  expect(conflicting).toMatchObject([{ alias: "long" }]);
  const [row] = conflicting;
  expect([row.present, row.given]).toEqual([csv.slice(15, 515), csv.slice(15, 515)]);
});

test("a link made since the preview is never overwritten", async () => {
  const preview = await files.preview(two);
  await taken();
  const applied = await files.apply(preview, { onConflict: "overwrite" });
  expect(applied.result).toMatchObject({ imported: 1, overwritten: 0, skipped: 1 });
  expect(await links()).toMatchObject({ spring: "https://example.com/old" });
});

test("tags, channel and campaign for all, campaigns of the file made by name", async () => {
  const { body: channel } = await server.api("POST", "/api/channel/add", { name: "Letters" });
  const csv = "url,campaign\nhttps://example.com/a,Spring\nhttps://example.com/b,Spring\n";
  const preview = await files.preview(csv);
  const applied = await files.apply(preview, { tags: ["Old"], channel: channel.id });
  expect(applied.result).toMatchObject({ imported: 2 });
  const { body: campaigns } = await server.api("GET", "/api/campaigns");
  expect(campaigns.data.campaigns).toMatchObject([{ name: "Spring" }]);
  const id = campaigns.data.campaigns[0].id;
  const { body } = await server.api(
    "GET",
    `/api/urls?tag=old&channel=${channel.id}&campaign=${id}&source=csv`,
  );
  expect(body.data.result).toBe(2);
});

test("an unregistered domain is named, a registered one kept, or one is said for all", async () => {
  await server.api("POST", "/api/domain/add", { domain: "https://go.example.com" });
  const csv = [
    "short url,long url",
    "https://go.example.com/here,https://example.com/a",
    "https://gone.example/there,https://example.com/b",
    // Of rows that can't come nothing is told but what is wrong with them.
    "https://gone.example/broken,nowhere",
    "https://nobody.example/broken,nowhere",
    "",
  ].join("\n");
  const preview = await files.preview(csv);
  expect(preview.result).toMatchObject({
    valid: 2,
    invalid: 2,
    domains: [
      { host: "go.example.com", links: 1, registered: true },
      { host: "gone.example", links: 1, registered: false },
    ],
  });
  expect(JSON.stringify(preview.result.dropped)).toContain("gone.example");
  await files.apply(preview);
  const { body } = await server.api("GET", "/api/urls?domain=go.example.com");
  expect(body.data.urls).toMatchObject([{ alias: "here" }]);

  const again = await files.again(preview.id, { domain: "go.example.com" });
  expect(again.result.token).not.toBe(preview.result.token);
  const { status } = await server.api("POST", `/api/import/${preview.id}/preview`, {
    domain: "nobody.example.com",
  });
  expect(status).toBe(400);
});

test("a run without the token of its preview is refused", async () => {
  const { id, result } = await files.preview(two);
  const path = `/api/import/${id}/apply`;
  expect((await server.api("POST", path, {})).body).toMatchObject({
    faults: [{ field: "token", code: "missing" }],
  });
  expect((await server.api("POST", path, { token: "x" })).status).toBe(409);
  const other = { token: result.token, mapping: { alias: "none" } };
  expect((await server.api("POST", path, other)).status).toBe(409);
  const slips = [{ all: true }, { onConflict: "" }, { onConflict: "replace" }, { tags: [""] }];
  for (const slip of slips) {
    expect((await server.api("POST", path, { token: result.token, ...slip })).status).toBe(400);
  }
  expect((await server.api("GET", "/api/jobs?all=true")).status).toBe(400);
  expect((await server.api("GET", "/api/jobs?limit=1&limit=2")).status).toBe(400);
});

test("a file that can't be read as a whole changes nothing", async () => {
  const torn = `${two}autumn,"https://example.com/au`;
  const preview = await files.preview(torn);
  expect(preview.result).toMatchObject({ valid: 2, invalid: 1 });
  for (const content of [
    "\u0000\u0001\u0002\u0003\u0000",
    "PK\u0003\u0004xxxxxxxxxxxxxxxxxxxxxxxxxx",
  ]) {
    expect(await files.preview(content)).toMatchObject({ state: "failed", result: null });
  }
  expect(await links()).toEqual({});
});

describe("the body", () => {
  const post = (body: string | undefined, headers: Record<string, string>) =>
    send(server.baseUrl, "/api/import", {
      method: "POST",
      headers: { authorization: `Bearer ${server.apiKey}`, ...headers },
      ...(body !== undefined && { body }),
    });
  const binary = "application/octet-stream";

  test("is a file as it is, of at most 256 MiB, and there", async () => {
    const refused = [
      await post(two, { "content-type": "text/csv" }),
      await post(two, { "content-type": binary, "content-encoding": "gzip" }),
      await post(undefined, { "content-type": binary }),
    ];
    expect(refused.map(({ status }) => status)).toEqual([415, 415, 400]);
    const wrong = await send(server.baseUrl, "/api/import?format=nonsense", {
      method: "POST",
      headers: { authorization: `Bearer ${server.apiKey}`, "content-type": binary },
      body: two,
    });
    expect(wrong.status).toBe(400);
    expect(await readdir(join(server.dataDir, "jobs")).catch(() => [])).toEqual([]);
  });

  test("that says to be longer is refused before it is sent", async () => {
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const asked = request(
        `${server.baseUrl}/api/import`,
        {
          method: "POST",
          headers: {
            authorization: `Bearer ${server.apiKey}`,
            "content-type": binary,
            "content-length": String(256 * 1024 * 1024 + 1),
          },
        },
        (response) => {
          resolve(response.statusCode);
          asked.destroy();
        },
      );
      asked.on("error", reject);
      asked.write("alias");
    });
    expect(answer).toBe(413);
  });

  test("that breaks off leaves nothing behind", async () => {
    const asked = request(`${server.baseUrl}/api/import`, {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.apiKey}`,
        "content-type": binary,
        "content-length": "1000",
      },
    });
    asked.on("error", () => {});
    asked.write(two);
    const left = () => readdir(join(server.dataDir, "jobs")).catch(() => []);
    await expect.poll(left).toHaveLength(1);
    asked.destroy();
    await expect.poll(left).toEqual([]);
  });
});

test("what is kept of a file is for its owner's eyes only, and goes after a day", async () => {
  await server.stop();
  let now = Date.parse("2026-03-12T10:00:00Z");
  const dataDir = await makeDataDir();
  const open = () => startTestServer({ dataDir, clock: () => now });
  server = await open();
  await importing(server).apply(await importing(server).preview(two));
  const kept = await readdir(join(dataDir, "jobs"));
  expect(kept).toHaveLength(5);
  for (const name of kept) {
    expect((await stat(join(dataDir, "jobs", name))).mode & 0o777).toBe(0o600);
  }
  await server.close();
  await writeFile(join(dataDir, "jobs", "import-left.file"), "by a kill");
  now += 25 * 60 * 60_000;
  server = await open();
  expect((await server.api("GET", "/api/jobs")).body.data.jobs).toEqual([]);
  expect(await readdir(join(dataDir, "jobs"))).toEqual(["2.json"]);
});

test("HEAD of a file says what it is, and sends none of it", async () => {
  const { id } = await files.preview("alias,url\nspring,https://example.com/a\nx,javascript:1\n");
  const path = `/api/import/${id}/failures`;
  const headers = { authorization: `Bearer ${server.apiKey}` };
  const whole = await send(server.baseUrl, path, { headers });
  const head = await send(server.baseUrl, path, { method: "HEAD", headers });
  expect([head.status, head.text]).toEqual([200, ""]);
  for (const name of ["content-type", "content-length", "content-disposition"] as const) {
    expect([name, head.headers[name]]).toEqual([name, whole.headers[name]]);
  }
  expect(Number(head.headers["content-length"])).toBe(Buffer.byteLength(whole.text));
});
