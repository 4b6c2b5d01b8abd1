import type { Page } from "@playwright/test";
import { holdTimers } from "../../support/lateness.ts";
import { addLink, addLinks, clipboardOf, expect, go, openEditor, test } from "./guiTest.ts";
import { keysOf } from "./keys.ts";
import { translateTo } from "./words.ts";

/** The list, with what scripts have made since the window opened on it. */
async function openLinks(gui: Page, say = translateTo("en")): Promise<void> {
  await gui.reload();
  await gui.getByRole("link", { name: say("Links"), exact: true }).click();
  await expect(gui.getByRole("heading", { name: say("Links"), exact: true })).toBeVisible();
}

test("a link is made in the editor, shown at once, edited, deleted and taken back @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  await openLinks(gui, say);
  await gui.keyboard.press("c");
  const editor = gui.getByRole("dialog");
  await editor
    .getByRole("textbox", { name: say("Destination"), exact: true })
    .fill("https://example.org/spring");
  await editor.getByLabel(say("Alias")).fill("spring");
  await editor.getByLabel(say("Title"), { exact: true }).fill("Spring catalogue");
  await editor.getByRole("button", { name: say("Password"), exact: true }).click();
  const password = editor.locator("input[autocomplete=new-password]");
  await expect(password).toBeFocused();
  await password.fill("secret");
  await expect(
    editor.getByText(say.like("Weak. Passwords under 8 characters are easy to guess.")),
  ).toBeVisible();
  await editor.getByRole("button", { name: say("Generate"), exact: true }).click();
  await expect(
    editor.getByText(say.like("Strong, unless it consists of common words.")),
  ).toBeVisible();
  // What nobody typed can be read, and taken along.
  await expect(password).toHaveAttribute("type", "text");
  await editor
    .getByRole("button", { name: say("Copy {{name}}", { name: say("Password") }) })
    .click();
  await expect.poll(() => clipboardOf(gui)).toBe(await password.inputValue());
  await password.fill("secret");
  await editor.getByRole("button", { name: say("Expires"), exact: true }).click();
  const expires = editor.getByRole("textbox", { name: say("Expires") });
  const typed = say.typed("2020-02-03 10:20:00");
  await expires.fill(typed);
  await editor.getByRole("button", { name: say("Create link") }).click();
  await expect(editor).toBeHidden();
  await expect.poll(() => clipboardOf(gui)).toBe(`${service.shortBase}/spring`);

  const row = gui.getByRole("row", { name: /spring/ });
  await expect(row).toContainText("Spring catalogue");
  // Nought is a dash, read out as what it is.
  await expect(row.getByText("–", { exact: true }).first()).toHaveAttribute("aria-hidden", "true");
  await expect(row).toHaveAccessibleName(new RegExp(` ${say.number(0)} `));
  await expect(row).toContainText(say("Expired"));
  await expect(row).toContainText(say("Password"));

  await row.hover();
  await row.getByRole("button", { name: say.like("Edit {{name}}") }).click();
  await expect(editor.getByText(say.moment("2020-02-03 10:20:00"))).toBeVisible();
  await editor
    .getByRole("button", { name: say("Change {{name}}", { name: say("Expires") }) })
    .click();
  await expect(expires).toHaveValue(typed);
  await editor
    .getByRole("textbox", { name: say("Destination"), exact: true })
    .fill("https://example.org/summer");
  await expires.fill("");
  await editor
    .getByRole("button", { name: say("Clear {{name}}", { name: say("Password") }) })
    .click();
  await expect(editor.getByRole("button", { name: say("Password"), exact: true })).toBeFocused();
  await editor.getByRole("button", { name: say("Save") }).click();
  await expect(editor).toBeHidden();
  await expect(row).toContainText("example.org/summer");
  await expect(row).not.toContainText(say("Expired"));
  await expect(row).not.toContainText(say("Password"));
  const { headers } = await service.visit("/spring");
  expect(headers.location).toBe("https://example.org/summer");

  await row.hover();
  await row.getByRole("button", { name: say.like("Actions for {{name}}") }).click();
  await gui.getByRole("menuitem", { name: say("Delete") }).click();
  await expect(row).toBeHidden();
  expect((await service.visit("/spring")).status).toBe(404);
  const said = gui.getByRole("alert").filter({ hasText: say.like("Deleted {{name}}.") });
  await expect(said.getByRole("button", { name: say("Dismiss") })).toBeVisible();
  await said.getByRole("button", { name: say("Undo") }).press("Enter");
  await expect(gui.locator("#content:focus, #content :focus")).toHaveCount(1);
  await expect(row).toBeVisible();
  expect((await service.visit("/spring")).status).toBe(302);
});

