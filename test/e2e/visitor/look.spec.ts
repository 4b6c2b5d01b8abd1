import { join } from "node:path";
import type { Page } from "@playwright/test";
import { findingsOn } from "../../support/axe.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { expect, expectNoFindings, make, test } from "./visitorTest.ts";

/** Pictures of every page are put there, where it is given. */
const picturesDir = process.env["VISITOR_PICTURES"];

const words = {
  "en-GB": {
    campaign: "Spring books",
    title: "A book about gardens & harbours",
    name: "Ada Byron",
    said: "Engines, notes and the odd poem.\nLondon, mostly.",
    long: "A title that goes on ".repeat(6),
  },
  "fa-IR": {
    campaign: "کتاب‌های بهار",
    title: "کتابی دربارهٔ باغ‌ها و بندرها",
    name: "آدا بایرون",
    said: "ماشین‌ها، یادداشت‌ها و گاهی شعر.\nبیشتر در لندن.",
    long: "عنوانی که تمام نمی‌شود ".repeat(6),
  },
} as const;

type Locale = keyof typeof words;

/** Of a picture by day: its dark pixels, and those that are green or blue. */
function coloursOf(page: Page, picture: Buffer): Promise<{ letter: number; coloured: number }> {
  return page.evaluate(
    async (bytes) => {
      const bitmap = await createImageBitmap(new Blob([new Uint8Array(bytes)]));
      const canvas = new OffscreenCanvas(bitmap.width, bitmap.height).getContext("2d");
      canvas?.drawImage(bitmap, 0, 0);
      const { data = [] } = canvas?.getImageData(0, 0, bitmap.width, bitmap.height) ?? {};
      let [letter, coloured] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        const [red = 0, green = 0, blue = 0] = data.slice(at, at + 3);
        if (red < 150) letter += 1;
        if (Math.max(green, blue) - red > 20) coloured += 1;
      }
      return { letter, coloured };
    },
    [...picture],
  );
}

/** Addresses of the pages by name. */
async function fill(service: TestServer, locale: Locale): Promise<Record<string, string>> {
  const { campaign: name, title, name: person, said, long } = words[locale];
  const url = "https://example.org/";
  const add = (fields: object) => make(service, "/api/url/add", { url, ...fields });
  const { id: campaign, list } = await make(service, "/api/campaign/add", { name, public: true });
  const secret = await add({ password: "x", custom: "secret", metatitle: title, campaign });
  const old = await add({ expiry: "2020-01-01", custom: "old" });
  const open = await add({ status: "public", custom: "open", metatitle: long, campaign });
  const still = await add({ status: "public", custom: "still", campaign });
  const bio = await make(service, "/api/bio/add", {
    name: person,
    custom: "ada",
    description: said,
    avatar: `${service.baseUrl}/assets/avatar.svg`,
    links: [title, long, "GitHub"].map((one, place) => ({ title: one, url: `${url}${place}` })),
  });
  for (const [referer, count] of [
    ["https://news.example/", 12],
    ["https://t.me/", 7],
    [`https://${"a".repeat(60)}.example/`, 2],
    ["", 4],
  ] as const)
    for (let visit = 0; visit < count; visit += 1)
      await service.visit("/open", {
        ...(referer !== "" && { referer }),
        "accept-language": locale,
      });
  return {
    password: secret.shorturl,
    expired: old.shorturl,
    notFound: `${service.shortBase}/nothing`,
    welcome: service.shortBase,
    statistics: `${open.shorturl}/stats`,
    noStatistics: `${still.shorturl}/stats`,
    campaign: list,
    bio: bio.shorturl,
  };
}

for (const locale of ["en-GB", "fa-IR"] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`${locale}, ${colorScheme}${locale === "en-GB" && colorScheme === "light" ? "" : " @full"}`, () => {
      test.use({ locale, colorScheme });

      test("axe finds nothing on any page, on a phone and on a desk", async ({ page, service }) => {
        test.setTimeout(240_000);
        const pages = await fill(service, locale);
        const shoot = async (name: string) => {
          const width = page.viewportSize()?.width;
          await expectNoFindings(page, `${name} at ${width}`);
          if (picturesDir === undefined) return;
          const path = join(picturesDir, `${name}-${locale}-${colorScheme}-${width}.png`);
          await page.screenshot({ path, fullPage: true });
        };
        for (const viewport of [
          { width: 390, height: 844 },
          { width: 1280, height: 800 },
        ]) {
          await page.setViewportSize(viewport);
          for (const [name, address] of Object.entries(pages)) {
            await page.goto(address);
            await shoot(name);
          }
          await page.goto(pages["password"] ?? "");
          await page.locator("input").fill("wrong");
          await page.getByRole("button").click();
          await expect(page.getByRole("alert")).toBeVisible();
          await shoot("wrongPassword");
        }
      });
    });

