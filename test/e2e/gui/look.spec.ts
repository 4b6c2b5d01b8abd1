import type { Page } from "@playwright/test";
import { findingsOn, rulesOfColour } from "../../support/axe.ts";
import type { TestServer } from "../../support/server.ts";
import { inFullUnlessEnglish, isFull } from "../../support/full.ts";
import { addLink, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

test("Persian turns the window around, with its digits and calendar as a choice", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  // The window opened on the list before the link was there.
  await gui.reload();
  await gui.getByRole("button", { name: "Appearance and language" }).click();
  const languages = gui.getByRole("radiogroup", { name: "Language" });
  await languages.getByText("فارسی", { exact: true }).click();
  const root = gui.locator("html");
  await expect(root).toHaveAttribute("dir", "rtl");
  await expect(root).toHaveAttribute("lang", "fa");
  await gui.keyboard.press("Escape");
  await gui.getByRole("link", { name: "لینک‌ها", exact: true }).click();
  await expect(gui.getByText("۱ لینک")).toBeVisible();
  const row = gui.getByRole("row", { name: /spring/ });
  // The table begins at the right, addresses still run from left to right.
  const box = await row.getByRole("gridcell").first().boundingBox();
  expect(box?.x).toBeGreaterThan(600);
  await expect(row.locator("bdi").first()).toHaveCSS("direction", "ltr");
  await gui.getByTestId("links-table").focus();
  await gui.keyboard.press("Enter");
  const page = gui.getByRole("main");
  await expect(page).toContainText(/۱۴\d\d|۱۴[۰-۹]{2}/);

  await gui.getByRole("button", { name: "ظاهر و زبان" }).click();
  await gui.getByText("123", { exact: true }).click();
  await gui.getByText("میلادی", { exact: true }).click();
  await expect(page).toContainText(/20\d\d/);
  await gui.goBack();
  await expect(gui.getByText("1 لینک")).toBeVisible();
  // Remembered.
  await gui.reload();
  await expect(root).toHaveAttribute("dir", "rtl");
  await expect(gui.getByText("1 لینک")).toBeVisible();
});

test("keys and signs before a number keep their order in Persian @full", async ({
  page,
  service,
}) => {
  await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
    tags: ["spring", "tea"],
  });
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  await go(page, "links");
  await expect(page.getByText("+۱", { exact: true })).toHaveCSS("direction", "ltr");
  await page.getByTestId("links-table").focus();
  await page.keyboard.press("e");
  await expect(page.getByRole("dialog").locator("button[type=submit] kbd")).toHaveCSS(
    "direction",
    "ltr",
  );
});

test("light, dark or the system's look", async ({ gui }) => {
  const root = gui.locator("html");
  await gui.emulateMedia({ colorScheme: "dark" });
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "dark");
  await gui.getByRole("button", { name: "Appearance and language" }).click();
  await gui.getByText("Light", { exact: true }).click();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
  await gui.reload();
  await expect(root).toHaveAttribute("data-mantine-color-scheme", "light");
});

test("what a sign is for isn't said over what it has opened @full", async ({ gui }) => {
  const sign = gui.getByRole("button", { name: "Appearance and language" });
  const opened = gui.getByRole("dialog", { name: "Appearance and language" });
  const said = gui.getByRole("tooltip");
  await sign.hover();
  await expect(said).toHaveText("Appearance and language");
  await sign.click();
  await expect(opened).toBeVisible();
  await opened.hover();
  await expect(said).toHaveCount(0);
  await sign.hover();
  // Longer than it takes to come.
  await expect(expect(said).toBeVisible({ timeout: 1_000 })).rejects.toThrow("not found");
});

