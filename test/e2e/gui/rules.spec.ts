import type { Locator } from "@playwright/test";
import { findingsOn } from "../../support/axe.ts";
import { chrome } from "../../support/userAgents.ts";
import { addLink, expect, go, openEditor, test } from "./guiTest.ts";

test("a rule is built by keyboard alone, visits follow it, and saving is undone @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "shop" });
  const editor = await openEditor(gui, id);
  /** As somebody without a mouse comes there. */
  const tabTo = async (target: Locator) => {
    const isFocused = () => target.evaluate((element) => element === document.activeElement);
    for (let tabs = 0; tabs < 100 && !(await isFocused()); tabs += 1)
      await gui.keyboard.press("Tab");
    await expect(target).toBeFocused();
  };
  const press = async (name: string) => {
    await tabTo(editor.getByRole("button", { name, exact: true }));
    await gui.keyboard.press("Enter");
  };
  await press(say("Rules"));
  await press(say("Add rule"));
  const subject = editor.getByRole("combobox", { name: say("Condition", "rules") });
  await expect(subject).toBeFocused();
  for (let downs = 0; downs < 10 && (await subject.inputValue()) !== "device"; downs += 1)
    await gui.keyboard.press("ArrowDown");
  await gui.keyboard.press("Tab");
  await gui.keyboard.press("Tab");
  await gui.keyboard.insertText(say("Windows"));
  await expect(gui.getByRole("option", { name: say("Windows") })).toBeVisible();
  await gui.keyboard.press("Enter");
  const destination = editor.locator("[data-rule] [data-url]");
  await tabTo(destination);
  await gui.keyboard.insertText("example.org/windows");
  await press(say("Done"));
  const sentences = editor.locator("[data-sentence]");
  await expect(sentences).toBeFocused();
  await expect(sentences).toContainText("example.org/windows");

  // Another one, from a template, goes first.
  await press(say("Templates", "rules"));
  const stores = gui.getByRole("menuitem", { name: say.like("App stores") });
  await expect(stores).toBeVisible();
  for (let downs = 0; downs < 6; downs += 1) {
    if (await stores.evaluate((element) => element === document.activeElement)) break;
    await gui.keyboard.press("ArrowDown");
  }
  await expect(stores).toBeFocused();
  await gui.keyboard.press("Enter");
  await expect(sentences).toHaveCount(3);
  await expect(destination).toBeFocused();
  await gui.keyboard.insertText("https://apps.apple.com/app/1");
  await press(say("Done"));
  await expect(sentences.nth(1)).toBeFocused();
  await tabTo(sentences.nth(2));
  await gui.keyboard.press("Enter");
  await tabTo(destination);
  await gui.keyboard.insertText("https://play.google.com/store/apps/details?id=1");
  expect(await findingsOn(gui)).toEqual([]);
  await press(say("Done"));
  await gui.keyboard.press("Alt+ArrowUp");
  await gui.keyboard.press("Alt+ArrowUp");
  await expect(sentences.first()).toContainText("play.google.com");
  await expect(sentences.first()).toBeFocused();
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();

  const rules = async () => (await service.api("GET", `/api/url/${id}`)).body.details.rules;
  expect(await rules()).toEqual([
    {
      url: "https://play.google.com/store/apps/details?id=1",
      conditions: [{ type: "device", value: "android" }],
      enabled: true,
    },
    {
      url: "https://example.org/windows",
      conditions: [{ type: "device", value: "windows" }],
      enabled: true,
    },
    {
      url: "https://apps.apple.com/app/1",
      conditions: [{ type: "device", value: "ios" }],
      enabled: true,
    },
  ]);
  const visit = async (userAgent: string) =>
    (await service.visit("/shop", { "user-agent": userAgent })).headers.location;
  expect(await visit("Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Firefox/140.0")).toBe(
    "https://example.org/windows",
  );
  expect(await visit("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0")).toBe(
    "https://example.org/",
  );
  // The link's page shows them too.
  await expect(gui.getByRole("list", { name: say("Targeting", "link") })).toContainText(
    "example.org/windows",
  );

  await gui.keyboard.press("Control+z");
  await expect.poll(rules).toBeUndefined();
});

