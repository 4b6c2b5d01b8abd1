import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { rm, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test, onTestFinished } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../support/server.ts";
import { hashAtFullCost, hashQuickly } from "../support/quickScrypt.ts";
import { restoreIntoEmpty } from "../../src/app/index.ts";
import { checksumKey } from "../../src/server/store/document/snapshot.ts";
import { hexadecimal } from "../../src/server/store/lines.ts";
import { chrome } from "../support/userAgents.ts";
import { createOwner } from "./api/owner.ts";
import { logoSvg, rasterise } from "./features/qr/qrExamples.ts";

beforeAll(hashQuickly);
afterAll(hashAtFullCost);

/** What a former program answered from its folder; `{baseUrl}` stands for where it ran. */
interface FormerAnswers {
  readonly apiKey: string;
  readonly answers: Readonly<Record<string, object>>;
  readonly visits: Readonly<
    Record<string, { readonly status: number; readonly location?: string }>
  >;
}

const fixtures = join(import.meta.dirname, "store/fixtures");

/** On purpose, since version 2: the login name of whoever ran the service is in no answer. */
function withoutLoginName(answer: string): string {
  return answer
    .replace('"username":"rose"', '"username":"owner"')
    .replaceAll("/u/rose/", "/u/owner/");
}

/** On purpose, since version 5: an overlay without colors of its own is light. */
function withLightOverlays(answer: string): string {
  return answer
    .replaceAll('"background":"#22201C"', '"background":"#FFFDF9"')
    .replaceAll('"foreground":"#FFFFFF"', '"foreground":"#211D17"');
}

describe.each([
  {
    version: 1,
    now: "2026-03-12T18:00:00Z",
    toldNow: (answer: string) => withLightOverlays(withoutLoginName(answer)),
  },
  { version: 2, now: "2026-04-12T18:00:00Z", toldNow: withLightOverlays },
])("a folder of version $version", ({ version, now, toldNow }) => {
  const fixture = join(fixtures, `version-${version}`);
  const former = JSON.parse(readFileSync(join(fixture, "answers.json"), "utf8")) as FormerAnswers;

  let server: TestServer;
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await makeDataDir();
    cpSync(join(fixture, "folder"), dataDir, { recursive: true });
    server = await startTestServer({
      dataDir,
      clock: () => Date.parse(now),
      baseUrl: "https://go.example.org",
      settings: { verifyDomains: "false", "geo.provider": "cloudflare" },
    });
  });
  afterAll(() => server.stop());

  test("opens with its changes and clicks that were pending, and is backed up first", () => {
    expect(server.apiKey).toBe(former.apiKey);
    expect(server.warnings).toContainEqual(expect.stringContaining("Others may know its API key"));
    const [backup = ""] = readdirSync(join(dataDir, "backups")).filter((name) =>
      name.startsWith("before-version-"),
    );
    const text = readFileSync(join(dataDir, "backups", backup), "utf8");
    expect(JSON.parse(text)).toMatchObject({ waypost: version });
    expect(text).toContain("https://example.org/late");
  });

  test.each(Object.entries(former.answers))("and %s is answered alike", async (path, answer) => {
    const { body } = await server.api("GET", path, undefined, server.localKey);
    const expected = JSON.stringify(answer).replaceAll("{baseUrl}", server.baseUrl);
    expect(body).toMatchObject(JSON.parse(toldNow(expected)) as object);
  });

  test.each(Object.entries(former.visits))(
    "and a visit to %s gets the same",
    async (path, gets) => {
      const { status, headers } = await server.visit(path);
      expect({ status, ...(headers.location && { location: headers.location }) }).toEqual(gets);
    },
  );
});

