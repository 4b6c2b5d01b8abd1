import { expect, forEachVisitor, make, test } from "./visitorTest.ts";

forEachVisitor(() => {
  test("a typed password opens the link for the browser session", async ({
    page,
    service,
    site,
  }) => {
    const { id, shorturl } = await make(service, "/api/url/add", {
      url: `${site}/secret`,
      password: "open sesame",
      metatitle: "Secret title",
    });
    const first = await page.goto(shorturl);
    expect(first?.status()).toBe(401);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("This link is protected");
    await expect(page.getByRole("banner")).toHaveText("Harbour Books");
    expect(await page.content()).not.toContain("Secret");

    const field = page.getByLabel("Password");
    await expect(field).toBeFocused();
    await field.fill("open barley");
    await field.press("Enter");
    await expect(page.getByText("That’s not the right password.")).toBeVisible();
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(field).toHaveValue("");

    await field.fill("open sesame");
    await page.getByRole("button", { name: "Open" }).click();
    await page.waitForURL(`${site}/secret`);

    // The same browser isn't asked again.
    await page.goto(shorturl);
    await expect(page).toHaveURL(`${site}/secret`);
    expect((await service.api("GET", `/api/url/${id}`)).body.data.clicks).toBe(2);
  });
});

test("Persian visitors are asked in their language, and type from left to right", async ({
  browser,
  service,
}) => {
  const { shorturl } = await make(service, "/api/url/add", {
    url: "https://example.org/",
    password: "x",
  });
  const context = await browser.newContext({ locale: "fa-IR" });
  const page = await context.newPage();
  await page.goto(shorturl);
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await page.getByLabel("گذرواژه").fill("y");
  await page.getByRole("button", { name: "باز کردن" }).click();
  await expect(page.getByText("گذرواژه درست نیست.")).toBeVisible();
  await context.close();
});

test("after ten wrong ones the visitor is told to wait", async ({ page, service }) => {
  const { shorturl } = await make(service, "/api/url/add", {
    url: "https://example.org/",
    password: "x",
  });
  for (let count = 0; count < 10; count += 1) {
    const wrong = await page.request.post(shorturl, { form: { password: `wrong ${count}` } });
    expect(wrong.status()).toBe(401);
  }
  await page.goto(shorturl);
  await page.getByLabel("Password").fill("x");
  await page.getByRole("button", { name: "Open" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Too many attempts");
});

test("a form on another site neither opens the link nor uses up its reader's tries", async ({
  page,
  service,
}) => {
  const { shorturl } = await make(service, "/api/url/add", {
    url: "https://example.org/",
    password: "x",
  });
  await page.context().route("https://evil.example/", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<form method="post" action="${shorturl}"><input name="password" value="x"><button>Go</button></form>`,
    }),
  );
  await page.goto("https://evil.example/");
  await page.getByRole("button").click();
  await expect(page.getByText("The request came from another page.")).toBeVisible();
  expect(await page.context().cookies(shorturl)).toEqual([]);
});