test("a rule is duplicated, turned off and removed, and a fault stands at its input @full", async ({
  gui,
  service,
}) => {
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "shop",
    rules: [
      {
        url: "https://example.org/de",
        conditions: [
          { type: "geolocation-country-code", value: ["DE", "AT"] },
          { type: "geolocation-city-name", value: "Berlin" },
        ],
      },
    ],
  });
  const editor = await openEditor(gui, id);
  await editor.getByRole("button", { name: "Change Rules" }).click();
  const sentences = editor.locator("[data-sentence]");
  await expect(sentences).toContainText(
    "Where country is \u2068Germany\u2069 or \u2068Austria\u2069 and city is \u2068Berlin\u2069",
  );
  const act = async (place: number, name: string) => {
    await editor
      .getByRole("button", { name: /^Actions for / })
      .nth(place)
      .click();
    await gui.getByRole("menuitem", { name }).click();
  };
  await act(0, "Duplicate");
  await expect(sentences).toHaveCount(2);
  await act(0, "Turn off");
  await sentences.nth(1).click();
  await expect(editor.getByText("This condition never matches")).toBeVisible();
  await editor.getByRole("button", { name: /^Remove condition: city/ }).click();
  await editor.getByRole("combobox", { name: "Condition" }).selectOption("ip");
  const address = editor.getByRole("combobox", { name: "IP address" });
  await address.fill("here");
  await address.press("Enter");
  await gui.keyboard.press("Control+Enter");
  await expect(address).toBeFocused();
  await expect(address).toHaveAccessibleDescription(/Check the format/);
  await address.press("Backspace");
  await address.fill("10.0.0.0/8");
  await address.press("Enter");
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  const rules = async () => (await service.api("GET", `/api/url/${id}`)).body.details.rules;
  expect(await rules()).toMatchObject([
    { enabled: false },
    { enabled: true, conditions: [{ type: "ip-address", value: "10.0.0.0/8" }] },
  ]);
  await gui.keyboard.press("e");
  await editor.getByRole("button", { name: "Change Rules" }).click();
  await act(0, "Remove rule");
  await expect(sentences).toHaveCount(1);
  await gui.keyboard.press("Control+Enter");
  await expect.poll(async () => (await rules()).length).toBe(1);
});

test("a rule is dragged above another, and visits follow the saved order @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const conditions = [{ type: "browser", value: "chrome" }];
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "order",
    rules: ["first", "second"].map((name) => ({
      name,
      url: `https://example.org/${name}`,
      conditions,
    })),
  });
  const editor = await openEditor(gui, id);
  await editor.getByRole("button", { name: `${say("Change")} ${say("Rules")}` }).click();
  const rules = editor.locator("li[data-item]");
  const second = rules.filter({ hasText: "example.org/second" });
  await second
    .locator("[draggable]")
    .dragTo(rules.filter({ hasText: "example.org/first" }), { targetPosition: { x: 40, y: 4 } });
  await expect(editor.locator("[data-sentence]").first()).toContainText("example.org/second");
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  const { headers } = await service.visit("/order", { "user-agent": chrome });
  expect(headers.location).toBe("https://example.org/second");
});

test("unsaved rules are tested with this browser, condition by condition @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "shop",
    rules: [
      {
        url: "https://example.org/windows",
        conditions: [
          { type: "browser", value: "chrome" },
          { type: "geolocation-country-code", value: "DE" },
        ],
      },
    ],
  });
  const editor = await openEditor(gui, id);
  await editor
    .getByRole("button", { name: say("Change {{name}}", { name: say("Rules") }) })
    .press("Enter");
  await editor.getByRole("button", { name: say("Test with my browser") }).press("Enter");
  const result = editor.getByRole("region", { name: say("Test with my browser") });
  await expect(result).toContainText(say.like("Your browser: {{facts}}"));
  const conditions = result.getByRole("listitem").getByRole("listitem");
  await expect(conditions).toHaveCount(2);
  await expect(conditions.nth(0)).toContainText(say("Matches."));
  await expect(conditions.nth(1)).toContainText(
    say("This is unknown for the visitor, so the condition can’t match."),
  );
  expect(await findingsOn(gui)).toEqual([]);

  // Without the country it holds, saved or not.
  await editor.locator("[data-sentence]").press("Enter");
  await editor
    .getByRole("button", { name: say.like("Remove condition: {{name}}") })
    .nth(1)
    .click();
  await expect(conditions).toHaveCount(1);
  await expect(result.getByTestId("try-gets")).toContainText("example.org/windows");
  const destination = editor.locator("[data-rule] [data-url]");
  await destination.fill("");
  await expect(result).toContainText(
    say("Enter the destinations and complete the rules to test them."),
  );
  await destination.fill("example.org/linux");
  await expect(result.getByTestId("try-gets")).toContainText("example.org/linux");
  const { body } = await service.api("GET", `/api/url/${id}`);
  expect(body.details.rules[0].url).toBe("https://example.org/windows");
  expect(body.data).toMatchObject({ clicks: 0, botClicks: 0 });
});

test("a start, a limit and what follows are set, and the page says them @bothways", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/", custom: "sale" });
  await service.visit("/sale");
  const editor = await openEditor(gui, id);
  await editor.getByRole("button", { name: say("Schedule and limit"), exact: true }).press("Enter");
  const starts = editor.getByRole("textbox", { name: say("Starts") });
  await expect(starts).toBeFocused();
  await starts.fill("2030-01-01");
  await editor.getByRole("checkbox", { name: say("Tell visitors when the link starts") }).check();
  await editor.getByRole("textbox", { name: say("Click limit") }).fill("10");
  await expect(editor.getByText(say.like("{{clicks}} of {{most}} used"))).toBeVisible();
  await editor
    .getByRole("textbox", { name: say("Destination after the end") })
    .fill("example.org/after");
  expect(await findingsOn(gui)).toEqual([]);
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  expect((await service.api("GET", `/api/url/${id}`)).body.details).toMatchObject({
    starts: "2030-01-01 00:00:00",
    startspublic: true,
    maxclicks: 10,
    afterurl: "https://example.org/after",
  });
  expect((await service.visit("/sale")).status).toBe(404);
  await expect(gui.getByText(say("After the end", "decides"), { exact: true })).toBeVisible();
});

