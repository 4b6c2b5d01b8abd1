import { holdTimers } from "../../support/lateness.ts";
import { addLink, expect, test } from "./guiTest.ts";
import {
  downloaded,
  goByPalette,
  keysOf,
  makeTealChannel,
  onward,
  openLinks,
  rowOf,
} from "./keys.ts";

test("the palette leads anywhere, the sheet says the keys, and single letters can be switched off @full", async ({
  gui,
  say,
}) => {
  const keys = keysOf(gui);
  await test.step("sheet", async () => {
    await keys.press("Escape", "?");
    await expect(gui.getByRole("dialog", { name: say("Keyboard shortcuts") })).toBeVisible();
    await keys.press("Escape");
    await expect(gui.locator("[role=dialog]")).toHaveCount(0);
  });
  await test.step("palette", async () => {
    await keys.press("Control+k");
    await expect(gui.getByRole("textbox", { name: say("Search everything") })).toBeFocused();
    await keys.type(say("History", "nav").slice(0, 4));
    await keys.press("Enter");
    await expect(gui).toHaveURL(/#\/history$/);
    await expect(gui.locator("[role=dialog]")).toHaveCount(0);
  });
  await test.step("single keys off, and on", async () => {
    await keys.press("g ,");
    await keys.on(gui.getByRole("link", { name: say("General") }));
    const switched = gui.getByRole("switch", { name: say("Single-key shortcuts") });
    await keys.on(switched, "Space");
    await expect(switched).not.toBeChecked();
    await keys.press("c", "?");
    await expect(gui.getByRole("dialog")).toBeHidden();
    await keys.on(
      gui.getByRole("button", {
        name: say("Reset to default: {{name}}", { name: say("Single-key shortcuts") }),
      }),
    );
    await expect(switched).toBeChecked();
    await keys.to(gui.getByRole("link", { name: say("General") }));
    await keys.press("?");
    await expect(gui.getByRole("dialog", { name: say("Keyboard shortcuts") })).toBeVisible();
    await keys.press("Escape");
  });
});

test("a dialog and a menu have the keys before any timer runs @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await openLinks(gui, keys, say);
  await expect(rowOf(gui, "spring")).toBeVisible();
  await keys.press("ArrowDown");
  await test.step("a dialog", async () => {
    const letRun = await holdTimers(gui);
    await keys.press("t");
    await expect(gui.getByRole("dialog").getByRole("combobox")).toBeFocused();
    await letRun();
    await keys.press("Escape");
    await expect(gui.getByRole("grid")).toBeFocused();
  });
  await test.step("a menu, which doesn't take them back from its items", async () => {
    await keys.to(gui.getByRole("button", { name: say.like("Actions for {{name}}") }));
    const letRun = await holdTimers(gui);
    await keys.press("Enter", "ArrowDown");
    const item = gui.getByRole("menuitem").first();
    await expect(item).toBeFocused();
    await letRun();
    await expect(item).toBeFocused();
  });
});

test("what closes gives the keys back before the next one can come @full", async ({
  gui,
  service,
  say,
}) => {
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  const keys = keysOf(gui);
  const grid = gui.getByRole("grid");
  await openLinks(gui, keys, say);
  await expect(rowOf(gui, "spring")).toBeVisible();
  await keys.press("ArrowDown");
  for (const [key, place] of [
    ["q", gui.getByRole("dialog", { name: "QR code for this link" })],
    ["e", gui.getByRole("dialog").getByLabel("Alias")],
    ["f", gui.getByRole("dialog", { name: "Filter" })],
  ] as const)
    await test.step(key, async () => {
      await keys.press(key);
      await expect(place).toBeVisible();
      await expect(grid).not.toBeFocused();
      // A timer that ends as soon as one can: what the keys wait for may not be another one.
      const next = await gui.evaluateHandle(() => ({
        focus: new Promise((resolve) => {
          const look = () => setTimeout(() => resolve(document.activeElement?.role));
          addEventListener("keydown", look, { once: true });
        }),
      }));
      await gui.keyboard.press("Escape");
      expect(await next.evaluate(({ focus }) => focus)).toBe("grid");
      await expect(place).toBeHidden();
    });
});

