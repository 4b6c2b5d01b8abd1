import { connect } from "node:net";
import type { Locator, Page } from "@playwright/test";
import type { Setting } from "../../../src/contract/server/settings.ts";
import { findingsOn } from "../../support/axe.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";
import { holdQuestions } from "../../support/lateness.ts";
import { addLink, clipboardOf, expect, go, openGui, test } from "./guiTest.ts";
import { keysOf } from "./keys.ts";
import { setTheme } from "./setTheme.ts";

async function open(page: Page, section: string): Promise<void> {
  await go(page, `settings/${section}`);
}

function row(page: Page, name: string): Locator {
  return page.getByRole("region", { name, exact: true });
}

async function keptBy(service: TestServer, key: string): Promise<Setting["value"]> {
  const { body } = await service.api("GET", "/api/settings", undefined, service.localKey);
  return body.settings.find((one: Setting) => one.key === key).kept;
}

test("a setting says its default and its origin once it is changed, is changed alone, reset and undone @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  await gui.getByRole("link", { name: say("Settings") }).click();
  await expect(gui).toHaveURL(/#\/settings\/general$/);
  const name = row(gui, say("Name on public pages"));
  await expect(name.getByRole("img")).toBeHidden();

  const sent: unknown[] = [];
  gui.on("request", (request) => {
    if (request.method() === "PUT") sent.push(request.postDataJSON());
  });
  await name.getByRole("textbox").fill("Harbour Books");
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("alert")).toContainText(say("Name on public pages"));
  const usual = say("Default: {{value}}", { value: say("None", "common") });
  await expect(name.getByRole("img")).toHaveAttribute(
    "aria-label",
    `${say("Changed here")} · ${usual}`,
  );
  expect(sent).toEqual([
    { set: { "page.name": "Harbour Books" }, unset: [], expect: { "page.name": null } },
  ]);
  await expect.poll(() => keptBy(service, "page.name")).toBe("Harbour Books");

  await gui.getByRole("button", { name: say("Undo"), exact: true }).click();
  await expect.poll(() => keptBy(service, "page.name")).toBeNull();
  await expect(name.getByRole("textbox")).toHaveValue("");

  await name.getByRole("textbox").fill("Harbour");
  await gui.keyboard.press("Enter");
  await name.getByRole("button", { name: say.like("Reset to default: {{name}}") }).click();
  await expect.poll(() => keptBy(service, "page.name")).toBeNull();
});

test("addresses of earlier sections lead to where their settings are @full", async ({ gui }) => {
  for (const [before, now] of [
    ["you", "general"],
    ["look", "general"],
    ["key", "scripts"],
    ["public", "sharing"],
  ] as const) {
    await open(gui, before);
    await expect(gui).toHaveURL(new RegExp(`settings/${now}$`));
  }
  await open(gui, "data");
  await gui.getByRole("link", { name: "Backups" }).click();
  await expect(gui).toHaveURL(/exchange\?tab=backups$/);
  await gui.getByRole("main").getByRole("link", { name: "Data", exact: true }).click();
  await expect(gui).toHaveURL(/settings\/data$/);
});

test("going elsewhere asks what becomes of what is typed @full", async ({ gui, service }) => {
  await open(gui, "general");
  const name = row(gui, "Name on public pages");
  const typed = name.getByRole("textbox");
  const elsewhere = gui.getByRole("link", { name: "Privacy and tracking", exact: true });
  const color = row(gui, "Color of public pages");
  const words = "This change isn’t saved yet.";
  await typed.fill("Harbour");
  await elsewhere.click();
  await expect(name.getByRole("alert")).toHaveText(words);
  expect(await findingsOn(gui)).toEqual([]);
  const cut = name
    .locator("button span")
    .evaluateAll((texts) =>
      texts
        .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
        .map(({ textContent }) => textContent),
    );
  expect(await cut).toEqual([]);
  await name.getByRole("button", { name: "Keep editing" }).click();
  await expect(gui).toHaveURL(/settings\/general$/);
  await expect(typed).toHaveValue("Harbour");
  // Each field that is typed in is asked for, one after the other.
  await color.getByRole("textbox", { name: "Color of public pages" }).fill("#123456");
  await elsewhere.click();
  await expect(gui.getByRole("alert").filter({ hasText: words })).toBeVisible();
  const isColorFirst = await color.getByRole("alert").isVisible();
  for (const field of isColorFirst ? [color, name] : [name, color]) {
    await expect(field.getByRole("alert")).toHaveText(words);
    await field.getByRole("button", { name: field === name ? "Save" : "Discard" }).click();
  }
  await expect(gui).toHaveURL(/settings\/privacy$/);
  await expect.poll(() => keptBy(service, "page.name")).toBe("Harbour");
  await open(gui, "general");
  await expect(color.getByRole("textbox", { name: "Color of public pages" })).toHaveValue("");
});

