import type { Page } from "@playwright/test";
import type { TestServer } from "../../support/server.ts";
import { addLink, addLinks, expect, go, holdClock, inTime, soon, test } from "./guiTest.ts";

async function goto(gui: Page, place: string): Promise<void> {
  await gui.goto(`${new URL("/", gui.url()).href}#/${place}`);
  // The window opened on this list, maybe before the links were there.
  if (place === "links") await gui.reload();
}

function aliasesOf(gui: Page) {
  return gui.locator("[role=row][data-row]").locator("bdi bdi");
}

async function persian(gui: Page): Promise<void> {
  await gui.evaluate(() =>
    localStorage.setItem(
      "waypost.preferences",
      JSON.stringify({ language: "fa", digits: "persian", calendar: "jalali" }),
    ),
  );
  await gui.reload();
  await expect(gui.getByTestId("today")).toHaveText(/[۰-۹]/);
}

async function addTeas(service: TestServer): Promise<void> {
  for (const [alias, fields] of [
    ["tea-5", { name: "Green tea", tags: ["spring"] }],
    ["tea-6", { name: "Black tea", tags: ["spring", "sale"], password: "open sesame" }],
    ["coffee", { name: "Number 5, instead of tea", expiry: "2020-01-02 10:00:00" }],
  ] as const)
    await addLink(service, { url: `https://example.org/${alias}`, custom: alias, ...fields });
}

test("words in any order, hits marked; filters by field, operator and value; what is to blame comes off @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  await addTeas(service);
  await service.visit("/coffee");
  await goto(gui, "links?q=tea+5");
  await expect(gui.getByRole("searchbox", { name: say("Search links") })).toHaveValue("tea 5");
  await expect(aliasesOf(gui)).toHaveText(["coffee", "tea-5"]);
  await expect(gui.getByRole("row", { name: /tea-5/ }).locator("mark").first()).toHaveText("tea");

  // By keys alone: F, the field, what it asks for.
  await gui.getByRole("searchbox", { name: say("Search links") }).press("Escape");
  await expect(aliasesOf(gui)).toHaveCount(3);
  await gui.getByTestId("links-table").focus();
  await gui.keyboard.press("f");
  await gui.keyboard.type(say("Clicks", "filters"));
  await gui.keyboard.press("Enter");
  await gui.getByRole("dialog").getByLabel(say("Value")).fill("۱");
  await gui.keyboard.press("Enter");
  const chip = gui.getByRole("group", {
    name: new RegExp(`^${say("Clicks", "filters")} ${say("≥")} `),
  });
  await expect(aliasesOf(gui)).toHaveText([]);
  await expect(gui.getByText(say.like("Nothing matches {{filter}}."))).toBeVisible();
  await chip.getByRole("button", { name: say("≥"), exact: true }).click();
  await gui
    .getByRole("dialog")
    .getByLabel(say("Clicks", "filters"))
    .selectOption({ label: say("≤") });
  await gui.getByRole("dialog").getByLabel(say("Value")).fill("0");
  await gui.keyboard.press("Enter");
  await expect(aliasesOf(gui)).toHaveCount(3);
  await gui.getByRole("button", { name: new RegExp(`^${say("Filter")}`) }).click();
  await gui.getByRole("option", { name: say("Password"), exact: true }).click();
  await gui
    .getByRole("dialog")
    .getByLabel(say("Password"))
    .selectOption({ label: say("is set", "filters") });
  await gui.getByRole("button", { name: say("Apply") }).click();
  await expect(aliasesOf(gui)).toHaveText(["tea-6"]);

  // Of several conditions, that one is named which leaves nothing.
  await gui.getByRole("searchbox", { name: say("Search links") }).fill("coffee");
  await expect(gui.getByText(say("No matches", "list"), { exact: true })).toBeVisible();
  await expect(
    gui.getByRole("button", { name: new RegExp(`${say("Password")}.* · ${say.number(1)}$`) }),
  ).toBeVisible();
  await gui.getByRole("button", { name: /coffee/ }).click();
  await expect(aliasesOf(gui)).toHaveText(["tea-6"]);
  await expect(gui.getByRole("searchbox", { name: say("Search links") })).toHaveValue("");

  // Esc takes off what was chosen last: the selection, then the filters.
  await gui.getByTestId("links-table").press("Space");
  await expect(gui.getByRole("toolbar")).toContainText(say("1 selected"));
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("toolbar")).toBeHidden();
  await gui.keyboard.press("Escape");
  await expect(aliasesOf(gui)).toHaveCount(3);
});

