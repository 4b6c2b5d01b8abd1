import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import { filesIn } from "../../support/exporting.ts";
import type { TestServer } from "../../support/server.ts";
import { decode, logoSvg, rasterise } from "../../server/services/qr/qrExamples.ts";
import { addLink, expect, openGui, test } from "./guiTest.ts";
import { wear } from "./wear.ts";

const run = promisify(execFile);

/** What zbarimg (Debian's zbar-tools) reads from a PNG; null: it isn't there. */
async function readByZbar(png: Buffer): Promise<string | null> {
  const folder = await mkdtemp(join(tmpdir(), "waypost-qr-"));
  try {
    const file = join(folder, "code.png");
    await writeFile(file, png);
    const { stdout } = await run("zbarimg", [
      "--quiet",
      "--raw",
      "--oneshot",
      "--set=qrcode.binary=1",
      file,
    ]);
    return stdout;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return null;
    throw error;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** What a picture says, by two readers that know nothing of each other. */
async function reading(png: Buffer): Promise<string | undefined> {
  const read = decode(png);
  const other = await readByZbar(png);
  if (other !== null) expect(other).toBe(read);
  return read;
}

async function go(gui: Page, at: string): Promise<void> {
  await gui.evaluate((place) => location.assign(`#/${place}`), at);
}

/** The picture that is shown, drawn anew as a PNG. */
async function shownPicture(place: Page | Locator): Promise<Buffer> {
  const picture = place.locator("figure img");
  await expect(place.locator("figure[aria-busy=false] img")).toBeVisible();
  const source = (await picture.getAttribute("src")) ?? "";
  return rasterise(decodeURIComponent(source.replace("data:image/svg+xml,", "")), 600);
}

/** Answers the question before a download that nobody else can open. */
async function download(gui: Page, press: () => Promise<void>): Promise<Buffer> {
  const coming = gui.waitForEvent("download");
  await press();
  const question = gui.getByRole("dialog", { name: /Nobody else can open this code/ });
  await question.getByRole("button", { name: "Download all the same" }).click();
  const path = await (await coming).path();
  return readFile(path);
}

async function addCode(service: TestServer, body: object): Promise<number> {
  const answer = await service.api("POST", "/api/qr/add", body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

test("a link's code is made in the studio, checked, mended, kept, taken along and taken back", async ({
  gui,
  service,
}) => {
  await gui.getByRole("link", { name: "QR codes" }).click();
  await gui.getByRole("button", { name: "New QR code" }).first().click();
  await gui.getByLabel("Leads to").fill("example.org/menu");
  const verdict = gui.getByRole("region", { name: "Check" });
  await expect(verdict).toContainText("Scans");
  await expect(verdict).toContainText("At least 15 mm wide");
  await expect(verdict).toContainText("Works on this computer only");
  expect(await reading(await shownPicture(gui))).toMatch(/\/q\/[\w]{6}$/);

  // Every concern has its repair.
  await gui.getByRole("textbox", { name: "Code", exact: true }).fill("#ffee00");
  await expect(verdict).toContainText("Does not scan");
  await expect(verdict).toContainText("too alike");
  await verdict.getByRole("button", { name: "Take colours further apart" }).click();
  await expect(verdict.getByText("Does not scan")).toBeHidden();
  await gui.getByRole("combobox", { name: "Error correction" }).selectOption("L");
  await gui.getByLabel("Choose a file", { exact: true }).setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: rasterise(logoSvg, 300),
  });
  await expect(gui.getByRole("textbox", { name: "Logo" })).toHaveValue(/^uploads\/kept\//);
  await gui.getByRole("slider", { name: "Size of the logo" }).fill("40");
  await expect(verdict).toContainText("Logo too large");
  await verdict.getByRole("button", { name: /^Make it \d+ %$/ }).click();
  await expect(verdict.getByText("Logo too large")).toBeHidden();
  await expect(verdict).toContainText("Scans");
  await gui.getByLabel("Name", { exact: true }).fill("Menu");
  await gui.getByLabel("Caption").fill("Our menu");

  // Taking it along keeps it first.
  const png = await download(gui, () => gui.getByRole("button", { name: "PNG" }).click());
  await expect(gui.getByRole("heading", { name: "Menu" })).toBeVisible();
  const { body } = await service.api("GET", "/api/qr");
  expect(body.data.qrs).toMatchObject([{ name: "Menu", leads: "https://example.org/menu" }]);
  const { details } = (await service.api("GET", `/api/qr/${body.data.qrs[0].id}`)).body;
  expect(details).toMatchObject({ caption: "Our menu", correction: "L" });
  expect(await reading(png)).toBe(details.payload);
  expect(png.readUInt32BE(16)).toBe(1000);
  const svg = await download(gui, () => gui.getByRole("button", { name: "SVG" }).click());
  expect(await reading(rasterise(svg.toString(), 600))).toBe(details.payload);

  // A change, and its way back.
  await gui.getByLabel("Caption").fill("Everything we cook");
  await gui.getByRole("button", { name: /^Save/ }).click();
  const said = gui.getByRole("alert").filter({ hasText: "Menu is saved." });
  await said.getByRole("button", { name: "Undo" }).click();
  await expect(gui.getByLabel("Caption")).toHaveValue("Our menu");
});

test("each type has a form of its own, and its picture says what was typed", async ({ gui }) => {
  await go(gui, "qr/new");
  const choose = (name: string) => gui.getByRole("radio", { name }).check({ force: true });
  const says = async (text: string | RegExp) => {
    await expect(async () => {
      const read = await reading(await shownPicture(gui));
      if (typeof text === "string") expect(read).toBe(text);
      else expect(read).toMatch(text);
    }).toPass({ timeout: 10_000 });
  };
  await choose("Text");
  await gui.getByRole("textbox", { name: "Text" }).fill("سلام, Zoë");
  await says("سلام, Zoë");
  await choose("Phone");
  await gui.getByLabel("Phone number").fill("twelve");
  await gui.getByRole("button", { name: /^Create/ }).click();
  await expect(gui.getByText("Must be a phone number")).toBeVisible();
  await expect(gui.getByLabel("Phone number")).toBeFocused();
  await gui.getByLabel("Phone number").fill("+۹۸ (21) 123-4567");
  await says("tel:+98211234567");
  await choose("E-mail");
  await gui.getByLabel("E-mail address").fill("ann@example.org");
  await gui.getByLabel("Subject").fill("Hi & bye");
  await says("mailto:ann@example.org?subject=Hi%20%26%20bye");
  await choose("SMS");
  await gui.getByLabel("Phone number").fill("+49 30 123456");
  await gui.getByLabel("Message").fill("Call me");
  await says("SMSTO:+4930123456:Call me");
  await choose("Wi-Fi");
  await gui.getByLabel("Name of the network").fill("Home; sweet");
  await gui.getByLabel("Password", { exact: true }).fill("secret");
  await says(String.raw`WIFI:T:WPA;S:Home\; sweet;P:secret;;`);
  await gui.getByRole("combobox", { name: "Protection" }).selectOption("none");
  await says(String.raw`WIFI:T:nopass;S:Home\; sweet;;`);
  await choose("vCard");
  await gui.getByLabel("First name").fill("Zoë");
  await gui.getByLabel("Organisation").fill("Signs; Posts");
  await says(/^BEGIN:VCARD[^]*FN:Zoë[^]*ORG:Signs\\; Posts/);
  // What was typed for another type is still there, also after a slip.
  await choose("Text");
  await go(gui, "");
  await go(gui, "qr/new");
  await expect(gui.getByText("Taken up where you left off.")).toBeVisible();
  await expect(gui.getByRole("textbox", { name: "Text" })).toHaveValue("سلام, Zoë");
});

test("codes are found, filed, taken along as a zip and a sheet, deleted and taken back", async ({
  gui,
  service,
}) => {
  await service.api("POST", "/api/channel/add", { name: "Posters" });
  const ids = [
    await addCode(service, { type: "link", data: "https://example.org/one", name: "One" }),
    await addCode(service, { type: "wifi", data: { ssid: "Home", pass: "x" }, name: "Two" }),
    await addCode(service, { type: "text", data: "x".repeat(900), caption: "Long" }),
  ];
  await go(gui, "qr");
  const rows = gui
    .getByRole("grid")
    .getByRole("row")
    .filter({ has: gui.locator("bdi") });
  await expect(rows).toHaveCount(3);
  await gui.getByRole("searchbox").fill("home");
  await expect(rows).toHaveCount(1);
  await expect(rows).toContainText("Two");
  await gui.getByRole("searchbox").fill("");
  await go(gui, "qr?type=link");
  await expect(rows).toHaveCount(1);
  await go(gui, "qr");
  await expect(rows).toHaveCount(3);

  await rows.first().getByRole("checkbox").check();
  await rows.nth(1).getByRole("checkbox").check();
  await gui.getByRole("button", { name: "Channel", exact: true }).last().click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("combobox", { name: "Channel" }).click();
  await gui.getByRole("option", { name: "Posters" }).click();
  await dialog.getByRole("button", { name: "Put 2 in" }).click();
  await expect(dialog).toBeHidden();
  const inChannel = async () => (await service.api("GET", "/api/qr?channel=1")).body.data.result;
  expect(await inChannel()).toBe(2);
  await gui.getByRole("alert").getByRole("button", { name: "Undo" }).first().click();
  await expect.poll(inChannel).toBe(0);

  for (const place of [0, 1, 2]) await rows.nth(place).getByRole("checkbox").check();
  await gui.getByRole("button", { name: "Export", exact: true }).click();
  const zip = await download(gui, () => gui.getByRole("button", { name: "Download zip" }).click());
  const files = await filesIn(zip);
  expect([...files.keys()].toSorted()).toEqual([
    `${ids[0]}-One.png`,
    `${ids[1]}-Two.png`,
    expect.stringMatching(/^\d+-x+\.png$/),
  ]);
  expect(await reading(files.get(`${ids[1]}-Two.png`) ?? Buffer.of())).toBe(
    "WIFI:T:WPA;S:Home;P:x;;",
  );

  // The sheet says which of them are too fine.
  await gui.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await go(gui, `qr/print?ids=${ids.join(",")}`);
  const sheet = gui.getByRole("list", { name: "Print sheet" });
  await expect(sheet.getByRole("listitem")).toHaveCount(3);
  await expect(sheet).toContainText("Long");
  await expect(gui.getByRole("alert").filter({ hasText: "too fine" })).toBeVisible();
  await gui.getByRole("combobox", { name: "Width of each code" }).selectOption("60");
  await expect(gui.getByRole("alert").filter({ hasText: "too fine" })).toBeHidden();
  await gui.getByRole("button", { name: "Print" }).click();
  await gui.getByRole("button", { name: "Download all the same" }).click();
  await expect(gui.locator("body")).toHaveAttribute("data-printed", "yes");
  await gui.emulateMedia({ media: "print" });
  await expect(gui.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(gui.getByRole("navigation", { name: "Main" })).toBeHidden();
  await gui.emulateMedia({ media: null });

  await go(gui, "qr");
  await gui.getByRole("button", { name: "Clear the selection" }).click();
  await rows.filter({ hasText: "One" }).hover();
  await gui.getByRole("button", { name: "Actions: One" }).click();
  await gui.getByRole("menuitem", { name: "Delete" }).click();
  await expect(rows).toHaveCount(2);
  await gui
    .getByRole("alert")
    .filter({ hasText: "One" })
    .getByRole("button", { name: "Undo" })
    .click();
  await expect(rows).toHaveCount(3);
});

test("what goes wrong is said where it is: a code that is gone, a logo that is none, in Persian", async ({
  page,
  service,
}) => {
  await wear(page, "fa", "light");
  await openGui(page, service);
  await go(page, "qr/77");
  await expect(page.getByRole("alert")).toBeVisible();
  await go(page, "qr/new");
  await page.getByLabel("مقصد").fill("https://example.org/");
  await page.getByLabel("گزینش فایل", { exact: true }).setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(page.getByRole("textbox", { name: "لوگو" })).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // The code isn't mirrored: it reads in both directions.
  expect(await reading(await shownPicture(page))).toMatch(/\/q\/\w{6}$/);
});

test("a link's code is opened without a record, and downloading makes one", async ({
  gui,
  service,
}) => {
  const { shorturl } = await addLink(service, {
    url: "https://example.org/",
    custom: "spring",
  });
  await go(
    gui,
    `qr/new?${new URLSearchParams({ type: "link", data: shorturl, name: "Spring" }).toString()}`,
  );
  await expect(gui.getByLabel("Leads to")).toHaveValue(shorturl);
  await expect(gui.getByLabel("Name", { exact: true })).toHaveValue("Spring");
  await go(gui, "links");
  const row = gui.getByRole("grid").getByRole("row").filter({ hasText: "spring" });
  await row.focus();
  await gui.keyboard.press("q");
  const dialog = gui.getByRole("dialog", { name: "QR code of the link" });
  expect(await reading(await shownPicture(dialog))).toBe(shorturl);
  const total = async () => (await service.api("GET", "/api/qr")).body.data.result;
  expect(await total()).toBe(0);
  const png = await download(gui, () => dialog.getByRole("button", { name: "PNG" }).click());
  expect(await reading(png)).toMatch(/\/q\/\w{6}$/);
  expect(await total()).toBe(1);
});
