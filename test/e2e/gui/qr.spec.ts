import { readFile } from "node:fs/promises";
import { connect } from "node:net";
import type { Locator, Page } from "@playwright/test";
import { filesIn } from "../../support/exporting.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { readByZbar } from "../../support/zbar.ts";
import { decode, logoSvg, rasterise } from "../../server/features/qr/qrExamples.ts";
import { addLink, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";
import { translateTo } from "./words.ts";

/** What a picture says, by two readers that know nothing of each other. */
async function reading(png: Buffer): Promise<string | undefined> {
  const read = decode(png);
  const other = await readByZbar(png);
  if (other !== null) expect(other).toBe(read);
  return read;
}

/** The picture that is shown, drawn anew as a PNG. */
async function shownPicture(place: Page | Locator): Promise<Buffer> {
  const picture = place.locator("figure img");
  await expect(place.locator("figure[aria-busy=false] img")).toBeVisible();
  const source = (await picture.getAttribute("src")) ?? "";
  return rasterise(decodeURIComponent(source.replace("data:image/svg+xml,", "")), 600);
}

/** Answers the question before a download that nobody else can open. */
async function download(
  gui: Page,
  press: () => Promise<void>,
  say = translateTo("en"),
): Promise<Buffer> {
  const coming = gui.waitForEvent("download");
  await press();
  const question = gui.getByRole("dialog", { name: say.like("Only you can open this code") });
  await question.getByRole("button", { name: say("Continue anyway") }).click();
  const path = await (await coming).path();
  return readFile(path);
}

async function addCode(service: TestServer, body: object): Promise<number> {
  const answer = await service.api("POST", "/api/qr/add", body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

test("a link's code is made in the studio, checked, mended, kept, taken along and taken back @bothways", async ({
  gui,
  service,
  say,
}) => {
  await gui.getByRole("link", { name: say("QR codes") }).click();
  await gui
    .getByRole("button", { name: say("New QR code") })
    .first()
    .click();
  await gui.getByLabel(say("Destination")).fill("example.org/menu");
  const verdict = gui.getByRole("region", { name: say("Check") });
  await expect(verdict).toContainText(say("Scans", "qr.verdict"));
  await expect(verdict).toContainText(say("At least 15 mm wide"));
  expect(await reading(await shownPicture(gui))).toMatch(/\/q\/[\w]{6}$/);

  // Every concern has its repair.
  await gui.getByRole("textbox", { name: say("Foreground"), exact: true }).fill("#ffee00");
  await expect(verdict).toContainText(say("Doesn’t scan"));
  await expect(verdict).toContainText(say.like("The two colors are too similar to tell apart."));
  await verdict.getByRole("button", { name: say("Increase contrast") }).click();
  await expect(verdict.getByText(say("Doesn’t scan"))).toBeHidden();
  await gui.getByRole("combobox", { name: say("Error correction") }).selectOption("L");
  await gui.getByLabel(say("Choose file", "qr."), { exact: true }).setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: rasterise(logoSvg, 300),
  });
  await expect(gui.getByRole("textbox", { name: say("Logo", "qr.") })).toHaveValue(
    /^uploads\/kept\//,
  );
  await gui.getByRole("slider", { name: say("Logo size") }).fill("40");
  await expect(verdict).toContainText(say("The logo is too large."));
  await verdict.getByRole("button", { name: say.like("Resize logo to {{formatted}}%") }).click();
  await expect(verdict.getByText(say("The logo is too large."))).toBeHidden();
  await expect(verdict).toContainText(say("Scans", "qr.verdict"));
  await gui.getByLabel(say("Name"), { exact: true }).fill("Menu");
  await gui.getByLabel(say("Caption")).fill("Our menu");

  // Taking it along keeps it first.
  const png = await download(gui, () => gui.getByRole("button", { name: "PNG" }).click(), say);
  await expect(gui.getByRole("heading", { name: "Menu" })).toBeVisible();
  const { body } = await service.api("GET", "/api/qr");
  expect(body.data.qrs).toMatchObject([{ name: "Menu", leads: "https://example.org/menu" }]);
  const { details } = (await service.api("GET", `/api/qr/${body.data.qrs[0].id}`)).body;
  expect(details).toMatchObject({ caption: "Our menu", correction: "L" });
  expect(await reading(png)).toBe(details.payload);
  expect(png.readUInt32BE(16)).toBe(1000);
  const svg = await download(gui, () => gui.getByRole("button", { name: "SVG" }).click(), say);
  expect(await reading(rasterise(svg.toString(), 600))).toBe(details.payload);

  // A change, and its way back.
  await gui.getByLabel(say("Caption")).fill("Everything we cook");
  await gui.getByRole("button", { name: say("Save") }).click();
  const said = gui.getByRole("alert").filter({ hasText: say("Saved Menu.") });
  await said.getByRole("button", { name: say("Undo") }).click();
  await expect(gui.getByLabel(say("Caption"))).toHaveValue("Our menu");
});

test("each type has a form of its own, and its picture says what was typed @bothways @full", async ({
  gui,
  say,
}) => {
  await go(gui, "qr/new");
  const choose = (name: string) => gui.getByRole("radio", { name }).check({ force: true });
  const says = async (text: string | RegExp) => {
    await expect(async () => {
      const read = await reading(await shownPicture(gui));
      if (typeof text === "string") expect(read).toBe(text);
      else expect(read).toMatch(text);
    }).toPass({ timeout: 10_000 });
  };
  await choose(say("Text", "qr"));
  await gui.getByRole("textbox", { name: say("Text") }).fill("سلام, Zoë");
  await says("سلام, Zoë");
  await choose(say("Phone", "qr"));
  await gui.getByLabel(say("Phone number")).fill("twelve");
  await gui.getByRole("button", { name: say("Create QR code") }).click();
  await expect(
    gui.getByText(say.like("Enter a phone number in digits, with + before the country code.")),
  ).toBeVisible();
  await expect(gui.getByLabel(say("Phone number"))).toBeFocused();
  await gui.getByLabel(say("Phone number")).fill("+۹۸ (21) 123-4567");
  await says("tel:+98211234567");
  await choose(say("Email", "qr"));
  await gui.getByLabel(say("Email address")).fill("ann@example.org");
  await gui.getByLabel(say("Subject")).fill("Hi & bye");
  await says("mailto:ann@example.org?subject=Hi%20%26%20bye");
  await choose(say("SMS", "qr"));
  await gui.getByLabel(say("Phone number")).fill("+49 30 123456");
  await gui.getByRole("textbox", { name: say("Message", "qr") }).fill("Call me");
  await says("SMSTO:+4930123456:Call me");
  await choose(say("Wi-Fi", "qr"));
  await gui.getByLabel(say("Network name")).fill("Home; sweet");
  await gui.getByLabel(new RegExp(`^${say("Password")}`)).fill("secret");
  await says(String.raw`WIFI:T:WPA;S:Home\; sweet;P:secret;;`);
  await gui.getByRole("combobox", { name: say("Security") }).selectOption("none");
  await says(String.raw`WIFI:T:nopass;S:Home\; sweet;;`);
  await choose(say("vCard", "qr"));
  await gui.getByLabel(say("First name")).fill("Zoë");
  await gui.getByLabel(say("Organization")).fill("Signs; Posts");
  await says(/^BEGIN:VCARD[^]*FN:Zoë[^]*ORG:Signs\\; Posts/);
  // What was typed for another type is still there, also after a slip.
  await choose(say("Text", "qr"));
  await go(gui, "");
  await expect(gui.getByTestId("today")).toBeVisible();
  await go(gui, "qr/new");
  await expect(gui.getByText(say("Restored your draft."))).toBeVisible();
  await expect(gui.getByRole("textbox", { name: say("Text") })).toHaveValue("سلام, Zoë");
});

test("what somebody else changed in a code meanwhile is shown, and can be taken over @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const id = await addCode(service, { type: "text", data: "Before", name: "Sign" });
  await go(gui, `qr/${id}`);
  const name = gui.getByLabel(say("Name"), { exact: true });
  const caption = gui.getByLabel(say("Caption"));
  await expect(name).toHaveValue("Sign");
  await name.fill("My sign");
  await caption.fill("My words");
  const change = { data: "After", name: "Their sign", caption: "Their words" };
  const answer = await service.api("PUT", `/api/qr/${id}/update`, change);
  expect(answer.status, answer.text).toBe(200);
  await gui.getByRole("button", { name: say("Save"), exact: true }).click();
  const conflict = gui.getByRole("alert").filter({ hasText: "Their sign" });
  await expect(conflict.getByRole("listitem")).toHaveText([
    `${say("Caption")}: Their words`,
    `${say("Name")}: Their sign`,
  ]);
  // What only the other one changed follows.
  await expect(gui.getByRole("textbox", { name: say("Text") })).toHaveValue("After");
  await expect(name).toHaveValue("My sign");
  await conflict.getByRole("button", { name: say("Use the new values") }).click();
  await expect(conflict).toBeHidden();
  await expect(name).toHaveValue("Their sign");
  await expect(caption).toHaveValue("Their words");
  await name.fill("My sign");
  await gui.getByRole("button", { name: say("Save"), exact: true }).click();
  await expect(gui.getByText(say("1 change"), { exact: true })).toBeHidden();
  await expect
    .poll(async () => (await service.api("GET", `/api/qr/${id}`)).body.details)
    .toMatchObject({ name: "My sign", caption: "Their words", data: "After" });
});

