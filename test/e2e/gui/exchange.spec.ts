import type { Locator, Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { addLink, addLinks, expect, openGui, test, go } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

/** What Bitly gives its customers: one link without a tag of ours, some taken here already, one broken. */
function bitlyExport(links: number): string {
  const rows = Array.from(
    { length: links },
    (_, place) =>
      `bit.ly/b-${place},,2024-03-${String((place % 28) + 1).padStart(2, "0")},Page ${place},https://example.org/from-bitly/${place},${place},Active`,
  );
  return [
    "Link,Custom Link,Date created,Title,Destination URL,Engagements,Status",
    ...rows,
    "bit.ly/gone,,2024-01-01,Gone,https://example.org/gone,3,Deleted",
    "bit.ly/broken,,2024-01-01,Broken,no address,3,Active",
    "",
  ].join("\n");
}

/** A file dragged over the window and let go, as a file manager does it. */
async function drop(gui: Page, name: string, content: string): Promise<void> {
  const data = await gui.evaluateHandle(
    ([fileName, text]) => {
      const transfer = new DataTransfer();
      transfer.items.add(new File([text], fileName, { type: "text/csv" }));
      return transfer;
    },
    [name, content] as const,
  );
  const page = gui.locator("body");
  await page.dispatchEvent("dragenter", { dataTransfer: data });
  await expect(gui.getByTestId("drop")).toContainText("Nothing changes until you confirm");
  await page.dispatchEvent("drop", { dataTransfer: data });
  await expect(gui.getByTestId("drop")).toBeHidden();
}

function said(gui: Page, text: string | RegExp): Locator {
  return gui.getByRole("alert").filter({ hasText: text });
}

test("a newcomer drops an export, reads what it brings, brings it in, and finds their way about", async ({
  gui,
  service,
}) => {
  test.setTimeout(60_000);
  await addLink(service, { url: "https://example.org/mine", custom: "b-7" });

  await drop(gui, "my-links.csv", bitlyExport(60));
  await expect(gui.getByRole("heading", { name: /Bitly export/ })).toBeVisible();
  await expect(gui.getByTestId("valid")).toHaveText("59");
  await expect(gui.getByTestId("conflicts")).toHaveText("1");
  await expect(gui.getByTestId("skipped")).toHaveText("1");
  await expect(gui.getByTestId("invalid")).toHaveText("1");
  await expect(gui.getByText(/bit\.ly\W* isn’t one of your domains/u)).toBeVisible();
  await expect(gui.getByText(/^Line 63/)).toBeVisible();
  await expect(gui.getByRole("radio", { name: "Skip them" })).toBeChecked();
  expect((await service.api("GET", "/api/urls")).body.data.result).toBe(1);

  const tags = gui.getByRole("combobox", { name: "Tags" });
  await tags.fill("from bitly");
  await tags.press("Enter");
  await gui.getByRole("button", { name: "Import 59 links" }).click();
  await expect(gui.getByRole("heading", { name: "Import complete" })).toBeVisible();
  await expect(gui.getByTestId("imported")).toHaveText("59");
  expect((await service.visit("/b-3")).headers.location).toBe("https://example.org/from-bitly/3");
  const fetched = gui.waitForEvent("download");
  await gui.getByRole("button", { name: "Save rows that weren’t imported" }).click();
  expect(await readFile(await (await fetched).path(), "utf8")).toContain("no address");

  // Those that came, without the one that was there; and found by the tag.
  await gui.getByRole("link", { name: "Show links" }).click();
  await expect(gui.getByText("59 links", { exact: true })).toBeVisible();
  expect(new URL(gui.url()).hash).toContain("source=bitly");
  await gui.getByRole("link", { name: "Links", exact: true }).click();
  await expect(gui.getByText("60 links", { exact: true })).toBeVisible();
  await gui.keyboard.press("f");
  await gui.keyboard.type("from bi");
  await gui.getByRole("option", { name: "Tag from bitly" }).click();
  await expect(gui.getByText("59 links", { exact: true })).toBeVisible();
  expect(new URL(gui.url()).hash).toContain("tag=from");
  await expect(gui.locator('[data-row="0"]')).toContainText("from bitly");

  // Fifty of them are archived, and come back.
  const table = gui.getByTestId("links-table");
  await table.focus();
  for (let row = 1; row < 50; row += 1) await gui.keyboard.press("Shift+ArrowDown");
  const bar = gui.getByRole("toolbar", { name: "Actions for the selection" });
  await expect(bar).toContainText("50 selected");
  await bar.getByRole("button", { name: "Archive" }).click();
  const dialog = gui.getByRole("dialog");
  await expect(dialog).toContainText("50 items will be changed");
  await dialog.getByRole("button", { name: "Archive 50 links" }).click();
  await expect(said(gui, "Archived 50 links.")).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(gui.getByText("9 links", { exact: true })).toBeVisible();
  await expect(bar).toBeHidden();
  await gui.keyboard.press("Control+z");
  await expect(said(gui, "Undone.")).toBeVisible();
  await expect(gui.getByText("59 links", { exact: true })).toBeVisible();

  // A way out, of what the list shows.
  await gui.locator("main").getByRole("button", { name: "More", exact: true }).click();
  await gui.getByRole("menuitem", { name: "Export…" }).click();
  await expect(
    gui.getByRole("radio", { name: "Links that match the current filter" }),
  ).toBeChecked();
  await gui.getByRole("radio", { name: "nginx" }).check();
  await expect(gui.getByText("Click counting: clicks aren’t counted there")).toBeVisible();
  const written = gui.waitForEvent("download");
  await gui.getByRole("button", { name: "Save file" }).click();
  const file = await written;
  expect(await readFile(await file.path(), "utf8")).toContain("https://example.org/from-bitly/3");

  // And all of it can go again, as one.
  await go(gui, "history");
  await gui.getByRole("link", { name: /^Imported: 59 links added/ }).click();
  await gui.getByRole("button", { name: "Undo…" }).click();
  await gui.getByRole("button", { name: "Undo changes to 59 items" }).click();
  await expect(gui.getByRole("status").filter({ hasText: "Done." })).toBeVisible();
  expect((await service.api("GET", "/api/urls")).body.data.result).toBe(1);
  expect((await service.visit("/b-3")).status).toBe(404);
});

test("columns are told what they are, a mapping is kept, and a pasted list is enough @bothways @rtl @full", async ({
  gui,
  service,
  say,
}) => {
  await go(gui, "exchange");
  await gui.getByTestId("file").setInputFiles({
    name: "table.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(
      "where it goes;what I say;when\nhttps://example.org/one;First;03/04/2024\nhttps://example.org/two;Second;05/06/2024\n",
    ),
  });
  const becomes = (column: string) =>
    gui.getByRole("combobox", { name: say("{{column}} is imported as", { column }) });
  await expect(becomes("where it goes")).toHaveValue("url");
  const leftOut = gui.getByRole("region", { name: say("Not included") });
  await expect(leftOut).toContainText("what I say");
  await expect(leftOut).toContainText(
    say("This column isn’t matched to a field. Choose a field to import the column."),
  );
  await becomes("what I say").selectOption("name");
  await becomes("when").selectOption("date");
  await gui.getByRole("combobox", { name: say("Date format") }).selectOption("day first");
  await expect(gui.getByRole("cell", { name: say.day("2024-04-03 00:00:00") })).toBeVisible();
  await gui.getByRole("textbox", { name: say("Save this mapping as") }).fill("My table");
  await gui.getByRole("button", { name: say("Save", "common"), exact: true }).click();
  await expect(gui.getByRole("combobox", { name: say("Use a saved mapping") })).toContainText(
    "My table",
  );
  await gui.getByRole("button", { name: say("Import 2 links") }).click();
  await expect(gui.getByTestId("imported")).toHaveText(say.number(2));

  await gui.getByRole("button", { name: say("Undo import") }).click();
  await gui.getByRole("button", { name: say("Undo changes to 2 items") }).click();
  await expect(gui.getByRole("status").filter({ hasText: say("Done.") })).toBeVisible();
  await gui.getByRole("button", { name: say("Choose another file") }).click();
  await gui.getByRole("button", { name: say("Paste list") }).click();
  await gui
    .getByRole("textbox", { name: say("URLs, one per line, or the text of a table") })
    .fill("https://example.org/a\nhttps://example.org/b\n");
  await gui.getByRole("button", { name: say("Preview import") }).click();
  await expect(gui.getByTestId("valid")).toHaveText(say.number(2));
  await gui.getByRole("button", { name: say("Import 2 links") }).click();
  await expect(gui.getByTestId("imported")).toHaveText(say.number(2));
  expect((await service.api("GET", "/api/urls")).body.data.result).toBe(2);

  // Several addresses in the one field of Home are as many links.
  await go(gui, "");
  const field = gui.getByRole("textbox", { name: say("Paste a long URL") });
  await field.fill("https://example.org/c https://example.org/d https://example.org/e");
  await expect(gui.getByRole("button", { name: say("Create 3 links…") })).toBeVisible();
  await field.press("Enter");
  await expect(gui.getByTestId("valid")).toHaveText(say.number(3));
  expect((await service.api("GET", "/api/urls")).body.data.result).toBe(2);
});