test("another search clears the selection, columns are remembered, and every order turns @full", async ({
  gui,
  service,
}) => {
  await addTeas(service);
  await goto(gui, "links");
  await gui.getByRole("row", { name: /tea-5/ }).getByRole("checkbox").check();
  await gui
    .getByRole("row", { name: /coffee/ })
    .getByRole("checkbox")
    .check();
  const sortByAlias = async () => {
    await gui.getByRole("button", { name: /^Sort/ }).click();
    await gui.getByRole("menuitemcheckbox", { name: "Alias" }).click();
  };
  await sortByAlias();
  await expect(gui.getByRole("toolbar")).toContainText("2 selected");
  await expect(aliasesOf(gui)).toHaveText(["coffee", "tea-5", "tea-6"]);
  await sortByAlias();
  await expect(aliasesOf(gui)).toHaveText(["tea-6", "tea-5", "coffee"]);
  await expect(gui.getByRole("button", { name: "Sort: Alias" })).toBeVisible();
  expect(gui.url()).toContain("order=alias&direction=desc");

  await goto(gui, "links?tag=spring");
  await expect(gui.getByRole("toolbar")).toBeHidden();
  const cleared = gui.getByText("Cleared the selection, because the search changed.");
  await expect(cleared).toBeAttached();
  await gui.getByRole("button", { name: "Clear filters" }).click();
  await expect(aliasesOf(gui)).toHaveCount(3);
  await expect(gui.getByRole("toolbar")).toBeHidden();

  await service.api("POST", "/api/channel/add", { name: "Shop" });
  await goto(gui, "channels");
  const headings = gui.getByRole("columnheader");
  await expect(headings.filter({ hasText: "Clicks" })).toBeVisible();
  await gui.getByRole("button", { name: "Columns" }).click();
  await gui.getByRole("menuitemcheckbox", { name: "Clicks" }).click();
  await gui.keyboard.press("Escape");
  await expect(headings.filter({ hasText: "Clicks" })).toBeHidden();
  await gui.reload();
  await expect(headings.filter({ hasText: "Links" })).toBeVisible();
  await expect(headings.filter({ hasText: "Clicks" })).toBeHidden();
});

test("what others change comes by itself, but nothing moves under the pointer @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await addTeas(service);
  await goto(gui, "links");
  await holdClock(gui);
  await expect(aliasesOf(gui)).toHaveText(["coffee", "tea-6", "tea-5"]);
  const tea = gui.getByRole("row", { name: /tea-5/ });
  await tea.hover();
  await service.visit("/tea-5");
  await addLink(service, { url: "https://example.org/new", custom: "brand-new" });
  await inTime(gui, () => expect(tea).toHaveAccessibleName(new RegExp(` ${say.number(1)} `), soon));
  await expect(aliasesOf(gui)).toHaveText(["coffee", "tea-6", "tea-5"]);
  await gui.getByLabel(say("Paste a long URL")).hover();
  await inTime(gui, () =>
    expect(aliasesOf(gui)).toHaveText(["brand-new", "coffee", "tea-6", "tea-5"], soon),
  );
  await gui.clock.resume();

  // Where the service doesn't answer, what was shown stays.
  await gui.route("**/api/urls?*", (route) => route.abort());
  await gui.getByRole("searchbox", { name: say("Search links") }).fill("tea");
  await expect(gui.getByRole("alert")).toBeVisible();
  await expect(aliasesOf(gui)).toHaveCount(4);
  // Once it answers again the window asks by itself: the button is pressed just before that.
  await gui
    .getByRole("button", { name: say("Try again") })
    .first()
    .click();
  await gui.unroute("**/api/urls?*");
  await expect(aliasesOf(gui)).toHaveText(["coffee", "tea-6", "tea-5"]);
});

