import type { Page } from "@playwright/test";
import { holdQuestions, holdTimers } from "../../support/lateness.ts";
import { findingsOn } from "../../support/axe.ts";
import { fillEverything } from "../../support/fullStore.ts";
import { addLink, expect, openEditor, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";
import { translateTo } from "./words.ts";

async function openNew(gui: Page, say = translateTo("en")) {
  await gui.getByRole("link", { name: say("Links"), exact: true }).click();
  await expect(gui.getByRole("heading", { name: say("Links"), exact: true })).toBeVisible();
  await gui.keyboard.press("c");
  const editor = gui.getByRole("dialog");
  await expect(editor.getByLabel(say("Destination"))).toBeFocused();
  return editor;
}

async function openKept(gui: Page, id: number) {
  const editor = await openEditor(gui, id);
  await expect(editor.locator("textarea").first()).toBeVisible();
  return editor;
}

test("a link with everything is made by keyboard, and the service has it all", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "other" });
  const channel = await service.api("POST", "/api/channel/add", { name: "Shop" });
  const campaign = await service.api("POST", "/api/campaign/add", { name: "Spring sale" });
  const pixel = await service.api("POST", "/api/pixel/add", {
    type: "tagmanagerpixel",
    name: "Counter",
    tag: "GTM-ABC123",
  });
  const splash = await service.api("POST", "/api/splash/add", { name: "Before the shop" });
  const editor = await openNew(gui);

  // What is pasted with UTM in it is taken apart.
  await gui.keyboard.insertText("https://example.org/tea?utm_source=news&colour=green#top");
  await gui.keyboard.press("Tab");
  await expect(editor.getByLabel("Destination")).toHaveValue(
    "https://example.org/tea?colour=green#top",
  );
  await expect(editor.getByText("source: news")).toBeVisible();
  await editor.getByLabel("Alias").fill("tea");
  await expect(editor.getByText("Available.")).toBeVisible();

  const pick = async (label: string, typed: string, option: string) => {
    await editor.getByRole("combobox", { name: label }).focus();
    await gui.keyboard.insertText(typed);
    await expect(gui.getByRole("option", { name: option })).toBeVisible();
    await gui.keyboard.press("ArrowDown");
    await gui.keyboard.press("Enter");
  };
  await pick("Channel", "sho", "Shop");
  await pick("Campaign", "spr", "Spring sale");

  const add = async (name: string) => {
    await editor.getByRole("button", { name, exact: true }).focus();
    await gui.keyboard.press("Enter");
  };
  await add("Targeting");
  await editor.getByRole("button", { name: "Add country" }).press("Enter");
  // Searched in either language.
  await pick("Country", "آلمان", "Germany");
  const targets = editor
    .locator('[data-extra="targeting"]')
    .getByRole("textbox", { name: "Destination" });
  await targets.first().fill("example.org/de");
  const letGo = await holdQuestions(gui, /\/api\/splash/);
  await add("Link type");
  await editor.getByRole("radio", { name: /^Splash page/ }).check();
  // The only one there is.
  const which = editor.getByRole("combobox", { name: "Which splash page" });
  await expect(which).toHaveValue("");
  letGo();
  await expect(which).toHaveValue("Before the shop");
  await pick("Which splash page", "bef", "Before the shop");
  await expect(gui.frameLocator("iframe").first().locator("body")).toBeVisible();
  await add("Social preview");
  await editor.getByRole("textbox", { name: "Preview title" }).fill("Tea for all");
  await editor.getByText("Social", { exact: true }).click();
  await expect(editor.locator("figure").filter({ hasText: "Telegram" })).toContainText(
    "Tea for all",
  );
  await add("Pixels");
  await pick("Pixels", "cou", "Counter");
  await add("App links");
  await editor.getByRole("textbox", { name: "iPhone and iPad" }).fill("https://apps.apple.com/x");
  await add("Public statistics");
  await add("Expires");
  await editor.getByRole("button", { name: "In 7 days" }).press("Enter");
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();

  const { body } = await service.api("GET", "/api/urls?short=tea");
  expect(body.details).toMatchObject({
    longurl: "https://example.org/tea?colour=green#top",
    parameters: [{ name: "utm_source", value: "news" }],
    channel: [channel.body.id],
    campaign: campaign.body.id,
    geotarget: [{ location: "Germany", link: "https://example.org/de" }],
    type: String(splash.body.id),
    metatitle: "Tea for all",
    pixels: [pixel.body.id],
    deeplink: { apple: "https://apps.apple.com/x", auto: false },
    status: "public",
  });
  expect(body.details.expiry).not.toBeNull();
});

