import { pixelTypes } from "../../../src/contract/fields/recordTables.ts";
import { pixelSnippets } from "../../../src/server/visit/pages/pixelSnippets.ts";
import {
  add,
  addLink,
  clicksOf,
  expect,
  expectNoFindingsInAnyLook,
  expectUnharmed,
  forEachLocale,
  hostile,
  screens,
  target,
  targetPage,
  test,
} from "./interstitialTest.ts";

/**
 * For each platform: a tag of its kind; its loader's address; where that address doesn't carry the
 * tag, a stand-in for the loader that tells what it finds, as the real one would by its beacon.
 */
const platforms: Readonly<
  Record<keyof typeof pixelSnippets, { tag: string; loader: string; told?: string }>
> = {
  tagmanagerpixel: {
    tag: "GTM-ABC123",
    loader: "https://www.googletagmanager.com/gtm.js?id=GTM-ABC123",
  },
  analyticspixel: {
    tag: "G-ABC123",
    loader: "https://www.googletagmanager.com/gtag/js?id=G-ABC123",
    told: "dataLayer.at(-1)",
  },
  socialnetpixel: {
    tag: "1234567890",
    loader: "https://connect.facebook.net/en_US/fbevents.js",
    told: "fbq.queue[0]",
  },
  adsplatformpixel: {
    tag: "123456/label",
    loader: "https://www.googletagmanager.com/gtag/js?id=AW-123456",
    told: "dataLayer.at(-1)",
  },
  professionalnetpixel: {
    tag: "654321",
    loader: "https://snap.licdn.com/li.lms-analytics/insight.min.js",
    told: "_linkedin_data_partner_ids",
  },
  microblogpixel: {
    tag: "o1abc",
    loader: "https://static.ads-twitter.com/uwt.js",
    told: "twq.queue[0]",
  },
  retargetingpixel: {
    tag: "ADV123/PIX456",
    loader: "https://s.adroll.com/j/ADV123/roundtrip.js",
    told: "[adroll_adv_id + '/' + adroll_pix_id]",
  },
  qapixel: { tag: "abcdef0123", loader: "https://a.quora.com/qevents.js", told: "qp.queue[0]" },
  imageboardpixel: {
    tag: "2612345678",
    loader: "https://s.pinimg.com/ct/core.js",
    told: "pintrk.queue[0]",
  },
  searchenginepixel: { tag: "56789012", loader: "https://bat.bing.com/bat.js" },
  messagingpixel: {
    tag: "aaaa-bbbb-cccc",
    loader: "https://sc-static.net/scevent.min.js",
    told: "snaptr.queue[0]",
  },
  forumpixel: {
    tag: "t2_abc",
    loader: "https://www.redditstatic.com/ads/pixel.js",
    told: "rdt.callQueue[0]",
  },
  shortvideopixel: {
    tag: "CABCDEF0123",
    loader: "https://analytics.tiktok.com/i18n/pixel/events.js?sdkid=CABCDEF0123&lib=ttq",
  },
};

const standIn = (type: string, told: string) =>
  `new Image().src = "https://beacon.example/${type}?" + encodeURIComponent(Array.from(${told}).map((part) => typeof part === "string" ? part : JSON.stringify(part)).join(" "));`;

test("every platform of the contract has a snippet", () => {
  expect(Object.keys(pixelSnippets)).toEqual(pixelTypes.map(([name]) => name));
});

test.beforeEach(({ outside }) => outside.answer(target, targetPage));

test("each platform's loader is asked for with the tag, and the visitor goes on @full", async ({
  page,
  service,
  outside,
}) => {
  for (const [type, { tag, loader, told }] of Object.entries(platforms)) {
    outside.answer(loader, told === undefined ? "" : standIn(type, told), {
      type: "text/javascript",
    });
    if (type === "searchenginepixel") {
      outside.answer(
        loader,
        `function UET({ ti }) { this.push = (name) => { new Image().src = "https://beacon.example/${type}?" + ti + name; }; }`,
        { type: "text/javascript" },
      );
    }
    const pixel = await add(service, "pixel", { type, name: "Spring", tag });
    const link = await addLink(service, { pixels: [pixel] });
    const asked = outside.requests.length;
    await page.goto(link.address, { waitUntil: "commit" });
    await page.waitForURL(target);
    const requests = outside.requests.slice(asked);
    expect(requests).toContain(`GET ${loader}`);
    const [beacon = ""] = requests.filter((request) => request.includes("beacon.example"));
    const carried = told === undefined && type !== "searchenginepixel" ? loader : beacon;
    expect(decodeURIComponent(carried), type).toContain(tag);
    expect(await clicksOf(service, link.id), type).toBe(1);
  }
});

test("all thirteen at once, two of one kind: each loader once, on within a second", async ({
  page,
  service,
  outside,
}) => {
  const pixels: number[] = [];
  for (const [type, { tag, loader }] of Object.entries(platforms)) {
    outside.answer(loader, "", { type: "text/javascript" });
    pixels.push(await add(service, "pixel", { type, name: type, tag }));
  }
  pixels.push(await add(service, "pixel", { type: "socialnetpixel", name: "2", tag: "22" }));
  const link = await addLink(service, { pixels });
  await page.goto(link.address, { waitUntil: "domcontentloaded" });
  const shownAt = Date.now();
  await page.waitForURL(target, { waitUntil: "commit" });
  expect(Date.now() - shownAt).toBeLessThan(1_500);
  for (const { loader } of Object.values(platforms)) {
    expect(outside.requests.filter((request) => request === `GET ${loader}`)).toHaveLength(1);
  }
});

