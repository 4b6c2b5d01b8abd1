import { bioThemes } from "../../../src/contract/fields/shownFields.ts";
import { expect, expectNoFindings, forEachVisitor, make, test } from "./visitorTest.ts";

const picture =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

forEachVisitor(() => {
  test("a bio page shows who somebody is, and leads on", async ({ page, service, site }) => {
    await page
      .context()
      .route("https://pictures.example/ada.png", (route) =>
        route.fulfill({ contentType: "image/png", body: Buffer.from(picture, "base64") }),
      );
    const { shorturl } = await make(service, "/api/bio/add", {
      name: "Ada",
      custom: "ada",
      description: "Engines and notes.",
      avatar: "https://pictures.example/ada.png",
      theme: "clay",
      buttons: "pill",
      links: [
        { title: "Notes", url: `${site}/notes` },
        { title: "A very long title that goes on ".repeat(5), url: `${site}/long` },
      ],
    });
    await page.goto(shorturl);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Ada");
    const avatar = page.locator("img");
    await expect(avatar).toBeVisible();
    expect(await avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1);
    await expect(page.getByText("Made with Waypost")).toBeVisible();
    await expect(page.locator("body")).toHaveCSS("background-color", "rgb(184, 72, 26)");
    await page.getByRole("link", { name: "Notes" }).click();
    await page.waitForURL(`${site}/notes`);
  });
});

forEachVisitor(() => {
  test("a campaign's list leads to its links, and its rotator to one of them", async ({
    page,
    service,
    site,
  }) => {
    const campaign = await make(service, "/api/campaign/add", {
      name: "Spring books",
      slug: "books",
      public: true,
    });
    for (const [custom, more] of [
      ["one", { metatitle: "First book" }],
      ["two", { metatitle: "بهار", password: "x" }],
      ["old", { expiry: "2020-01-01" }],
    ] as const) {
      const url = `${site}/${custom}`;
      await make(service, "/api/url/add", { url, custom, campaign: campaign.id, ...more });
    }

    await page.goto(campaign.list);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Spring books");
    await expect(page.getByRole("listitem")).toHaveCount(2);
    await page.getByRole("link", { name: /بهار/ }).click();
    await expect(page.getByLabel("Password")).toBeVisible();
    await page.goBack();
    await page.getByRole("link", { name: /First book/ }).click();
    await page.waitForURL(`${site}/one`);

    const seen = new Set<string>();
    for (let count = 0; count < 30 && seen.size < 2; count += 1) {
      await page.goto(campaign.rotator);
      seen.add(new URL(page.url()).pathname);
    }
    expect([...seen].toSorted()).toEqual(["/one", "/two"]);
  });
});

test("a private campaign is nothing to visitors", async ({ page, service }) => {
  const campaign = await make(service, "/api/campaign/add", { name: "Hidden", slug: "hidden" });
  expect((await page.goto(campaign.list))?.status()).toBe(404);
  expect((await page.goto(`${service.shortBase}/r/hidden`))?.status()).toBe(404);
});

forEachVisitor(() => {
  test("a public link's statistics are there to read", async ({ page, service }) => {
    const { shorturl, id } = await make(service, "/api/url/add", {
      url: "https://example.org/target",
      custom: "spring",
      status: "public",
    });
    for (const referer of ["https://news.example/", "https://t.me/", ""]) {
      await service.visit("/spring", referer === "" ? {} : { referer });
    }
    await page.goto(`${shorturl}/stats`);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Statistics");
    await expect(page.getByRole("definition").first()).toHaveText("3");
    const referrers = page.locator("section", { hasText: "Referrers" });
    await expect(referrers.getByRole("listitem")).toHaveCount(3);
    await expect(referrers).toContainText("news.example");
    const bar = referrers.locator("svg .share").first();
    expect((await bar.boundingBox())?.width).toBeGreaterThan(100);
    await expect(page.getByRole("link", { name: "IP Geolocation by DB-IP" })).toBeVisible();
    expect(await page.content()).not.toContain("example.org");
    expect((await service.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(3);
  });
});

test("a private link has none", async ({ page, service }) => {
  const { shorturl } = await make(service, "/api/url/add", { url: "https://example.org/" });
  expect((await page.goto(`${shorturl}/stats`))?.status()).toBe(404);
  await expect(page.getByRole("heading")).toHaveText("Nothing here");
});

forEachVisitor(() => {
  test("an expired link says that it is over, and not what it was", async ({ page, service }) => {
    const { id, shorturl } = await make(service, "/api/url/add", {
      url: "https://example.org/target",
      metatitle: "Secret title",
      expiry: "2020-01-01 00:00:00",
    });
    expect((await page.goto(shorturl))?.status()).toBe(410);
    await expect(page.getByRole("heading")).toHaveText("This link has expired");
    expect(await page.content()).not.toMatch(/Secret|example\.org/);
    expect((await service.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(0);
  });
});

forEachVisitor(() => {
  test("an address with nothing behind it says so", async ({ page, service }) => {
    expect((await page.goto(`${service.shortBase}/nothing`))?.status()).toBe(404);
    await expect(page.getByRole("heading")).toHaveText("Nothing here");
    expect((await page.goto(service.shortBase))?.status()).toBe(200);
    await expect(page.getByRole("heading")).toHaveText("This site hosts short links");
  });
});

test("pages carry the owner's name and colour", async ({ page, service }) => {
  await page.goto(`${service.shortBase}/nothing`);
  await expect(page.getByRole("banner")).toHaveText("Harbour Books");
  await expect(page.locator(".monogram")).toHaveCSS("background-color", "rgb(194, 80, 28)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(21, 18, 14)");
});

test("axe finds nothing on a bio page in any theme, by day and by night @full", async ({
  page,
  service,
}) => {
  for (const theme of bioThemes) {
    const { shorturl } = await make(service, "/api/bio/add", {
      name: "Ada",
      description: "Engines and notes.",
      theme,
      buttons: theme === "sea" ? "line" : "rounded",
      links: [{ title: "Pictures", url: "https://instagram.com/ada" }],
    });
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await page.goto(shorturl);
      await expect(page.locator("li svg")).toBeVisible();
      await expectNoFindings(page, `${theme}, ${colorScheme}`);
    }
  }
});

test("a bio page shows an uploaded picture, and no credit where its owner wants none", async ({
  page,
  service,
}) => {
  const { shorturl } = await make(service, "/api/bio/add", {
    name: "Ada",
    avatar: `data:image/png;base64,${picture}`,
    hidecredit: true,
  });
  await page.goto(shorturl);
  const avatar = page.locator("img");
  expect(await avatar.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(160);
  await expect(page.getByText("Made with Waypost")).toHaveCount(0);
});
