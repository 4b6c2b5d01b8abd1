import { findingsOn } from "../../support/axe.ts";
import { fillEverything } from "../../support/fullStore.ts";
import { expectCutAtItsEnd } from "./cutText.ts";
import { clipboardOf, expect, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

test("one field leads to screens and records, and shortens a pasted address @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { link } = await fillEverything(service);
  for (const name of [`Harbour ${"کتاب‌های دریایی ".repeat(8)}`, `بندر ${"Harbour ".repeat(12)}`])
    await service.api("POST", "/api/channel/add", { name });
  const field = gui.getByRole("textbox", { name: say("Search everything") });

  await gui.keyboard.press("Control+k");
  await expect(field).toBeFocused();
  await expect(gui.getByText(say("Start with a prefix:"))).toBeInViewport({ ratio: 1 });
  await field.fill(say("History", "nav").slice(0, 4));
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(/#\/history$/);
  await expect(gui.getByRole("dialog")).toBeHidden();

  await gui.keyboard.press("Control+k");
  await expect(field).toHaveValue("");
  await field.fill("#بهار");
  const found = gui.getByRole("dialog").locator("[data-action]");
  await expect(found).toHaveCount(1);
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(/#\/links\?tag=/);

  await gui.keyboard.press("Control+k");
  await field.fill("/a-long-alias");
  await expect(found).toHaveCount(1);
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(new RegExp(`#/links/${link}$`));

  await gui.keyboard.press("Control+k");
  await field.fill("theme");
  await expect(found.first()).toContainText(say("Theme: {{look}}", { look: say("Dark", "look") }));
  await field.fill(say("API on the public port"));
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(/#\/settings\/ports$/);

  await gui.keyboard.press("Control+k");
  await field.fill("harbour");
  await expect(found).toHaveCount(2);
  for (const one of await found.all())
    await expectCutAtItsEnd(one.locator(".mantine-Spotlight-actionLabel"));
  await field.fill("https://example.org/pasted");
  await expect(found.first()).toContainText(say("Shorten this URL"));
  await gui.keyboard.press("Enter");
  await expect.poll(() => clipboardOf(gui)).toMatch(/^http:\/\/127\.0\.0\.1/);
  await expect(gui.getByRole("button", { name: say("Undo") })).toBeVisible();

  await gui.keyboard.press("Control+k");
  await field.fill("nothing is called so");
  await expect(gui.getByText(say.like("No matches for “{{typed}}”."))).toBeVisible();
});

test("the palette is fetched before its key is pressed", async ({ page, service }) => {
  const fetched = page.waitForResponse(/\/Palette-[^/]*\.js$/);
  await openGui(page, service);
  expect((await fetched).ok()).toBe(true);
});

for (const [language, colorScheme] of [
  ["en", "light"],
  ["fa", "dark"],
] as const)
  test(`axe finds nothing in the palette: ${language}, ${colorScheme} @full`, async ({
    page,
    service,
  }) => {
    await setTheme(page, language, colorScheme);
    await fillEverything(service);
    await openGui(page, service);
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("textbox").fill("long-alias");
    await expect(page.getByRole("dialog").locator("[data-action]").first()).toBeVisible();
    expect(await findingsOn(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await findingsOn(page)).toEqual([]);
  });