test("Statistics and History: what was clicked, what was changed, and all of it back @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await addLink(service, { url: "https://example.org/", custom: "autumn" });
  await service.visit("/spring");
  await test.step("statistics", async () => {
    await goByPalette(gui, keys, say("Clicks", "nav."));
    await expect(gui.getByTestId("clicks")).toHaveText(say.number(1));
    await keys.press("x");
    await expect(gui).toHaveURL(/compare=before/);
    await keys.on(
      gui.getByRole("button", { name: say("{{title}} as a table", { title: say("Over time") }) }),
    );
    await expect(
      gui.getByRole("region", { name: say("{{title}} as a table", { title: say("Over time") }) }),
    ).toBeVisible();
    await keys.to(
      gui
        .getByRole("region", { name: say("Rising", "statistics") })
        .getByRole("link")
        .first(),
    );
    await keys.press("Enter");
    await expect(gui.getByRole("heading", { level: 1 })).toContainText("spring");
  });
  await test.step("a change is seen, undone and done again", async () => {
    await keys.press("g l");
    await expect(rowOf(gui, "autumn")).toBeVisible();
    await keys.press("ArrowDown", "e");
    const editor = gui.getByRole("dialog");
    await keys.write(editor.getByLabel(say("Title"), { exact: true }), "Autumn leaves");
    await keys.press("Control+Enter");
    await expect(editor).toBeHidden();
    await goByPalette(gui, keys, say("History", "nav"));
    await keys.on(gui.getByRole("link", { name: say.like("{{what}} changed") }).first());
    await expect(gui.getByText("Autumn leaves").first()).toBeVisible();
    await keys.on(gui.getByRole("button", { name: say("Undo…") }));
    await keys.on(gui.getByRole("button", { name: say("Undo changes to 1 item") }));
    await expect(gui.getByRole("status").filter({ hasText: say("Done.") })).toBeVisible();
    await keys.on(gui.getByRole("link", { name: say("Show the undo") }));
    await expect(
      gui.getByRole("heading", { level: 1, name: say.like("Undone: {{what}}") }),
    ).toBeVisible();
    await keys.on(gui.getByRole("button", { name: say("Redo…") }));
    await keys.on(gui.getByRole("button", { name: say("Redo changes to 1 item") }));
    await expect(gui.getByRole("status").filter({ hasText: say("Done.") })).toBeVisible();
    const { body } = await service.api("GET", "/api/urls?short=autumn");
    expect(body.details.name ?? body.details.title).toBe("Autumn leaves");
  });
  await test.step("the trash gives back", async () => {
    await keys.press("g l");
    await expect(rowOf(gui, "autumn")).toBeVisible();
    await keys.press("ArrowDown", "Delete");
    await expect(gui.getByText(say("1 link"), { exact: true })).toBeVisible();
    await goByPalette(gui, keys, say("History", "nav"));
    await keys.on(gui.getByRole("link", { name: say("Trash") }));
    await keys.on(gui.getByRole("button", { name: say.like("Restore {{name}}") }));
    await expect(gui.getByRole("heading", { name: say("The trash is empty") })).toBeVisible();
    expect((await service.visit("/autumn")).status).toBe(302);
  });
});