test("two who edit one link: nothing is undone unseen @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const url = "https://example.org/first";
  const { id } = await addLink(service, { url, custom: "shared", name: "First" });
  const details = async () => (await service.api("GET", `/api/url/${id}`)).body.details;
  const script = (fields: object) => service.api("PUT", `/api/url/${id}/update`, fields);
  await openLinks(gui, say);
  await gui.getByTestId("links-table").press("Enter");
  await expect(gui.getByTestId("clicks")).toBeVisible();
  await script({ url: "https://example.org/second" });
  await gui.keyboard.press("e");
  const editor = gui.getByRole("dialog");
  await expect(editor.getByLabel(say("Destination"))).toHaveValue("https://example.org/second");
  await expect(editor.getByLabel(say("Destination"))).toBeFocused();

  // A field that its user left alone keeps what a script made of it meanwhile.
  await editor.getByLabel(say("Note")).fill("mine");
  await script({ url: "https://example.org/third" });
  await editor.getByRole("button", { name: say("Save") }).click();
  await expect(editor).toBeHidden();
  await expect
    .poll(() => details())
    .toMatchObject({
      longurl: "https://example.org/third",
      description: "mine",
      metatitle: "",
    });

  // One that both changed is asked about.
  await gui.keyboard.press("e");
  await editor.getByLabel(say("Title"), { exact: true }).fill("Mine");
  await script({ url: "https://example.org/third", name: "Theirs" });
  await editor.getByRole("button", { name: say("Save") }).click();
  const conflict = editor.getByRole("alert").filter({ hasText: "Theirs" });
  await expect(conflict).toContainText(
    say("These fields were changed elsewhere while you were editing. The values are now:"),
  );
  await expect(conflict.getByRole("listitem")).toHaveText(`${say("Title")}: Theirs`);
  await expect(conflict.getByRole("button", { name: say("Keep my values") })).toBeFocused();
  await gui.keyboard.press("Enter");
  await expect(conflict).toBeHidden();
  await gui.keyboard.press("Escape");
  await expect(editor.getByText(say("You have unsaved changes."))).toBeVisible();
  await editor.getByRole("button", { name: say("Keep editing") }).click();
  await expect(editor.getByLabel(say("Title"), { exact: true })).toHaveValue("Mine");
  await editor.getByRole("button", { name: say("Save") }).click();
  await expect(editor).toBeHidden();
  await expect.poll(details).toMatchObject({ name: "Mine", description: "mine" });

  await gui.keyboard.press("Control+z");
  await expect(
    gui
      .getByRole("alert")
      .filter({ hasText: say.like("Undone: {{name}} has its previous values again.") }),
  ).toBeVisible();
  await expect.poll(details).toMatchObject({ name: "Theirs", description: "mine" });
  // What somebody changed since stays.
  await script({ url: "https://example.org/third", description: "theirs" });
  await gui.keyboard.press("Control+z");
  const notTaken = say.like(
    "Your edit of {{name}} wasn’t undone, because {{name}} was changed again later.",
  );
  const refused = gui.getByRole("alert").filter({ hasText: notTaken });
  await expect(refused).toContainText("shared");
  await expect(refused).toContainText(
    `${say("Note")}: ${say("This was changed elsewhere while you were editing.")}`,
  );
  await expect.poll(details).toMatchObject({ description: "theirs" });
  // The next try is of the same, and works once nothing stands against it.
  await script({ url: "https://example.org/third", description: "mine" });
  await gui.keyboard.press("Control+z");
  await expect(
    gui
      .getByRole("alert")
      .filter({ hasText: say.like("Undone: {{name}} has its previous values again.") }),
  ).toBeVisible();
  await expect.poll(details).toMatchObject({ description: "" });

  await gui.keyboard.press("e");
  await editor.getByLabel(say("Title"), { exact: true }).fill("Never saved");
  await gui.keyboard.press("Escape");
  await editor.getByRole("button", { name: say("Discard") }).click();
  await expect(editor).toBeHidden();
  await expect.poll(details).toMatchObject({ name: "Theirs" });
});

