import type { Locator, Page } from "@playwright/test";
import type { TestServer } from "../../support/server.ts";
import { holdQuestions } from "../../support/lateness.ts";
import { addLink, clipboardOf, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";
import type { Say } from "./words.ts";

function rowOf(page: Page, name: string): Locator {
  return page.getByRole("row").filter({ hasText: name });
}

async function takeBack(page: Page, say: Say, said: string | RegExp): Promise<void> {
  const message = page.getByRole("alert").filter({ hasText: said });
  await message.getByRole("button", { name: say("Undo") }).click();
}

async function made(service: TestServer, path: string, body: object): Promise<number> {
  const answer = await service.api("POST", path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

test("a channel is made, filled, starred, found by its star, and deleted with a way back @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await made(service, "/api/channel/add", { name: "Window" });
  const { id: link } = await addLink(service, { url: "https://example.org/", custom: "spring" });
  await go(gui, "channels");
  await gui.getByRole("button", { name: say("New channel") }).click();
  const editor = gui.getByRole("dialog");
  await editor.getByRole("textbox", { name: say("Name"), exact: true }).fill("Window");
  await editor.getByRole("button", { name: say("Teal") }).click();
  await editor.getByRole("button", { name: say("Create channel") }).click();
  await expect(editor).toContainText(say.like("This is already taken. Choose a different value."));
  await editor.getByRole("textbox", { name: say("Name"), exact: true }).fill("Newsletter");
  await editor.getByLabel(say("Starred")).check();
  await editor.getByRole("button", { name: say("Create channel") }).click();
  await expect(editor).toBeHidden();
  await expect(rowOf(gui, "Newsletter").getByRole("img", { name: say("Starred") })).toBeVisible();

  await rowOf(gui, "Newsletter").dblclick();
  await editor.getByRole("combobox", { name: say("Add link", "campaigns") }).fill("spri");
  await gui.getByRole("option", { name: /spring/ }).click();
  await expect(editor.getByRole("listitem")).toContainText("example.org");
  const channels = async () =>
    (await service.api("GET", `/api/url/${link}`)).body.details.channel.length;
  await expect.poll(channels).toBe(1);
  await editor.getByRole("button", { name: say.like("Remove {{name}}", "edit.takeOut") }).click();
  await expect(editor).toContainText(say("No links yet."));
  await expect.poll(channels).toBe(0);
  await takeBack(gui, say, say.like("Removed {{name}} from {{channel}}."));
  await expect.poll(channels).toBe(1);
  await editor.getByRole("button", { name: say("Close"), exact: true }).click();

  await go(gui, "channels?starred=true");
  await expect(rowOf(gui, "Window")).toBeHidden();
  await expect(rowOf(gui, "Newsletter")).toBeVisible();
  await rowOf(gui, "Newsletter").click();
  await gui.keyboard.press("Delete");
  await expect(gui.getByText(say("Deleted {{name}}.", { name: "Newsletter" }))).toBeVisible();
  await takeBack(gui, say, say.like("Deleted {{name}}."));
  await expect(rowOf(gui, "Newsletter")).toBeVisible();
  await expect.poll(channels).toBe(1);
});

const campaignWords = {
  en: {
    open: "Edit Spring",
    up: /^Move .+ up$/,
    down: /^Move .+ down$/,
    copy: "Copy rotator link of Spring",
  },
  fa: {
    open: "ویرایش Spring",
    up: /^بالا بردن/,
    down: /^پایین بردن/,
    copy: "کپی لینک چرخشی Spring",
  },
} as const;

for (const language of ["en", "fa"] as const)
  test(`the links of a campaign are put in order by keyboard and by dragging, and its list follows: ${language} @full`, async ({
    page,
    service,
  }) => {
    const words = campaignWords[language];
    await setTheme(page, language, "light");
    const campaign = await made(service, "/api/campaign/add", {
      name: "Spring",
      slug: "spring",
      public: true,
    });
    for (const custom of ["one", "two", "three"])
      await addLink(service, { url: "https://example.org/", custom, campaign });
    await openGui(page, service);
    await go(page, `campaigns/${campaign}`);
    const editor = page.getByRole("dialog");
    const shown = () =>
      editor
        .locator("li[data-item]")
        .evaluateAll((items) => items.map((item) => /(one|two|three)/.exec(item.textContent)?.[0]));
    const listed = async () => {
      const { body } = await service.api("GET", `/api/campaign/${campaign}/links`);
      return body.data.urls.map(({ alias }: { alias: string }) => alias);
    };
    await expect.poll(shown).toEqual(["three", "two", "one"]);

    const row = (alias: string) => editor.locator("li[data-item]").filter({ hasText: alias });
    const letGo = await holdQuestions(page, /\/api\/campaign\/\d+\/links/);
    await row("three").getByRole("button", { name: words.down }).focus();
    await page.keyboard.press("Enter");
    await expect.poll(shown).toEqual(["two", "three", "one"]);
    await expect(row("three").getByRole("button", { name: words.down })).toBeFocused();
    // One after the other, quicker than the service is.
    await page.keyboard.press("Enter");
    await expect.poll(shown).toEqual(["two", "one", "three"]);

    await row("three")
      .locator("[draggable]")
      .dragTo(row("two"), { targetPosition: { x: 40, y: 4 } });
    await expect.poll(shown).toEqual(["three", "two", "one"]);
    letGo();
    await expect.poll(listed).toEqual(["three", "two", "one"]);
    await expect.poll(shown).toEqual(["three", "two", "one"]);

    await editor.getByRole("button", { name: words.copy, exact: true }).click();
    await expect.poll(() => clipboardOf(page)).toBe(`${service.shortBase}/r/spring`);
    const frame = page.frameLocator("iframe").first();
    await expect(frame.getByRole("heading", { name: "Spring" })).toBeVisible();
  });

test("a click on a name opens it, the second of two doesn't close it, and beside it the row is chosen @full", async ({
  gui,
  service,
}) => {
  await made(service, "/api/channel/add", { name: "Window", description: "In the street" });
  await go(gui, "channels");
  const editor = gui.getByRole("dialog", { name: "Edit channel" });
  const close = editor.getByRole("button", { name: "Close", exact: true });
  await rowOf(gui, "Window").getByText("Window").click();
  await expect(editor).toBeVisible();
  await close.click();
  await expect(editor).toBeHidden();
  await rowOf(gui, "Window").getByText("Window").dblclick();
  await expect(editor).toBeVisible();
  await close.click();
  await expect(editor).toBeHidden();
  await rowOf(gui, "Window")
    .getByText("Window")
    .click({ modifiers: ["Control"] });
  await expect(rowOf(gui, "Window")).toHaveAttribute("aria-selected", "true");
  await rowOf(gui, "Window").getByText("In the street").click();
  await expect(rowOf(gui, "Window")).toHaveAttribute("data-active", "true");
  await expect(editor).toBeHidden();
});

test("a campaign is made and filled in one go, and asks before its public addresses go @bothways", async ({
  gui,
  service,
  say,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "tulips", name: "Spring bulbs" });
  await go(gui, "campaigns");
  const preview = Promise.withResolvers<undefined>();
  await gui.route("**/api/preview", async (route) => {
    await preview.promise;
    await route.continue();
  });
  await gui
    .getByRole("button", { name: say("New campaign") })
    .first()
    .click();
  const editor = gui.getByRole("dialog");
  const create = editor.getByRole("button", { name: say("Create campaign") });
  await editor.getByLabel(say("Rotator link slug")).fill("a b");
  // The preview comes later than the fields, and moves nothing under the mouse.
  const at = await create.boundingBox();
  preview.resolve(undefined);
  await expect(editor.locator("iframe:not([inert])")).toBeVisible();
  expect(await create.boundingBox()).toEqual(at);
  await create.click();
  await expect(editor).toContainText(say("Required."));
  await expect(editor).toContainText(
    say.like("Use 3 to 100 characters: letters and digits in any script, - and _."),
  );
  await editor.getByRole("textbox", { name: say("Name"), exact: true }).fill("Garden");
  await editor.getByLabel(say("Rotator link slug")).fill("garden");
  await create.click();
  await editor.getByRole("combobox", { name: say("Add link", "campaigns") }).fill("bulbs");
  await gui.getByRole("option", { name: /tulips · Spring bulbs$/ }).click();
  await expect(editor.locator("li[data-item]")).toContainText("tulips");
  await expect(gui.frameLocator("iframe").first().getByRole("listitem")).toContainText("tulips");
  const rotator = `${service.shortBase}/r/garden`;
  expect((await fetch(rotator, { redirect: "manual" })).headers.get("location")).toBe(
    "https://example.org/",
  );
  await editor.getByRole("button", { name: say("Close"), exact: true }).click();
  await expect(rowOf(gui, "Garden")).toContainText(say.number(1));

  await rowOf(gui, "Garden").click();
  await gui.keyboard.press("Delete");
  const question = gui.getByRole("dialog", { name: say("Delete {{name}}?", { name: "Garden" }) });
  await expect(question).toContainText(
    say.like("Its rotator link and public link list will stop working. Its link won’t be deleted."),
  );
  await question.getByRole("button", { name: say("Delete") }).click();
  await expect(gui.getByText(say("No campaigns yet"))).toBeVisible();
  expect((await fetch(rotator, { redirect: "manual" })).status).toBe(404);
  await takeBack(gui, say, say.like("Deleted {{name}}."));
  await expect(rowOf(gui, "Garden")).toBeVisible();
  expect((await fetch(rotator, { redirect: "manual" })).status).toBe(302);
});

test("a bio page is written beside its preview, with its links in order and its faults at their fields @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "ada" });
  await go(gui, "bio");
  await gui
    .getByRole("button", { name: say("New bio page") })
    .first()
    .click();
  const editor = gui.getByRole("dialog");
  await editor.getByRole("textbox", { name: say("Name"), exact: true }).fill("Ada");
  await editor.getByLabel(say("Alias")).fill("ada");
  await editor.getByLabel(say("Text of {{name}}", { name: say("new link") })).fill("Notes");
  await editor.getByLabel(say("URL of Notes")).fill("notes");
  await editor.getByRole("button", { name: say("Create bio page") }).click();
  await expect(editor).toContainText(
    say.like("Enter a full URL that starts with http:// or https://."),
  );
  await editor.getByLabel(say("URL of Notes")).fill("example.org/notes");
  await editor.getByRole("button", { name: say("Add link", "bio") }).click();
  await editor.getByLabel(say("Text of {{name}}", { name: say("new link") })).fill("Shop");
  await editor.getByLabel(say("URL of Shop")).fill("https://example.org/shop");
  await editor.getByRole("button", { name: say("Move Shop up") }).click();
  const frame = gui.frameLocator("iframe").first();
  await expect(frame.getByRole("link").first()).toHaveText("Shop");
  await editor.getByRole("button", { name: say("Create bio page") }).click();
  await expect(editor).toContainText(say.like("This is already taken. Choose a different value."));
  await editor.getByLabel(say("Alias")).fill("ada-links");
  await editor.getByRole("button", { name: say("Create bio page") }).click();
  await expect(editor).toBeHidden();
  const page = await (await fetch(`${service.shortBase}/ada-links`)).text();
  expect([...page.matchAll(/>(Shop|Notes)</g)].map(([, words]) => words)).toEqual([
    "Shop",
    "Notes",
  ]);

  await made(service, "/api/qr/add", { type: "link", data: `${service.shortBase}/ada-links` });
  await rowOf(gui, "Ada").click();
  await gui.keyboard.press("Delete");
  const question = gui.getByRole("dialog", { name: say("Delete {{name}}?", { name: "Ada" }) });
  await expect(question).toContainText(
    say.like("A QR code opens this page. Visitors who scan it will see “not found”."),
  );
  await question.getByRole("button", { name: say("Delete") }).click();
  await expect(gui.getByText(say("No bio pages yet"))).toBeVisible();
  await takeBack(gui, say, say.like("Deleted {{name}}."));
  await expect(rowOf(gui, "Ada")).toBeVisible();
});
