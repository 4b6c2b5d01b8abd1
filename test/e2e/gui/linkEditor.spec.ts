import type { Page } from "@playwright/test";
import { findingsOn } from "../../support/axe.ts";
import { fillEverything } from "../../support/fullStore.ts";
import { addLink, expect, openGui, test } from "./guiTest.ts";
import { wear } from "./wear.ts";

async function openNew(gui: Page) {
  await gui.getByRole("link", { name: "Links", exact: true }).click();
  await expect(gui.getByRole("heading", { name: "Links", exact: true })).toBeVisible();
  await gui.keyboard.press("c");
  const editor = gui.getByRole("dialog");
  await expect(editor.getByLabel("Leads to")).toBeFocused();
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
  await expect(editor.getByLabel("Leads to")).toHaveValue(
    "https://example.org/tea?colour=green#top",
  );
  await expect(editor.getByText("source: news")).toBeVisible();
  await editor.getByLabel("Alias").fill("tea");
  await expect(editor.getByText("Free.")).toBeVisible();

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
  await add("Rules");
  await editor.getByRole("button", { name: "Add a country" }).press("Enter");
  // Searched in either language.
  await pick("Country", "آلمان", "Germany");
  const targets = editor.locator('[data-extra="rules"]').getByRole("textbox", { name: "Leads to" });
  await targets.first().fill("example.org/de");
  await add("Opens as");
  await editor.getByRole("radio", { name: /^With a splash page/ }).check();
  await pick("Which splash page", "bef", "Before the shop");
  await expect(gui.frameLocator("iframe").first().locator("body")).toBeVisible();
  await add("Social preview");
  await editor.getByRole("textbox", { name: "Title in previews" }).fill("Tea for all");
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

test("a name that another link had before is said, and a fault of a rule stands at its field", async ({
  gui,
  service,
}) => {
  const url = "https://example.org/old";
  const { id } = await addLink(service, { url, custom: "printed" });
  await service.api("DELETE", `/api/url/${id}/delete`);
  const editor = await openNew(gui);
  await editor.getByLabel("Leads to").fill("https://example.org/new");
  await editor.getByLabel("Alias").fill("printed");
  await expect(editor.getByText(/led to .*example\.org\/old.* until/)).toBeVisible();
  await editor.getByRole("button", { name: "Rules", exact: true }).click();
  await editor.getByRole("button", { name: "Add a device" }).click();
  const device = editor.getByRole("combobox", { name: "Device" });
  await device.focus();
  await expect(device).not.toHaveAccessibleDescription(/needed/);
  await device.press("Tab");
  await expect(device).toHaveAccessibleDescription(/needed/);
  await editor.getByRole("button", { name: "Make link" }).click();
  await expect(device).toBeFocused();
  await expect(device).toHaveAccessibleDescription(/needed/);
  await device.fill("iph");
  await gui.getByRole("option", { name: "iPhone" }).click();
  const target = editor.locator('[data-extra="rules"]').getByRole("textbox", { name: "Leads to" });
  // Back here is where it must not lead.
  await target.fill(`${service.shortBase}/printed`);
  await editor.getByRole("button", { name: "Make link" }).click();
  await expect(target).toBeFocused();
  await expect(target).toHaveAccessibleDescription(/short link of your own/);
  await target.fill("https://example.org/iphone");
  await editor.getByRole("button", { name: "Make link" }).click();
  await expect(editor).toBeHidden();
});

test("a stopped service is said in the editor, and nothing typed is lost", async ({
  gui,
  service,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "kept" });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await expect(gui.getByTestId("clicks")).toBeVisible();
  await gui.keyboard.press("e");
  const editor = gui.getByRole("dialog");
  await editor.getByLabel("Title", { exact: true }).fill("Mine");
  await service.stop();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor.getByRole("alert")).toContainText("does not answer");
  await expect(editor.getByLabel("Title", { exact: true })).toHaveValue("Mine");
  await expect(editor.getByText("1 change", { exact: true })).toBeVisible();
});

for (const [language, look] of [
  ["en", "dark"],
  ["fa", "light"],
] as const)
  test(`axe finds nothing in the whole editor, wide and narrow: ${language}`, async ({
    page,
    service,
  }) => {
    await wear(page, language, look);
    const { link } = await fillEverything(service);
    await openGui(page, service);
    await page.evaluate((id) => location.assign(`#/links/${id}`), link);
    await expect(page.locator("main h1 bdi")).toBeVisible();
    await page.keyboard.press("e");
    const editor = page.getByRole("dialog");
    await expect(editor.locator("textarea").first()).toBeVisible();
    const names = await editor
      .locator("[data-add]")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-add")));
    for (const name of names) await editor.locator(`[data-add="${name}"]`).click();
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 800 });
      expect.soft(await findingsOn(page), `at ${width}`).toEqual([]);
    }
  });
