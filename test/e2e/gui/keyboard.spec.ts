import type { TestServer } from "../../support/server.ts";
import { holdQuestions } from "../../support/lateness.ts";
import { firefox, iphone } from "../../support/userAgents.ts";
import { addLink, addLinks, clipboardOf, expect, test } from "./guiTest.ts";
import { downloaded, keysOf, onward, openLinks } from "./keys.ts";

test("Home: an address becomes a link, is renamed, and how it does is one row away @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  const field = gui.getByLabel(say("Paste a long URL"));
  const made = gui.getByTestId("made");
  await test.step("a pasted address becomes a short link on the clipboard", async () => {
    await keys.write(field, "https://example.org/a/long/page");
    await keys.press("Enter");
    await expect(made).toBeVisible();
    await expect.poll(() => clipboardOf(gui)).toMatch(new RegExp(`^${service.shortBase}/`));
  });
  await test.step("it is renamed in its place", async () => {
    await keys.press("r");
    await keys.write(made.getByRole("textbox"), "spring");
    await keys.press("Enter");
    await expect.poll(() => clipboardOf(gui)).toBe(`${service.shortBase}/spring`);
    await keys.press("Escape");
    await expect(field).toBeVisible();
  });
  await test.step("today's clicks, and the link's own", async () => {
    await service.visit("/spring");
    await expect(gui.getByTestId("today")).toHaveText(say.number(1));
    await keys.press("ArrowDown", "Home");
    await expect(gui.getByTestId("inspector-clicks")).toHaveText(say.number(1));
    await keys.press("Enter");
    await expect(gui.getByTestId("clicks")).toHaveText(say.number(1));
    await keys.press("g h");
  });
});

async function addThree(service: TestServer): Promise<void> {
  for (const [custom, tags, name] of [
    ["tea", ["spring"], "چای"],
    ["coffee", ["spring"], ""],
    ["milk", [], ""],
  ] as const)
    await addLink(service, { url: `https://example.org/${custom}`, custom, tags, name });
}

test("Links: found, filtered, and kept as a view", async ({ gui, service, say }) => {
  const keys = keysOf(gui);
  await addThree(service);
  const aliases = gui.locator("[role=row][data-row]").locator("bdi bdi");
  await openLinks(gui, keys, say);
  await expect(aliases).toHaveCount(3);
  await test.step("search", async () => {
    await keys.press("/");
    // By an Arabic keyboard, with other letters than the title's.
    await keys.type("چاي");
    await expect(aliases).toHaveText(["tea"]);
    await keys.press("Escape");
    await expect(aliases).toHaveCount(3);
  });
  await test.step("filter", async () => {
    await keys.press("ArrowDown", "f");
    await keys.type("spr");
    await keys.press("Enter");
    await expect(aliases).toHaveText(["coffee", "tea"]);
  });
  await test.step("a view is kept, and chosen", async () => {
    await keys.on(gui.getByRole("button", { name: say("Saved views") }));
    await keys.to(gui.getByRole("menuitem", { name: say("Save view…") }), "ArrowDown");
    await keys.press("Enter");
    await keys.to(gui.getByRole("textbox", { name: say("View name") }));
    await keys.type("Spring");
    await keys.press("Enter");
    await expect(gui.getByRole("dialog")).toBeHidden();
    await keys.on(gui.getByRole("button", { name: say("Clear filters") }));
    await expect(aliases).toHaveCount(3);
    await keys.on(gui.getByRole("button", { name: say("Saved views") }));
    await keys.to(gui.getByRole("menuitem", { name: "Spring", exact: true }), "ArrowDown");
    await keys.press("Enter");
    await expect(aliases).toHaveCount(2);
    // Off comes the link beside the list, then what it is filtered by.
    await keys.press("Escape", "Escape");
    await expect(aliases).toHaveCount(3);
  });
});

