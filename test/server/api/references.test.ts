import { rm } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { createOwner, type Resource } from "./owner.ts";

let dataDir: string;
let server: TestServer;
const owner = createOwner(() => server);

async function start(): Promise<void> {
  server = await startTestServer({ dataDir, settings: { verifyDomains: "false" } });
}

beforeAll(async () => {
  dataDir = await makeDataDir();
  await start();
});
afterAll(async () => {
  await server.stop();
  await rm(dataDir, { recursive: true, force: true });
});

const url = "https://example.com/";

/** The body that clients of the contract copy, with everything in it and one malformed parameter. */
const sample = {
  url: "https://example.com/search",
  status: "private",
  custom: "sample",
  password: "mypass",
  expiry: "2030-11-11 12:00:00",
  type: "splash",
  metatitle: "Not the search",
  metadescription: "Not the search's description",
  metaimage: "https://example.com/media/thanks.jpg",
  description: "For the shop",
  pixels: [1, 2, 3, 4],
  channel: 1,
  campaign: 1,
  deeplink: {
    auto: true,
    apple: "https://apps.example.com/us/app/search/id284815942",
    google: "https://play.example.com/store/apps/details?id=com.example.search&hl=en_CA&gl=US",
  },
  geotarget: [
    { location: "Canada", link: "https://example.com/ca" },
    { location: "United States", link: "https://example.com/us" },
  ],
  devicetarget: [
    { device: "iPhone", link: "https://example.com/iphone" },
    { device: "Android", link: "https://example.com/android" },
  ],
  languagetarget: [
    { language: "en", link: "https://example.com/en" },
    { language: "fr", link: "https://example.com/fr" },
  ],
  parameters: [
    { name: "aff", value: "3" },
    { device: "gtm_source", link: "api" },
  ],
};

describe("the sample body", () => {
  test("is refused with every id that doesn't exist, and nothing is stored", async () => {
    const expected = [
      400,
      "pixels must be IDs of existing pixels, not 1, 2, 3, 4; channel must be the ID of an existing channel, not 1; campaign must be the ID of an existing campaign, not 1.",
    ];
    expect(await owner.refusal("POST", "/api/url/add", sample)).toEqual(expected);
    const type = "overlay-7";
    const domain = "https://unknown.example";
    const [status, message] = await owner.refusal("POST", "/api/url/add", {
      ...sample,
      type,
      domain,
    });
    expect(status).toBe(400);
    for (const fault of [
      "pixels must be IDs of existing pixels, not 1, 2, 3, 4",
      "channel must be the ID of an existing channel, not 1",
      "campaign must be the ID of an existing campaign, not 1",
      "type must be an existing overlay, not 7",
      "domain must be a registered domain",
    ]) {
      expect(message).toContain(fault);
    }
    expect(await owner.list("url")).toEqual([]);
  });

  test("names only those that are missing", async () => {
    for (let id = 1; id <= 3; id += 1) {
      await owner.add("pixel", { type: "gtmpixel", name: `Pixel ${id}`, tag: "GTM-1" });
    }
    expect((await owner.refusal("POST", "/api/url/add", sample))[1]).toMatch(
      /^pixels must be IDs of existing pixels, not 4; channel/,
    );
  });

  test("is accepted once its pixels, channel and campaign exist, and comes back whole", async () => {
    await owner.add("pixel", { type: "fbpixel", name: "Pixel 4", tag: "1234" });
    await owner.add("channel", { name: "First" });
    await owner.add("campaign", { name: "First" });
    const id = await owner.add("url", sample);
    expect(await owner.details("url", id)).toMatchObject({
      longurl: sample.url,
      alias: "sample",
      status: "private",
      password: true,
      expiry: sample.expiry,
      type: "splash",
      title: sample.metatitle,
      metatitle: sample.metatitle,
      metadescription: sample.metadescription,
      metaimage: sample.metaimage,
      description: sample.description,
      pixels: [1, 2, 3, 4],
      channel: [1],
      campaign: 1,
      deeplink: sample.deeplink,
      location: { canada: "https://example.com/ca", "united states": "https://example.com/us" },
      device: { iphone: "https://example.com/iphone", android: "https://example.com/android" },
      language: { en: "https://example.com/en", fr: "https://example.com/fr" },
      parameters: [{ name: "aff", value: "3" }],
    });
    // And as an update, too.
    await owner.update("url", id, sample);
  });
});

