import { readFile } from "node:fs/promises";
import type { Locator, Page } from "@playwright/test";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { firefox, iphone } from "../../support/userAgents.ts";
import type { Say } from "./words.ts";
import { expectCutAtItsEnd } from "./cutText.ts";
import { addLink, expect, go, holdClock, inTime, soon, test as base } from "./guiTest.ts";

/** Behind a provider that says where visitors come from. */
const test = base.extend({
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  service: async ({}, use) => {
    const settings = { "geo.provider": "cloudflare" };
    const service = await startTestServer({ guiPort: 0, publicPort: 0, settings });
    await use(service);
    await service.stop();
  },
});

async function visit(
  service: TestServer,
  country: string,
  visitor: number,
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const from = { "cf-ipcountry": country, "cf-connecting-ip": `203.0.113.${visitor}` };
  await service.visit("/spring", { ...from, ...headers }, service.publicUrl ?? "");
}

/** A name that no row has room for. */
const longSite = `${"harbour-books-and-letters.".repeat(8)}example`;

/** Three clicks from Iran by two people, one from Germany, one by a program. */
async function visitSpring(
  service: TestServer,
  german: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { id } = await addLink(service, {
    url: "https://example.org/target",
    custom: "spring",
    name: "Spring catalogue",
    description: "For the shop window",
    geotarget: [{ location: "Iran", link: "https://example.org/ir" }],
  });
  await visit(service, "IR", 1, { referer: "https://t.me/" });
  await visit(service, "IR", 1);
  await visit(service, "IR", 2, { "user-agent": iphone });
  await visit(service, "DE", 3, { "user-agent": firefox, ...german });
  await visit(service, "FR", 4, { "user-agent": "curl/8.5.0" });
  return id;
}

async function csvOf(gui: Page, say: Say, title: string): Promise<string> {
  const downloading = gui.waitForEvent("download");
  await gui.getByRole("button", { name: say("{{title}} as a CSV file", { title }) }).click();
  return readFile(await (await downloading).path(), "utf8");
}