test("Links: put in order, copied, edited, and opened @full", async ({ gui, service, say }) => {
  const keys = keysOf(gui);
  await addThree(service);
  const aliases = gui.locator("[role=row][data-row]").locator("bdi bdi");
  const grid = gui.getByRole("grid");
  await openLinks(gui, keys, say);
  await expect(aliases).toHaveCount(3);
  await test.step("order", async () => {
    const sortByAlias = async () => {
      await keys.on(gui.getByRole("button", { name: say.like("Sort: {{column}}") }));
      await keys.to(
        gui.getByRole("menuitemcheckbox", { name: say("Alias", "links.sorts") }),
        "ArrowDown",
      );
      await keys.press("Enter");
      await expect(gui.getByRole("menuitemcheckbox").first()).toBeHidden();
    };
    await sortByAlias();
    await expect(aliases).toHaveText(["coffee", "milk", "tea"]);
    await sortByAlias();
    await expect(aliases).toHaveText(["tea", "milk", "coffee"]);
  });
  await test.step("a row is copied, shown as a code, edited, opened", async () => {
    await keys.to(grid);
    await keys.press("Home", "ArrowDown", "Control+c");
    await expect.poll(() => clipboardOf(gui)).toBe(`${service.shortBase}/milk`);
    await keys.press("q");
    await expect(gui.getByRole("dialog", { name: say("QR code for this link") })).toBeVisible();
    await keys.press("Escape");
    await expect(grid).toBeFocused();
    await keys.press("e");
    await expect(gui.getByRole("dialog").getByLabel(say("Alias"))).toHaveValue("milk");
    await keys.press("Escape");
    await expect(grid).toBeFocused();
    await keys.press("t");
    await keys.type("بهار");
    await keys.press("Enter", "Enter");
    await expect(gui.getByRole("dialog")).toBeHidden();
    await expect(gui.getByRole("row", { name: /milk/ })).toContainText("بهار");
    await keys.on(gui.getByRole("button", { name: say.like("Actions for {{name}}") }));
    await keys.to(gui.getByRole("menuitem", { name: say("Open in a new tab") }), "ArrowDown");
    const [opened] = await Promise.all([gui.context().waitForEvent("page"), keys.press("Enter")]);
    await opened.close();
    await gui.bringToFront();
    await expect(gui.getByRole("menuitem").first()).toBeHidden();
    await keys.to(grid);
    await keys.press("Enter");
    await expect(gui.getByTestId("clicks")).toHaveText(say.number(1));
    await keys.press("Escape");
    await expect(grid).toBeFocused();
  });
});

test("Links: many at once are filed, given an end, taken back and taken along @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  await addLinks(service, 40);
  await service.api("POST", "/api/channel/add", { name: "Shop" });
  const bar = gui.getByRole("toolbar", { name: say("Actions for the selection") });
  const dialog = gui.getByRole("dialog");
  const said = (text: string) => gui.getByRole("alert").filter({ hasText: text });
  await openLinks(gui, keys, say);
  await expect(gui.getByRole("row", { name: /link-40/ })).toBeVisible();
  await test.step("some are selected, put into a channel, and out again", async () => {
    await keys.press("ArrowDown", "Shift+ArrowDown", "Shift+ArrowDown");
    await expect(bar).toContainText(say("3 selected"));
    await keys.on(bar.getByRole("button", { name: say("Channel") }));
    await keys.type("sho");
    await expect(dialog.getByRole("option", { name: "Shop" })).toBeVisible();
    await keys.press("Enter", "Enter");
    await expect(dialog).toBeHidden();
    const inShop = async () => (await service.api("GET", "/api/urls?channel=1")).body.data.result;
    await expect.poll(inShop).toBe(3);
    await keys.press("Control+z");
    await expect.poll(inShop).toBe(0);
  });
  await test.step("all that match are given an end", async () => {
    await keys.press("ArrowUp", "Control+a");
    await expect(bar).toContainText(say("40 selected"));
    await keys.on(bar.getByRole("button", { name: say("Expiry", "bulk") }));
    await keys.write(dialog.getByRole("textbox").first(), say.typed("2030-01-02 10:00:00"));
    await keys.on(dialog.getByRole("button", { name: say("Change 40 links", "bulk.run.expiry") }));
    await expect(dialog).toBeHidden();
    await expect(said(say("Changed 40 links.", "bulk.did.expiry"))).toBeVisible();
    await keys.press("Control+z");
    await expect(said(say("Undone."))).toBeVisible();
  });
  await test.step("what the list shows is exported", async () => {
    await keys.press("/");
    await keys.type("link-1");
    await expect(gui.getByText(say("11 links"), { exact: true })).toBeVisible();
    await keys.on(gui.getByRole("main").getByRole("button", { name: say("More", "list") }));
    await keys.to(gui.getByRole("menuitem", { name: say("Export…", "links") }), "ArrowDown");
    await keys.press("Enter");
    await expect(
      gui.getByRole("radio", { name: say.like("Links that match the current filter") }),
    ).toBeChecked();
    await keys.to(gui.getByRole("button", { name: say("Save file") }));
    expect(String(await downloaded(gui, () => keys.press("Enter")))).toContain("link-11");
  });
});