test("what can't be is said at the field, in words, and what others changed is not run over @bothways", async ({
  gui,
  service,
  say,
}) => {
  await open(gui, "links");
  const length = row(gui, say("Length of random aliases"));
  await length.getByRole("textbox").fill("۳");
  await gui.keyboard.press("Enter");
  await expect(length).toContainText(
    say("Use {{what}}.", { what: say("a whole number from 4 to 32") }),
  );
  await gui.keyboard.press("Escape");
  await expect(length.getByRole("textbox")).toHaveValue(say.number(6));

  await service.api("PUT", "/api/settings", { set: { "links.aliasLength": 9 } }, service.localKey);
  await length.getByRole("textbox").fill("12");
  await gui.keyboard.press("Enter");
  await expect(length).toContainText(
    say.like("This was changed elsewhere while you were editing."),
  );
  await expect.poll(() => keptBy(service, "links.aliasLength")).toBe(9);
});

test("the account: a name that can't be is refused at its field, a good one is kept and taken back @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await open(gui, "scripts");
  const picture = gui.locator('img[src*="/assets/avatar.svg"]');
  const isDrawn = () => picture.evaluate((img: HTMLImageElement) => img.naturalWidth > 0);
  await expect.poll(isDrawn).toBe(true);
  await expect(picture).toHaveAttribute("src", /owner$/);
  const username = row(gui, say("Username"));
  await username.getByRole("textbox").fill("a b");
  await gui.keyboard.press("Enter");
  await expect(username).toContainText(say("Remove the characters that aren’t allowed."));
  await username.getByRole("textbox").fill("mina");
  await gui.keyboard.press("Enter");
  const present = async () => (await service.api("GET", "/api/account")).body.data.username;
  await expect.poll(present).toBe("mina");
  await expect(picture).toHaveAttribute("src", /mina$/);
  await expect.poll(isDrawn).toBe(true);
  await gui.getByRole("button", { name: say("Undo") }).click();
  await expect.poll(present).toBe("owner");
});

test("a new key is made after what breaks was said, and the old one is gone", async ({
  gui,
  service,
}) => {
  const before = service.apiKey;
  const presentKey = async () =>
    (await service.api("GET", "/api/key", undefined, service.localKey)).body.key;
  await open(gui, "scripts");
  const renew = row(gui, "New API key");
  await renew.getByRole("button", { name: "Create a new key" }).click();
  await expect(renew.getByRole("alert")).toContainText(
    "stop working until you give them the new key",
  );
  expect((await service.api("GET", "/api/account", undefined, before)).status).toBe(200);
  await renew.getByRole("button", { name: "Create a new key" }).click();
  await expect(gui.getByText("Created a new key.")).toBeVisible();
  expect((await service.api("GET", "/api/account", undefined, before)).status).toBe(401);
  await gui.getByRole("button", { name: "Show the key" }).click();
  await expect(gui.getByTestId("script-key")).toHaveText(await presentKey());
});

test("single letters can be switched off, and nothing else is @full", async ({ gui }) => {
  await open(gui, "general");
  await row(gui, "Single-key shortcuts").getByRole("switch").press("Space");
  await gui.locator("#content").focus();
  await gui.keyboard.press("c");
  await keysOf(gui).press("g h");
  await expect(gui).toHaveURL(/settings\/general$/);
  await expect(gui.getByRole("dialog")).toBeHidden();
  await gui.keyboard.press("Control+z");
  await expect(gui.getByText("nothing to undo in this window")).toBeVisible();
  await row(gui, "Single-key shortcuts").getByRole("button", { name: "Reset to default" }).click();
  await gui.locator("#content").focus();
  await gui.keyboard.press("c");
  await expect(gui.getByRole("dialog")).toBeVisible();
});