/** A folder that was closed with one link in it, at `edit`. */
async function editedFolder(edit: (text: string) => string): Promise<string> {
  const dataDir = await makeDataDir();
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }));
  const server = await startTestServer({ dataDir });
  await server.api("POST", "/api/url/add", { url: "https://example.org/1", custom: "spring" });
  await server.close();
  const path = join(dataDir, "waypost.json");
  const before = readFileSync(path, "utf8");
  const after = edit(before);
  expect(after).not.toBe(before);
  writeFileSync(path, after);
  return dataDir;
}

for (const [what, from, to, said] of [
  ["a reserved alias", '"alias":"spring"', '"alias":"api"', "alias is reserved"],
  ["a reserved alias in capitals", '"alias":"spring"', '"alias":"API"', "alias is reserved"],
  ["an alias with a space", '"alias":"spring"', '"alias":"a b"', "alias must contain only letters"],
  [
    "a javascript: target",
    "https://example.org/1",
    "javascript:alert(1)",
    "url must be a full URL that starts with http:// or https://",
  ],
] as const) {
  test(`the start refuses ${what} from an edit by hand, with line and field`, async () => {
    const dataDir = await editedFolder((text) => text.replace(from, to));
    const document = readFileSync(join(dataDir, "waypost.json"), "utf8");
    await expect(startTestServer({ dataDir })).rejects.toThrow(
      new RegExp(`waypost\\.json, line \\d+: links 1: ${said}`),
    );
    expect(readFileSync(join(dataDir, "waypost.json"), "utf8")).toBe(document);
  });
}

test("the start takes a valid target from an edit by hand", async () => {
  const dataDir = await editedFolder((text) =>
    text.replace("https://example.org/1", "https://example.org/2"),
  );
  const server = await startTestServer({ dataDir });
  onTestFinished(() => server.stop());
  expect((await server.visit("/spring")).headers.location).toBe("https://example.org/2");
});

const branded = "https://go.example.net";
const looking = { isReal: false, settings: [] };
const doing = { isReal: true, settings: [] };
const settings = { verifyDomains: "false", baseUrl: "https://example.com" };
/** Of a day that is over, so that both are asked in the same hour of it. */
const clock = () => Date.UTC(2026, 4, 12, 9, 30);

async function start(overrides: Parameters<typeof startTestServer>[0] = {}): Promise<TestServer> {
  const server = await startTestServer({ clock, ...overrides, settings });
  onTestFinished(() => server.stop());
  return server;
}

const iphone =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1";

/** Some of everything, with visits. */
async function fill(server: TestServer): Promise<void> {
  const owner = createOwner(() => server);
  await mkdir(join(server.dataDir, "uploads"), { recursive: true });
  await writeFile(join(server.dataDir, "uploads", "logo.png"), rasterise(logoSvg, 200));
  await owner.add("domain", { domain: branded, redirectroot: "https://example.org/home" });
  const channel = await owner.add("channel", { name: "Newsletter", starred: true });
  const campaign = await owner.add("campaign", {
    name: "Spring",
    slug: "spring-sale",
    public: true,
  });
  const pixel = await owner.add("pixel", { type: "gtmpixel", name: "Tags", tag: "GTM-ABCDE" });
  const overlay = await owner.add("overlay", { type: "message", name: "Hello", message: "Hi" });
  await owner.add("splash", { name: "Wait", title: "One moment" });
  await owner.add("bio", {
    name: "Me",
    custom: "about-me",
    links: [{ title: "a", url: "https://example.org/" }],
  });
  const links = [
    { custom: "plain" },
    { custom: "branded", domain: branded, tags: ["a", "b"], channel, campaign },
    { custom: "secret", password: "correct horse" },
    { custom: "here", geotarget: [{ location: "Iran", link: "https://example.org/ir" }] },
    { custom: "phone", devicetarget: [{ device: "iPhone", link: "https://example.org/ios" }] },
    { custom: "pixels", pixels: [pixel], expiry: "2031-01-01 00:00:00" },
    { custom: "over", type: `overlay-${overlay}`, description: "=1+1 \u{1f331} بهار" },
    { custom: "gone" },
  ];
  for (const link of links) await owner.add("url", { url: "https://example.org/?a=1#b", ...link });
  await owner.remove("url", 8);
  await owner.add("qr", { type: "link", data: `${branded}/branded`, logo: "logo.png" });
  await owner.add("qr", { type: "text", data: "hello", name: "Words" });
  await owner.call("POST", "/api/views", { name: "Mine", kind: "links", query: { tag: "a" } });
  await owner.call("PUT", "/api/account/update", { email: "me@example.org" });
  const visits = [
    ["/plain", { referer: "https://t.co/x", "accept-language": "fa" }],
    ["/plain", { "user-agent": iphone }],
    ["/plain", { "user-agent": chrome }],
    ["/phone", { "user-agent": iphone }],
    ["/branded", { host: "go.example.net" }],
    ["/plain", { "user-agent": "curl/8" }],
  ] as const;
  for (const [path, headers] of visits) await server.visit(path, headers);
  const [code] = await owner.list("qr");
  await server.visit(new URL(String(code.link)).pathname.replace("/qr/", "/q/"));
}