test("Links: many at once get a campaign, leave the list, come back, and are deleted @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  await addLinks(service, 12);
  await service.api("POST", "/api/campaign/add", { name: "Spring fair" });
  const bar = gui.getByRole("toolbar", { name: say("Actions for the selection") });
  const dialog = gui.getByRole("dialog");
  const said = (text: string) => gui.getByRole("alert").filter({ hasText: text });
  const found = async (query: string) =>
    (await service.api("GET", `/api/urls?${query}`)).body.data.result;
  await openLinks(gui, keys, say);
  await expect(gui.getByRole("row", { name: /link-12/ })).toBeVisible();
  await test.step("a button of the bar selects all, and they get a campaign", async () => {
    await keys.press("ArrowDown", "Space");
    await expect(bar).toContainText(say("1 selected"));
    await keys.on(bar.getByRole("button", { name: say("Select all 12 matches") }));
    await expect(bar).toContainText(say("12 selected"));
    await keys.on(bar.getByRole("button", { name: say("Campaign") }));
    await keys.pick(dialog.getByRole("combobox", { name: say("Campaign") }), "spr", "Spring fair");
    const letGo = await holdQuestions(gui, /\/api\/urls\?/);
    await keys.on(
      dialog.getByRole("button", { name: say("Change 12 links", "bulk.run.campaign") }),
    );
    await expect(dialog).toBeHidden();
    await expect(said(say("Changed 12 links.", "bulk.did.campaign"))).toBeVisible();
    await expect.poll(() => found("campaign=1")).toBe(12);
    await keys.press("ArrowUp", "Shift+ArrowDown", "Shift+ArrowDown");
    letGo();
    await expect(bar).toContainText(say("3 selected"));
  });
  await test.step("some go into the archive", async () => {
    await keys.press("a");
    await expect(dialog.getByRole("button", { name: say("Cancel") })).toBeFocused();
    await keys.on(dialog.getByRole("button", { name: say("Archive 3 links") }));
    await expect(dialog).toBeHidden();
    await expect(gui.getByText(say("9 links"), { exact: true })).toBeVisible();
  });
  await test.step("they come back, and are deleted right after that", async () => {
    await keys.press("Control+z");
    await expect(gui.getByText(say("12 links"), { exact: true })).toBeVisible();
    await keys.press("ArrowUp", "Control+a", "Delete");
    await expect(dialog.getByRole("button", { name: say("Cancel") })).toBeFocused();
    await keys.on(dialog.getByRole("button", { name: say("Delete 12 links") }));
    await expect(gui.getByRole("heading", { name: say("No links yet") })).toBeVisible();
    await expect.poll(() => found("limit=1")).toBe(0);
  });
});