test("the page of a link says how many visits went elsewhere after its end @bothways", async ({
  gui,
  service,
  say,
}) => {
  const fields = { maxclicks: 1, afterurl: "https://example.org/after" };
  const { id } = await addLink(service, { url: "https://example.org/", custom: "over", ...fields });
  for (let visit = 0; visit < 4; visit += 1) await service.visit("/over");
  await go(gui, `links/${id}`);
  const sentence = say("{{formatted}} visits, not counted as clicks", { formatted: 3 });
  await expect(gui.getByText(sentence)).toBeVisible();
  expect(await findingsOn(gui)).toEqual([]);
});

test("a split is made of the link's destination, shared evenly, changed and undone @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const { id } = await addLink(service, { url: "https://example.org/a", custom: "test" });
  const editor = await openEditor(gui, id);
  await editor.getByRole("button", { name: say("Split", "fields"), exact: true }).press("Enter");
  const url = (letter: string) =>
    editor.getByRole("textbox", { name: say("Destination of variant {{letter}}", { letter }) });
  const share = (letter: string) =>
    editor.getByRole("textbox", { name: say("Share of variant {{letter}}", { letter }) });
  await expect(url("A")).toHaveValue("https://example.org/a");
  await url("B").fill("example.org/b");
  await editor.getByRole("button", { name: say("Add variant") }).press("Enter");
  await expect(url("C")).toBeFocused();
  await url("C").fill("example.org/c");
  await share("B").fill("70");
  await expect(
    editor.getByText(say.like("Total: {{sum}}. The shares have to add up to 100%.")),
  ).toBeVisible();
  await editor.getByRole("button", { name: say("Split evenly") }).press("Enter");
  expect(await findingsOn(gui)).toEqual([]);
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  const weights = async () =>
    (await service.api("GET", `/api/url/${id}`)).body.details.split?.variants.map(
      ({ weight }: { readonly weight: number }) => weight,
    );
  expect(await weights()).toEqual([3334, 3333, 3333]);

  await gui.keyboard.press("e");
  await editor
    .getByRole("button", { name: say("Change {{name}}", { name: say("Split", "fields") }) })
    .press("Enter");
  await share("A").fill("23.34");
  await share("C").fill("43.33");
  await expect(
    editor.getByText(
      say.like("{{share}} of visitors will see a different destination than before."),
    ),
  ).toBeVisible();
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  expect(await weights()).toEqual([2334, 3333, 4333]);
  await gui.keyboard.press("Control+z");
  await expect.poll(weights).toEqual([3334, 3333, 3333]);

  // A new test, which is changed back and then saved.
  const started = async () =>
    (await service.api("GET", `/api/url/${id}`)).body.details.split.started;
  const first = await started();
  await gui.keyboard.press("e");
  await editor
    .getByRole("button", { name: say("Change {{name}}", { name: say("Split", "fields") }) })
    .press("Enter");
  await expect(editor.getByText(say.like("Test started {{date}}"))).toBeVisible();
  await editor.getByRole("button", { name: say("Start a new test") }).press("Enter");
  const hint = editor.getByText(
    say(
      "A new test starts when you save. Waypost assigns each visitor again, so visitors may see a different destination. You can undo this in History.",
    ),
  );
  await expect(hint).toBeVisible();
  await editor.getByRole("button", { name: say("Keep the current test") }).press("Enter");
  await expect(hint).toBeHidden();
  await editor.getByRole("button", { name: say("Start a new test") }).press("Enter");
  await expect(editor.getByRole("button", { name: say("Keep the current test") })).toBeFocused();
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  await expect.poll(started).not.toBe(first);
  await gui.keyboard.press("Control+z");
  await expect.poll(started).toBe(first);
});

test("a split ends with its winner in one save, and undo brings the test back @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const weight = 5_000;
  const variants = ["a", "b"].map((one) => ({
    id: one,
    url: `https://example.org/${one}`,
    weight,
  }));
  const { id } = await addLink(service, {
    url: "https://example.org/",
    custom: "test",
    split: { variants },
  });
  const split = async () => (await service.api("GET", `/api/url/${id}`)).body.details.split;
  const running = await split();
  const editor = await openEditor(gui, id);
  await editor
    .getByRole("button", { name: say("Change {{name}}", { name: say("Split", "fields") }) })
    .press("Enter");
  await editor.getByRole("button", { name: say("End split now") }).press("Enter");
  const winner = editor.getByRole("combobox", { name: say("Winner") });
  await winner.selectOption("b");
  await gui.keyboard.press("Control+Enter");
  await expect(editor).toBeHidden();
  expect(await split()).toMatchObject({ variants, winner: "b", started: running.started });
  expect((await service.visit("/test")).headers.location).toBe("https://example.org/b");
  await gui.keyboard.press("Control+z");
  await expect.poll(split).toEqual(running);
});