/** Two of each, the second with words to be found. */
const persian = "قیمت (ویژه)";
const strange = "50% [a+b]*? ^$ {x} | \\d /";
const made: Readonly<Record<Resource, (name: string, number: number) => object>> = {
  url: (metatitle) => ({ url, metatitle }),
  domain: (name, number) => ({
    domain: `https://domain-${number}.example`,
    redirectroot: `https://example.com/?${encodeURI(name).replaceAll("%20", " ")}`,
  }),
  channel: (name) => ({ name }),
  campaign: (name) => ({ name }),
  pixel: (name) => ({ name, type: "bing", tag: "1" }),
  overlay: (name) => ({ name, type: "message" }),
  splash: (name) => ({ name }),
  bio: (name) => ({ name }),
  qr: (name) => ({ name, type: "text", data: "x" }),
};
const named = Object.keys(made).filter((name) => name !== "domain") as Resource[];

describe("every list", () => {
  const ids = new Map<Resource, readonly number[]>();
  beforeAll(async () => {
    for (const resource of Object.keys(made) as Resource[]) {
      const added: number[] = [];
      for (const [number, name] of ["Plain Needle", strange, persian].entries()) {
        added.push(await owner.add(resource, made[resource](name, number)));
      }
      ids.set(resource, added);
    }
  });

  test.each(Object.keys(made) as Resource[])("%s: newest first, in pages", async (resource) => {
    const all = (await owner.list(resource)).map(({ id }) => id);
    expect(all).toEqual(all.toSorted((a, b) => b - a));
    expect(all.slice(0, 3)).toEqual(ids.get(resource)?.toReversed());
  });

  test.each(named)("%s: q is text in any case and script, not a pattern", async (resource) => {
    const [plain, odd, persianId] = ids.get(resource) ?? [];
    expect(await owner.find(resource, "nEEDLE")).toEqual([plain]);
    expect(await owner.find(resource, "  needle  ")).toEqual([plain]);
    for (const part of ["[a+b]*?", "{x}|\\d", "a-b", "50% ["]) {
      expect(await owner.find(resource, part)).toEqual([odd]);
    }
    expect(await owner.find(resource, "قیمت")).toEqual([persianId]);
    expect(await owner.find(resource, "(ویژه)")).toEqual([persianId]);
    for (const nothing of [".*", "^$ {", "needle|50", "\\w\\w\\w", "neеdle", "x".repeat(200)]) {
      expect(await owner.find(resource, nothing)).toEqual([]);
    }
    const everything = (await owner.list(resource)).length;
    for (const empty of ["", "   "]) {
      expect((await owner.find(resource, empty)).length).toBe(everything);
    }
  });

  test("domains are found by name and by where they lead", async () => {
    const [first = 0] = ids.get("domain") ?? [];
    expect(await owner.find("domain", "DOMAIN-0")).toEqual([first]);
    expect(await owner.find("domain", "plain%20needle")).toEqual([]);
    expect(await owner.find("domain", "plain needle")).toEqual([first]);
    // A sign stands for any other, and for nothing more.
    expect(await owner.find("domain", "domain.0")).toEqual([first]);
    expect(await owner.find("domain", "domain-.*0")).toEqual([first]);
    expect(await owner.find("domain", "doma.n")).toEqual([]);
  });

  test("finds text in either Unicode form", async () => {
    const composed = await owner.add("channel", { name: "Café".normalize("NFC") });
    const apart = await owner.add("channel", { name: "The café".normalize("NFD") });
    for (const form of ["NFC", "NFD"]) {
      expect(await owner.find("channel", "CAFÉ".normalize(form))).toEqual([apart, composed]);
    }
  });

  test("looks through what an item says beside its name", async () => {
    const words = {
      channel: { description: "hidden-channel" },
      campaign: { slug: "hidden-campaign" },
      pixel: { tag: "hidden-pixel" },
      overlay: { message: "hidden-overlay" },
      splash: { title: "hidden-splash" },
      bio: { links: [{ title: "hidden-bio", url }] },
      qr: { data: "hidden-qr" },
      url: { metadescription: "hidden-url" },
    } as const;
    for (const [resource, fields] of Object.entries(words) as [keyof typeof words, object][]) {
      const id = await owner.add(resource, { ...made[resource]("Other", 9), ...fields });
      expect(await owner.find(resource, `HIDDEN-${resource}`)).toEqual([id]);
    }
  });
});