test("codes are found, filed, taken along as a zip and a sheet, deleted and taken back @bothways @rtl", async ({
  gui,
  service,
  say,
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
  await gui
    .getByRole("button", { name: say("Channel"), exact: true })
    .last()
    .click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("combobox", { name: say("Channel") }).click();
  await gui.getByRole("option", { name: "Posters" }).click();
  await dialog.getByRole("button", { name: say("Add 2 QR codes") }).click();
  await expect(dialog).toBeHidden();
  const inChannel = async () => (await service.api("GET", "/api/qr?channel=1")).body.data.result;
  await expect.poll(inChannel).toBe(2);
  await gui
    .getByRole("alert")
    .getByRole("button", { name: say("Undo") })
    .first()
    .click();
  await expect.poll(inChannel).toBe(0);

  for (const place of [0, 1, 2]) await rows.nth(place).getByRole("checkbox").check();
  await gui.getByRole("button", { name: say("Export", "qr.list"), exact: true }).click();
  const zip = await download(
    gui,
    () => gui.getByRole("button", { name: say("Download zip") }).click(),
    say,
  );
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
  const sheet = gui.getByRole("list", { name: say("Print sheet") });
  await expect(sheet.getByRole("listitem")).toHaveCount(3);
  await expect(sheet).toContainText("Long");
  await expect(
    gui.getByRole("alert").filter({
      hasText: say.like(
        "{{formatted}} code is too dense at this width. The code needs at least {{least}} mm.",
      ),
    }),
  ).toBeVisible();
  await gui.getByRole("combobox", { name: say("Code width") }).selectOption("60");
  await expect(
    gui.getByRole("alert").filter({
      hasText: say.like(
        "{{formatted}} code is too dense at this width. The code needs at least {{least}} mm.",
      ),
    }),
  ).toBeHidden();
  await gui.getByRole("button", { name: say("Print") }).click();
  await gui.getByRole("button", { name: say("Continue anyway") }).click();
  await expect(gui.locator("body")).toHaveAttribute("data-printed", "yes");
  await gui.emulateMedia({ media: "print" });
  await expect(gui.getByRole("button", { name: say("Print") })).toBeHidden();
  await expect(gui.getByRole("navigation", { name: say("Main") })).toBeHidden();
  await gui.emulateMedia({ media: null });

  await go(gui, "qr");
  await gui.getByRole("button", { name: say("Clear selection") }).click();
  await rows.filter({ hasText: "One" }).hover();
  await gui.getByRole("button", { name: say("Actions for One") }).click();
  await gui.getByRole("menuitem", { name: say("Delete") }).click();
  await expect(rows).toHaveCount(2);
  await gui
    .getByRole("alert")
    .filter({ hasText: "One" })
    .getByRole("button", { name: say("Undo") })
    .click();
  await expect(rows).toHaveCount(3);
});

test("what goes wrong is said where it is: a code that is gone, a logo that is none, in Persian", async ({
  page,
  service,
}) => {
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  await go(page, "qr/77");
  await expect(page.getByRole("alert")).toBeVisible();
  await go(page, "qr/new");
  await page.getByLabel("مقصد").fill("https://example.org/");
  await page.getByLabel("انتخاب فایل", { exact: true }).setInputFiles({
    name: "logo.png",
    mimeType: "image/png",
    buffer: Buffer.from("no picture"),
  });
  await expect(page.getByRole("textbox", { name: "لوگو" })).toHaveAttribute("aria-invalid", "true");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  // The code isn't mirrored: it reads in both directions.
  expect(await reading(await shownPicture(page))).toMatch(/\/q\/\w{6}$/);
});

test("a style chosen by its picture is drawn, checked and kept", async ({ gui, service }) => {
  const id = await addCode(service, { type: "text", data: "Hello", name: "Sign" });
  await go(gui, `qr/${id}`);
  await gui
    .getByRole("radiogroup", { name: "Pattern" })
    .getByRole("radio", { name: "Dots" })
    .click();
  await gui
    .getByRole("radiogroup", { name: "Corners" })
    .getByRole("radio", { name: "Leaf" })
    .click();
  const frames = gui.getByRole("radiogroup", { name: "Frame" });
  await frames.getByRole("radio", { name: "“Scan me”", exact: true }).click();
  await expect(gui.getByText("3 changes", { exact: true })).toBeVisible();
  await expect(gui.getByRole("region", { name: "Check" })).toContainText("Scans");
  await expect.poll(async () => reading(await shownPicture(gui))).toBe("Hello");
  await gui.getByRole("button", { name: "Save", exact: true }).click();
  await expect
    .poll(async () => (await service.api("GET", `/api/qr/${id}`)).body.details)
    .toMatchObject({ pattern: "dots", eyes: "leaf", frame: "scan" });
});

/** To the only link of the list, with the keys on it. The first screen, which it leaves, begins in its field. */
async function goToRows(gui: Page): Promise<void> {
  await go(gui, "links");
  await expect(gui.getByRole("grid").getByRole("row").filter({ hasText: "spring" })).toBeVisible();
  await expect(gui.locator("#content input[type=url]")).not.toBeFocused();
  await gui.getByRole("grid").focus();
}

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
  await expect(gui.getByLabel("Destination")).toHaveValue(shorturl);
  await expect(gui.getByLabel("Name", { exact: true })).toHaveValue("Spring");
  await goToRows(gui);
  await gui.keyboard.press("q");
  const dialog = gui.getByRole("dialog", { name: "QR code for this link" });
  expect(await reading(await shownPicture(dialog))).toBe(shorturl);
  const total = async () => (await service.api("GET", "/api/qr")).body.data.result;
  await expect.poll(total).toBe(0);
  // Lower than the dialog is high: what it says stays in view.
  await gui.setViewportSize({ width: 1280, height: 480 });
  const png = await download(gui, () => dialog.getByRole("button", { name: "PNG" }).click());
  await expect(gui.getByText(/^Saved the QR code for .*\.$/)).toBeInViewport({ ratio: 1 });
  expect(await reading(png)).toMatch(/\/q\/\w{6}$/);
  await expect.poll(total).toBe(1);
});