test("a link's clicks: over days and by country, filtered by a row, compared, and taken along @bothways", async ({
  gui,
  service,
  say,
}) => {
  const id = await visitSpring(service, { referer: `https://${longSite}/` });
  const visits = Promise.withResolvers<undefined>();
  await gui.route(/\/api\/statistics\?.*lines=true/, async (route) => {
    await visits.promise;
    await route.continue();
  });
  await go(gui, `links/${id}`);
  await holdClock(gui);
  await expect(gui.getByText("For the shop window")).toBeVisible();
  await expect(gui.getByText("example.org/ir")).toBeVisible();
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(4));
  // Until single visits are read, the lists are of more than these days, and say so.
  const countries = gui.getByRole("region", { name: say("Countries"), exact: true });
  await expect(countries).toContainText(say("All time"));
  visits.resolve(undefined);
  await expect(countries).not.toContainText(say("All time"));
  await expect(gui.getByTestId("visitors")).toHaveText(say("3 visitors"));
  await expect(gui.getByText(say("plus 1 by a bot"))).toBeVisible();
  await expect(gui.getByRole("region", { name: say("Bots and previews") })).toContainText(/curl/i);
  await expect(
    gui
      .getByRole("img", { name: say.like("Line chart, {{range}}: {{sum}}, peak at {{most}}.") })
      // Up to today, which isn't over; the days before lie flat.
      .locator('path[stroke-dasharray="2 4"]'),
  ).toBeVisible();

  const long = gui.locator("li bdi", { hasText: longSite });
  await expect(long).toHaveCount(2);
  for (const place of await long.all()) await expectCutAtItsEnd(place);

  // The map by keys, which is a filter like a row of its list.
  const iran = gui.getByRole("button", {
    name: say("{{name}}: {{clicks}}, {{share}}", {
      name: say("Iran"),
      clicks: say("3 clicks"),
      share: say.share(0.75),
    }),
  });
  await iran.focus();
  await gui.keyboard.press("ArrowRight");
  await expect(
    gui.getByRole("button", {
      name: say("{{name}}: {{clicks}}, {{share}}", {
        name: say("Germany"),
        clicks: say("1 click"),
        share: say.share(0.25),
      }),
    }),
  ).toBeFocused();
  await gui.keyboard.press("ArrowLeft");
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(/country=IR/);
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(3));
  await expect(gui.getByTestId("visitors")).toHaveText(say("2 visitors"));
  // The others stay to choose from.
  const choices = gui.getByRole("list", { name: say("Countries") }).getByRole("button");
  await expect(choices).toHaveCount(2);
  await choices.last().click();
  await expect(gui).toHaveURL(/country=DE/);
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(1));
  await expect(gui.getByText(`${say("click")} · ${say("1 visitor")}`)).toBeVisible();
  await choices.first().click();
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(3));
  await gui
    .getByRole("group", { name: say("Browsers") })
    .getByRole("button", { name: say("Systems") })
    .click();
  await gui
    .getByRole("list", { name: say("Systems") })
    .getByRole("button", { name: /iOS/ })
    .click();
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(1));
  await gui.keyboard.press("Escape");
  await expect(gui).not.toHaveURL(/country|system/);
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(4));

  // The keyboard compares; the address has it all, and Back takes a step back.
  await gui.keyboard.press("x");
  await expect(gui.getByText(say("None before"))).toBeVisible();
  await gui.reload();
  const options = gui.getByRole("button", { name: say("More options") });
  const range = gui.getByRole("button", { name: say("30 days") });
  const topOf = async (one: Locator) => Math.round((await one.boundingBox())?.y ?? NaN);
  expect(Math.abs((await topOf(options)) - (await topOf(range))), "one row").toBeLessThan(2);
  await options.click();
  const chosen = (name: string) => gui.getByRole("menuitemradio", { name, checked: true });
  await expect(chosen(say("With the previous period"))).toBeVisible();
  await gui.keyboard.press("Escape");
  await gui.goBack();
  await options.click();
  await expect(chosen(say("No comparison"))).toBeVisible();
  await gui.keyboard.press("Escape");

  // Days before the first click: nothing, and said so.
  await gui.getByRole("button", { name: say("Previous period") }).click();
  await expect(gui.getByRole("heading", { name: say("No clicks in this range") })).toBeVisible();
  await gui.getByRole("button", { name: say("Next period") }).click();

  await gui
    .getByRole("button", { name: say("{{title}} as a table", { title: say("Over time") }) })
    .click();
  await expect(
    gui
      .getByRole("region", { name: say("{{title}} as a table", { title: say("Over time") }) })
      .getByRole("row")
      .last(),
  ).toContainText(say.number(4));
  expect(await csvOf(gui, say, say("Countries"))).toBe(
    `\uFEFF${say("Country")},ISO 3166,${say("Clicks", "statistics")}\r\n${say("Iran")},IR,3\r\n${say("Germany")},DE,1\r\n`,
  );

  expect(await csvOf(gui, say, say("Over time"))).toMatch(
    /^\uFEFF.*\r?\n[\s\S]*\d{4}-\d\d-\d\d[^\n]*,4,3,1\b/,
  );

  // It stays live.
  const live = gui.getByRole("list", { name: say("Live") });
  await expect(live.getByRole("listitem")).toHaveCount(5);
  await visit(service, "IR", 1, { referer: "https://www.linkedin.com/" });
  await inTime(gui, async () => {
    await expect(gui.getByTestId("clicks")).toHaveText(say.number(5), soon);
    await expect(live.getByRole("listitem").first()).toContainText("linkedin", soon);
  });
});

