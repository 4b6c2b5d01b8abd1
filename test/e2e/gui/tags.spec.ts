import type { Page } from "@playwright/test";
import { addLink, expect, test, go } from "./guiTest.ts";
import type { Say } from "./words.ts";

async function openTags(gui: Page, say: Say): Promise<void> {
  await go(gui, "tags");
  await expect(gui.getByRole("heading", { name: say("Tags"), exact: true })).toBeVisible();
}

test("a link gets its tags in the editor, in the spelling that is there, and is archived", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "first", tags: ["Spring"] });
  const { id } = await addLink(service, {
    url: "https://example.org/moved",
    custom: "moved",
    earlierclicks: 1200,
    source: { service: "bitly", id: "bit.ly/3aBcD" },
  });
  await gui.goto(`${gui.url().split("#")[0] ?? ""}#/links/${id}`);
  await expect(gui.getByText("Before Waypost")).toBeVisible();
  await expect(gui.getByText("1,200 clicks")).toBeVisible();
  await expect(gui.getByText("bitly")).toBeVisible();
  await gui.getByRole("button", { name: /^Edit/ }).click();
  const editor = gui.getByRole("dialog");
  const tags = editor.getByRole("combobox", { name: "Tags" });
  await tags.fill("spring");
  await tags.press("Enter");
  await tags.pressSequentially("Two words,");
  await editor.getByRole("button", { name: "Archived", exact: true }).click();
  await expect(editor.getByRole("switch", { name: "Archived" })).toBeChecked();
  await editor.getByRole("button", { name: "Save" }).click();
  await expect(editor).toBeHidden();
  await expect(gui.getByText("Two words", { exact: true })).toBeVisible();
  await expect(gui.getByText("Archived", { exact: true })).toBeVisible();
  const { body } = await service.api("GET", `/api/url/${id}`);
  expect(body.details).toMatchObject({ tags: ["Spring", "Two words"], archived: true });
  await gui.getByRole("button", { name: "Undo" }).click();
  await expect
    .poll(async () => (await service.api("GET", `/api/url/${id}`)).body.details)
    .toMatchObject({ tags: [], archived: false });
});

test("tags are searched, renamed, joined, deleted and taken back @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await addLink(service, {
    url: "https://example.org/",
    custom: "one",
    tags: ["Spring", "Sale"],
  });
  await addLink(service, { url: "https://example.org/", custom: "two", tags: ["spring"] });
  await addLink(service, { url: "https://example.org/", custom: "three", tags: ["بهار"] });
  const tagsOf = async (short: string): Promise<string[]> =>
    (await service.api("GET", `/api/urls?short=${short}`)).body.details.tags;
  await openTags(gui, say);
  const row = (tag: string) => gui.getByRole("row").filter({ hasText: tag });
  await expect(row("Spring").getByRole("gridcell").nth(2)).toHaveText(say.number(2));
  await gui.getByRole("searchbox", { name: say("Search tags") }).fill("بها");
  await expect(row("Spring")).toBeHidden();
  await expect(row("بهار").getByRole("gridcell").nth(2)).toHaveText(say.number(1));
  await gui.getByRole("searchbox", { name: say("Search tags") }).fill("");

  await row("Spring").hover();
  await row("Spring")
    .getByRole("button", { name: say("Edit {{name}}", { name: "Spring" }) })
    .click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("textbox", { name: say("Name"), exact: true }).fill("Season");
  await dialog.getByRole("button", { name: say("Save") }).click();
  await expect(dialog).toBeHidden();
  await expect(row("Season").getByRole("gridcell").nth(2)).toHaveText(say.number(2));
  await expect.poll(() => tagsOf("one")).toEqual(["Season", "Sale"]);

  await row("Season").hover();
  await row("Season")
    .getByRole("button", { name: say("Edit {{name}}", { name: "Season" }) })
    .click();
  await dialog.getByRole("button", { name: say("Violet") }).click();
  await dialog.getByRole("button", { name: say("Save") }).click();
  await expect(row("Season").locator('[title="Season"] > i')).toHaveCSS(
    "background-color",
    "rgb(139, 111, 186)",
  );
  await row("Sale").hover();
  await row("Sale")
    .getByRole("button", { name: say("Edit {{name}}", { name: "Sale" }) })
    .click();
  await dialog.getByRole("textbox", { name: say("Name"), exact: true }).fill("season");
  await expect(dialog).toContainText(
    say("The tag {{tag}} already exists. The two tags will be merged.", { tag: "Season" }),
  );
  await dialog.getByRole("button", { name: say("Merge") }).click();
  await expect(row("Sale")).toBeHidden();
  await expect.poll(() => tagsOf("one")).toEqual(["Season"]);

  await row("Season").getByRole("checkbox").check();
  await row("بهار").getByRole("checkbox").check();
  await gui.getByRole("button", { name: say("Merge") }).click();
  await dialog.getByLabel(say("New name")).fill("Spring");
  await dialog.getByRole("button", { name: say("Merge") }).click();
  await expect(row("Spring").getByRole("gridcell").nth(2)).toHaveText(say.number(3));
  const joined = gui
    .getByRole("alert")
    .filter({ hasText: say.like("Merged {{tags}} into {{name}}.", { name: "Spring" }) });
  await joined.getByRole("button", { name: say("Undo") }).click();
  await expect(row("بهار")).toBeVisible();
  await expect.poll(() => tagsOf("three")).toEqual(["بهار"]);

  await row("Season").click();
  await gui.keyboard.press("Delete");
  await expect(row("Season")).toBeHidden();
  await expect.poll(() => tagsOf("one")).toEqual([]);
  const said = gui.getByRole("alert").filter({
    hasText: say("Deleted the tag {{tag}}. Its links weren’t deleted.", { tag: "Season" }),
  });
  await said.getByRole("button", { name: say("Undo") }).click();
  await expect(row("Season").getByRole("gridcell").nth(2)).toHaveText(say.number(2));
  await expect.poll(() => tagsOf("two")).toEqual(["Season"]);
});
