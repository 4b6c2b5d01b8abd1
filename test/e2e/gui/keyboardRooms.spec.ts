import type { Page } from "@playwright/test";
import { logoSvg, rasterise } from "../../server/features/qr/qrExamples.ts";
import { holdQuestions } from "../../support/lateness.ts";
import { filesIn } from "../../support/exporting.ts";
import { send } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { addLink, expect, test } from "./guiTest.ts";
import {
  downloaded,
  goByPalette,
  type Keys,
  keysOf,
  makeTealChannel,
  onward,
  rowOf,
} from "./keys.ts";
import type { Say } from "./words.ts";

/** The only record of a list goes, and comes back. */
async function deleteAndTakeBack(page: Page, keys: Keys, name: string): Promise<void> {
  await expect(page.locator("[role=dialog]")).toHaveCount(0);
  await keys.press("ArrowDown", "Delete");
  await expect(rowOf(page, name)).toBeHidden();
  await keys.press("Control+z");
  await expect(rowOf(page, name)).toBeVisible();
}

/** The only record of a list gets another name. */
async function rename(page: Page, keys: Keys, say: Say, name: string): Promise<void> {
  const editor = page.getByRole("dialog");
  await expect(page.locator("[role=dialog]")).toHaveCount(0);
  await keys.press("ArrowDown", "e");
  await keys.write(editor.getByRole("textbox", { name: say("Name"), exact: true }), name);
  await keys.press("Control+Enter");
  await expect(rowOf(page, name)).toBeVisible();
}

test("QR codes: each of seven types says what is typed @full", async ({ gui, say, language }) => {
  const keys = keysOf(gui);
  const types = gui.getByRole("radiogroup", { name: say("Content", "qr.type") });
  await goByPalette(gui, keys, say("QR codes"));
  await keys.press("c");
  for (const [type, field, typed] of [
    [say("Phone", "qr"), say("Phone number"), "+49 30 123456"],
    [say("Email", "qr"), say("Email address"), "ann@example.org"],
    [say("SMS"), say("Phone number"), "+49 30 123456"],
    [say("Wi-Fi"), say("Network name"), "Home"],
    [say("vCard"), say("First name"), "Ann"],
    [say("Text", "qr"), say("Text", "qr"), "Hello"],
    [say("Link", "qr"), say("Destination"), "https://example.org/menu"],
  ] as const)
    await test.step(type, async () => {
      await keys.to(types.getByRole("radio", { checked: true }));
      await keys.to(types.getByRole("radio", { name: type, exact: true }), onward[language]);
      await keys.write(gui.getByRole("textbox", { name: field, exact: true }), typed);
      if (type === say("Wi-Fi"))
        await keys.write(gui.getByLabel(new RegExp(`^${say("Password")}`)), "secret");
      await expect(gui.getByRole("region", { name: say("Check") })).toContainText(
        say("Scans", "qr.verdict"),
      );
    });
});