test("who goes elsewhere while something is being saved gets there once it is @full", async ({
  gui,
  service,
}) => {
  await open(gui, "general");
  const name = row(gui, "Name on public pages");
  await name.getByRole("textbox").fill("Harbour");
  const letGo = await holdQuestions(gui, /\/api\/settings$/);
  await name.getByRole("textbox").press("Enter");
  await gui.getByRole("link", { name: "Privacy and tracking", exact: true }).click();
  await expect(name.getByRole("alert")).toBeVisible();
  letGo();
  await expect(gui).toHaveURL(/settings\/privacy$/);
  expect(await keptBy(service, "page.name")).toBe("Harbour");
});

test("new links begin with what was chosen @full", async ({ gui, service }) => {
  await service.api("POST", "/api/channel/add", { name: "Newsletter" });
  // The window hears of the channel that a script made.
  await gui.reload();
  await open(gui, "links");
  await row(gui, "Channel").getByRole("combobox").selectOption("Newsletter");
  await expect.poll(() => keptBy(service, "links.channel")).toBe(1);
  const days = row(gui, "Expire after").getByRole("textbox");
  await days.fill("30");
  await days.press("Enter");
  await expect.poll(() => keptBy(service, "links.expiryDays")).toBe(30);

  await go(gui, "");
  await gui.getByLabel("Paste a long URL").fill("https://example.org/");
  await gui.keyboard.press("Enter");
  await expect(gui.getByTestId("made")).toBeVisible();
  const { body } = await service.api("GET", "/api/urls");
  const [link] = body.data.urls;
  expect([link.channel, link.expiry]).toEqual([[1], expect.stringContaining("23:59:59")]);

  await gui.getByRole("button", { name: "New link" }).click();
  await gui.getByRole("dialog").getByLabel("Destination").fill("https://example.org/second");
  await expect(gui.getByRole("dialog")).toContainText("Newsletter");
  await gui.getByRole("dialog").getByRole("button", { name: "Create link" }).click();
  await expect(gui.getByRole("dialog")).toBeHidden();
  const second = (await service.api("GET", "/api/urls")).body.data.urls[0];
  expect([second.longurl, second.channel, second.expiry]).toEqual([
    "https://example.org/second",
    [1],
    link.expiry,
  ]);
});

test("rows, digits, calendar and week are chosen apart, and kept in Persian as well @full", async ({
  gui,
}) => {
  await open(gui, "general");
  await row(gui, "Calendar").getByText("Jalali").click();
  await row(gui, "Row height").getByText("Compact").click();
  await expect(gui.locator("html")).toHaveAttribute("data-density", "compact");
  await open(gui, "scripts");
  await expect(gui.getByText(/Since \d+ \w+ 14\d\d/)).toBeVisible();
  await open(gui, "general");
  await row(gui, "Language").getByText("فارسی").click();
  await expect(gui.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(gui.locator("html")).toHaveAttribute("data-density", "compact");
  await expect(row(gui, "اولین روز هفته")).toContainText("شنبه");
  await gui.reload();
  await expect(gui.locator("html")).toHaveAttribute("data-density", "compact");
});

test("what waits for the next start says so, with the way there; data says where it lies, and about brings the licences along @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await open(gui, "ports");
  const host = row(gui, say("API on the public port"));
  await host.getByRole("switch").click({ force: true });
  await expect(gui.getByRole("main").getByRole("status")).toContainText(
    say("1 change takes effect after a restart"),
  );
  await gui.getByRole("button", { name: say("Copy {{name}}", { name: "npm start" }) }).click();
  await expect.poll(() => clipboardOf(gui)).toBe("npm start");
  await expect(host).toContainText(
    say("Takes effect after a restart. Until then, the value is {{value}}.", { value: say("Off") }),
  );

  await addLink(service, { url: "https://example.org/" });
  await open(gui, "data");
  await expect(gui.getByTestId("data-folder")).toHaveText(service.dataDir);
  const together = gui
    .getByRole("list", { name: say("Sizes") })
    .getByRole("listitem")
    .filter({ hasText: say("Total") });
  await expect(together).toContainText(say.like("{{formatted}} KiB"));
  await open(gui, "about");
  await gui.getByLabel(say("Search packages and licenses")).fill("react-dom");
  await gui.getByTestId("licences").getByText("react-dom", { exact: false }).first().click();
  await expect(gui.getByTestId("licences").locator("pre").first()).toContainText(
    "Permission is hereby granted",
  );
});

