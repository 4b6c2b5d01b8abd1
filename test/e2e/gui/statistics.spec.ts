import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { firefox, iphone } from "../../support/userAgents.ts";
import { addLink, expect, test as base } from "./guiTest.ts";

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

/** Three clicks from Iran by two people, one from Germany, one by a program. */
async function visitSpring(service: TestServer): Promise<number> {
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
  await visit(service, "DE", 3, { "user-agent": firefox });
  await visit(service, "FR", 4, { "user-agent": "curl/8.5.0" });
  return id;
}

async function csvOf(gui: Page, title: string): Promise<string> {
  const downloading = gui.waitForEvent("download");
  await gui.getByRole("button", { name: `${title} as a CSV file` }).click();
  return readFile(await (await downloading).path(), "utf8");
}

test("a link's clicks: over days and by country, filtered by a row, compared, and taken along", async ({
  gui,
  service,
}) => {
  const id = await visitSpring(service);
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/links/${id}`);
  await expect(gui.getByText("For the shop window")).toBeVisible();
  await expect(gui.getByText("example.org/ir")).toBeVisible();
  await expect(gui.getByTestId("clicks")).toHaveText("4");
  await expect(gui.getByTestId("visitors")).toHaveText("3");
  await expect(gui.getByText("and 1 by a bot")).toBeVisible();
  await expect(gui.getByRole("region", { name: "Bots and previews" })).toContainText(/curl/i);
  await expect(
    gui
      .getByRole("img", { name: /^Line chart/ })
      .locator("path")
      .first(),
  ).toBeVisible();

  // The map by keys, which is a filter like a row of its list.
  const iran = gui.getByRole("button", { name: "Iran: 3 clicks, 75%" });
  await iran.focus();
  await gui.keyboard.press("ArrowRight");
  await expect(gui.getByRole("button", { name: "Germany: 1 click, 25%" })).toBeFocused();
  await gui.keyboard.press("ArrowLeft");
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(/country=IR/);
  await expect(gui.getByTestId("clicks")).toHaveText("3");
  await expect(gui.getByTestId("visitors")).toHaveText("2");
  await gui
    .getByRole("group", { name: "Browsers" })
    .getByRole("button", { name: "Systems" })
    .click();
  await gui.getByRole("list", { name: "Systems" }).getByRole("button", { name: /iOS/ }).click();
  await expect(gui.getByTestId("clicks")).toHaveText("1");
  await gui.keyboard.press("Escape");
  await expect(gui).not.toHaveURL(/country|system/);
  await expect(gui.getByTestId("clicks")).toHaveText("4");

  // The keyboard compares; the address has it all, and Back takes a step back.
  await gui.keyboard.press("x");
  await expect(gui.getByTestId("clicks").locator("..")).toContainText("None before");
  await gui.reload();
  await expect(gui.getByRole("button", { name: "Compare: With the days before" })).toBeVisible();
  await gui.goBack();
  await expect(gui.getByRole("button", { name: "Compare: Compare" })).toBeVisible();

  // Days before the first click: nothing, and said so.
  await gui.getByRole("button", { name: "The days before" }).click();
  await expect(gui.getByRole("heading", { name: "No clicks in these days" })).toBeVisible();
  await gui.getByRole("button", { name: "The days after" }).click();

  await gui.getByRole("button", { name: "Over time as a table" }).click();
  await expect(
    gui.getByRole("region", { name: "Over time as a table" }).getByRole("row").last(),
  ).toContainText("4");
  expect(await csvOf(gui, "Countries")).toBe(
    "\uFEFFCountry,ISO 3166,Clicks\r\nIran,IR,3\r\nGermany,DE,1\r\n",
  );

  expect(await csvOf(gui, "Over time")).toMatch(
    /^\uFEFF.*\r?\n[\s\S]*\d{4}-\d\d-\d\d[^\n]*,4,3,1\b/,
  );

  // It stays live.
  const live = gui.getByRole("list", { name: "Live" });
  await expect(live.getByRole("listitem")).toHaveCount(5);
  await visit(service, "IR", 1, { referer: "https://www.linkedin.com/" });
  await expect(gui.getByTestId("clicks")).toHaveText("5", { timeout: 15_000 });
  await expect(live.getByRole("listitem").first()).toContainText("linkedin", { timeout: 15_000 });
});

test("any days by the calendar, in Persian by Jalali months that run from left to right", async ({
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
  const dialog = gui.getByRole("dialog", { name: "روزها" });
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

  await gui.getByRole("button", { name: "روزهای انتخابی" }).click();
  await dialog.getByRole("button", { name: "۱۲ ماه" }).click();
  await gui.getByText("ماه", { exact: true }).click();
  await gui.getByRole("button", { name: "در گذر زمان به‌صورت جدول" }).click();
  const rows = gui.getByRole("region", { name: "در گذر زمان به‌صورت جدول" }).getByRole("row");
  await expect(rows.last()).toContainText(/۱۴۰\d|۱۴[۰-۹]{2}/);
  await expect(rows.last()).toContainText("۴");
  await gui.getByRole("button", { name: "در گذر زمان به‌صورت جدول" }).click();
  await expect(gui.getByRole("img", { name: /^نمودار خطی/ })).toHaveCSS("direction", "ltr");
});

test("statistics of all links and of a filter's, what is quiet, and a failure with a way on", async ({
  gui,
  service,
}) => {
  await visitSpring(service);
  await addLink(service, { url: "https://example.org/", custom: "autumn", tags: ["season"] });
  await service.visit("/autumn");
  await gui.getByRole("link", { name: "Statistics", exact: true }).click();
  await expect(gui.getByTestId("clicks")).toHaveText("5");
  await expect(gui.getByRole("region", { name: "Rising" })).toContainText("spring");
  await gui.goto(`${new URL("/", service.gui ?? "").href}#/statistics?tag=season`);
  await expect(gui.getByTestId("clicks")).toHaveText("1");
  // Where nobody can tell the country, one sentence and a way.
  await expect(gui.getByText(/countries can’t be known/)).toBeVisible();
  await expect(gui.getByRole("link", { name: "Set it up" })).toBeVisible();

  await gui.route("**/api/statistics?*", (route) => route.abort());
  await gui.getByRole("button", { name: "The days before" }).click();
  await expect(gui.getByRole("alert").filter({ hasText: "does not answer" })).toBeVisible({
    timeout: 15_000,
  });
  await gui.unroute("**/api/statistics?*");
  await gui.getByRole("alert").getByRole("button", { name: "Try again" }).click();
  await expect(gui.getByRole("heading", { name: "No clicks in these days" })).toBeVisible();
});