test("statistics become public only when the preview's box is checked @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const url = "https://example.org/spring";
  await addLink(service, { url, custom: "spring" });
  const links = ["spring", "fresh"].map((alias) => ({ alias, url, status: "public" }));
  const isShown = async (alias: string) => (await service.visit(`/${alias}/stats`)).status === 200;

  await go(gui, "exchange");
  await gui.getByTestId("file").setInputFiles({
    name: "links.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify({ waypost: "links", version: 1, links })),
  });
  await expect(gui.getByTestId("conflicts")).toHaveText(say.number(1));
  const effects = gui.getByRole("region", { name: say("What visitors will notice") });
  const named = { name: "\u2066spring\u2069" };
  await expect(effects).toContainText(say("Public statistics of your link {{name}}", named));
  await expect(effects).toContainText(say("Public statistics of 1 link from the file"));
  const box = gui.getByRole("checkbox", { name: say("Make these statistics public") });
  await expect(box).not.toBeChecked();
  await box.check();
  await gui.getByRole("radio", { name: say("Overwrite your links") }).check();
  await gui.getByRole("button", { name: say("Import 2 links") }).click();
  await expect(gui.getByTestId("overwritten")).toHaveText(say.number(1));
  expect([await isShown("spring"), await isShown("fresh")]).toEqual([true, true]);
});

