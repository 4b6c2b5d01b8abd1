import { join } from "node:path";
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
    test.describe(`${locale}, ${colorScheme}`, () => {
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