test("a wide table cuts no text beside free room, a narrow window keeps its plus and its keys @full", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "spring-letter-2026" });
  await addLink(service, {
    url: "https://shop.example.org/collections/spring-2026",
    custom: "long",
  });
  await addLink(service, { url: "https://example.org/", custom: "name", name: "Spring letter" });
  // The window opens on the list: it asks again for what scripts have made.
  await gui.reload();
  await gui.getByRole("link", { name: "Links", exact: true }).click();
  for (const width of [1280, 1920]) {
    await gui.setViewportSize({ width, height: 900 });
    await expect(gui.getByRole("row", { name: /spring-letter/ })).toBeVisible();
    const cut = () =>
      gui
        .getByRole("gridcell")
        .locator("bdi, bdi span")
        .evaluateAll((texts) =>
          texts
            .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth && clientWidth > 0)
            .map(({ textContent }) => textContent),
        );
    await expect.poll(cut, `cut at ${width}`).toEqual([]);
  }

  await gui.setViewportSize({ width: 320, height: 640 });
  const plus = gui.getByRole("button", { name: "New link" });
  await expect(plus).toBeInViewport({ ratio: 1 });
  await plus.click();
  await expect(gui.getByRole("dialog").getByLabel("Destination")).toBeFocused();
  await gui.keyboard.press("Escape");
  await expect(gui.locator("[role=dialog]")).toHaveCount(0);

  // What a link is called has its line alone there, and its clicks stand below.
  await gui.setViewportSize({ width: 390, height: 844 });
  const alias = gui
    .getByRole("row", { name: /spring-letter/ })
    .locator("bdi bdi")
    .first();
  await expect(alias).toHaveText("spring-letter-2026");
  expect(await alias.evaluate((text) => text.scrollWidth - text.clientWidth)).toBeLessThanOrEqual(
    0,
  );

  // Beside a title there is no room for where it leads, and where it leads stands without one.
  await expect(gui.getByRole("row", { name: /Spring letter/ })).not.toContainText("example.org/");
  await expect(gui.getByRole("row", { name: /long/ })).toContainText("shop.example.org/");

  await gui.keyboard.press("?");
  for (const key of await gui.getByRole("dialog").locator("kbd").all()) {
    await key.scrollIntoViewIfNeeded();
    const box = await key.boundingBox();
    expect(box?.x).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390);
  }
  await expect(gui.getByRole("dialog").locator("kbd").first()).toHaveText("C");
});

test("a chosen name ends before the signs behind it, and a chip leaves its field in its line @full", async ({
  gui,
  service,
}) => {
  const made = async (kind: string, name: string) =>
    (await service.api("POST", `/api/${kind}/add`, { name })).body.id;
  await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
    campaign: await made("campaign", "Mother’s Day"),
    channel: await made("channel", "Instagram"),
  });
  await gui.reload();
  await gui.getByRole("link", { name: "Links", exact: true }).click();
  await expect(gui.getByRole("row", { name: /spring/ })).toBeVisible();
  await gui.getByTestId("links-table").focus();
  await gui.keyboard.press("e");
  const campaign = gui.getByRole("dialog").getByRole("combobox", { name: "Campaign" });
  await expect(campaign).toHaveValue("Mother’s Day");
  const room = await campaign.evaluate(
    (field) =>
      field.getBoundingClientRect().right - Number.parseFloat(getComputedStyle(field).paddingRight),
  );
  const clear = gui.getByRole("dialog").locator("[data-combined-clear-section]").first();
  expect((await clear.boundingBox())?.x).toBeGreaterThanOrEqual(room);
  const chip = gui.getByRole("dialog").getByText("Instagram", { exact: true });
  await expect(chip).toBeVisible();
  const typed = gui.getByRole("dialog").getByRole("combobox", { name: "Channel" });
  const middleOf = async (part: typeof chip) => {
    const box = await part.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0) / 2;
  };
  expect(Math.abs((await middleOf(chip)) - (await middleOf(typed)))).toBeLessThan(4);
});

async function expectNoFindings(
  page: Page,
  screen: string,
  rules?: readonly string[],
): Promise<void> {
  expect(await findingsOn(page, undefined, rules), screen).toEqual([]);
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isTooWide, `${screen} is wider than the window`).toBe(false);
}