for (const [screen, viewport] of Object.entries(screens))
  test.describe(`${screen}, without JavaScript${screen === "phone" ? "" : " @full"}`, () => {
    test.use({ viewport, javaScriptEnabled: false });

    test("the page goes on by itself, and asks for the pictures that platforms offer", async ({
      page,
      service,
      outside,
    }) => {
      const pixel = await add(service, "pixel", { type: "socialnetpixel", name: "M", tag: "123" });
      const link = await addLink(service, { pixels: [pixel] });
      await page.goto(link.address);
      await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
      await page.waitForURL(target);
      expect(outside.requests).toContain(
        "GET https://www.facebook.com/tr?id=123&ev=PageView&noscript=1",
      );
    });
  });

test("the page's policy is that of the decision, on this page alone", async ({ service }) => {
  const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
  const link = await addLink(service, { pixels: [pixel], type: "frame" });
  const { headers, text } = await service.visit(link.path);
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toMatch(
    /script-src 'nonce-[^']+' 'strict-dynamic'; img-src https:; connect-src https:; frame-src https:;/,
  );
  const next = /location\.replace\("([^"]+)"\)/.exec(text)?.[1] ?? "";
  const after = await service.visit(`${link.path}${next}`);
  expect(after.headers["content-security-policy"]).not.toContain("strict-dynamic");
  expect(after.text).toContain("<iframe");
});

test("after the pixels the link's own page follows; it counts once, under the link's address", async ({
  page,
  service,
  outside,
}) => {
  const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
  const link = await addLink(service, { pixels: [pixel], type: "frame", metatitle: "Spring" });
  await page.goto(link.address);
  await expect(page.getByRole("heading", { name: "Spring" })).toBeVisible();
  await expect(page).toHaveURL(link.address);
  expect(await clicksOf(service, link.id)).toBe(1);
  expect(outside.requests).toContain(`GET ${platforms.forumpixel.loader}`);
});

test("an old or made-up mark counts and tracks like any visit", async ({ service }) => {
  const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
  const link = await addLink(service, { pixels: [pixel], type: "frame" });
  for (const mark of ["?on=1", "?on=zzzzzzzz", "?on=%00", "?on="]) {
    expect((await service.visit(link.path + mark)).text).toContain("redditstatic");
  }
  expect(await clicksOf(service, link.id)).toBe(4);
});

test("bots and people who ask not to be tracked get no pixels", async ({ service }) => {
  const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
  const link = await addLink(service, { pixels: [pixel] });
  for (const headers of [
    { dnt: "1" },
    { "sec-gpc": "1" },
    { "user-agent": "curl/8.5.0" },
    { "sec-purpose": "prefetch;prerender" },
  ]) {
    const { status, headers: answered } = await service.visit(link.path, headers);
    expect([status, answered.location]).toEqual([302, target]);
  }
  expect((await service.visit(link.path, { dnt: "0" })).text).toContain("redditstatic");
});

test.describe("where the owner says so", () => {
  test.use({ settings: { "privacy.respectDnt": "false" } });

  test("those who ask not to be tracked get them too", async ({ service }) => {
    const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
    const link = await addLink(service, { pixels: [pixel] });
    expect((await service.visit(link.path, { dnt: "1" })).text).toContain("redditstatic");
  });
});

forEachLocale((locale) => {
  test("axe finds nothing", async ({ page, service, outside, complaints }) => {
    // The page stays for as long as its target doesn't come up.
    outside.stay(target);
    const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
    const link = await addLink(service, { pixels: [pixel] });
    await page.goto(link.address);
    await expectNoFindingsInAnyLook(page, `pixels-${locale}`);
    expect(complaints).toEqual([]);
  });
});

test("hostile texts stay texts: a tag is data", async ({ page, outside }) => {
  // The API refuses such a tag; a document that was edited by hand may have it.
  const { pixelHopPage } = await import("../../../src/server/visit/pages/pixelInterstitial.ts");
  const { renderPage, policyOf } = await import("../../../src/server/visit/pages/markup/page.ts");
  const hop = pixelHopPage({
    language: "en",
    to: hostile.address,
    host: hostile.text,
    pixels: Object.keys(pixelSnippets).map((type) => ({ type, tag: hostile.text })),
  });
  outside.answer(
    "https://links.example/hop",
    renderPage(hop, { nonce: "n1", look: { name: hostile.text, color: hostile.text } }),
    {
      headers: {
        "content-security-policy": policyOf(hop, "n1"),
        "x-content-type-options": "nosniff",
      },
    },
  );
  outside.stay(hostile.address);
  outside.stay(new URL(hostile.address).href);
  const answer = await page.goto("https://links.example/hop");
  await expectUnharmed(page, answer?.headers() ?? {});
  // Nothing but the platforms' own hosts is asked, whatever a tag says.
  await expect
    .poll(() => new Set(outside.requests.map((one) => new URL(one.slice(4)).hostname)).size)
    .toBeGreaterThan(10);
  expect(outside.requests.filter((one) => one.includes("GET https://x/"))).toEqual([]);
  await page.close();
});
