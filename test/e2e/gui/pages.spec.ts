import { findingsOn } from "../../support/axe.ts";
import { addLink, expect, go, test } from "./guiTest.ts";

test("pages are shown as visitors get them, filtered by kind, and made by kind @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const add = (path: string, body: object) => service.api("POST", path, body, service.localKey);
  await add("/api/bio/add", {
    name: "Northwind",
    custom: "coffee",
    description: "Beans and more",
    theme: "moss",
  });
  await addLink(service, { url: "https://example.org/beans", custom: "beans", name: "Our beans" });
  await add("/api/splash/add", { name: "Hold on", title: "A moment, please" });
  await add("/api/overlay/add", { type: "message", name: "Sale", label: "Summer sale" });
  await add("/api/overlay/add", { type: "contact", name: "Ask", label: "Write to us" });
  await go(gui, "pages");
  const cards = gui
    .getByRole("main")
    .getByRole("listitem")
    .filter({ has: gui.locator("iframe") });
  await expect(cards).toHaveCount(4);
  const inside = (card: number) =>
    cards.nth(card).locator("iframe:not([data-coming])").contentFrame();
  await expect(inside(0).getByText("Beans and more")).toBeVisible();
  await expect(cards.nth(1)).toContainText(say("Splash page", "pages.one"));
  await expect(cards.nth(0).getByRole("link", { name: /\/coffee$/ })).toHaveAttribute(
    "href",
    `${service.baseUrl}/coffee`,
  );
  expect(await findingsOn(gui)).toEqual([]);

  // What was changed shows at once.
  await cards.nth(0).getByRole("link", { name: "Northwind" }).click();
  const editor = gui.getByRole("dialog");
  await editor.getByRole("radio", { name: say("Night", "bio.themes") }).click();
  await editor.getByLabel(say("Add one of your short links")).fill("beans");
  await gui.getByRole("option", { name: /beans/ }).click();
  await expect(editor.getByRole("textbox", { name: /Our beans/ }).last()).toHaveValue(/\/beans$/);
  await editor.getByRole("button", { name: say("Save"), exact: true }).click();
  await expect(editor).toBeHidden();
  await expect(gui).toHaveURL(/#\/pages$/);
  await expect(inside(0).getByText("Our beans")).toBeVisible();
  await expect(inside(0).locator("body")).toHaveCSS("background-color", "rgb(20, 18, 15)");

  await gui.getByRole("link", { name: say("Overlays", "nav") }).click();
  await expect(cards).toHaveCount(2);
  await gui.getByRole("button", { name: say("New page") }).click();
  await gui.getByRole("menuitem", { name: say("Splash page", "pages.make") }).click();
  await expect(gui.getByRole("dialog", { name: say("New splash page") })).toBeVisible();
});
