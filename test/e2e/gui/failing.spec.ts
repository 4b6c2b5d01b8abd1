import type { Page } from "@playwright/test";
import { findingsOn } from "../../support/axe.ts";
import { addLink, expect, go, holdClock, inTime, openGui, soon, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

/** Answers every question of the window's with a failure of the service's. */
async function refuse(page: Page, status: number, body: object, headers = {}): Promise<void> {
  await page.route("**/api/**", (route) => route.fulfill({ status, json: body, headers }));
}

const notice = (page: Page) => page.getByRole("main").getByRole("alert");

test("a screen that doesn't come or breaks leaves the others, and a way on @bothways", async ({
  gui,
  say,
}) => {
  const part = "**/assets/TagsScreen-*.js";
  await gui.route(part, (route) => route.abort());
  await go(gui, "tags");
  await expect(notice(gui)).toContainText(say("This screen couldn’t be loaded"));
  await gui.unroute(part);
  await gui.getByRole("button", { name: say("Try again") }).click();
  await expect(gui.getByRole("heading", { level: 1, name: say("Tags") })).toBeVisible();
});

test("what a broken screen says is kept for who asks @full", async ({ page, service }) => {
  await openGui(page, service);
  await page.route("**/assets/TagsScreen-*.js", (route) =>
    route.fulfill({
      contentType: "text/javascript",
      body: 'export function TagsScreen() { throw new Error("out of paper"); }',
    }),
  );
  await go(page, "tags");
  await expect(notice(page)).toContainText("This screen crashed");
  await page.getByText("Error details").click();
  await expect(notice(page)).toContainText("out of paper");
  expect(await findingsOn(page)).toEqual([]);
  await notice(page).getByRole("link", { name: "Home" }).click();
  await expect(page.getByTestId("today")).toBeVisible();
});

test("a service that is gone, busy, slow or refuses is said, what was shown stays, and it comes back @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  test.setTimeout(90_000);
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await gui.getByRole("link", { name: say("Links"), exact: true }).click();
  await holdClock(gui);
  const row = gui.getByRole("row", { name: /spring/ });
  await expect(row).toBeVisible();

  await gui.route("**/api/**", (route) => route.abort());
  const said = (text: string) =>
    inTime(gui, () => expect(notice(gui).first()).toContainText(text, soon));
  const isOver = () => inTime(gui, () => expect(notice(gui)).toHaveCount(0, soon));
  await said(say("Waypost isn’t responding"));
  await expect(row).toBeVisible();
  await gui.unroute("**/api/**");
  await isOver();

  await refuse(
    gui,
    429,
    { error: 1, message: "Too Many Requests.", code: "tooMany" },
    { "Retry-After": "7" },
  );
  await said(
    say("Something is sending Waypost too many requests. Try again in {{seconds}} seconds.", {
      seconds: 7,
    }),
  );
  await expect(row).toBeVisible();
  await gui.unroute("**/api/**");
  await isOver();

  const held: (() => Promise<void>)[] = [];
  let isHeld = true;
  await gui.route("**/api/service", async (route) => {
    if (isHeld) held.push(() => route.continue());
    else await route.continue();
  });
  const slow = gui.getByText(say("Waypost is slow to respond"));
  await inTime(gui, () => expect(slow).toBeVisible(soon));
  isHeld = false;
  await Promise.all(held.map((letGo) => letGo()));
  await expect(slow).toBeHidden();
});

test("a key that was renewed elsewhere is asked for again @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await service.api("POST", "/api/key/renew", undefined, service.localKey);
  await refuse(gui, 401, { error: 1, message: "A valid API key is required.", code: "key" });
  await expect(gui.getByRole("textbox", { name: say("Key", "keyScreen") })).toBeVisible();
  await expect(gui.getByText(`waypost -- open --data ${service.dataDir}`)).toBeVisible();
});

test("a tab whose key has ended goes on with the key of another tab, and keeps what was typed @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await gui.getByRole("link", { name: say("Links"), exact: true }).click();
  await gui.keyboard.press("c");
  const typed = gui.getByRole("dialog").getByLabel(say("Destination"));
  await typed.fill("https://example.org/half-a");
  await refuse(gui, 401, { error: 1, message: "A valid API key is required.", code: "key" });
  const key = gui.getByRole("textbox", { name: say("Key", "keyScreen") });
  await expect(key).toBeVisible();
  await expect(typed).toBeHidden();

  await gui.unroute("**/api/**");
  const other = await gui.context().newPage();
  await openGui(other, service);
  await expect(typed).toHaveValue("https://example.org/half-a");
  await expect(typed).toBeVisible();
  await expect(key).toBeHidden();
  await other.close();
});

test("a record that is gone is said, with the way to where it may be @bothways", async ({
  gui,
  say,
}) => {
  await go(gui, "channels/404");
  const gone = gui.getByRole("dialog").getByRole("alert");
  await expect(gone).toContainText(say("This no longer exists"));
  await expect(gone.getByRole("button", { name: say("Try again") })).toHaveCount(0);
  await gone.getByRole("link", { name: say("Look in the trash", "failure") }).click();
  await expect(gui.getByRole("heading", { level: 1, name: say("Trash") })).toBeVisible();
  await expect(gui.getByRole("dialog")).toHaveCount(0);
});

test("a record that a piece of work left in part goes by its name", async ({ page, service }) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "spring" });
  const put = async (fields: object) => {
    const { status } = await service.api("PUT", `/api/url/${id}/update`, {
      url: "https://example.org/",
      ...fields,
    });
    expect(status).toBe(200);
  };
  await put({ metatitle: "One", description: "One" });
  const { changes } = (await service.api("GET", "/api/changes")).body.data;
  await put({ metatitle: "Two" });
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  await page.evaluate((set) => (location.hash = `#/history/${set}`), changes[0].id);
  await page.getByRole("button", { name: "برگرداندن…" }).click();
  await page.getByRole("button", { name: "برگرداندن تغییر ۱ مورد" }).click();
  await page.getByText("۱ مورد انجام نشد").click();
  await expect(page.getByRole("listitem").filter({ hasText: "لینک «" })).toHaveText(
    "لینک «\u2068spring\u2069»: عنوان پیش‌نمایش: بعد از آن تغییر کرده است.",
  );
});

test("failures of the service speak the window's language @full", async ({ page, service }) => {
  await setTheme(page, "fa", "dark");
  await openGui(page, service);
  await refuse(page, 409, {
    error: 1,
    message: "2 items still use this domain. Move or delete them first.",
    code: "inUse",
  });
  await expect(notice(page).first()).toContainText("هنوز چیزی از آن استفاده می‌کند");
  expect(await findingsOn(page)).toEqual([]);
});