describe("after a restart", () => {
  test("everything is as it was", { timeout: 30_000 }, async () => {
    const domain = "https://lasting.example";
    await owner.add("domain", { domain, redirect404: url });
    const channel = await owner.add("channel", { name: "Lasting", color: "#abc", starred: true });
    const campaign = await owner.add("campaign", {
      name: "Lasting",
      slug: "lasting",
      public: true,
    });
    const pixel = await owner.add("pixel", { type: "tiktok", name: "Lasting", tag: "T-1" });
    const overlay = await owner.add("overlay", { type: "contact", name: "L", fields: ["email"] });
    const splash = await owner.add("splash", { name: "Lasting", delay: 0 });
    const bio = await owner.add("bio", {
      name: "L",
      custom: "lasting-bio",
      links: [{ title: "x", url }],
    });
    const qr = await owner.add("qr", { type: "link", data: url, domain, foreground: "rgb(1,2,3)" });
    const link = await owner.add("url", {
      ...sample,
      custom: "lasting",
      type: `overlay-${overlay}`,
      pixels: [pixel],
      channel,
      campaign,
      domain,
    });
    const onSplash = await owner.add("url", { url, type: splash });
    await owner.call("POST", `/api/channel/${channel}/assign/bio/${bio}`);
    await owner.call("POST", `/api/channel/${channel}/assign/qr/${qr}`);
    const gone = await owner.add("pixel", { type: "bing", name: "Gone", tag: "x" });
    await owner.update("url", onSplash, { url, pixels: [gone, pixel] });
    await owner.remove("pixel", gone);
    const last = await owner.add("channel", { name: "Gone, too" });
    await owner.remove("channel", last);

    const requests = [
      ...["urls", "domains", "channels", "campaigns", "pixels", "overlay", "splash", "bio", "qr"]
        .concat(`channel/${channel}`)
        .map((list) => `/api/${list}?limit=1000`),
      `/api/url/${link}`,
      `/api/url/${onSplash}`,
      `/api/overlay/${overlay}`,
      `/api/splash/${splash}`,
      `/api/bio/${bio}`,
      `/api/qr/${qr}`,
      "/api/account",
    ];
    /** Addresses have the port in them, which is another one at each start. */
    const answers = async () => {
      const texts: string[] = [];
      for (const path of requests) {
        const answer = await server.api("GET", path);
        expect(answer.status).toBe(200);
        texts.push(answer.text.replaceAll(server.baseUrl, "{base}"));
      }
      return texts;
    };
    const before = await answers();
    const formerBase = server.baseUrl;
    await server.stop();
    await start();
    expect(await answers()).toEqual(before);

    // What is refused is refused still, and no id is given more than once.
    expect((await owner.refusal("POST", "/api/channel/add", { name: "Lasting" }))[0]).toBe(409);
    expect((await owner.refusal("POST", "/api/campaign/add", { slug: "LASTING" }))[0]).toBe(409);
    expect((await owner.refusal("POST", "/api/domain/add", { domain }))[0]).toBe(409);
    const custom = "lasting-BIO";
    expect((await owner.refusal("POST", "/api/url/add", { url, custom }))[0]).toBe(409);
    expect((await owner.refusal("POST", "/api/url/add", { url: `${formerBase}/x-y-z` }))[0]).toBe(
      400,
    );
    expect(await owner.add("channel", { name: "Next" })).toBe(last + 1);
    expect(await owner.call("DELETE", `/api/overlay/${overlay}/delete`)).toMatchObject({
      links: 1,
    });
  });
});