test("an editor that opens right after it closed shows the link only once it is read again @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/first", custom: "shared" });
  const editor = await openEditor(gui, id);
  const destination = editor.getByLabel(say("Destination"));
  await expect(destination).toHaveValue("https://example.org/first");
  // The answer of last time is forgotten by a timer, and a new one is told of by another.
  const letRun = await holdTimers(gui);
  await gui.keyboard.press("Escape");
  await expect(destination).toHaveCount(0);
  await service.api("PUT", `/api/url/${id}/update`, { url: "https://example.org/second" });
  await gui.keyboard.press("e");
  await expect(editor.getByLabel(say("Loading…"))).toBeVisible();
  await expect(destination).toHaveCount(0);
  await letRun();
  await expect(destination).toHaveValue("https://example.org/second");
});

test("a taken alias is said at its field, while typing and by the service @bothways", async ({
  gui,
  service,
  say,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "taken" });
  await openLinks(gui, say);
  await gui.keyboard.press("c");
  const alias = gui.getByRole("dialog").getByLabel(say("Alias"));
  await gui.getByRole("dialog").getByLabel(say("Destination")).fill("https://example.org/other");
  await alias.fill("TAKEN");
  await expect(alias).toHaveAccessibleDescription(
    say.like("This is already taken. Choose a different value."),
  );
  await gui.getByRole("button", { name: say("Create link") }).click();
  await expect(alias).toHaveAccessibleDescription(
    say.like("This is already taken. Choose a different value."),
  );
  await alias.fill("api");
  await gui.getByRole("button", { name: say("Create link") }).click();
  await expect(alias).toHaveAccessibleDescription(
    say.like("Waypost uses this itself. Choose a different value."),
  );
  await alias.fill("a b");
  await expect(alias).toHaveAccessibleDescription(
    say.like("Use 3 to 100 characters: letters and digits in any script, - and _."),
  );
  await alias.fill("free-one");
  await gui.getByRole("button", { name: say("Create link") }).click();
  await expect(gui.getByRole("row", { name: /free-one/ })).toBeVisible();
});

test("what is wrong is said while typing, and a form closed by slip is still there @bothways", async ({
  gui,
  say,
}) => {
  await openLinks(gui, say);
  await gui.keyboard.press("c");
  const wrong = say.like("Enter a full URL that starts with http:// or https://.");
  const url = gui.getByRole("dialog").getByLabel(say("Destination"));
  await url.fill("ftp://example.org/");
  await expect(url).toHaveAccessibleDescription(wrong);
  await url.fill("https://example.org/kept");
  await expect(url).not.toHaveAccessibleDescription(wrong);
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("dialog")).toBeHidden();
  await expect(
    gui.getByText(say("Saved your draft. You’ll see it the next time you create an item.")),
  ).toBeVisible();
  await gui.keyboard.press("c");
  await expect(url).toHaveValue("https://example.org/kept");
  await gui.getByRole("button", { name: say("Start over") }).click();
  await expect(url).toHaveValue("");
});

