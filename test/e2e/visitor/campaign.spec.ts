import { expect, forEachVisitor, make, test } from "./visitorTest.ts";

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