test("a click on the folded search opens the field, also at 390 px beside a filter @bothways", async ({
  gui,
  service,
  say,
}) => {
  await addTeas(service);
  const search = gui.getByRole("searchbox", { name: say("Search links") });
  for (const [width, place] of [
    [1280, "links"],
    [390, "links?minClicks=0&maxClicks=9"],
  ] as const) {
    await gui.setViewportSize({ width, height: 800 });
    await goto(gui, place);
    await expect(gui.getByTestId("links-table")).toBeVisible();
    await expect(search).toBeInViewport({ ratio: 1 });
    await search.click();
    await expect(search).toBeFocused();
  }
});

test("a narrow list in Persian: two lines a row, sorted by a menu, many at once behind dots @full", async ({
  gui,
  service,
}) => {
  await addTeas(service);
  await gui.setViewportSize({ width: 390, height: 800 });
  await persian(gui);
  await goto(gui, "links?minClicks=0");
  await expect(gui.getByRole("group", { name: /^کلیک‌ها حداقل ۰/ })).toBeVisible();
  const row = gui.getByRole("row", { name: /tea-6/ });
  await expect(row).toBeVisible();
  // A list that is read again draws its rows anew.
  await expect.poll(async () => (await row.boundingBox())?.height).toBe(64);
  await gui.getByRole("button", { name: "مرتب‌سازی", exact: true }).click();
  await gui.getByRole("menuitemcheckbox", { name: "نام کوتاه" }).click();
  await expect(aliasesOf(gui)).toHaveText(["coffee", "tea-5", "tea-6"]);
  await row.getByRole("checkbox").check();
  const bar = gui.getByRole("toolbar");
  await bar.getByRole("button", { name: "بیشتر" }).click();
  await gui.getByRole("menuitem", { name: /^انتخاب همهٔ ۳/ }).click();
  await expect(bar).toContainText("۳ انتخاب‌شده");
  await row.getByRole("checkbox").uncheck();
  await expect(bar).toContainText("۲ انتخاب‌شده");
  await row.getByRole("button", { name: /^کارها/ }).click();
  await gui.getByRole("menuitem", { name: "حذف" }).click();
  await expect(row).toBeHidden();
});

test("a list of nothing offers nothing to search, until something is in it @bothways @full", async ({
  gui,
  say,
}) => {
  await goto(gui, "channels");
  await expect(gui.getByRole("heading", { name: say("No channels yet") })).toBeVisible();
  const tools = gui.getByRole("searchbox").or(
    gui.getByRole("button", {
      name: new RegExp(`^(${say("Filter")}|${say("Columns", "list")})`),
    }),
  );
  await expect(tools).toHaveCount(0);
  await goto(gui, "channels?q=Shop");
  await expect(tools).toHaveCount(3);
  await goto(gui, "channels");
  await expect(tools).toHaveCount(0);
  await gui.keyboard.press("c");
  await gui
    .getByRole("dialog")
    .getByRole("textbox", { name: say("Name") })
    .fill("Letter");
  await gui.keyboard.press("Control+Enter");
  const row = gui.getByRole("row", { name: /Letter/ });
  await expect(gui.getByRole("dialog")).toBeHidden();
  await expect(row).toBeVisible();
  await expect(tools).toHaveCount(3);
  // Where it is only the search that finds nothing, its field stays.
  const field = gui.getByRole("searchbox");
  await field.fill("Shop");
  await expect(row).toBeHidden();
  await field.press("Escape");
  await expect(row).toBeVisible();
  await expect(field).toBeFocused();
});

test("a list of nothing shows what a script makes @full", async ({ gui, service }) => {
  await goto(gui, "channels");
  await holdClock(gui);
  await expect(gui.getByRole("heading", { name: "No channels yet" })).toBeVisible();
  await service.api("POST", "/api/channel/add", { name: "Shop" });
  await inTime(gui, () => expect(gui.getByRole("row", { name: /Shop/ })).toBeVisible(soon));
});