test("2,000 links: counted, scrolled to the very end, searched and sorted @full", async ({
  gui,
  service,
}) => {
  test.setTimeout(180_000);
  await addLinks(service, 2_000);
  await service.visit("/link-777");
  await openLinks(gui);
  await expect(gui.getByText("2,000 links")).toBeVisible();
  await expect(gui.getByRole("row", { name: /link-2000\b/ })).toBeVisible();

  const table = gui.getByTestId("links-table");
  await table.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight / 2));
  await expect(gui.getByRole("row", { name: /link-100\d\b/ }).first()).toBeVisible();
  await table.evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  await expect(gui.getByRole("row", { name: /link-1\b/ })).toBeVisible();
  // Only what is in view exists.
  expect(await gui.getByRole("row").count()).toBeLessThan(80);

  await gui.keyboard.press("/");
  await gui.keyboard.type("page/1234");
  await expect(gui.getByText("1 link", { exact: true })).toBeVisible();
  await expect(gui.getByRole("row", { name: /link-1234\b/ })).toBeVisible();
  await gui.getByLabel("Search links").fill("nothing like it");
  await expect(gui.getByText("No matches")).toBeVisible();

  // From the search into the list, to a link and back: search, place and keys are as they were.
  await gui.getByLabel("Search links").fill("page/1");
  await expect(gui.getByText("1,111 links", { exact: true })).toBeVisible();
  await gui.getByLabel("Search links").press("ArrowDown");
  await expect(table).toBeFocused();
  await gui.keyboard.press("End");
  await expect(gui.getByRole("row", { name: /link-1\b/ })).toHaveAttribute("data-active", "true");
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("heading", { name: /link-1$/ })).toBeVisible();
  await gui.goBack();
  await expect(gui.getByLabel("Search links")).toHaveValue("page/1");
  await expect(gui.getByRole("row", { name: /link-1\b/ })).toHaveAttribute("data-active", "true");
  await expect(gui.getByRole("row", { name: /link-1\b/ })).toBeInViewport();
  await expect(table).toBeFocused();

  await gui.getByLabel("Search links").press("Escape");
  await gui.getByRole("button", { name: /^Sort/ }).click();
  await gui.getByRole("menuitemcheckbox", { name: "Most clicks" }).click();
  await expect(gui.locator('[aria-rowindex="2"]')).toContainText("link-777");
});

test("everything by keyboard @full", async ({ gui, service }) => {
  for (const alias of ["one", "two", "three"])
    await addLink(service, { url: `https://example.org/${alias}`, custom: alias });
  await gui.getByLabel("Paste a long URL").blur();
  await gui.keyboard.press("?");
  await expect(gui.getByRole("dialog", { name: "Keyboard shortcuts" })).toBeVisible();
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("dialog")).toBeHidden();
  await keysOf(gui).press("g l");
  await expect(gui.getByRole("row", { name: /three/ })).toBeVisible();

  const table = gui.getByRole("grid");
  await gui.keyboard.press("ArrowDown");
  await expect(table).toBeFocused();
  await gui.keyboard.press("ArrowDown");
  await expect(gui.getByRole("row", { name: /two/ })).toHaveAttribute("data-active", "true");
  await gui.keyboard.press("Control+c");
  await expect.poll(() => clipboardOf(gui)).toBe(`${service.shortBase}/two`);
  await gui.keyboard.press("e");
  await expect(gui.getByRole("dialog").getByLabel("Alias")).toHaveValue("two");
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("dialog")).toBeHidden();
  await expect(table).toBeFocused();
  await gui.keyboard.press("Delete");
  await expect(gui.getByRole("row", { name: /two/ })).toBeHidden();
  await gui.keyboard.press("Control+z");
  await expect(gui.getByRole("row", { name: /two/ })).toBeVisible();
  await table.focus();
  await gui.keyboard.press("End");
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("heading", { name: /one/ })).toBeVisible();
  await gui.keyboard.press("e");
  await expect(gui.getByRole("dialog").getByLabel("Alias")).toHaveValue("one");
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("dialog")).toBeHidden();
  await gui.keyboard.press("Delete");
  await expect(gui.getByText("2 links", { exact: true })).toBeVisible();
  await expect(gui.getByRole("row", { name: /one/ })).toBeHidden();
});

