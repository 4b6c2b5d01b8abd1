import { expect, forEachVisitor, make, test } from "./visitorTest.ts";

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