test("QR codes: colours, a logo, a name, and ways to take them along @full", async ({
  gui,
  say,
}) => {
  const keys = keysOf(gui);
  const picture = gui.locator("figure[aria-busy=false] img");
  const name = gui.getByRole("textbox", { name: say("Name"), exact: true });
  const anyway = gui.getByRole("dialog").getByRole("button", { name: say("Continue anyway") });
  await goByPalette(gui, keys, say("QR codes"));
  await keys.press("c");
  await keys.write(
    gui.getByRole("textbox", { name: say("Destination"), exact: true }),
    "https://example.org/menu",
  );
  await test.step("colours and a logo", async () => {
    await keys.write(gui.getByRole("textbox", { name: say("Foreground"), exact: true }), "#2b6339");
    const choosing = gui.waitForEvent("filechooser");
    await keys.on(gui.getByRole("button", { name: say("Choose file") }));
    const chooser = await choosing;
    const buffer = rasterise(logoSvg, 300);
    await chooser.setFiles({ name: "logo.png", mimeType: "image/png", buffer });
    await expect(gui.getByRole("textbox", { name: say("Logo") })).toHaveValue(/^uploads\/kept\//);
    await keys.to(gui.getByRole("slider", { name: say("Logo size") }));
    await keys.press("ArrowLeft");
    await keys.write(name, "Lunch");
  });
  await test.step("saved, and called otherwise", async () => {
    await keys.press("Control+Enter");
    await expect(gui.getByRole("heading", { name: "Lunch" })).toBeVisible();
    await keys.write(name, "Menu");
  });
  await test.step("PNG", async () => {
    await expect(picture).toBeVisible();
    await keys.on(gui.getByRole("button", { name: "PNG" }));
    await keys.to(anyway);
    const png = await downloaded(gui, () => keys.press("Enter"));
    expect(png.readUInt32BE(16)).toBe(1000);
    await expect(gui.getByRole("heading", { name: "Menu" })).toBeVisible();
  });
  await test.step("many as a zip", async () => {
    await goByPalette(gui, keys, say("QR codes"));
    await expect(rowOf(gui, "Menu")).toBeVisible();
    await keys.press("ArrowDown", "Control+a");
    await keys.on(gui.getByRole("toolbar").getByRole("button", { name: say("Export", "qr") }));
    await keys.on(gui.getByRole("dialog").getByRole("button", { name: say("Download zip") }));
    await keys.to(anyway);
    const files = await filesIn(await downloaded(gui, () => keys.press("Enter")));
    expect([...files.keys()]).toEqual([expect.stringMatching(/Menu\.png$/)]);
  });
});

test("Channels, campaigns and tags: made, filled, put in order, deleted, taken back @full", async ({
  gui,
  service,
  say,
  language,
}) => {
  const keys = keysOf(gui);
  for (const custom of ["one", "two"])
    await addLink(service, { url: "https://example.org/", custom, tags: ["Spring", "Sale"] });
  const editor = gui.getByRole("dialog");
  await test.step("channels", async () => {
    await makeTealChannel(gui, keys, say, onward[language]);
    await keys.press("ArrowDown", "e");
    await keys.write(editor.getByRole("textbox", { name: say("Name") }), "Letters");
    await keys.press("Control+Enter");
    await expect(rowOf(gui, "Letters")).toBeVisible();
    await keys.on(gui.getByRole("button", { name: say("Actions for Letters") }));
    await keys.to(gui.getByRole("menuitem", { name: say("Star"), exact: true }), "ArrowDown");
    await keys.press("Enter");
    await expect(gui.getByRole("img", { name: say("Starred") })).toBeVisible();
    await expect(gui.getByRole("button", { name: say("Actions for Letters") })).toBeFocused();
    await keys.press("f");
    await keys.type("Yes");
    await keys.press("Enter");
    await expect(gui.getByRole("button", { name: say("Clear filters") })).toBeVisible();
    await expect(rowOf(gui, "Letters")).toBeVisible();
    await keys.press("ArrowDown", "Delete");
    await expect(rowOf(gui, "Letters")).toBeHidden();
    await keys.press("Control+z");
    await expect(rowOf(gui, "Letters")).toBeVisible();
  });
  await test.step("campaigns", async () => {
    await goByPalette(gui, keys, say("Campaigns"));
    await keys.press("c");
    await keys.write(editor.getByRole("textbox", { name: say("Name") }), "Garden");
    await keys.press("Control+Enter");
    for (const alias of ["one", "two"]) {
      await keys.pick(
        editor.getByRole("combobox", { name: say("Add link", "campaigns") }),
        alias,
        new RegExp(alias),
      );
      await expect(editor.locator("li[data-item]").filter({ hasText: alias })).toBeVisible();
    }
    const items = editor.locator("li[data-item]");
    const [before] = await items.allTextContents();
    await keys.on(items.first().getByRole("button", { name: say.like("Move {{name}} down") }));
    await expect(items.last()).toHaveText(before ?? "");
    await keys.press("Enter");
    await expect(items.first()).toHaveText(before ?? "");
    await keys.press("Escape");
    await expect(editor).toBeHidden();
    await keys.press("ArrowDown", "Delete");
    await keys.on(editor.getByRole("button", { name: say("Delete") }));
    await expect(rowOf(gui, "Garden")).toBeHidden();
    // Until the question has gone, the keys are its own.
    await expect(editor).toBeHidden();
    await keys.press("Control+z");
    await expect(rowOf(gui, "Garden")).toBeVisible();
  });
  await test.step("tags", async () => {
    await goByPalette(gui, keys, say("Tags"));
    await keys.press("/");
    await keys.type("Sale");
    await expect(rowOf(gui, "Spring")).toBeHidden();
    await expect(rowOf(gui, "Sale")).toBeVisible();
    await keys.press("ArrowDown", "e");
    await keys.write(editor.getByLabel(say("Name")), "Season");
    await keys.press("Enter");
    await expect(editor).toBeHidden();
    await keys.press("/", "Escape");
    await expect(rowOf(gui, "Season")).toBeVisible();
    const letGo = await holdQuestions(gui, /\/api\/(urls|service)/);
    await keys.press("ArrowDown", "Delete");
    await expect(gui.locator("[role=row][data-row]")).toHaveCount(1);
    await keys.press("Escape", "Control+z");
    letGo();
    await expect(gui.locator("[role=row][data-row]")).toHaveCount(2);
  });
});

test("Bio pages are made, put in order, edited, deleted, taken back @full", async ({
  gui,
  say,
}) => {
  const keys = keysOf(gui);
  const editor = gui.getByRole("dialog");
  await test.step("bio pages", async () => {
    await goByPalette(gui, keys, say("Bio pages"));
    await keys.press("c");
    await keys.write(editor.getByRole("textbox", { name: say("Name"), exact: true }), "Ada");
    await keys.write(
      editor.getByLabel(say("Text of {{name}}", { name: say("new link") })),
      "Notes",
    );
    await keys.write(
      editor.getByLabel(say("URL of {{name}}", { name: "Notes" })),
      "https://example.org/notes",
    );
    await keys.on(editor.getByRole("button", { name: say("Add link", "bio") }));
    await keys.to(editor.getByLabel(say("Text of {{name}}", { name: say("new link") })));
    await keys.type("Shop");
    await keys.write(
      editor.getByLabel(say("URL of {{name}}", { name: "Shop" })),
      "https://example.org/shop",
    );
    await keys.on(editor.getByRole("button", { name: say("Move {{name}} up", { name: "Shop" }) }));
    await expect(editor.locator("li[data-item]").first().getByRole("textbox").first()).toHaveValue(
      "Shop",
    );
    await keys.press("Control+Enter");
    await expect(rowOf(gui, "Ada")).toBeVisible();
    await rename(gui, keys, say, "Ada L.");
    await deleteAndTakeBack(gui, keys, "Ada L.");
  });
});

test("Splash pages, banners, pixels and domains are made, edited, deleted, taken back @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  const editor = gui.getByRole("dialog");
  for (const place of [say("Splash pages"), say("Overlays")])
    await test.step(place, async () => {
      await goByPalette(gui, keys, place);
      await keys.press("c");
      await keys.write(editor.getByRole("textbox", { name: say("Name"), exact: true }), "First");
      await keys.press("Control+Enter");
      await expect(rowOf(gui, "First")).toBeVisible();
      await rename(gui, keys, say, "Second");
      await deleteAndTakeBack(gui, keys, "Second");
    });
  await test.step("pixels", async () => {
    await goByPalette(gui, keys, say("Pixels", "nav"));
    await keys.press("c");
    await keys.to(editor.getByLabel(say("Platform")));
    await keys.type("Google Tag");
    await keys.write(editor.getByRole("textbox", { name: say("Tag", "pixels") }), "GTM-ABC1234");
    await keys.write(editor.getByRole("textbox", { name: say("Name") }), "First");
    await keys.press("Control+Enter");
    await expect(rowOf(gui, "First")).toBeVisible();
    await rename(gui, keys, say, "Second");
    await deleteAndTakeBack(gui, keys, "Second");
  });
  await test.step("domains", async () => {
    await goByPalette(gui, keys, say("Domains"));
    await keys.press("c");
    const { port } = new URL(service.baseUrl);
    await keys.write(
      editor.getByRole("textbox", { name: say("Domain") }),
      `http://go.localhost:${port}`,
    );
    await keys.press("Control+Enter");
    await expect(rowOf(gui, "go.localhost")).toBeVisible();
    await deleteAndTakeBack(gui, keys, "go.localhost");
  });
});