/** In the dark only what a look can break, and only in the full run: of its colours test/renderer/tokens.test.ts knows. */
async function expectNoneInBothLooks(page: Page, screen: string): Promise<void> {
  await expectNoFindings(page, screen);
  if (!isFull) return;
  await page.emulateMedia({ colorScheme: "dark" });
  await expectNoFindings(page, `${screen}, dark`, rulesOfColour);
  await page.emulateMedia({ colorScheme: "light" });
}

async function fill(service: TestServer): Promise<number> {
  await addLink(service, { url: "https://example.org/", custom: "plain", password: "secret" });
  await addLink(service, { url: "https://example.org/", expiry: "2020-01-01", type: "frame" });
  const { id, alias } = await addLink(service, {
    url: `https://example.org/${"long/".repeat(60)}`,
    custom: "a-long-alias-".repeat(7),
    metatitle: "بهار و a title in two scripts ".repeat(5),
    description: "A note. ".repeat(100),
    status: "public",
    tags: ["spring", "بهار", "two words", "a long tag ".repeat(4), "sale", "green"],
    earlierclicks: 1200,
    source: { service: "elsewhere", id: "3aBcD" },
  });
  await service.visit(`/${alias}`);
  await service.visit(`/${alias}`, { "user-agent": "curl/8.5.0" });
  return id;
}

for (const language of ["en", "fa"] as const)
  // Each screen as it is filled is screens.spec.ts's.
  test(`axe finds nothing in what comes and goes on screens: ${language} @full`, async ({
    page,
    service,
  }) => {
    test.setTimeout(180_000);
    await setTheme(page, language, "light");
    const origin = new URL("/", service.gui ?? "").href;
    await page.goto(origin);
    await expect(page.getByRole("textbox")).toBeVisible();
    await expectNoneInBothLooks(page, "key");
    await openGui(page, service);
    await expectNoneInBothLooks(page, "empty Home");
    await page.goto(`${origin}#/links`);
    await expect(page.locator("h1")).toBeVisible();
    await expectNoneInBothLooks(page, "empty Links");

    const id = await fill(service);
    await page.goto(`${origin}#/`);
    // The list was open before a script filled it.
    await page.reload();
    await expect(page.locator("[role=row] bdi").first()).toBeVisible();
    await page.locator("#root input").first().fill("https://example.org/");
    await page.keyboard.press("Enter");
    await expect(page.getByTestId("made")).toBeVisible();
    await expectNoneInBothLooks(page, "Home");
    await page.goto(`${origin}#/tags`);
    await expect(page.getByRole("row").filter({ hasText: "بهار" })).toBeVisible();
    await page.setViewportSize({ width: 390, height: 844 });
    const tag = page.getByRole("row").filter({ hasText: "بهار" });
    await tag.getByRole("button").last().click();
    await page.getByRole("menuitem").first().click();
    await expect(page.getByRole("dialog").getByRole("textbox").first()).toBeVisible();
    await expectNoneInBothLooks(page, "renaming a tag");
    await page.keyboard.press("Escape");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${origin}#/links?q=nothing+like+it`);
    await expect(page.locator("h2")).toHaveCount(1);
    await expectNoneInBothLooks(page, "Links, nothing found");
    await page.goto(`${origin}#/links/999999`);
    await expect(page.getByRole("searchbox")).toHaveCount(0);
    await expect(page.locator("h1")).toBeVisible();
    await expectNoneInBothLooks(page, "link that is gone");
    await page.goto(`${origin}#/links/${id}`);
    await expect(page.getByTestId("clicks")).toBeVisible();
    await page.keyboard.press("?");
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoneInBothLooks(page, "shortcuts");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("c");
    await page.getByRole("dialog").locator("input").first().fill("no address");
    await expect(page.locator("[aria-invalid=true]")).toBeVisible();
    await page.getByRole("dialog").locator("[data-add=password]").click();
    await page.getByRole("dialog").locator("input[type=password]").fill("short");
    await expectNoneInBothLooks(page, "editor");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.keyboard.press("e");
    await page.getByRole("dialog").locator("textarea").fill("Changed");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog").locator("button:focus")).toBeVisible();
    await expectNoneInBothLooks(page, "changed editor, about to be left");
  });