for (const width of [1280, 390])
  test(`while a code is open, the way back from keeping it stays beside what is said after it, ${width} wide @bothways${width === 390 ? "" : " @full"}`, async ({
    gui,
    service,
    say,
  }) => {
    await gui.setViewportSize({ width, height: 720 });
    await addLink(service, { url: "https://example.org/", custom: "spring" });
    await gui.reload();
    await goToRows(gui);
    await gui.keyboard.press("q");
    const dialog = gui.getByRole("dialog", { name: say("QR code for this link") });
    const total = async () => (await service.api("GET", "/api/qr")).body.data.result;

    await download(gui, () => dialog.getByRole("button", { name: "PNG" }).click(), say);
    const kept = dialog.getByText(say.like("Saved the QR code for {{name}}."));
    const saved = (format: string) => dialog.getByText(new RegExp(`\\.${format}\\b`));
    await expect(kept).toBeVisible();
    await expect(saved("png")).toBeVisible();
    // A third message takes the place of what was merely said.
    await download(gui, () => dialog.getByRole("button", { name: "SVG" }).click(), say);
    await expect(saved("svg")).toBeInViewport({ ratio: 1 });
    await expect(saved("png")).toBeHidden();
    await expect(kept).toBeInViewport({ ratio: 1 });
    await expect.poll(total).toBe(1);
    await dialog.getByRole("button", { name: say("Undo") }).click();
    await expect(kept).toBeHidden();
    await expect.poll(total).toBe(0);
  });