test("many at once: selected, tagged, deleted, brought back from the trash, looked up in History @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  await addLinks(service, 30);
  await gui.getByRole("link", { name: say("Links"), exact: true }).click();
  const table = gui.getByTestId("links-table");
  await gui
    .getByRole("row", { name: /link-30\b/ })
    .getByRole("checkbox")
    .check();
  await gui
    .getByRole("row", { name: /link-26\b/ })
    .getByRole("checkbox")
    .click({ modifiers: ["Shift"] });
  const bar = gui.getByRole("toolbar", { name: say("Actions for the selection") });
  await expect(bar).toContainText(say("5 selected"));
  await expect(gui.getByRole("row", { name: /link-28\b/ })).toHaveAttribute(
    "aria-selected",
    "true",
  );
  await table.focus();
  await gui.keyboard.press("t");
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("combobox").fill("بهار");
  await gui.keyboard.press("Enter");
  await dialog.getByRole("button", { name: say("Apply") }).click();
  await expect(said(gui, say("Tagged 5 links."))).toBeVisible();
  await expect(gui.getByRole("row", { name: /link-30\b/ })).toContainText("بهار");

  // What is shown is kept under a name.
  await gui.goto(`${new URL("/", gui.url()).href}#/links?tag=بهار`);
  await expect(gui.getByText(say("5 links"), { exact: true })).toBeVisible();
  await gui.getByRole("button", { name: say("Saved views") }).click();
  await gui.getByRole("menuitem", { name: say("Save view…") }).click();
  await gui.getByRole("textbox", { name: say("View name") }).fill("Spring");
  await gui.keyboard.press("Enter");
  await expect(said(gui, say.like("Saved the view {{name}}."))).toBeVisible();
  await gui.getByRole("button", { name: say("Clear filters") }).click();
  await expect(gui.getByText(say("30 links"), { exact: true })).toBeVisible();
  await gui.getByRole("button", { name: say("Saved views") }).click();
  await gui.getByRole("menuitem", { name: "Spring", exact: true }).click();
  await expect(gui.getByText(say("5 links"), { exact: true })).toBeVisible();

  // All that match are deleted, by the preview; one comes back from the trash.
  await table.focus();
  await gui.keyboard.press("Control+a");
  await expect(bar).toContainText(say("5 selected"));
  await gui.keyboard.press("Delete");
  await expect(dialog).toContainText(say("5 items will be deleted"));
  await dialog.getByRole("button", { name: say("Delete 5 links") }).click();
  await expect(said(gui, say("Deleted 5 links."))).toBeVisible();
  expect((await service.visit("/link-28")).status).toBe(404);
  await go(gui, "history");
  await expect(
    gui.getByRole("link", { name: say("{{what}} deleted", { what: say("5 links") }) }),
  ).toBeVisible();
  await gui.getByRole("link", { name: say("Trash") }).click();
  await gui.getByRole("button", { name: say("Restore {{name}}", { name: "link-28" }) }).click();
  await expect(said(gui, say("Restored {{what}}.", { what: say("1 link") }))).toBeVisible();
  expect((await service.visit("/link-28")).status).toBe(302);

  // What a script changed since is named, and left alone until its owner says otherwise.
  const { id } = await addLink(service, { url: "https://example.org/first", custom: "shared" });
  const change = (url: string) => service.api("PUT", `/api/url/${id}/update`, { url });
  await change("https://example.org/second");
  await gui.getByRole("link", { name: say("Changes") }).click();
  const script = gui
    .getByRole("link", { name: say("{{what}} changed", { what: say("1 link") }) })
    .first();
  await script.click();
  await expect(gui.getByRole("listitem")).toContainText("example.org/first");
  await expect(gui.getByRole("listitem")).toContainText("example.org/second");
  await change("https://example.org/third");
  await gui.getByRole("button", { name: say("Undo…") }).click();
  await expect(gui.getByText(`${say("Now:")} example.org/third`)).toBeVisible();
  await expect(gui.getByRole("button", { name: say("Undo changes to 0 items") })).toBeDisabled();
  await gui.getByRole("switch", { name: say("Undo these too") }).check({ force: true });
  await gui.getByRole("button", { name: say("Undo changes to 1 item") }).click();
  await expect(gui.getByRole("status").filter({ hasText: say("Done.") })).toBeVisible();
  expect((await service.visit("/shared")).headers.location).toBe("https://example.org/first");

  // Its own history stands on its page.
  await gui.goto(`${new URL("/", gui.url()).href}#/links/${id}`);
  const own = gui.getByRole("region", { name: say("History of this link") });
  await expect(own.getByRole("listitem")).toHaveCount(4);
  await expect(own.getByRole("listitem").first()).toContainText(say("Destination"));
});