test("a name that another link had before is said, and a fault of a rule stands at its field @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const url = "https://example.org/old";
  const { id } = await addLink(service, { url, custom: "printed" });
  await service.api("DELETE", `/api/url/${id}/delete`);
  const editor = await openNew(gui, say);
  await editor.getByLabel(say("Destination")).fill("https://example.org/new");
  await editor.getByLabel(say("Alias")).fill("printed");
  await expect(
    editor.getByText(
      say.like(
        "{{alias}} redirected to {{address}} until {{until}}. If you use this alias again, printed and shared copies will open this link instead.",
      ),
    ),
  ).toBeVisible();
  await editor.getByRole("button", { name: say("Targeting"), exact: true }).click();
  await editor.getByRole("button", { name: say("Add device") }).click();
  const device = editor.getByRole("combobox", { name: say("Device") });
  await device.focus();
  await expect(device).not.toHaveAccessibleDescription(say.like("Required."));
  await device.press("Tab");
  await expect(device).toHaveAccessibleDescription(say.like("Required."));
  await editor.getByRole("button", { name: say("Create link") }).click();
  await expect(device).toBeFocused();
  await expect(device).toHaveAccessibleDescription(say.like("Required."));
  await device.fill("iph");
  await gui.getByRole("option", { name: say("iPhone", "devices") }).click();
  const target = editor
    .locator('[data-extra="targeting"]')
    .getByRole("textbox", { name: say("Destination") });
  // Back here is where it must not lead.
  await target.fill(`${service.shortBase}/printed`);
  await editor.getByRole("button", { name: say("Create link") }).click();
  await expect(target).toBeFocused();
  await expect(target).toHaveAccessibleDescription(
    say.like("Enter a URL that doesn’t redirect back to your own short links."),
  );
  await target.fill("https://example.org/iphone");
  await editor.getByRole("button", { name: say("Create link") }).click();
  await expect(editor).toBeHidden();
});

for (const [language, words] of [
  [
    "en",
    {
      expires: "Expires",
      calendar: "Choose a date",
      past: "2020-03-10 12:00",
      over: "Visitors see that the link has expired.",
      typed: "2030-03-10 12:00",
      steps: ["ArrowRight", "ArrowDown", "PageDown"],
      shown: "2030-04-18 12:00",
      expiry: "2030-04-18 12:00:00",
      inDays: "In 7 days",
    },
  ],
  [
    "fa",
    {
      expires: "انقضا",
      calendar: "انتخاب تاریخ",
      past: "۱۳۹۹/۱/۳۰ ۱۲:۰۰",
      over: "بازدیدکننده پیام انقضای لینک را می‌بیند.",
      typed: "۱۴۰۹/۱/۳۰ ۱۲:۰۰",
      // From right to left the next day stands at the left; a month of spring has 31 days.
      steps: ["ArrowLeft", "ArrowDown", "PageDown"],
      shown: "۱۴۰۹/۰۳/۰۷ ۱۲:۰۰",
      expiry: "2030-05-28 12:00:00",
      inDays: "۷ روز دیگر",
    },
  ],
] as const)
  test(`an expiry is typed, taken from the calendar by keyboard and from "in 7 days": ${language} @full`, async ({
    page,
    service,
  }) => {
    await setTheme(page, language, "light");
    const { id } = await addLink(service, { url: "https://example.org/", custom: "ends" });
    await openGui(page, service);
    await openKept(page, id);
    const editor = page.getByRole("dialog").first();
    await editor.locator('[data-add="expiry"]').press("Enter");
    const field = editor.getByRole("textbox", { name: words.expires });
    await expect(field).toBeFocused();
    await field.fill(words.past);
    await expect(editor.getByText(words.over, { exact: true })).toBeVisible();
    await field.fill(words.typed);
    await expect(editor.getByText(words.over, { exact: true })).toBeHidden();
    await page.keyboard.press("Tab");
    await expect(editor.getByRole("button", { name: words.calendar })).toBeFocused();
    await page.keyboard.press("Enter");
    const days = page.getByRole("grid");
    await expect(days.locator(":focus")).toBeVisible();
    // The calendar alone closes.
    await page.keyboard.press("Escape");
    await expect(days).toBeHidden();
    await expect(editor.getByRole("button", { name: words.calendar })).toBeFocused();
    const letTimersGo = await holdTimers(page);
    await page.keyboard.press("Enter");
    await expect(days.getByRole("gridcell", { selected: true }).getByRole("button")).toBeFocused();
    for (const key of words.steps) await page.keyboard.press(key);
    // The popover takes its focus only now: on a busy machine, keys are quicker.
    await letTimersGo();
    await page.keyboard.press("Enter");
    await expect(days).toBeHidden();
    await expect(field).toHaveValue(words.shown);
    await page.keyboard.press("Control+Enter");
    await expect(editor).toBeHidden();
    const expiry = async () => (await service.api("GET", `/api/url/${id}`)).body.details.expiry;
    await expect.poll(expiry).toBe(words.expiry);

    await page.keyboard.press("e");
    await editor.locator('[data-extra="expiry"] button').first().click();
    await editor.getByRole("button", { name: words.inDays, exact: true }).press("Enter");
    await page.keyboard.press("Control+Enter");
    await expect(editor).toBeHidden();
    const days7 = 7 * 86_400_000;
    const away = Date.parse(`${(await expiry()).replace(" ", "T")}Z`) - Date.now();
    expect(Math.abs(away - days7)).toBeLessThan(120_000);
  });