test("Import: a file comes and goes again, and a pasted list is enough @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  const count = async () => (await service.api("GET", "/api/urls")).body.data.result;
  await test.step("a file is chosen, looked at and brought in", async () => {
    await goByPalette(gui, keys, say("Import and export"));
    const choosing = gui.waitForEvent("filechooser");
    await keys.on(gui.getByRole("button", { name: say("Choose file", "import") }));
    const chooser = await choosing;
    await chooser.setFiles({
      name: "table.csv",
      mimeType: "text/csv",
      buffer: Buffer.from("url,alias\nhttps://example.org/one,one\nhttps://example.org/two,two\n"),
    });
    await expect(gui.getByTestId("valid")).toHaveText(say.number(2));
    await keys.on(gui.getByRole("button", { name: say("Import 2 links") }));
    await expect(gui.getByTestId("imported")).toHaveText(say.number(2));
    await expect.poll(count).toBe(2);
  });
  await test.step("all of it is undone", async () => {
    await keys.on(gui.getByRole("button", { name: say("Undo import") }));
    await keys.on(gui.getByRole("button", { name: say("Undo changes to 2 items") }));
    await expect.poll(count).toBe(0);
    await expect(gui.getByRole("status").filter({ hasText: say("Done.") })).toBeVisible();
  });
  await test.step("a list is pasted", async () => {
    await goByPalette(gui, keys, say("Import and export"));
    await keys.on(gui.getByRole("button", { name: say("Paste list") }));
    await expect(
      gui.getByRole("textbox", {
        name: say.like("URLs, one per line, or the text of a table"),
      }),
    ).toBeFocused();
    await keys.type("https://example.org/three");
    await keys.press("Enter");
    await keys.type("https://example.org/four");
    await keys.on(gui.getByRole("button", { name: say("Preview import") }));
    await expect(gui.getByTestId("valid")).toHaveText(say.number(2));
    await keys.on(gui.getByRole("button", { name: say("Import 2 links") }));
    await expect(gui.getByTestId("imported")).toHaveText(say.number(2));
    await expect.poll(count).toBe(2);
  });
});

test("Export and backups: links are taken along, and all is as it was in a backup @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  await test.step("an export", async () => {
    await addLink(service, { url: "https://example.org/", custom: "kept" });
    await goByPalette(gui, keys, say("Import and export"));
    await keys.on(gui.getByRole("link", { name: say("Export", "exchange") }));
    await keys.to(gui.getByRole("radio", { name: /^CSV/ }));
    await keys.to(gui.getByRole("radio", { name: /^JSON/ }), "ArrowDown");
    await keys.to(gui.getByRole("button", { name: say("Save file") }));
    expect(String(await downloaded(gui, () => keys.press("Enter")))).toContain("kept");
  });
  await test.step("a backup", async () => {
    await goByPalette(gui, keys, say("Import and export"));
    await keys.on(gui.getByRole("link", { name: say("Backups") }));
    await keys.on(gui.getByRole("button", { name: say("Back up now") }));
    await expect(gui.getByText(say("Created a backup."))).toBeVisible();
    await service.api("DELETE", "/api/url/1/delete");
    await keys.on(gui.getByRole("button", { name: say.like("Preview and restore: {{name}}") }));
    const preview = gui.getByRole("region", {
      name: say.like("What restoring {{name}} would change"),
    });
    await expect(preview).toBeVisible();
    await keys.on(preview.getByRole("button", { name: say("Restore", "backups"), exact: true }));
    await expect(preview).toBeHidden();
    await expect.poll(async () => (await service.visit("/kept")).status).toBe(302);
  });
});

