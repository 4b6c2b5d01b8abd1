import type { Locator, Page } from "@playwright/test";
import { addLink, expect, go, test } from "./guiTest.ts";

function cardOf(page: Page, name: string): Locator {
  return page.getByRole("main").getByRole("listitem").filter({ hasText: name });
}

test("one screen has channels, campaigns and saved views as cards, and each opens its own @bothways", async ({
  gui,
  service,
  say,
}) => {
  const campaign = (await service.api("POST", "/api/campaign/add", { name: "Spring" })).body.id;
  await addLink(service, { url: "https://example.org/", custom: "one", tags: ["guide"], campaign });
  await service.visit("/one");
  const query = { tag: "guide" };
  await service.api(
    "POST",
    "/api/views",
    { name: "Guides", kind: "links", query },
    service.localKey,
  );
  await go(gui, "collections");
  // The window opened before there was anything.
  await expect(cardOf(gui, "Spring")).toBeVisible();

  await test.step("a channel is created by its kind", async () => {
    await gui.getByRole("button", { name: say("New collection") }).click();
    await gui
      .getByRole("menuitem", {
        name: say.like("Where you share links. A link can be in several channels."),
      })
      .click();
    const editor = gui.getByRole("dialog");
    await editor.getByRole("textbox", { name: say("Name"), exact: true }).fill("Window");
    await editor.getByRole("button", { name: say("Create channel") }).click();
    await expect(editor).toBeHidden();
    await expect(gui).toHaveURL(/#\/collections$/);
    await expect(cardOf(gui, "Window")).toContainText(say("No links in this channel yet"));
  });
  await test.step("a card has its kind, its clicks and its last links", async () => {
    for (const [name, kind] of [
      ["Spring", say("Campaign", "collections")],
      ["Guides", say("Saved view")],
    ] as const) {
      await expect(cardOf(gui, name)).toContainText(kind);
      await expect(cardOf(gui, name).getByRole("link", { name: /one/ })).toBeVisible();
      await expect(cardOf(gui, name)).toContainText(say.number(1));
    }
  });
  await test.step("a view opens its links, a campaign its editor", async () => {
    await cardOf(gui, "Guides").getByRole("link", { name: "Guides" }).click();
    await expect(gui).toHaveURL(/#\/links\?tag=guide$/);
    await gui.goBack();
    await cardOf(gui, "Spring").getByRole("link", { name: "Spring" }).click();
    await expect(gui.getByRole("dialog")).toContainText("/r/");
    await gui.keyboard.press("Escape");
    await expect(gui).toHaveURL(/#\/collections$/);
  });
  await test.step("a kind alone; deleting has a way back", async () => {
    await gui
      .getByRole("main")
      .getByRole("link", { name: say("Channels", "collections") })
      .click();
    await expect(cardOf(gui, "Spring")).toBeHidden();
    await cardOf(gui, "Window").getByRole("button").click();
    await gui.getByRole("menuitem", { name: say("Delete", "common") }).click();
    await expect(cardOf(gui, "Window")).toBeHidden();
    const deleted = gui.getByRole("alert").filter({ hasText: say.like("Deleted {{name}}.") });
    await deleted.getByRole("button", { name: say("Undo") }).click();
    await expect(cardOf(gui, "Window")).toBeVisible();
  });
});

test("search and the table come with the tenth collection @full", async ({ gui, service }) => {
  const add = (n: number) => service.api("POST", "/api/channel/add", { name: `Place ${n}` });
  for (let n = 1; n < 10; n += 1) await add(n);
  await go(gui, "collections/channels");
  await expect(cardOf(gui, "Place 9")).toBeVisible();
  const search = gui.getByRole("searchbox", { name: "Search collections" });
  await expect(search).toBeHidden();
  await add(10);
  await gui.reload();
  await search.fill("10");
  await expect(cardOf(gui, "Place 9")).toBeHidden();
  await expect(cardOf(gui, "Place 10")).toBeVisible();
  await gui.getByRole("link", { name: "Show as table" }).click();
  await expect(gui.getByRole("row").filter({ hasText: "Place 9" })).toBeVisible();
  await gui.getByRole("main").getByRole("link", { name: "Collections" }).click();
  await expect(gui).toHaveURL(/#\/collections$/);
});