const lists = [
  "/api/account",
  "/api/urls?limit=100",
  "/api/urls?limit=100&order=click",
  "/api/urls?limit=100&tag=a",
  "/api/domains?limit=100",
  "/api/channels?limit=100",
  "/api/channel/1",
  "/api/campaigns?limit=100",
  "/api/campaign/1/links",
  "/api/pixels?limit=100",
  "/api/overlay?limit=100",
  "/api/overlay/1",
  "/api/overlay/1/answers",
  "/api/splash?limit=100",
  "/api/splash/1",
  "/api/bio?limit=100",
  "/api/bio/1",
  "/api/qr?limit=100",
  "/api/tags",
  "/api/views",
];

/** Everything that can be asked, as it is answered; without where the service listens. */
async function everyAnswer(server: TestServer): Promise<Record<string, unknown>> {
  const ids = [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const paths = [
    ...lists,
    ...ids.flatMap((id) => [`/api/url/${id}`, `/api/url/${id}/history`]),
    ...ids.slice(0, 3).map((id) => `/api/qr/${id}`),
  ];
  const answers: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, text } = await server.api("GET", path);
    answers[path] = [status, JSON.parse(text.replaceAll(server.baseUrl, "https://service"))];
  }
  const own = await server.api("GET", "/api/settings", undefined, server.localKey);
  answers["/api/settings"] = own.body.settings.map(({ key, kept }: Record<string, unknown>) => [
    key,
    kept,
  ]);
  for (const { link } of (await server.api("GET", "/api/qr?limit=100")).body.data.qrs) {
    const { pathname } = new URL(link as string);
    const picture = await fetch(new URL(pathname, server.baseUrl));
    answers[pathname] = Buffer.from(await picture.arrayBuffer()).toString("base64");
  }
  return answers;
}

async function everyVisit(server: TestServer): Promise<unknown[]> {
  const visits = [
    ["/plain", {}],
    ["/branded", { host: "go.example.net" }],
    ["/", { host: "go.example.net" }],
    ["/secret", {}],
    ["/phone", { "user-agent": iphone }],
    ["/gone", {}],
    ["/about-me", {}],
  ] as const;
  const answers = [];
  for (const [path, headers] of visits) {
    const { status, headers: answered } = await server.visit(path, headers);
    answers.push([path, status, answered.location]);
  }
  return answers;
}

async function takeEverything(server: TestServer, clicks: boolean): Promise<string> {
  const answer = await fetch(`${server.baseUrl}/api/export/everything`, {
    method: "POST",
    headers: { authorization: `Bearer ${server.localKey}`, "content-type": "application/json" },
    body: JSON.stringify({ clicks }),
  });
  expect(answer.status).toBe(200);
  expect(answer.headers.get("content-disposition")).toContain("waypost-2026-05-12.zip");
  const file = join(await makeDataDir(), "everything.zip");
  await writeFile(file, Buffer.from(await answer.arrayBuffer()));
  return file;
}