test("any days by the calendar, in Persian by Jalali months that run from left to right @full", async ({
  gui,
  service,
}) => {
  const id = await visitSpring(service);
  await gui.evaluate(() =>
    localStorage.setItem(
      "waypost.preferences",
      JSON.stringify({ language: "fa", digits: "persian", calendar: "jalali" }),
    ),
  );
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/links/${id}`);
  await gui.reload();
  await expect(gui.getByTestId("clicks")).toHaveText("۴");
  const range = gui.getByRole("button", { name: "۳۰ روز" });
  await range.click();
  const dialog = gui.getByRole("dialog", { name: "بازهٔ زمانی" });
  const grid = dialog.getByRole("grid").last();
  await expect(grid).toHaveAccessibleName(
    /^(فروردین|اردیبهشت|خرداد|تیر|مرداد|شهریور|مهر|آبان|آذر|دی|بهمن|اسفند) ۱۴/,
  );
  await expect(grid.locator("th").first()).toHaveText("ش");
  const first = grid.getByRole("button", { name: / ۱ / }).first();
  await first.click();
  await gui.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(range).toBeHidden();
  await expect(gui).toHaveURL(/from=\d{4}-\d\d-\d\d/);

  await gui.getByRole("button", { name: "بازهٔ دلخواه" }).click();
  await dialog.getByRole("button", { name: "۱۲ ماه" }).click();
  await gui.getByRole("button", { name: "گزینه‌های بیشتر" }).click();
  await gui.getByRole("menuitemradio", { name: "ماه", exact: true }).click();
  await gui.keyboard.press("Escape");
  await gui.getByRole("button", { name: "روند زمانی به‌صورت جدول" }).click();
  const rows = gui.getByRole("region", { name: "روند زمانی به‌صورت جدول" }).getByRole("row");
  await expect(rows.last()).toContainText(/۱۴۰\d|۱۴[۰-۹]{2}/);
  await expect(rows.last()).toContainText("۴");
  await gui.getByRole("button", { name: "روند زمانی به‌صورت جدول" }).click();
  await expect(gui.getByRole("img", { name: /^نمودار خطی/ })).toHaveCSS("direction", "ltr");
});

test("statistics of all links and of a filter's, what is quiet, and a failure with a way on @bothways @rtl @full", async ({
  gui,
  service,
  say,
}) => {
  await visitSpring(service);
  await addLink(service, { url: "https://example.org/", custom: "autumn", tags: ["season"] });
  await service.visit("/autumn");
  await go(gui, "statistics");
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(5));
  await expect(gui.getByRole("region", { name: say("Rising", "statistics") })).toContainText(
    "spring",
  );
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/statistics?tag=season`);
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(1));
  // Where nobody can tell the country, one sentence and a way.
  await expect(
    gui.getByText(
      say.like(
        "No click has a country yet. Visits from your own network have no country. Visits through the public port get a country once you choose which proxy headers to trust.",
      ),
    ),
  ).toBeVisible();
  await expect(gui.getByRole("link", { name: say("Choose trusted headers") })).toHaveAttribute(
    "href",
    "#/settings/sharing",
  );

  await gui.route("**/api/statistics?*", (route) => route.abort());
  await gui.getByRole("button", { name: say("Previous period") }).click();
  await expect(
    gui.getByRole("alert").filter({ hasText: say.like("Waypost isn’t responding") }),
  ).toBeVisible({
    timeout: 15_000,
  });
  // Once it answers again the window asks by itself: the button is pressed just before that.
  await gui
    .getByRole("alert")
    .getByRole("button", { name: say("Try again") })
    .click();
  await gui.unroute("**/api/statistics?*");
  await expect(gui.getByRole("heading", { name: say("No clicks in this range") })).toBeVisible();
});

test("before there is a link, Statistics says so and how to make one; a young link isn't called followed @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await go(gui, "statistics");
  const main = gui.getByRole("main");
  await expect(main.getByRole("heading", { name: say("Nothing to show yet") })).toBeVisible();
  await expect(main.getByRole("button", { name: say("New link") })).toBeVisible();
  await addLink(service, { url: "https://example.org/", custom: "young" });
  await gui.reload();
  await expect(main.getByRole("heading", { name: say("No clicks yet") })).toBeVisible();
  await main.getByRole("button", { name: say("Inactive"), exact: true }).click();
  await expect(main.getByText(say("Every link was clicked in the last 90 days."))).toBeVisible();
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/statistics?tag=season`);
  await expect(main.getByText(say("Choose another date range, or remove a filter."))).toBeVisible();
});

test("what was shown stays while the service is gone, and goes on when it is back @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const id = await visitSpring(service);
  await go(gui, `links/${id}`);
  await holdClock(gui);
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(4));
  await gui.route("**/api/**", (route) => route.abort());
  const notice = gui
    .getByRole("main")
    .getByRole("alert")
    .filter({ hasText: say.like("Waypost isn’t responding") });
  await inTime(gui, () => expect(notice.first()).toBeVisible(soon));
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(4));
  await expect(gui.getByRole("list", { name: say("Countries") })).toContainText(say("Iran"));
  await gui.unroute("**/api/**");
  await visit(service, "IR", 5);
  await inTime(gui, () => expect(gui.getByTestId("clicks")).toHaveText(say.number(5), soon));
  await expect(notice).toHaveCount(0);
});

test("a link that is deleted while its clicks are looked at says where it is @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const id = await visitSpring(service);
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/links/${id}`);
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(4));
  await service.api("DELETE", `/api/url/${id}/delete`);
  await expect(gui.getByRole("heading", { name: say("This link no longer exists.") })).toBeVisible({
    timeout: 15_000,
  });
  await expect(gui.getByRole("main").getByRole("alert")).toHaveCount(0);
  await gui.getByRole("link", { name: say("Look in the trash", "link.") }).click();
  await expect(gui.getByRole("row", { name: /spring/i })).toBeVisible();
});