test("Link editor: every section is filled, kept, and let go again @full", async ({
  gui,
  service,
  say,
  language,
}) => {
  const keys = keysOf(gui);
  await service.api("POST", "/api/channel/add", { name: "Shop" });
  await service.api("POST", "/api/campaign/add", { name: "Spring fair" });
  await service.api("POST", "/api/pixel/add", {
    type: "tagmanagerpixel",
    name: "Counter",
    tag: "GTM-ABC123",
  });
  await service.api("POST", "/api/splash/add", { name: "Before the shop" });
  const editor = gui.getByRole("dialog");
  const button = (name: string) => editor.getByRole("button", { name, exact: true });
  const rules = editor.locator('[data-extra="targeting"]');
  await keys.press("Escape", "c");
  await test.step("address, alias, title, tags, channel, campaign, note", async () => {
    await expect(editor.getByLabel(say("Destination"))).toBeFocused();
    await keys.type("https://example.org/tea?utm_source=news");
    await keys.write(editor.getByLabel(say("Alias")), "tea");
    await keys.write(editor.getByLabel(say("Title"), { exact: true }), "Tea");
    await keys.to(editor.getByRole("combobox", { name: say("Tags") }));
    await keys.type("spring,");
    await keys.pick(editor.getByRole("combobox", { name: say("Channel") }), "sho", "Shop");
    await keys.pick(editor.getByRole("combobox", { name: say("Campaign") }), "spr", "Spring fair");
    await keys.write(editor.getByLabel(say("Note")), "For the window");
  });
  await test.step("expiry by calendar", async () => {
    await keys.on(button(say("Expires")));
    await keys.on(button(say("Choose a date")));
    await keys.to(gui.getByRole("grid").getByRole("button").and(gui.locator("[tabindex='0']")));
    await keys.press("ArrowDown", "Enter");
    await expect(editor.getByRole("textbox", { name: say("Expires") })).toHaveValue(
      /^(\d{4}-|[۰-۹]{4}\/)/,
    );
  });
  await test.step("protection", async () => {
    await keys.on(button(say("Password")));
    await keys.on(button(say("Generate")));
    await expect(
      editor.getByText(say.like("Strong, unless it consists of common words.")),
    ).toBeVisible();
  });
  await test.step("rules by country and device, in their order", async () => {
    await keys.on(button(say("Targeting")));
    await keys.on(button(say("Add country")));
    await keys.pick(rules.getByRole("combobox", { name: say("Country") }), "Germ", say("Germany"));
    await keys.write(
      rules.getByRole("textbox", { name: say("Destination") }),
      "https://example.org/de",
    );
    for (const device of ["iPhone", "iPad"] as const) {
      await keys.on(button(say("Add device")));
      await expect(rules.getByRole("combobox", { name: say("Device") }).last()).toBeFocused();
      await keys.pick(
        rules.getByRole("combobox", { name: say("Device") }).last(),
        say(device, "devices"),
        say(device, "devices"),
      );
      await keys.write(
        rules.getByRole("textbox", { name: say("Destination") }).last(),
        `https://example.org/${device}`,
      );
    }
    await keys.on(button(say("Move {{name}} up", { name: say("iPad", "devices") })));
  });
  await test.step("how it opens", async () => {
    await keys.on(button(say("Link type", "linkEditor.opensAs")));
    await keys.to(
      editor.getByRole("radio", { name: say.like("Splash page", "linkEditor") }),
      "ArrowDown",
    );
    await keys.pick(
      editor.getByRole("combobox", { name: say("Which splash page") }),
      "bef",
      "Before the shop",
    );
  });
  await test.step("social preview", async () => {
    await keys.on(button(say("Social preview")));
    await keys.write(editor.getByRole("textbox", { name: say("Preview title") }), "Tea for all");
  });
  await test.step("UTM", async () => {
    await keys.on(button(say("Change {{name}}", { name: say("UTM parameters", "linkEditor") })));
    await keys.write(editor.getByRole("textbox", { name: say("Medium") }), "email");
  });
  await test.step("app links, pixels, public statistics", async () => {
    await keys.on(button(say("App links", "linkEditor")));
    await keys.write(
      editor.getByRole("textbox", { name: say("iPhone and iPad") }),
      "https://apps.apple.com/x",
    );
    await keys.on(button(say("Pixels", "linkEditor.pixels")));
    await keys.pick(
      editor.getByRole("combobox", { name: say("Pixels", "linkEditor.pixels") }),
      "cou",
      "Counter",
    );
    await keys.on(button(say("Public statistics")));
  });
  await test.step("what visitors and messengers get", async () => {
    await keys.to(editor.getByRole("radio", { name: say("What visitors get") }));
    await keys.press(onward[language]);
    await expect(editor.locator("figure").first()).toContainText("Tea for all");
  });
  await test.step("saved", async () => {
    await keys.press("Control+Enter");
    await expect(editor).toBeHidden();
    const { body } = await service.api("GET", "/api/urls?short=tea");
    expect(body.details).toMatchObject({
      geotarget: [{ location: "Germany", link: "https://example.org/de" }],
      devicetarget: [
        { device: "ipad", link: "https://example.org/iPad" },
        { device: "iphone", link: "https://example.org/iPhone" },
      ],
      parameters: [
        { name: "utm_source", value: "news" },
        { name: "utm_medium", value: "email" },
      ],
      metatitle: "Tea for all",
      tags: ["spring"],
      description: "For the window",
      deeplink: { apple: "https://apps.apple.com/x" },
      status: "public",
    });
    expect(body.details.expiry).not.toBeNull();
    expect(body.details.pixels).toHaveLength(1);
  });
  await test.step("a change is let go", async () => {
    await expect(gui.getByRole("row", { name: /tea/ })).toBeVisible();
    await keys.to(gui.getByRole("grid"));
    await keys.press("Home", "e");
    await keys.write(editor.getByLabel(say("Title"), { exact: true }), "Never kept");
    await keys.press("Escape");
    await expect(button(say("Keep editing"))).toBeFocused();
    await keys.on(button(say("Discard")));
    await expect(editor).toBeHidden();
    await expect(gui.getByRole("grid")).toBeFocused();
  });
});