test("the page that fires a link's pixels is told beside it @full", async ({ gui, service }) => {
  const pixel = await service.api("POST", "/api/pixel/add", {
    type: "tagmanagerpixel",
    name: "Shop",
    tag: "GTM-ABC1234",
  });
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "shop",
    pixels: [pixel.body.id],
  });
  const editor = await openKept(gui, id);
  await expect(editor.getByText("Visitors then go to: example.org")).toBeVisible();
  await expect(editor.getByText("A short page fires the pixels first")).toBeVisible();
});

test("UTM is built, kept as a template, used, taken apart from a long address, and forgotten @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  let editor = await openNew(gui, say);
  await editor.getByLabel(say("Destination")).fill("https://example.org/tea?colour=green#top");
  await editor
    .getByRole("button", { name: say("UTM parameters", "linkEditor"), exact: true })
    .click();
  await expect(editor.getByLabel(say("Source"))).toBeFocused();
  await editor.getByLabel(say("Source")).fill("news letter");
  await editor.getByLabel(say("Medium")).fill("email");
  await editor.getByRole("button", { name: say("Add parameter") }).click();
  await editor.getByRole("textbox", { name: say("Parameter"), exact: true }).fill("ref");
  await editor.getByLabel(say("Value")).fill("ada");
  await expect(editor.getByText(say("Visitors go to")).locator("..")).toContainText(
    "https://example.org/tea?colour=green&utm_source=news%20letter&utm_medium=email&ref=ada#top",
  );
  await editor.getByRole("button", { name: say("Save as template…") }).click();
  await gui.getByRole("textbox", { name: say("Template name") }).fill("Weekly");
  await gui.keyboard.press("Enter");
  await expect(
    gui.getByText(say("Saved the template {{name}}.", { name: "\u2068Weekly\u2069" })),
  ).toBeVisible();
  await editor.getByRole("button", { name: say("Create link") }).click();
  await expect(editor).toBeHidden();

  // A template goes over what is there, parameter by parameter.
  editor = await openNew(gui, say);
  await expect(editor.getByLabel(say("Destination"))).toHaveValue("");
  const pasted =
    "https://example.org/a/long/way?utm_source=other&utm_content=top&page=2&utm_medium=&q=%D8%A8#end";
  await gui.evaluate(async (text) => navigator.clipboard.writeText(text), pasted);
  await gui.keyboard.press("Control+v");
  await expect(editor.getByLabel(say("Destination"))).toHaveValue(
    "https://example.org/a/long/way?page=2&q=%D8%A8#end",
  );
  await editor
    .getByRole("button", {
      name: say("Change {{name}}", { name: say("UTM parameters", "linkEditor") }),
    })
    .click();
  await expect(editor.getByLabel(say("Source"))).toHaveValue("other");
  await editor.getByRole("button", { name: say("Templates"), exact: true }).click();
  await gui.getByRole("menuitem", { name: "Weekly", exact: true }).click();
  await expect(editor.getByLabel(say("Source"))).toHaveValue("news letter");
  await expect(editor.getByLabel(say("Content", "linkEditor"))).toHaveValue("top");
  await editor.getByLabel(say("Alias")).fill("long-way");
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  const { body } = await service.api("GET", "/api/urls?short=long-way");
  expect(
    Object.fromEntries(
      body.details.parameters.map((one: { name: string; value: string }) => [one.name, one.value]),
    ),
  ).toEqual({
    utm_source: "news letter",
    utm_medium: "email",
    utm_content: "top",
    ref: "ada",
  });

  editor = await openNew(gui, say);
  await editor
    .getByRole("button", { name: say("UTM parameters", "linkEditor"), exact: true })
    .click();
  await editor.getByRole("button", { name: say("Templates"), exact: true }).click();
  await gui
    .getByRole("menuitem", { name: say("Delete the template {{name}}", { name: "Weekly" }) })
    .click();
  await expect(editor.getByRole("button", { name: say("Templates"), exact: true })).toBeHidden();
  const views = await service.api("GET", "/api/views?kind=parameters", undefined, service.localKey);
  expect(views.body.data.views).toEqual([]);
});