for (const language of ["en", "fa"] as const)
  test(`axe finds nothing in the preferences of a narrow window: ${language}${inFullUnlessEnglish[language]}`, async ({
    page,
    service,
  }) => {
    test.setTimeout(180_000);
    await setTheme(page, language, "light");
    await openGui(page, service);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.locator("nav button[aria-expanded]:visible").last().click();
    const places = page.getByRole("dialog");
    await places.locator("nav button").first().click();
    await expect(page.getByRole("dialog")).toHaveCount(2);
    await expectNoneInBothLooks(page, "look and language");
  });

for (const [language, colorScheme] of [
  ["en", "light"],
  ["fa", "dark"],
] as const)
  test(`axe finds nothing where links come, go and come back: ${language}, ${colorScheme} @full`, async ({
    page,
    service,
  }) => {
    test.setTimeout(120_000);
    await setTheme(page, language, colorScheme);
    const origin = new URL("/", service.gui ?? "").href;
    await addLink(service, { url: "https://example.org/", custom: "mine", tags: ["spring"] });
    const { id } = await addLink(service, { url: "https://example.org/", custom: "gone" });
    await service.api("DELETE", `/api/url/${id}/delete`);
    await openGui(page, service);
    await page.goto(`${origin}#/links?tag=spring`);
    await page.locator('[data-row="0"] input').check();
    await expect(page.getByRole("toolbar")).toBeVisible();
    await expectNoFindings(page, "Links, filtered and selected");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoFindings(page, "narrow Links, filtered and selected");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.getByTestId("links-table").focus();
    await page.keyboard.press("t");
    await page.getByRole("dialog").getByRole("combobox").first().fill("new");
    await page.keyboard.press("Enter");
    await expect(page.getByRole("option", { name: "new", selected: true })).toBeVisible();
    await expectNoFindings(page, "tags of many");
    await page.keyboard.press("Escape");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();

    await page.goto(`${origin}#/exchange`);
    await expect(page.locator("main h2")).toHaveCount(2);
    await expectNoFindings(page, "Import");
    await page.getByTestId("file").setInputFiles({
      name: "links.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(
        "url,alias,title,when\nhttps://example.org/a,mine,One,03/04/2024\nhttps://example.org/b,two,Two,05/06/2024\nno address,three,Three,05/06/2024\n",
      ),
    });
    await expect(page.getByTestId("valid")).toBeVisible();
    for (const closed of await page.locator("details:not([open]) > summary").all())
      await closed.click();
    await expectNoFindings(page, "what a file brings");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoFindings(page, "narrow, what a file brings");
    const dates = page.locator("select").nth(1);
    if ((await dates.inputValue()) === "") await dates.selectOption("day first");
    await page.locator("main button[data-variant=filled]").click();
    await expect(page.getByTestId("imported")).toBeVisible();
    await expectNoFindings(page, "narrow, what an import did");
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`${origin}#/exchange?tab=export`);
    await expect(page.getByRole("radio")).toHaveCount(14);
    await page.getByRole("radio", { name: "nginx" }).check();
    await expect(page.locator("main li").first()).toBeVisible();
    await expectNoFindings(page, "Export");

    await page.goto(`${origin}#/history`);
    await expect(page.locator("tbody tr").first()).toBeVisible();
    await expectNoFindings(page, "History");
    await page.setViewportSize({ width: 390, height: 844 });
    await expectNoFindings(page, "narrow History");
    await page.locator("tbody a").first().click();
    await page.locator("main button").first().click();
    await expect(page.locator("main summary").first()).toBeVisible();
    await page.locator("main summary").first().click();
    await expectNoFindings(page, "narrow change set, about to be undone");
    await page.goto(`${origin}#/trash`);
    await expect(page.locator("tbody tr")).toHaveCount(1);
    await expectNoFindings(page, "narrow trash");
    await page.goto(`${origin}#/history?by=hand`);
    await expect(page.locator("main h2")).toBeVisible();
    await expectNoFindings(page, "narrow History, nothing found");
  });
