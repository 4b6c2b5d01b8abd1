import { expect, forEachVisitor, test } from "./visitorTest.ts";

forEachVisitor(() => {
  test("an address with nothing behind it says so", async ({ page, service }) => {
    expect((await page.goto(`${service.shortBase}/nothing`))?.status()).toBe(404);
    await expect(page.getByRole("heading")).toHaveText("There is nothing at this address");
    expect((await page.goto(service.shortBase))?.status()).toBe(200);
    await expect(page.getByRole("heading")).toHaveText("Short links live here");
  });
});

test("pages carry the owner's name and colour", async ({ page, service }) => {
  await page.goto(`${service.shortBase}/nothing`);
  await expect(page.getByRole("banner")).toHaveText("Harbour Books");
  await expect(page.locator(".mark .arm")).toHaveCSS("fill", "rgb(173, 69, 24)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(page.locator("body")).toHaveCSS("background-color", "rgb(20, 17, 13)");
});