test("the preview says which page a visitor meets first, and what follows @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const splash = await service.api("POST", "/api/splash/add", {
    name: "Before the shop",
    title: "A word before",
  });
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "guarded",
    password: "tulips and tea",
    type: String(splash.body.id),
  });
  const editor = await openKept(gui, id);
  const preview = editor.getByRole("complementary");
  await expect(
    preview.getByText(
      say("Visitors enter the password, then see the splash page, then the destination."),
    ),
  ).toBeVisible();
  const page = editor.locator("iframe:not([data-coming])").contentFrame();
  await expect(page.locator("input[type=password]")).toBeVisible();
  await preview
    .getByText(say("Then: {{page}}", { page: say("splash page", "linkEditor.thenPage") }), {
      exact: true,
    })
    .click();
  await expect(page.getByRole("heading", { name: "A word before" })).toBeVisible();
  await editor
    .getByRole("button", {
      name: say("Clear {{name}}", { name: say("Link type", "linkEditor.opensAs") }),
    })
    .click();
  await expect(
    preview.getByText(say("Then: {{page}}", { page: say("destination", "linkEditor.thenPage") }), {
      exact: true,
    }),
  ).toBeVisible();
  await expect(
    preview.getByText(say("Visitors enter the password, then go to the destination.")),
  ).toBeVisible();
  await expect(preview.getByText(say("Visitors go straight to:"))).toBeHidden();
  // Where none is typed no colon promises one.
  await editor.getByRole("textbox", { name: say("Destination") }).fill("");
  await expect(
    preview.getByText(say("After the password, visitors go to the destination."), { exact: true }),
  ).toBeVisible();
});

test("a stopped service is said in the editor, and nothing typed is lost @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "kept" });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await expect(gui.getByTestId("clicks")).toBeVisible();
  await gui.keyboard.press("e");
  const editor = gui.getByRole("dialog");
  await editor.getByLabel(say("Title"), { exact: true }).fill("Mine");
  await service.stop();
  await editor.getByRole("button", { name: say("Save") }).click();
  await expect(editor.getByRole("alert")).toContainText(say.like("Waypost isn’t responding"));
  await expect(editor.getByLabel(say("Title"), { exact: true })).toHaveValue("Mine");
  await expect(editor.getByText(say("1 change"), { exact: true })).toBeVisible();
});

for (const [language, look] of [
  ["en", "dark"],
  ["fa", "light"],
] as const)
  test(`axe finds nothing in the whole editor, wide and narrow: ${language} @full`, async ({
    page,
    service,
  }) => {
    await setTheme(page, language, look);
    const { link } = await fillEverything(service);
    await openGui(page, service);
    const editor = await openKept(page, link);
    const names = await editor
      .locator("[data-add]")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-add")));
    for (const name of names) await editor.locator(`[data-add="${name}"]`).click();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findingsOn(page), `at ${width}`).toEqual([]);
    }
  });