test("clicks from before stand beside those counted here, apart @full", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "moved", earlierclicks: 563 });
  await openLinks(gui);
  const row = gui.getByRole("row", { name: /moved/ });
  await expect(row.getByText("563 before")).toBeVisible();
  await expect(row.getByTitle("563 clicks before Waypost")).toBeVisible();
});

test("where only archived links fit, or are there at all, they are one press away @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "old", archived: true });
  await openLinks(gui, say);
  await expect(
    gui.getByRole("heading", { name: say("All your links are archived") }),
  ).toBeVisible();
  await expect(
    gui.getByText(say("1 archived link keeps working. It’s only hidden from the list.")),
  ).toBeVisible();
  await expect(gui.getByText(say("No links yet"))).toBeHidden();
  await gui.getByRole("button", { name: say("Show archived") }).click();
  await expect(gui.getByRole("row", { name: /old/ })).toBeVisible();

  await addLink(service, { url: "https://example.org/", custom: "new" });
  await go(gui, "");
  await openLinks(gui, say);
  await expect(gui.getByRole("row", { name: /new/ })).toBeVisible();
  await gui.getByRole("searchbox", { name: say("Search links") }).fill("old");
  await expect(gui.getByText(say("1 archived link matches."))).toBeVisible();
  await gui.getByRole("button", { name: say("Show archived") }).click();
  await expect(gui.getByRole("row", { name: /old/ })).toBeVisible();
});

test("a tag that is added stands on the row, and shows the links that have it @full", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "autumn" });
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await openLinks(gui);
  await gui.getByRole("row", { name: /spring/ }).click();
  await gui.keyboard.press("e");
  const editor = gui.getByRole("dialog");
  await editor.getByRole("combobox", { name: "Tags" }).fill("shop");
  await gui.keyboard.press("Enter");
  await editor.getByRole("button", { name: "Save", exact: true }).click();
  const tag = gui.getByRole("grid").getByRole("link", { name: "Links with the tag “shop”" });
  await tag.click();
  await expect(gui.getByRole("row", { name: /autumn/ })).toBeHidden();
  await expect(gui.getByRole("row", { name: /spring/ })).toBeVisible();
  expect(gui.url()).toContain("tag=shop");
});

test("how a link does is seen by selecting it, and its page is one key further @full", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/one", custom: "one", name: "First" });
  await addLink(service, { url: "https://example.org/two", custom: "two", name: "Second" });
  await service.visit("/one", { referer: "https://t.me/" });
  await openLinks(gui);
  const beside = gui.getByRole("complementary");
  await gui.getByRole("row", { name: /two/ }).click();
  await expect(beside.getByRole("heading", { name: "Second" })).toBeVisible();
  await gui.keyboard.press("ArrowDown");
  await expect(beside.getByRole("heading", { name: "First" })).toBeVisible();
  await expect(beside.getByTestId("inspector-clicks")).toHaveText("1");
  await expect(beside.getByRole("region", { name: "Latest clicks" })).toContainText("t.me");
  await gui.keyboard.press("Escape");
  await expect(beside).toBeHidden();
  await gui.keyboard.press("Enter");
  await expect(gui).toHaveURL(/#\/links\/\d+$/);
});

test("a row's menu opens where it is pressed with the right button @full", async ({
  gui,
  service,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await openLinks(gui);
  const row = gui.getByRole("row", { name: /spring/ });
  const { x = NaN, y = NaN } = (await row.boundingBox()) ?? {};
  await row.click({ button: "right", position: { x: 200, y: 20 } });
  const menu = gui.getByRole("menu");
  await expect(async () => {
    const box = await menu.boundingBox();
    expect(Math.abs((box?.x ?? NaN) - (x + 200))).toBeLessThan(16);
    expect(Math.abs((box?.y ?? NaN) - (y + 20))).toBeLessThan(16);
  }).toPass({ timeout: 5_000 });
  await gui.getByRole("menuitem", { name: "Archive" }).click();
  await expect(gui.getByRole("dialog")).toBeVisible();
});