test("why rows, columns and files stay away is said in the reader's language @full", async ({
  page,
  service,
}) => {
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  await page.evaluate(() => {
    location.hash = "#/exchange";
  });
  const read = async (name: string, content: string) => {
    await page
      .locator("input[type=file]")
      .setInputFiles({ name, mimeType: "text/csv", buffer: Buffer.from(content) });
  };

  await read("links.csv", bitlyExport(2));
  await expect(page.getByText("نشانی را کامل و با")).toBeVisible();
  await expect(page.getByText("Enter a full URL")).toHaveCount(0);
  await page.getByRole("button", { name: "فایل دیگر" }).click();

  const channels = Array.from({ length: 2001 }, (_, at) => `c${at}`);
  const rows = Array.from({ length: 21 }, (_, at) => {
    const own = channels.slice(at * 100, (at + 1) * 100).join("|");
    return `https://example.com/${at},${own}\n`;
  });
  await read("channels.csv", `url,channel\n${rows.join("")}`);
  await expect(page.getByTestId("newChannels")).toHaveText("۲٬۰۰۰");
  await expect(page.getByText(/فقط ۲٬۰۰۰ مورد جدید اول ساخته می‌شود\. ۱ لینک/u)).toBeVisible();
  await page.getByRole("button", { name: "فایل دیگر" }).click();

  await read("links.json", '{"links": [oops]}');
  const failed = page.getByRole("alert").filter({ hasText: "ناموفق" });
  await expect(failed).toContainText(/خط ۱، ستون ۱۲: فایل از این نقطه به بعد JSON معتبر نیست/u);
  await expect(failed).toContainText("چیزی تغییر نکرد");
  await expect(failed).not.toContainText(/Nothing was changed|this isn’t JSON/);
});

test("a large file shows how far it has come, and can be stopped on its way @bothways @full", async ({
  gui,
  say,
}) => {
  await gui.evaluate(() => {
    location.hash = "#/exchange";
  });
  const choose = gui.getByRole("button", { name: say("Choose file") });
  await expect(choose).toBeVisible();
  const network = await gui.context().newCDPSession(gui);
  await network.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 2_000_000,
  });
  await gui.getByTestId("file").setInputFiles({
    name: "years.csv",
    mimeType: "text/csv",
    buffer: Buffer.alloc(6_000_000, "a"),
  });
  const bar = gui.getByRole("progressbar", { name: /years\.csv/ });
  await expect.poll(async () => Number(await bar.getAttribute("value"))).toBeGreaterThan(500_000);
  await gui.getByRole("button", { name: say("Cancel") }).click();
  await expect(choose).toBeVisible();
  await expect(gui.getByRole("alert")).toHaveCount(0);
});
