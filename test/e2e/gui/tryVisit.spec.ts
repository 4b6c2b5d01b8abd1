import { findingsOn } from "../../support/axe.ts";
import { addLink, clipboardOf, expect, openGui, test } from "./guiTest.ts";
import { wear } from "./wear.ts";

const rules = {
  url: "https://example.org/all",
  custom: "spring",
  languagetarget: [{ language: "fa", link: "https://example.org/persian" }],
  geotarget: [{ location: "Germany", link: "https://example.org/german" }],
  devicetarget: [{ device: "iphone", link: "https://example.org/iphone" }],
  password: "open sesame",
};

test("who comes from where with what is tried, and every rule says why", async ({
  gui,
  service,
}) => {
  const { id } = await addLink(service, rules);
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await gui.getByRole("button", { name: "Try as a visitor" }).click();
  const dialog = gui.getByRole("dialog");
  const gets = dialog.getByTestId("try-gets");
  await expect(gets).toContainText("A page that asks for the password");
  await expect(gets).toContainText("isn’t counted");
  await expect(
    dialog.frameLocator("iframe").getByRole("textbox", { name: /password/i }),
  ).toBeVisible();

  await dialog.getByLabel("Has the password").check();
  await expect(gets).toContainText("example.org/all");
  await dialog.getByRole("combobox", { name: "Device" }).click();
  await gui.getByRole("option", { name: "iPhone" }).click();
  await expect(gets).toContainText("example.org/iphone");
  await dialog.getByRole("combobox", { name: "Country" }).fill("Germ");
  await gui.getByRole("option", { name: "Germany" }).click();
  await expect(gets).toContainText("example.org/german");
  await expect(dialog.getByText("The visitor is there.")).toBeVisible();
  await expect(dialog.getByText("The visitor doesn’t read it.")).toBeVisible();
  await expect(gets.getByRole("link", { name: "Open it so" })).toHaveAttribute(
    "href",
    "https://example.org/german",
  );
  await gets.getByRole("button", { name: "Copy as curl" }).click();
  expect(await clipboardOf(gui)).toMatch(/^curl -i -H 'user-agent: .*iPhone.*\/spring'$/);

  await dialog.getByText("Bot", { exact: true }).click();
  await expect(gets).toContainText("counts as a bot");
  const { body } = await service.api("GET", `/api/url/${id}`);
  expect(body.data).toMatchObject({ clicks: 0, botClicks: 0 });
});

test("a moment that is none is said", async ({ gui, service }) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "plain" });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await gui.getByRole("button", { name: "Try as a visitor" }).click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "When" }).fill("yesterday");
  await expect(dialog.getByText("That is no day.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "When" }).fill("");
  await expect(dialog.getByTestId("try-gets")).toContainText("Goes on at once");
});

for (const look of ["light", "dark"] as const) {
  test(`in Persian, ${look}, wide and narrow, axe finds nothing`, async ({ page, service }) => {
    const { id } = await addLink(service, rules);
    await wear(page, "fa", look);
    await openGui(page, service);
    await page.goto(`${page.url().split("#")[0] ?? ""}#/links/${id}`);
    await page.getByRole("button", { name: "امتحان به‌جای بازدیدکننده" }).click();
    const dialog = page.getByRole("dialog");
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(dialog.getByTestId("try-gets")).toContainText("گذرواژه");
      expect(await findingsOn(page, "iframe")).toEqual([]);
    }
  });
}