test.each([false, true])(
  "a folder that was restored from everything answers every request as the original did (clicks: %s)",
  async (clicks) => {
    const original = await start();
    await fill(original);
    const before = await everyAnswer(original);
    const file = await takeEverything(original, clicks);
    const secrets = await readFile(join(original.dataDir, "secrets.json"), "utf8");

    const dataDir = join(await makeDataDir(), "new");
    const base = { name: "formerBases", from: null, to: settings.baseUrl, stays: true };
    expect(await restoreIntoEmpty(file, dataDir, looking)).toEqual({
      links: 7,
      qrCodes: 2,
      clicks: 6,
      settings: [base],
      unusable: [],
    });
    await expect(readdir(dataDir)).rejects.toThrow(/ENOENT/);
    expect(await restoreIntoEmpty(file, dataDir, doing)).toEqual({
      links: 7,
      qrCodes: 2,
      clicks: 6,
      settings: [base],
      unusable: [],
    });
    const restored = await start({ dataDir });
    expect(await everyAnswer(restored)).toEqual(before);
    expect(await everyVisit(restored)).toEqual(await everyVisit(original));
    expect(restored.warnings).toEqual([]);
    expect(await readFile(join(dataDir, "secrets.json"), "utf8")).not.toBe(secrets);
    // No id is given more than once, and what is counted goes on from there.
    expect(await createOwner(() => restored).add("url", { url: "https://example.org/" })).toBe(9);
    const counted = async (server: TestServer) =>
      (await server.api("GET", "/api/url/1")).body.data.clicks;
    expect(await counted(restored)).toBe(4);
    await restored.close();
    const again = await start({ dataDir });
    expect(await counted(again)).toBe(4);
    expect((await readdir(dataDir)).filter((name) => name.startsWith("work-"))).toEqual([]);
  },
);

test("what is taken along says who nobody was", async () => {
  const server = await start();
  await fill(server);
  const { body } = await server.api("GET", "/api/url/1");
  expect(body.data.uniqueClicks).toBe(2);
  const line = /"visitor":"([\w-]+)"/;
  await expect
    .poll(async () => readFile(join(server.dataDir, "clicks", "2026-05.ndjson"), "utf8"))
    .toMatch(line);
  const dataDir = join(await makeDataDir(), "new");
  await restoreIntoEmpty(await takeEverything(server, true), dataDir, doing);
  expect(await readFile(join(dataDir, "clicks", "2026-05.ndjson"), "utf8")).not.toMatch(/visitor/);
  expect(await readFile(join(dataDir, "statistics.ndjson"), "utf8")).toContain(
    '"visitors":{"before":2,"known":{"keys":""}}',
  );
});

test.each([
  ['"metaTitle":{"a":1}', "metaTitle: must be of type string"],
  ['"password":7', "password: must be of type string"],
  ['"alias":null', "alias: must be of type string"],
])(
  "a backup whose checksum is right but whose link has %s isn't restored",
  async (field, fault) => {
    const server = await start();
    await createOwner(() => server).add("url", { url: "https://example.org/", custom: "spring" });
    await server.close();
    const document = await readFile(join(server.dataDir, "waypost.json"), "utf8");
    const altered = document.replace('"alias":"spring"', `"alias":"spring",${field}`);
    const covered = altered.slice(0, altered.lastIndexOf(checksumKey));
    const file = join(await makeDataDir(), "backup.json");
    await writeFile(file, `${covered}${checksumKey}${hexadecimal(crc32(covered))}"}}\n`);
    const dataDir = join(await makeDataDir(), "new");
    await expect(restoreIntoEmpty(file, dataDir, doing)).rejects.toThrow(fault);
    await expect(readdir(dataDir)).resolves.toEqual([]);
  },
);