test("in the program, a new version is told, and fetched and installed when asked @bothways", async ({
  gui,
  say,
}) => {
  await gui.evaluate(() => {
    const asked: string[] = [];
    const stages: Record<string, object> = {
      state: { step: "idle", version: null, percent: null },
      look: { step: "available", version: "9.1.0", percent: null },
      fetch: { step: "ready", version: "9.1.0", percent: null },
      install: { step: "installing", version: "9.1.0", percent: null },
    };
    let stage = stages["state"];
    let isDaily = false;
    Object.assign(window, {
      asked,
      waypost: {
        appInfo: async () => ({
          runtimes: { electron: "1", chromium: "2", node: "3" },
          isSandboxed: false,
        }),
        update: async (ask: string) => {
          if (ask !== "state") asked.push(ask);
          if (ask === "daily") isDaily = true;
          stage = ask === "state" ? stage : (stages[ask] ?? stage);
          return { canLook: true, isDaily, lookedAt: null, ...stage };
        },
      },
    });
  });
  await open(gui, "about");
  const panel = row(gui, say("Updates"));
  await panel.getByRole("switch", { name: say("Check for updates once a day") }).click();
  await expect(panel.getByRole("switch")).toBeChecked();
  const unsandboxed =
    "Off. Waypost’s pages aren’t isolated from the rest of your account. On Linux, install the .deb package instead of the AppImage.";
  await expect(gui.getByText(say(unsandboxed))).toBeVisible();
  const unsigned =
    "Updates aren’t signed yet. Waypost checks only that a download matches the published release, not who published it.";
  await expect(panel.getByText(say(unsigned))).toBeVisible();
  await panel.getByRole("button", { name: say("Check for updates") }).click();
  await expect(panel.getByRole("status")).toContainText(
    say.like("Waypost {{version}} is available.", {
      version: "9.1.0",
    }),
  );
  await panel.getByRole("button", { name: say("Download") }).click();
  await expect(panel.getByRole("status")).toContainText(
    say.like(
      "Waypost {{version}} is ready. Installing it restarts Waypost, and your links won’t work for a moment.",
      {
        version: "9.1.0",
      },
    ),
  );
  await panel.getByRole("button", { name: say("Install and restart") }).click();
  await expect(panel.getByRole("button")).toHaveCount(0);
  const asked = await gui.evaluate(() => (window as unknown as { asked: string[] }).asked);
  expect(asked).toEqual(["daily", "look", "fetch", "install"]);
});

test("forgetting visitors is asked twice @bothways", async ({ gui, say }) => {
  await open(gui, "privacy");
  const panel = row(gui, say("Forget visitors"));
  await panel.getByRole("button", { name: say("Forget visitors") }).click();
  await panel.getByRole("button", { name: say("Cancel") }).click();
  await panel.getByRole("button", { name: say("Forget visitors") }).click();
  await panel.getByRole("button", { name: say("Forget visitors") }).click();
  await expect(gui.getByText(say("Forgot all visitors."))).toBeVisible();
});

for (const { language, proved, silent, check } of [
  {
    language: "en",
    proved: /Reachable, verified just now/,
    silent: /Unreachable/,
    check: "Check now",
  },
  {
    language: "fa",
    proved: /همین حالا تأیید شد/,
    silent: /خارج از دسترس/,
    check: "بررسی دسترسی",
  },
] as const)
  test(`the public address is open only once it was proved, and said when it is silent: ${language} @full`, async ({
    page,
  }) => {
    const dataDir = await makeDataDir();
    let port = 1;
    const service = await startTestServer({
      dataDir,
      guiPort: 0,
      publicPort: 0,
      baseUrl: "http://go.example.org",
      network: {
        resolve: async () => ["93.184.215.14"],
        connect: () => connect({ host: "127.0.0.1", port }),
      },
    });
    try {
      await setTheme(page, language, "light");
      await openGui(page, service);
      const foot = page.getByRole("navigation").getByRole("link", { name: silent });
      await expect(foot).toBeVisible();
      const card = page.getByRole("navigation").getByRole("link", { name: proved });
      await expect(card).toBeHidden();

      port = Number(new URL(service.publicUrl ?? "").port);
      await foot.click();
      await expect(page).toHaveURL(/#\/public$/);
      await open(page, "public");
      await page.getByRole("button", { name: check }).click();
      await expect(page.getByRole("main").getByRole("status")).toHaveText(proved);
      await expect(card).toBeVisible();
      await go(page, "");
      await expect(card).toBeVisible();
    } finally {
      await service.stop();
    }
  });
