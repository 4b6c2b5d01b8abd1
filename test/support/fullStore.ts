import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { seal } from "../../src/server/store/lines.ts";
import { makeDataDir, send, startTestServer, type TestServer } from "./server.ts";
import { chrome } from "./userAgents.ts";

/** Ids of what {@link fillEverything} made, one of each. */
export interface Filled {
  readonly link: number;
  readonly campaign: number;
  readonly channel: number;
  readonly bio: number;
  readonly splash: number;
  readonly banner: number;
  readonly form: number;
  readonly pixel: number;
  readonly domain: number;
  readonly qr: number;
  /** The last change set. */
  readonly change: number;
}

const longTitle = "بهار و a title in two scripts ".repeat(5).trim();
const longWord = "Donaudampfschifffahrtsgesellschaftskapitaen".repeat(2);

/** One of everything, and of each what is hardest to show: long words, two scripts, many tags. */
export async function fillEverything(service: TestServer): Promise<Filled> {
  async function ask(method: string, path: string, body?: unknown) {
    const answer = await service.api(method, path, body, service.localKey);
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.text}`);
    return answer.body;
  }
  const add = async (path: string, body: unknown): Promise<number> =>
    (await ask("POST", path, body)).id;

  await ask("PUT", "/api/settings", { set: { verifyDomains: false } });
  const channel = await add("/api/channel/add", {
    name: `Shop window, ${longWord}`,
    description: longTitle,
    color: "#a4771c",
    starred: true,
  });
  await add("/api/channel/add", { name: "خبرنامه", color: "#4584c2" });
  const campaign = await add("/api/campaign/add", {
    name: longTitle,
    slug: "spring",
    public: true,
  });
  const pixel = await add("/api/pixel/add", {
    type: "tagmanagerpixel",
    name: "Shop",
    tag: "GTM-ABC1234",
  });
  const splash = await add("/api/splash/add", {
    name: "Before the shop",
    title: longTitle,
    message: "A moment, please. ".repeat(20).trim(),
    delay: 10,
  });
  const banner = await add("/api/overlay/add", {
    type: "message",
    name: "Sale",
    message: longTitle,
    button: "Look",
    link: "https://example.org/sale",
  });
  const form = await add("/api/overlay/add", {
    type: "contact",
    name: "نظر شما",
    message: "What do you think?",
    fields: ["name", "email", "message"],
  });
  const domain = await add("/api/domain/add", { domain: "https://go.example.com" });
  const link = await add("/api/url/add", {
    url: `https://example.org/${"long/".repeat(60)}`,
    custom: "a-long-alias-".repeat(7),
    name: longTitle,
    metatitle: longTitle,
    description: "A note. ".repeat(100).trim(),
    status: "public",
    tags: ["spring", "بهار", "two words", longWord.slice(0, 50), "sale", "green"],
    earlierclicks: 1_234_567,
    source: { service: "elsewhere", id: "3aBcD" },
    campaign,
    channel,
    pixels: [pixel],
    geotarget: [{ location: "Iran", link: "https://example.org/ir" }],
    devicetarget: [{ device: "iPhone", link: "https://example.org/ios" }],
  });
  await add("/api/url/add", { url: "https://example.org/", custom: "plain", password: "secret-7" });
  await add("/api/url/add", { url: "https://example.org/", expiry: "2020-01-01", type: "frame" });
  await add("/api/url/add", {
    url: "https://example.org/",
    custom: "banner",
    type: `overlay-${banner}`,
  });
  await add("/api/url/add", {
    url: "https://example.org/",
    custom: "write",
    type: `overlay-${form}`,
  });
  await write(service, { name: longTitle, email: "ada@example.org", message: longTitle });
  await write(service, { name: "Max", email: "max@example.org", message: longWord });
  await add("/api/url/add", {
    url: "https://example.org/",
    custom: "splash",
    type: String(splash),
  });
  const bio = await add("/api/bio/add", {
    name: longTitle,
    custom: "about-me",
    description: "Everything of mine.",
    links: [
      { title: longTitle, url: "https://example.org/one" },
      { title: "Two", url: "https://example.org/two" },
    ],
  });
  const qr = await add("/api/qr/add", {
    type: "text",
    data: "https://example.org/",
    name: longTitle,
    foreground: "rgb(43,99,57)",
  });
  for (const path of ["/plain", "/banner", "/about-me"]) await service.visit(path);
  await service.visit(`/${"a-long-alias-".repeat(7)}`);
  await service.visit(`/${"a-long-alias-".repeat(7)}`, { "user-agent": "curl/8.5.0" });
  const { data } = await ask("GET", "/api/changes");
  const change: number = data.changes[0].id;
  return { link, campaign, channel, bio, splash, banner, form, pixel, domain, qr, change };
}

/** What a visitor writes into the form of a link. */
async function write(service: TestServer, fields: Readonly<Record<string, string>>): Promise<void> {
  const { status } = await send(new URL(service.baseUrl).origin, "/write", {
    method: "POST",
    headers: { "user-agent": chrome, "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ form: "contact", ...fields }).toString(),
  });
  if (status !== 200) throw new Error(`A form answered ${status}.`);
}

/** {@link fillEverything}, more rows and tags than a screen holds, and a link of 1,234,567 clicks. */
export async function startFull(): Promise<{ service: TestServer; made: Filled }> {
  const dataDir = await makeDataDir();
  const before = await startTestServer({ dataDir });
  const made = await fillEverything(before);
  for (let row = 0; row < 300; row += 1)
    await before.api("POST", "/api/url/add", {
      url: `https://example.org/page/${row}`,
      custom: `row-${row}`,
      name: row % 3 === 0 ? `نامه‌ای به همهٔ مشتریان دربارهٔ برداشت بهارهٔ چای، شمارهٔ ${row}` : "",
      tags: [`tag ${row % 100}`, `برچسب ${row % 100}`],
    });
  for (let visit = 0; visit < 127; visit += 1)
    await before.visit("/row-299", { "accept-language": visit % 3 === 0 ? "fa" : "en" });
  const { body } = await before.api("GET", "/api/urls?q=row-299");
  await before.close();
  await multiplyClicks(dataDir, body.data.urls[0].id, 9_721);
  return { service: await startTestServer({ dataDir, guiPort: 0 }), made };
}

/** As if each click of a link had been so many. */
async function multiplyClicks(dataDir: string, link: number, times: number): Promise<void> {
  const path = join(dataDir, "statistics.ndjson");
  const multiplied = (value: unknown): unknown =>
    Array.isArray(value) && value.length === 2 && typeof value[1] === "number"
      ? [value[0], value[1] * times]
      : Array.isArray(value)
        ? value.map(multiplied)
        : value;
  const lines = (await readFile(path, "utf8")).trimEnd().split("\n");
  const changed = lines.map((line) => {
    const { crc: _, ...fields } = JSON.parse(line);
    if (fields.link !== link) return `${line}\n`;
    const { clicks, tallies, quarters, hours, days } = fields.counters;
    const counters = {
      ...fields.counters,
      clicks: clicks * times,
      ...Object.fromEntries(
        Object.entries({ tallies, quarters, hours, days }).map(([name, counts]) => [
          name,
          multiplied(counts),
        ]),
      ),
    };
    return seal(JSON.stringify({ ...fields, counters }));
  });
  await writeFile(path, changed.join(""));
}