test("Settings: one thing of each section is changed and put back, and the key is renewed @full", async ({
  gui,
  service,
  say,
  language,
}) => {
  const keys = keysOf(gui);
  await goByPalette(gui, keys, say("Settings"));
  const section = async (name: string) => {
    await keys.to(gui.getByRole("main").getByRole("link", { name, exact: true }));
    await keys.press("Enter");
  };
  for (const [place, name, value] of [
    [say("General"), say("Name on public pages"), "Harbour"],
    [say("Sharing"), say("Public address"), "http://go.example.org"],
    [say("Links", "sections"), say("Expire after"), "30"],
    [say("Privacy and tracking"), say("Keep the click log for"), "100"],
    [say("Data"), say("Keep History for"), "100"],
  ] as const)
    await test.step(place, async () => {
      await keys.on(gui.getByRole("main").getByRole("link", { name: place, exact: true }));
      const setting = gui.getByRole("region", { name, exact: true });
      await keys.write(setting.getByRole("textbox"), value);
      await keys.press("Enter");
      await keys.on(
        setting.getByRole("button", { name: say("Reset to default: {{name}}", { name }) }),
      );
      await expect(
        setting.getByRole("button", { name: say("Reset to default: {{name}}", { name }) }),
      ).toBeHidden();
    });
  await test.step("Ports", async () => {
    await section(say("Sharing"));
    await keys.on(
      gui
        .getByRole("main")
        .getByRole("link", { name: say.like("Where Waypost listens, and who can connect") }),
    );
    const api = gui.getByRole("switch", { name: say("API on the public port") });
    await keys.on(api, "Space");
    await expect(api).toBeChecked();
    await keys.on(
      gui.getByRole("button", {
        name: say("Reset to default: {{name}}", { name: say("API on the public port") }),
      }),
    );
    await expect(api).not.toBeChecked();
  });
  await test.step("Appearance", async () => {
    await section(say("General"));
    await keys.to(gui.getByRole("radio", { name: say("Comfortable") }));
    await keys.press(onward[language]);
    await expect(gui.locator("html")).toHaveAttribute("data-density", "compact");
    await keys.on(
      gui.getByRole("button", {
        name: say("Reset to default: {{name}}", { name: say("Row height") }),
      }),
    );
    await expect(gui.locator("html")).not.toHaveAttribute("data-density", "compact");
  });
  await test.step("About", async () => {
    await section(say("About"));
    await keys.write(gui.getByLabel(say("Search packages and licenses")), "react-dom");
    await keys.on(gui.getByTestId("licences").locator("summary").first());
    await expect(gui.getByTestId("licences").locator("pre").first()).toBeVisible();
  });
  await test.step("Scripts and API", async () => {
    const before = service.apiKey;
    await section(say("Scripts and API"));
    const renew = gui.getByRole("region", { name: say("New API key") });
    await keys.on(renew.getByRole("button", { name: say("Create a new key") }));
    await expect(renew.getByRole("alert")).toBeVisible();
    await keys.on(renew.getByRole("button", { name: say("Create a new key") }));
    await expect(
      gui.getByText(say("Created a new key. The old key no longer works.")),
    ).toBeVisible();
    expect((await service.api("GET", "/api/account", undefined, before)).status).toBe(401);
  });
});

test("arrows go on in the direction of reading: between types, colours and choices @bothways @rtl @full", async ({
  gui,
  service,
  say,
  language,
}) => {
  const keys = keysOf(gui);
  await test.step("what a QR code says", async () => {
    await goByPalette(gui, keys, say("QR codes"));
    await keys.press("c");
    const types = gui.getByRole("radiogroup", { name: say("Content", "qr.type") });
    await keys.to(types.getByRole("radio", { checked: true }));
    const phone = types.getByRole("radio", { name: say("Phone", "qr"), exact: true });
    await keys.to(phone, onward[language]);
    await expect(phone).toBeChecked();
  });
  await test.step("a channel's colour", async () => {
    await makeTealChannel(gui, keys, say, onward[language]);
    const { data } = (await service.api("GET", "/api/channels")).body;
    expect(data.channels[0].color).toBe("#009595");
  });
  await test.step("a choice among the settings", async () => {
    await goByPalette(gui, keys, say("Settings"));
    const sections = gui.getByRole("main");
    await keys.on(sections.getByRole("link", { name: say("General") }));
    await keys.to(gui.getByRole("radio", { name: say("Comfortable") }));
    await keys.press(onward[language]);
    await expect(gui.locator("html")).toHaveAttribute("data-density", "compact");
  });
});
