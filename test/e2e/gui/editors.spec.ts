import type { Locator } from "@playwright/test";
import { holdQuestions } from "../../support/lateness.ts";
import { addLink, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

/** How much of something another one covers, square pixels. */
async function shared(one: Locator, other: Locator): Promise<number> {
  const [a, b] = await Promise.all([one.boundingBox(), other.boundingBox()]);
  if (a === null || b === null) throw new Error("One of both is not there.");
  const across = Math.min(a.x + a.width, b.x + b.width) - Math.max(a.x, b.x);
  const down = Math.min(a.y + a.height, b.y + b.height) - Math.max(a.y, b.y);
  return Math.max(0, across) * Math.max(0, down);
}

const sizes = [
  { width: 1280, height: 720 },
  { width: 390, height: 720 },
];

for (const language of ["en", "fa"] as const)
  test(`messages lie over no foot of a dialog and no bar: ${language} @full`, async ({
    page,
    service,
  }) => {
    await setTheme(page, language, "light");
    for (const name of ["Spring", "Autumn"])
      await service.api("POST", "/api/campaign/add", { name });
    await openGui(page, service);
    const message = page.locator(".mantine-Notification-root").last();
    const editor = page.getByRole("dialog");
    for (const size of sizes) {
      await page.setViewportSize(size);
      // The editor of a campaign stays open once it is made.
      await go(page, "campaigns/new");
      await editor.getByRole("textbox").first().fill(`Garden ${size.width}`);
      await page.keyboard.press("Control+Enter");
      await expect(message).toContainText("Garden");
      const save = editor.locator("button[type=submit]");
      const putIn = editor.getByRole("combobox").last();
      await expect(putIn).toBeVisible();
      await putIn.scrollIntoViewIfNeeded();
      for (const lower of [save, putIn]) await expect.poll(() => shared(message, lower)).toBe(0);
      await expect(message).toBeInViewport({ ratio: 1 });
      await page.keyboard.press("Escape");
      await expect(editor).toBeHidden();
      await expect(message).toBeVisible();

      const rows = page.getByRole("row").filter({ hasText: /Spring|Autumn/ });
      await rows.first().getByRole("checkbox").check();
      const bar = page.getByRole("toolbar");
      await expect(bar).toBeVisible();
      await expect.poll(() => shared(message, bar)).toBe(0);
      await expect(message).toBeInViewport({ ratio: 1 });
      await rows.first().getByRole("checkbox").uncheck();
    }
  });

test("an editor closes with the answer to its save, however long the list takes @full", async ({
  page,
  service,
}) => {
  await addLink(service, { url: "https://example.com/coffee", custom: "coffee" });
  const editor = page.getByRole("dialog");
  const row = (name: string) => page.getByRole("row", { name });
  await openGui(page, service);
  await go(page, "links");
  await expect(row("coffee")).toBeVisible();
  const letGo = await holdQuestions(page, /\/api\/urls\?/);
  await page.getByRole("button", { name: /New link/ }).click();
  await editor.getByLabel("Destination").fill("https://example.com/tea");
  await editor.getByLabel("Alias").fill("tea");
  await page.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  await expect(row("tea")).toBeHidden();
  await page.getByRole("grid").focus();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("e");
  await editor.getByLabel("Title", { exact: true }).fill("Coffee for all");
  await page.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  letGo();
  await expect(row("tea")).toBeVisible();
  await expect(row("coffee")).toContainText("Coffee for all");
});

test("leaving asks the form with changes that lies uppermost, and goes where it was going", async ({
  gui,
  service,
}) => {
  const warnings: string[] = [];
  gui.on("console", (said) => {
    if (said.type() === "warning") warnings.push(said.text());
  });
  const { body } = await service.api("POST", "/api/qr/add", { type: "text", data: "Before" });
  // By the window's own ways: those of the address bar can't be held back.
  await gui.getByRole("link", { name: "QR codes" }).click();
  await gui.getByRole("button", { name: "Edit Before" }).click();
  await gui.getByRole("textbox", { name: "Text" }).fill("After");
  const link = gui.getByRole("dialog", { name: "New link" });

  // A link editor without changes gives way to the question.
  await gui.getByRole("button", { name: /New link/ }).click();
  await expect(link).toBeVisible();
  await gui.goBack();
  await expect(link).toBeHidden();
  await expect(gui.getByText("You have unsaved changes.")).toBeVisible();
  await expect(gui.getByRole("textbox", { name: "Text" })).toHaveValue("After");
  await gui.getByRole("button", { name: "Keep editing" }).click();
  await expect(gui).toHaveURL(new RegExp(`#/qr/${body.id}$`));

  // What was asked for goes on once the changes are let go.
  await gui.getByRole("link", { name: "Waypost" }).click();
  // Before the question, Discard only closes the form.
  await expect(gui.getByText("You have unsaved changes.")).toBeVisible();
  await gui.getByRole("button", { name: "Discard" }).click();
  await expect(gui).toHaveURL(/#\/$/);
  await gui.keyboard.press("Control+k");
  await gui.getByRole("dialog").getByRole("textbox").fill("Campaigns");
  await gui.keyboard.press("Enter");
  await gui.getByRole("button", { name: "New campaign" }).first().click();
  const campaign = gui.getByRole("dialog");
  await campaign.getByRole("textbox", { name: "Name" }).fill("Garden");
  await gui.keyboard.press("Control+Enter");
  await expect(campaign.getByText("Edit campaign")).toBeVisible();
  await campaign.getByRole("textbox", { name: "Name" }).fill("Gardens");
  await gui.goBack();
  await expect(campaign.getByText("You have unsaved changes.")).toBeVisible();
  await campaign.getByRole("button", { name: "Discard" }).click();
  // One step back, not two.
  await expect(gui).toHaveURL(/#\/campaigns$/);
  await expect(campaign).toBeHidden();
  expect(warnings).toEqual([]);
});

for (const size of sizes)
  test(`what is added to a link comes into view, and begins in its first field: ${size.width} @full`, async ({
    gui,
  }) => {
    await gui.setViewportSize(size);
    await go(gui, "links");
    await gui
      .getByRole("button", { name: /New link/ })
      .first()
      .click();
    const editor = gui.getByRole("dialog");
    await expect(editor.getByLabel("Destination")).toBeFocused();
    const names = await editor
      .locator("[data-add]")
      .evaluateAll((buttons) => buttons.map((button) => button.getAttribute("data-add") ?? ""));
    expect(names.length).toBeGreaterThan(6);
    for (const name of names) {
      await editor.locator(`[data-add="${name}"]`).click();
      const section = editor.locator(`section[data-extra="${name}"]`);
      const stands = await section.evaluate((element) => {
        const own = element.getBoundingClientRect();
        let room: Element | null = element.parentElement;
        while (room !== null && getComputedStyle(room).overflowY !== "auto")
          room = room.parentElement;
        const around = room?.getBoundingClientRect();
        if (around === undefined) return "in no room";
        if (own.top < around.top - 1) return "above";
        return own.bottom > around.bottom + 1 && own.top > around.top + 1 ? "below" : "in view";
      });
      expect.soft(stands, name).toBe("in view");
      const hasFields = (await section.locator("input:not([type=hidden]), select").count()) > 0;
      await expect
        .soft(section.locator(hasFields ? "input:focus, select:focus" : "button:focus"), name)
        .toHaveCount(1);
    }
  });
