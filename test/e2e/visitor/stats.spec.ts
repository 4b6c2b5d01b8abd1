import { expect, forEachVisitor, make, test } from "./visitorTest.ts";

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
    const referrers = page.locator("section", { hasText: "Where from" });
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
  await expect(page.getByRole("heading")).toHaveText("There is nothing at this address");
});