test("the keys come back to the row that was opened, from an editor and from a page @full", async ({
  gui,
  service,
}) => {
  await addTeas(service);
  for (const name of ["Shop", "Letter", "Group"])
    await service.api("POST", "/api/channel/add", { name });
  const table = gui.getByRole("grid");
  const active = gui.locator("[role=row][data-active]");
  await goto(gui, "channels");
  await expect(gui.getByRole("row", { name: /Letter/ })).toBeVisible();
  await gui.keyboard.press("ArrowDown");
  await gui.keyboard.press("ArrowDown");
  await expect(active).toContainText("Letter");
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("dialog").getByRole("textbox", { name: "Name" })).toHaveValue(
    "Letter",
  );
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("dialog")).toBeHidden();
  await expect(table).toBeFocused();
  await expect(active).toContainText("Letter");

  await goto(gui, "links");
  await expect(gui.getByRole("row", { name: /tea-6/ })).toBeVisible();
  await gui.keyboard.press("ArrowDown");
  await gui.keyboard.press("ArrowDown");
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("heading", { name: /tea-6/ })).toBeVisible();
  await gui.keyboard.press("Escape");
  await expect(table).toBeFocused();
  await expect(active).toContainText("tea-6");
});

test("a search field that is as it was found takes back what the window did, else what was typed @full", async ({
  gui,
  service,
}) => {
  await addTeas(service);
  await goto(gui, "links?q=tea");
  const rows = gui.locator("[role=row][data-row]");
  const field = gui.getByRole("searchbox");
  await expect(rows).toHaveCount(3);
  const row = gui.getByRole("row", { name: /tea-5/ });
  await row.click();
  await gui.keyboard.press("Delete");
  await expect(rows).toHaveCount(2);
  await gui.keyboard.press("/");
  await expect(field).toBeFocused();
  await gui.keyboard.press("Control+z");
  await expect(rows).toHaveCount(3);
  await expect(field).toHaveValue("tea");

  await row.click();
  await gui.keyboard.press("Delete");
  await expect(rows).toHaveCount(2);
  await field.click();
  await gui.keyboard.press("End");
  await gui.keyboard.type("-");
  // As when another window was in front for a moment.
  await field.dispatchEvent("focusin");
  await gui.keyboard.press("Control+z");
  await expect(field).toHaveValue("tea");
  await expect(rows).toHaveCount(2);
  await field.fill("");
  await gui.keyboard.press("Control+z");
  await expect(row).toBeVisible();
});

test("Esc closes the dialog of tags at once, and gives the keys back @full", async ({
  gui,
  service,
}) => {
  await addTeas(service);
  await goto(gui, "links");
  await gui.getByRole("row", { name: /coffee/ }).click();
  await gui.keyboard.press("t");
  const dialog = gui.getByRole("dialog");
  await expect(dialog.getByRole("combobox")).toBeFocused();
  await expect(gui.getByRole("option", { name: "spring" }).first()).toBeVisible();
  await gui.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await expect(gui.getByRole("grid")).toBeFocused();
});

test("an address that comes while a search is taken back stays @full", async ({ gui, service }) => {
  await addLinks(service, 3);
  await go(gui, "links?q=link-1");
  const search = gui.getByRole("searchbox");
  await expect(search).toHaveValue("link-1");
  await search.fill("");
  await gui.evaluate(() => {
    // The pause after the last key is over, and the window has heard of neither.
    const until = performance.now() + 50;
    while (performance.now() < until);
    location.assign("#/links?order=clicks");
  });
  await expect(gui.getByRole("row")).toHaveCount(4);
  await expect(gui).toHaveURL(/#\/links\?order=clicks$/);
});

test("keys are for what was just ticked with the mouse @full", async ({ gui, service }) => {
  await addLinks(service, 2);
  await gui.reload();
  await go(gui, "links");
  const tick = (name: RegExp) => gui.getByRole("row", { name }).getByRole("checkbox").click();
  await tick(/link-2/);
  await gui.keyboard.press("Delete");
  const asked = gui.getByRole("dialog");
  await expect(asked).toBeVisible();
  await asked.getByRole("button", { name: /^Delete/ }).click();
  await expect(gui.getByRole("row", { name: /link-2/ })).toHaveCount(0);
  await tick(/link-1/);
  await gui.keyboard.press("Control+z");
  await expect(gui.getByRole("row", { name: /link-2/ })).toBeVisible();
});