for (const [locale, other] of [
  ["en-GB", "fa-IR"],
  ["fa-IR", "en-GB"],
] as const)
  test.describe(`words in another direction than a visitor's of ${locale}`, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } });

    test("stand in their own, clear of what is the page's", async ({ page, service, site }) => {
      const { title, said, name } = words[other];
      const direction = other === "fa-IR" ? "rtl" : "ltr";
      const add = (path: string, fields: object) => make(service, path, { name, ...fields });
      const open = async (type: string) => {
        const link = { url: site, metatitle: title, type };
        await page.goto((await make(service, "/api/url/add", link)).shorturl);
      };
      const close = page.getByRole("button", { name: /Close|بستن/u });
      const edges = async (of: typeof close) => {
        const { x = 0, width = 0 } = (await of.boundingBox()) ?? {};
        return { left: x, right: x + width };
      };

      for (const position of ["bottom", "center"]) {
        const overlay = { type: "message", label: title, message: said, position };
        await open(`overlay-${(await add("/api/overlay/add", overlay)).id}`);
        const heading = page.getByRole("dialog").getByRole("heading");
        await expect(heading).toHaveCSS("direction", direction);
        const [text, button] = [await edges(heading), await edges(close)];
        expect(text.right <= button.left || button.right <= text.left, position).toBe(true);
        // The title above is cut at its own end.
        await expect(page.locator("header h1")).toHaveCSS("direction", direction);
      }

      const form = { type: "contact", message: said, fields: ["message"] };
      await open(`overlay-${(await add("/api/overlay/add", form)).id}`);
      await expect(page.getByRole("dialog")).toHaveAccessibleName(/Leave a message|پیام بگذارید/u);
      await page.getByRole("textbox").fill(said);
      await page.getByRole("button", { name: /Send|ارسال/u }).click();
      await expect(page.getByRole("dialog").getByRole("heading")).toHaveText(
        /Message sent|پیام شما ارسال شد/u,
      );
      await expect(page.getByRole("dialog")).not.toContainText(said.slice(0, 10));
      // What closes stands across from where the thanks begin.
      const [thanked, closing] = [
        await edges(page.getByRole("dialog").getByRole("heading")),
        await edges(close),
      ];
      expect(thanked.right <= closing.left).toBe(locale === "en-GB");

      const splash = { title, message: said, delay: 60 };
      await open(String((await add("/api/splash/add", splash)).id));
      await expect(page.getByRole("heading")).toHaveCSS("direction", direction);
      await expect(page.getByText(said.slice(0, 10))).toHaveCSS("direction", direction);

      // Pictures that fail leave no room behind.
      const torn = { banner: `${site}/banner`, logo: `${site}/logo`, delay: 60 };
      await open(String((await add("/api/splash/add", torn)).id));
      await expect(page.getByRole("main").locator("img")).toHaveCount(0);

      const bio = { description: words[locale].said, avatar: `${service.shortBase}/nothing.png` };
      await page.goto((await add("/api/bio/add", bio)).shorturl);
      await expect(page.getByRole("heading")).toHaveCSS("direction", direction);
      await expect(page.getByText(words[locale].said.slice(0, 10))).not.toHaveCSS(
        "direction",
        direction,
      );
      // A picture that fails leaves the name's first letter, and no torn picture.
      const avatar = page.locator(".avatar");
      await expect(avatar).toHaveAttribute("data-initial", name.slice(0, 1));
      const { letter, coloured } = await coloursOf(page, await avatar.screenshot());
      expect({ hasLetter: letter > 50, coloured }).toEqual({ hasLetter: true, coloured: 0 });
      await expectNoFindings(page, "a bio page without its picture");
    });
  });

test("each line of a text stands in its own direction", async ({ page, service, site }) => {
  const said = `${words["fa-IR"].title}\n${words["en-GB"].title}.`;
  const splash = await make(service, "/api/splash/add", { name: "s", message: said, delay: 60 });
  const link = { url: site, type: String(splash.id) };
  await page.goto((await make(service, "/api/url/add", link)).shorturl);
  const text = page.getByText(words["en-GB"].title);
  const places = await text.evaluate((element) => {
    const { firstChild, textContent } = element;
    const end = textContent.length;
    const leftOf = (at: number) => {
      const range = document.createRange();
      range.setStart(firstChild ?? element, at);
      range.setEnd(firstChild ?? element, at + 1);
      return range.getBoundingClientRect().left;
    };
    return { stop: leftOf(end - 1), last: leftOf(end - 2) };
  });
  expect(places.stop).toBeGreaterThan(places.last);
});

test("a large number stands in one line on a phone", async ({ page, service }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const link = { url: "https://example.org/", status: "public" };
  await page.goto(`${(await make(service, "/api/url/add", link)).shorturl}/stats`);
  const number = page.getByRole("definition").first();
  const height = async () => (await number.boundingBox())?.height;
  const before = await height();
  for (const large of ["12,345", "1,234,567"]) {
    await number.evaluate((element, text) => element.replaceChildren(text), large);
    expect(await height(), large).toBe(before);
  }
  await expectNoFindings(page, "statistics with large numbers");
});

for (const [color, background, foreground] of [
  ["#ffe04d", "rgb(255, 224, 77)", "rgb(0, 0, 0)"],
  ["#1b2a6b", "rgb(27, 42, 107)", "rgb(255, 255, 255)"],
] as const)
  test(`the owner's colour ${color} is kept, and what stands on it can be read`, async ({
    page,
  }) => {
    const service = await startTestServer({ settings: { "page.color": color } });
    const url = "https://example.org/";
    const { shorturl } = await make(service, "/api/url/add", { url, password: "x" });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(shorturl);
      const button = page.getByRole("button");
      await expect(button).toHaveCSS("background-color", background);
      await expect(button).toHaveCSS("color", foreground);
      await expectNoFindings(page, colorScheme);
    }
    await service.stop();
  });

test("a picture without words would be found, in a frame too", async ({ page }) => {
  const picture = "<img src='data:,'>";
  const around = (body: string) => `<html lang="en"><title>A page</title><main>${body}</main>`;
  await page.setContent(around(picture));
  expect(await findingsOn(page)).toContainEqual(expect.stringMatching(/^image-alt: /));
  await page.setContent(
    around(`<iframe title="Inside" srcdoc="${around(picture).replaceAll('"', "&quot;")}">`),
  );
  expect(await findingsOn(page)).toContainEqual(expect.stringMatching(/^image-alt: /));
  await page.setContent(around(`<p id="theirs">${picture}</p>`));
  expect(await findingsOn(page, "#theirs")).not.toContainEqual(expect.stringMatching(/^image-alt/));
});