test("the QR codes of a link on its page: none, its own, and how often they were scanned @full", async ({
  gui,
  service,
}) => {
  const { shorturl, id } = await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
  });
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/links/${id}`);
  const section = gui.getByRole("region", { name: "QR codes" });
  await expect(section).toContainText("No QR code for this link yet.");
  await section.getByRole("button", { name: "QR code" }).click();
  await expect(gui.getByRole("dialog").getByRole("status").first()).toBeVisible();
  await gui.keyboard.press("Escape");
  // Opening it has made no record.
  await expect(section).toContainText("No QR code for this link yet.");
  const { body } = await service.api("POST", "/api/qr/add", {
    type: "link",
    data: shorturl,
    name: "Poster",
  });
  await gui.reload();
  await expect(section.getByRole("listitem")).toContainText("never scanned");
  await section.getByRole("link", { name: "Poster" }).click();
  await expect(gui).toHaveURL(new RegExp(`#/qr/${body.id}$`));
});

test("weeks and months that aren't over are drawn and named as such @full", async ({
  gui,
  service,
}) => {
  const id = await visitSpring(service);
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/links/${id}?range=12m&by=week`);
  const chart = gui.getByRole("img", { name: /^Line chart/ });
  await expect(chart.locator('path[stroke-dasharray="2 4"]')).toBeAttached();
  await expect(gui.getByRole("region", { name: "Over time" })).toContainText("so far");
  await gui.getByRole("button", { name: "Over time as a table" }).click();
  const rows = gui.getByRole("region", { name: "Over time as a table" }).getByRole("row");
  await expect(rows.last()).toContainText("so far");
  await expect(rows.last()).toContainText("4");
  await expect(rows.nth(-2)).not.toContainText(/so far|partial/);
});

test("printed, statistics are figures and charts on paper, without what is pressed @full", async ({
  gui,
  service,
}) => {
  const id = await visitSpring(service);
  for (let site = 0; site < 12; site += 1)
    await visit(service, "IR", 1, { referer: `https://site-${site}.example.org/` });
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/links/${id}`);
  await expect(gui.getByTestId("visitors")).toHaveText("3 visitors");
  // A long list is as long as the others until all of it is asked for.
  const sites = gui.getByRole("list", { name: "Referrers" }).getByRole("listitem");
  await expect(sites).toHaveCount(10);
  await gui.getByRole("button", { name: "4 more" }).click();
  await expect(sites).toHaveCount(14);
  await gui.getByRole("button", { name: "Show fewer" }).click();
  await gui.emulateMedia({ media: "print", colorScheme: "dark" });
  await expect(sites).toHaveCount(10);
  await expect(gui.getByText("4 more")).toBeVisible();
  await expect(gui.getByRole("navigation").first()).toBeHidden();
  await expect(gui.getByTestId("clicks")).toBeVisible();
  await expect(gui.getByRole("img", { name: /^Line chart/ })).toBeVisible();
  await expect(gui.getByRole("button", { name: /CSV|as a table/ }).first()).toBeHidden();
  await expect(gui.getByRole("button", { name: "30 days" })).toBeHidden();
  // Ink on white, whatever the look on screen.
  await expect(gui.locator("body")).toHaveCSS("background-color", "rgb(255, 255, 255)");
  const { fits } = await gui.evaluate(() => ({
    fits: document.documentElement.scrollHeight > innerHeight,
  }));
  expect(fits, "the whole goes onto pages, not into a pane that scrolls").toBe(true);
});

test("a link is copied as a picture for chats by one key @full", async ({ gui, service }) => {
  const id = await visitSpring(service);
  await go(gui, `links/${id}`);
  await expect(gui.getByTestId("clicks")).toHaveText("4");
  await gui.keyboard.press("Control+Shift+C");
  await expect(gui.getByText("Copied an image of this link.")).toBeVisible();
  const picture = await gui.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const bitmap = await createImageBitmap((await item?.getType("image/png")) ?? new Blob());
    return { width: bitmap.width, height: bitmap.height };
  });
  expect(picture).toEqual({ width: 1200, height: 630 });
});