test("Link page: days, comparison, filters, tables, files, and a try as a visitor @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
    devicetarget: [{ device: "iphone", link: "https://example.org/iphone" }],
  });
  for (const agent of [iphone, firefox, firefox])
    await service.visit("/spring", { "user-agent": agent });
  await openLinks(gui, keys, say);
  await expect(gui.getByRole("row", { name: /spring/ })).toBeVisible();
  await keys.press("ArrowDown", "Enter");
  await expect(gui.getByTestId("clicks")).toHaveText(say.number(3));
  await test.step("days", async () => {
    await keys.on(gui.getByRole("button", { name: say("30 days") }));
    await keys.to(gui.getByRole("dialog").getByRole("button", { name: say("7 days") }));
    await keys.press("Enter");
    await expect(gui).toHaveURL(/range=7d/);
    await keys.on(gui.getByRole("button", { name: say("Previous period") }));
    await expect(gui.getByRole("heading", { name: say("No clicks in this range") })).toBeVisible();
    await keys.on(gui.getByRole("button", { name: say("Next period") }));
    await expect(gui.getByTestId("clicks")).toHaveText(say.number(3));
  });
  await test.step("comparison", async () => {
    await keys.press("x");
    await expect(gui).toHaveURL(/compare=before/);
    await keys.press("x");
  });
  await test.step("a filter by a row, and none again", async () => {
    await keys.on(
      gui
        .getByRole("list", { name: say("Browsers") })
        .getByRole("button")
        .first(),
    );
    await expect(gui).toHaveURL(/browser=/);
    await expect(gui.getByTestId("clicks")).not.toHaveText(say.number(3));
    await keys.press("Escape");
    await expect(gui.getByTestId("clicks")).toHaveText(say.number(3));
  });
  await test.step("a chart as a table and as a file", async () => {
    await keys.on(
      gui.getByRole("button", { name: say("{{title}} as a table", { title: say("Over time") }) }),
    );
    await expect(
      gui.getByRole("region", { name: say("{{title}} as a table", { title: say("Over time") }) }),
    ).toBeVisible();
    await keys.to(
      gui.getByRole("button", {
        name: say("{{title}} as a CSV file", { title: say("Over time") }),
      }),
    );
    expect(String(await downloaded(gui, () => keys.press("Enter")))).toContain(",3");
  });
  await test.step("a try as a visitor", async () => {
    await keys.on(gui.getByRole("button", { name: say("Try as a visitor") }));
    const dialog = gui.getByRole("dialog");
    await keys.to(dialog.getByRole("combobox", { name: say("Device") }));
    await keys.press("Enter");
    await expect(gui.getByRole("option").first()).toBeVisible();
    // On from the last one: past the own browser.
    await keys.press("ArrowDown", "ArrowDown", "Enter");
    await expect(dialog.getByTestId("try-gets")).toContainText("example.org/iphone");
    await keys.on(dialog.getByRole("button", { name: say("Copy as curl") }));
    await expect.poll(() => clipboardOf(gui)).toContain("curl");
    await keys.press("Escape");
    await expect(dialog).toBeHidden();
    await expect(gui.getByRole("button", { name: say("Try as a visitor") })).toBeFocused();
  });
});
