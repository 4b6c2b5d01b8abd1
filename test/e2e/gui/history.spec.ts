import type { TestServer } from "../../support/server.ts";
import { addLink, expect, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

async function made(service: TestServer, path: string, body: object): Promise<number> {
  const answer = await service.api("POST", path, body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.id ?? answer.body.data?.id;
}

async function latestChange(service: TestServer): Promise<number> {
  const { body } = await service.api("GET", "/api/changes", undefined, service.localKey);
  return body.data.changes[0].id;
}

/** A link with everything that names other records or takes codes, made in one change. */
async function addFullLink(service: TestServer): Promise<{ set: number; campaign: number }> {
  const campaign = await made(service, "/api/campaign/add", { name: "Spring sale" });
  const channel = await made(service, "/api/channel/add", { name: "Shop window" });
  const pixel = await made(service, "/api/pixel/add", {
    type: "analyticspixel",
    name: "Our counting",
    tag: "G-ABC123DEF4",
  });
  const splash = await made(service, "/api/splash/add", { name: "Hold on" });
  await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
    campaign,
    channel,
    pixels: [pixel],
    type: String(splash),
    status: "public",
    geotarget: [{ location: "Germany", link: "https://example.org/de" }],
    devicetarget: [{ device: "mobile", link: "https://example.org/phone" }],
    parameters: [{ name: "utm_source", value: "paper" }],
  });
  return { set: await latestChange(service), campaign };
}

test("a change names what it is about as the window does, and numbers only what is gone", async ({
  gui,
  service,
}) => {
  const { set, campaign } = await addFullLink(service);
  await gui.evaluate((id) => (location.hash = `#/history/${id}`), set);
  const record = gui.getByRole("list", { name: "What changed" }).getByRole("listitem");
  const values = async () => {
    const shown: Record<string, string> = {};
    const names = await record.locator("dt").allInnerTexts();
    for (const [place, name] of names.entries())
      shown[name] = (await record.locator("dd").nth(place).innerText()).replaceAll(
        /[\u2068\u2069]/gu,
        "",
      );
    return shown;
  };
  await expect(record).toContainText("Hold on");
  await expect(record).toContainText("Spring sale");
  await expect
    .poll(() => values())
    .toMatchObject({
      Campaign: "Spring sale",
      Channel: "Shop window",
      Pixels: "Our counting",
      "Link type": "Splash page: Hold on",
      "Public statistics": "On",
      "Targeting by country": "Germany: https://example.org/de",
      "Targeting by device": "Any phone: https://example.org/phone",
      "UTM parameters": "utm_source=paper",
    });

  await service.api("DELETE", `/api/campaign/${campaign}/delete`);
  await gui.reload();
  await expect(record).toContainText("Shop window");
  await expect.poll(values).toMatchObject({ Campaign: `#${campaign}` });

  await made(service, "/api/qr/add", { type: "text", data: "Hello", foreground: "rgb(43,99,57)" });
  const code = await latestChange(service);
  await gui.evaluate((id) => (location.hash = `#/history/${id}`), code);
  await expect(record).toContainText("#2B6339");
  await expect.poll(values).toMatchObject({ Type: "Text" });
  await expect(record.locator('[style*="background"]')).toHaveCSS(
    "background-color",
    "rgb(43, 99, 57)",
  );
});

test("a change reads in Persian throughout @full", async ({ page, service }) => {
  const { set } = await addFullLink(service);
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  await page.evaluate((id) => (location.hash = `#/history/${id}`), set);
  const main = page.locator("main");
  await expect(main).toContainText("با صفحهٔ میانی: \u2068Hold on\u2069");
  await expect(main).toContainText("\u2068آلمان\u2069: \u2068https://example.org/de");
  await expect(main).toContainText("هر گوشی");
  await expect(main).toContainText("مقصد بر اساس کشور");
});

test("the trash of one kind isn't called empty while others have something in it @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const channel = await made(service, "/api/channel/add", { name: "Shop window" });
  await service.api("DELETE", `/api/channel/${channel}/delete`);
  await gui.evaluate(() => (location.hash = "#/trash"));
  await expect(gui.getByRole("heading", { name: say("Nothing of this type") })).toBeVisible();
  await expect(gui.getByText(say("The trash is empty"))).toBeHidden();
  await gui.getByRole("button", { name: say("Channel"), exact: true }).click();
  await gui.getByRole("button", { name: say("Restore {{name}}", { name: "Shop window" }) }).click();
  await expect(gui.getByRole("heading", { name: say("The trash is empty") })).toBeVisible();
});

test("two deleted links of one title are told apart by their short URLs @full", async ({
  gui,
  service,
}) => {
  for (const custom of ["offer-a", "offer-b"]) {
    const { id } = await addLink(service, { url: "https://example.org/", custom, name: "Offer" });
    await service.api("DELETE", `/api/url/${id}/delete`);
  }
  await gui.evaluate(() => (location.hash = "#/trash"));
  const rows = gui.locator("main").getByRole("row").filter({ hasText: "Offer" });
  await expect(rows).toHaveCount(2);
  await expect(rows.first()).toContainText("/offer-b");
  await expect(rows.last()).toContainText("/offer-a");
});

test("a kept view is said as the list says its filters, a setting as the settings do @full", async ({
  page,
  service,
}) => {
  const query = { q: "tea", minClicks: "1000", status: "public", order: "lastclick" };
  await made(service, "/api/views", { name: "Inactive", kind: "links", query });
  const view = await latestChange(service);
  const set = { "clicks.maxBytes": 2 ** 30, verifyDomains: false };
  const { status } = await service.api("PUT", "/api/settings", { set }, service.localKey);
  expect(status).toBe(200);
  const settings = await latestChange(service);
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  const record = page.getByRole("list", { name: "آنچه تغییر کرد" }).getByRole("listitem");
  await page.evaluate((id) => (location.hash = `#/history/${id}`), view);
  await expect(record).toContainText("آمار عمومی روشن");
  await expect(record).toContainText("۱٬۰۰۰");
  await expect(record).not.toContainText(/lastclick|minClicks|[{}]/);
  await page.evaluate((id) => (location.hash = `#/history/${id}`), settings);
  await expect(record).toContainText("۱ گیگابایت");
  await expect(record).not.toContainText(/maxBytes|verifyDomains/);
});

test("an undo says what stands in its way, where that is no later change @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "first" });
  const edit = { url: "https://example.org/", custom: "second" };
  expect((await service.api("PUT", `/api/url/${id}/update`, edit)).status).toBe(200);
  const set = await latestChange(service);
  await addLink(service, { url: "https://example.org/", custom: "first" });
  await gui.evaluate((number) => (location.hash = `#/history/${number}`), set);
  await gui.getByRole("button", { name: say("Undo…") }).click();
  await expect(gui.getByRole("region", { name: say("Changed later") })).toContainText(
    say("The alias “⁨first⁩” is now used by something else."),
  );
});