test("Messages received: searched, read, taken along, and deleted @full", async ({
  gui,
  service,
  say,
}) => {
  const keys = keysOf(gui);
  const { body } = await service.api("POST", "/api/overlay/add", {
    type: "contact",
    name: "Opinions",
    fields: ["name", "message"],
  });
  await addLink(service, { url: "https://example.org/", custom: "write", type: String(body.id) });
  for (const name of ["Ada", "Max", "Zoe"])
    await send(new URL(service.baseUrl).origin, "/write", {
      method: "POST",
      headers: { "user-agent": chrome, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ form: "contact", name, message: `Tea, ${name}` }).toString(),
    });
  const rows = gui.locator("[role=row][data-row]");
  await goByPalette(gui, keys, say("Inbox", "nav"));
  await test.step("searched and read", async () => {
    await expect(rows).toHaveCount(3);
    await keys.press("/");
    await keys.type("Max");
    await expect(rows).toHaveCount(1);
    await keys.press("ArrowDown", "Enter");
    await expect(gui.getByRole("dialog")).toContainText("Tea, Max");
    await keys.press("Escape");
    await expect(gui.getByRole("dialog")).toBeHidden();
  });
  await test.step("taken along", async () => {
    await keys.press("/", "Escape");
    await expect(rows).toHaveCount(3);
    await keys.to(gui.getByRole("button", { name: say("CSV") }));
    expect(String(await downloaded(gui, () => keys.press("Enter")))).toContain("Tea, Zoe");
  });
  await test.step("many deleted", async () => {
    await keys.press("ArrowDown", "Control+a", "Delete");
    await keys.on(gui.getByRole("dialog").getByRole("button", { name: say("Delete") }));
    await expect(gui.getByText(say("No messages yet"))).toBeVisible();
  });
});
