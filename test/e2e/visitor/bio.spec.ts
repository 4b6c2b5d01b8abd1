import { expect, forEachVisitor, make, test } from "./visitorTest.ts";

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
    await page.getByRole("link", { name: "Notes" }).click();
    await page.waitForURL(`${site}/notes`);
  });
});