const throughTunnel = test.extend({
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  service: async ({}, use) => {
    const service = await startTestServer({
      guiPort: 0,
      publicPort: 0,
      baseUrl: "https://odd-words-here.trycloudflare.com",
      // Nothing leaves this machine: the name leads to a port where nobody listens.
      network: {
        resolve: async () => ["93.184.215.14"],
        connect: () => connect({ host: "127.0.0.1", port: 1 }),
      },
    });
    await use(service);
    await service.stop();
  },
});

const reachable = test.extend({
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  service: async ({}, use) => {
    const service = await startTestServer({
      guiPort: 0,
      publicPort: 0,
      baseUrl: "https://go.example.org",
      // Nothing leaves this machine: the name leads to a port where nobody listens.
      network: {
        resolve: async () => ["93.184.215.14"],
        connect: () => connect({ host: "127.0.0.1", port: 1 }),
      },
    });
    await use(service);
    await service.stop();
  },
});

reachable("a link's code is printed by two keys, on one sheet", async ({ gui, service }) => {
  await addLink(service, { url: "https://example.org/", custom: "spring" });
  await gui.reload();
  await gui.evaluate(() => {
    window.print = () => document.body.setAttribute("data-printed", "yes");
  });
  await goToRows(gui);
  await gui.keyboard.press("q");
  await expect(gui.getByRole("dialog").locator("figure[aria-busy=false] img")).toBeVisible();
  await gui.keyboard.press("p");
  await expect(gui.locator("body")).toHaveAttribute("data-printed", "yes");
  const sheet = gui.getByRole("list", { name: "Print sheet" });
  await expect(sheet.getByRole("listitem")).toHaveCount(1);
  // What is printed is kept, and has no address of the kind that only fills a preview.
  const { body } = await service.api("GET", "/api/qr");
  expect(body.data.result).toBe(1);
  expect(body.data.qrs[0].link).not.toContain("aaaaaa");
  await gui.getByRole("combobox", { name: "Paper" }).selectOption("avery");
  await expect(sheet).toHaveAttribute("data-paper", "avery");
});

throughTunnel(
  "a code through a temporary tunnel isn't downloaded without being asked @bothways",
  async ({ gui, service, say }) => {
    await addCode(service, { type: "link", data: "https://example.org/", name: "Poster" });
    await go(gui, "qr");
    await gui.getByRole("checkbox", { name: /Poster/ }).check();
    await gui.getByRole("button", { name: say("Export", "qr.list"), exact: true }).click();
    const question = gui.getByRole("dialog", { name: say("This code won’t work for long") });
    const downloads: string[] = [];
    gui.on("download", (file) => downloads.push(file.suggestedFilename()));

    await gui.getByRole("button", { name: say("Download zip") }).click();
    await expect(question).toContainText(
      say(
        "The code points to a temporary tunnel. Its address changes when the tunnel restarts, and printed codes stop working.",
      ),
    );
    await question.getByRole("button", { name: say("Cancel") }).click();
    await expect(question).toBeHidden();
    expect(downloads).toEqual([]);

    const coming = gui.waitForEvent("download");
    await gui.getByRole("button", { name: say("Download zip") }).click();
    await question.getByRole("button", { name: say("Continue anyway") }).click();
    const zip = await readFile(await (await coming).path());
    const [png = Buffer.of()] = (await filesIn(zip)).values();
    expect(await reading(png)).toMatch(/^https:\/\/odd-words-here\.trycloudflare\.com\/q\/\w{6}$/);
  },
);

test("a zip of many codes is stopped while it is drawn, and nothing is saved @bothways @full", async ({
  gui,
  service,
  say,
}) => {
  const many = 40;
  for (let place = 0; place < many; place += 1)
    await addCode(service, {
      type: "text",
      data: `Code ${place} `.repeat(60),
      name: `No. ${place}`,
    });
  await go(gui, "qr");
  await gui.getByRole("grid").focus();
  await gui.keyboard.press("Control+a");
  const take = gui.getByRole("button", { name: say("Export", "qr.list"), exact: true });
  await take.click();
  const dialog = gui.getByRole("dialog", { name: say(`Export ${many} QR codes`) });
  await dialog.getByRole("combobox", { name: say("PNG size") }).selectOption("4000");
  const downloads: string[] = [];
  gui.on("download", (file) => downloads.push(file.suggestedFilename()));
  const ended = gui.waitForEvent("requestfailed", (request) => request.url().includes("export"));
  await dialog.getByRole("button", { name: say("Download zip") }).click();
  await gui.getByRole("button", { name: say("Continue anyway") }).click();
  const drawn = dialog.getByRole("status");
  await expect(drawn).toContainText(say.like("{{done}} of {{total}} drawn", { total: many }));
  await expect(drawn).not.toContainText(
    say("{{done}} of {{total}} drawn", { done: 0, total: many }),
  );
  await dialog.getByRole("button", { name: say("Cancel") }).click();
  await expect(dialog).toBeHidden();
  expect((await ended).failure()?.errorText).toMatch(/abort/i);
  expect(downloads).toEqual([]);

  // The service draws for others again, and the list is as it was.
  await take.click();
  await expect(dialog.getByRole("button", { name: say("Download zip") })).toBeEnabled();
});
