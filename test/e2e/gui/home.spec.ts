import { appendFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { writeOpeningFile } from "../../../src/server/store/openingFile.ts";
import { makeDataDir, startTestServer } from "../../support/server.ts";
import {
  addLink,
  clipboardOf,
  expect,
  go,
  holdClock,
  inTime,
  openGui,
  soon,
  test,
} from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

test("a pasted address becomes a short link on the clipboard with one key press @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  const field = gui.getByLabel(say("Paste a long URL"));
  const made = gui.getByTestId("made");
  await field.fill("https://example.org/a/long/page?x=1");
  await gui.keyboard.press("Enter");

  await expect(made).toContainText(say("Copied", "common"));
  const short = await clipboardOf(gui);
  expect(short).toMatch(new RegExp(`^${service.shortBase}/\\w{6}$`));
  await expect(made).toContainText(new URL(short).pathname.slice(1));
  await expect(made).toBeFocused();
  // That nobody else can open it, one place says.
  const standing = say("Public address: {{state}}", { state: say("Only on this computer") });
  await expect(
    gui.getByRole("region", { name: standing }).getByRole("link", { name: say("Share publicly") }),
  ).toBeVisible();

  const { status, headers } = await service.visit(new URL(short).pathname);
  expect([status, headers.location]).toEqual([302, "https://example.org/a/long/page?x=1"]);

  // The window takes back what it did, and is ready for the next one.
  await gui.keyboard.press("Control+z");
  await expect(gui.getByRole("alert")).toContainText(say.like("Undone: {{name}} was removed."));
  expect((await service.visit(new URL(short).pathname)).status).toBe(404);
  await field.fill("https://example.org/another");
  await gui.keyboard.press("Enter");
  await expect(made).toBeVisible();

  await gui.keyboard.press("Escape");
  await expect(made).toBeHidden();
  await field.fill("nothing like an address");
  await gui.keyboard.press("Enter");
  await expect(made).toBeHidden();
  // Escape leaves the field, and the window takes back what it did.
  await gui.keyboard.press("Escape");
  await gui.keyboard.press("Control+z");
  await expect.poll(async () => (await service.api("GET", "/api/urls")).body.data.result).toBe(0);
});

test("an address pasted anywhere becomes a link with that one key, and is renamed where it is @bothways", async ({
  gui,
  service,
  say,
}) => {
  const paste = async (text: string) => {
    await gui.evaluate((copied) => navigator.clipboard.writeText(copied), text);
    await gui.keyboard.press("Control+v");
  };
  const made = gui.getByTestId("made");
  await gui.getByLabel(say("Paste a long URL")).blur();
  await paste("just some words");
  await paste("https://example.org/pasted");
  await expect(made).toContainText("example.org/pasted");
  await addLink(service, { url: "https://example.org/", custom: "taken" });

  await gui.keyboard.press("r");
  const alias = made.getByRole("textbox", { name: say("Alias") });
  await alias.fill("taken");
  await gui.keyboard.press("Enter");
  await expect(made.getByRole("alert")).toContainText(
    say.like("This is already taken. Choose a different value."),
  );
  await alias.fill("renamed");
  await gui.keyboard.press("Enter");
  await expect.poll(() => clipboardOf(gui)).toBe(`${service.shortBase}/renamed`);
  expect((await service.visit("/renamed")).status).toBe(302);

  // Elsewhere a message says so, with the way back.
  await go(gui, "tags");
  await expect(gui.getByRole("heading", { level: 1 })).toHaveText(say("Tags"));
  await paste("https://example.org/elsewhere");
  const said = gui
    .getByRole("alert")
    .filter({ hasText: say.like("Link created and copied: {{address}}") });
  await said.getByRole("button", { name: say("Undo") }).click();
  await expect(gui.getByRole("alert")).toContainText(say.like("Undone: {{name}} was removed."));
  expect((await service.api("GET", "/api/urls")).body.data.result).toBe(2);
});

test("a person's click shows on the link and among today's, a program's among the bots @full", async ({
  gui,
  service,
}) => {
  const { id, alias } = await addLink(service, { url: "https://example.org/" });
  await service.visit(`/${alias}`);
  await service.visit(`/${alias}`, { "user-agent": "curl/8.5.0" });

  await holdClock(gui);
  await expect(gui.getByTestId("today")).toHaveText("1");
  await gui.getByRole("row", { name: alias }).dblclick();
  await expect(gui).toHaveURL(new RegExp(`#/links/${id}$`));
  await expect(gui.getByTestId("clicks")).toHaveText("1");
  await expect(gui.getByTestId("visitors")).toHaveText("1 visitor");
  await expect(gui.getByText("plus 1 by a bot")).toBeVisible();
  await expect(gui.getByRole("region", { name: "Browsers" })).toContainText("Chrome");
  await expect(gui.getByRole("region", { name: "Bots and previews" })).toContainText(/curl/i);
  await expect(gui.getByRole("link", { name: "IP Geolocation by DB-IP" })).toHaveAttribute(
    "href",
    "https://db-ip.com",
  );

  // It stays live.
  await service.visit(`/${alias}`, { referer: "https://www.tiktok.com/" });
  await inTime(gui, () => expect(gui.getByTestId("clicks")).toHaveText("2", soon));
  for (const referer of ["https://www.linkedin.com/", "https://www.linkedin.com/feed"])
    await service.visit(`/${alias}`, { referer });
  await gui.getByRole("button", { name: "Social platforms" }).click();
  const platforms = gui.getByRole("list", { name: "Social platforms" }).locator("bdi");
  await inTime(gui, () => expect(platforms).toHaveText(["LinkedIn", "TikTok"], soon));
});

test("what isn't an address is said at the field, and a bare host is completed @bothways", async ({
  gui,
  say,
}) => {
  const field = gui.getByLabel(say("Paste a long URL"));
  await field.fill("javascript:alert(1)");
  await field.press("Enter");
  await expect(field).toHaveAccessibleDescription(
    say.like("Enter a full URL, such as https://example.org/page."),
  );
  await field.fill("example.org/spring");
  await field.press("Enter");
  await expect(gui.getByTestId("made")).toBeVisible();
  await expect(gui.getByRole("grid")).toContainText("example.org/spring");
});

test("a first run has one field, an example and a line, in the language of its reader @full", async ({
  gui,
}) => {
  await expect(gui.getByText("Links work on this computer right away.")).toBeVisible();
  await gui.getByRole("button", { name: "Try an example" }).click();
  await expect(gui.getByLabel("Paste a long URL")).toHaveValue("https://example.org/");
  await gui.getByRole("group", { name: "Language" }).getByText("فارسی").click();
  await expect(gui.locator("html")).toHaveAttribute("dir", "rtl");
  await gui.getByRole("textbox").press("Enter");
  await expect(gui.getByTestId("made")).toBeVisible();
  await expect(gui.getByRole("group", { name: "زبان" })).toBeHidden();
});

test("a warning of the service stands above the fold @full", async ({ page }) => {
  const parent = await makeDataDir();
  const service = await startTestServer({
    guiPort: 0,
    dataDir: join(parent, "Dropbox", "waypost"),
  });
  try {
    for (const size of [
      { width: 390, height: 844 },
      { width: 1280, height: 800 },
    ]) {
      await page.setViewportSize(size);
      await openGui(page, service);
      const warning = page.getByRole("region", { name: "Good to know" });
      await expect(warning).toContainText("Dropbox");
      await expect(warning).toBeInViewport({ ratio: 1 });
    }
  } finally {
    await service.stop();
    await rm(parent, { recursive: true });
  }
});

test("the key leaves the address bar, and without it the page says how to get one", async ({
  gui,
  service,
  browser,
}) => {
  expect(gui.url()).not.toContain("key=");
  await gui.reload();
  await expect(gui.getByTestId("today")).toBeVisible();

  const context = await browser.newContext();
  const stranger = await context.newPage();
  await stranger.goto(new URL("/", service.gui ?? "").href);
  await expect(stranger.getByText("npm start")).toBeVisible();
  await stranger.getByLabel("Key").fill("wrong");
  await stranger.getByRole("button", { name: "Open" }).click();
  await expect(stranger.getByText("Waypost didn’t accept that key")).toBeVisible();
  await stranger.getByLabel("Key").fill(service.gui ?? "");
  await stranger.getByRole("button", { name: "Open" }).click();
  await expect(stranger.getByTestId("today")).toBeVisible();

  // As `waypost open` hands it to a browser.
  const page = writeOpeningFile(service.dataDir, service.gui ?? "");
  const opened = await context.newPage();
  await opened.goto(pathToFileURL(page.path).href);
  await expect(opened.getByTestId("today")).toBeVisible();
  expect(opened.url()).toBe(new URL("/", service.gui ?? "").href);
  expect(page.isUsed()).toBe(true);
  await context.close();
});

test("the first screen's scripts and styles are few files, below 310 kB compressed", async ({
  browser,
  service,
}) => {
  // One that has nothing of them yet.
  const context = await browser.newContext();
  const page = await context.newPage();
  const files: { readonly asked: number; readonly url: string }[] = [];
  let answered = Infinity;
  page.on("response", (response) => {
    const { pathname } = new URL(response.url());
    const asked = response.request().timing().startTime;
    if (/\.(js|css)$/.test(pathname)) files.push({ asked, url: response.url() });
    if (pathname === "/api/service") answered = Math.min(answered, asked);
  });
  await openGui(page, service);
  // What is fetched ahead for later comes three seconds after the first answer, however busy the machine.
  const first = files.filter(({ asked }) => asked < answered + 2_900);
  const sizes = await Promise.all(
    first.map(async ({ url }) => gzipSync(await (await page.request.get(url)).body()).length),
  );
  // The list of links is part of it; what opens at a click is not.
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(310_000);
  // Each is asked for, answered and started by itself: of eighty the screen came a third later.
  expect(sizes.length).toBeLessThan(20);
  await context.close();
});

test("what the service finds while it runs is on Home, in the window's language @full", async ({
  page,
  service,
}) => {
  await addLink(service, { url: "https://example.org/" });
  await appendFile(join(service.dataDir, "waypost.json"), "\n");
  expect((await service.api("POST", "/api/backups", {}, service.localKey)).status).toBe(200);
  await setTheme(page, "fa", "light");
  await openGui(page, service);
  const warnings = page.getByRole("region", { name: "خوب است بدانید" });
  await expect(warnings).toContainText("وقتی Waypost باز بود، برنامهٔ دیگری");
  await expect(warnings).toContainText(join(service.dataDir, "waypost.json"));
});

test("an address of no screen is said, with a way on @bothways", async ({ gui, say }) => {
  await gui.evaluate(() => (location.hash = "#/lniks/7"));
  await expect(gui.getByRole("heading", { level: 1 })).toHaveText(say("Page not found"));
  await expect(gui.getByText("/lniks/7")).toBeVisible();
  await gui.getByRole("link", { name: say("Go to Home") }).click();
  await expect(gui.getByTestId("today")).toBeVisible();
});

test("a stopped service is said, and nothing typed is lost @bothways", async ({ gui, say }) => {
  await gui.route("**/api/**", (route) => route.abort());
  await gui.getByLabel(say("Paste a long URL")).fill("https://example.org/kept");
  await gui.keyboard.press("Enter");
  await expect(gui.getByText(say("Waypost isn’t responding")).first()).toBeVisible();
  await expect(gui.getByLabel(say("Paste a long URL"))).toHaveValue("https://example.org/kept");
  await gui.unroute("**/api/**");
  await gui.keyboard.press("Enter");
  await expect(gui.getByTestId("made")).toBeVisible();
});

test("a refusal of the service is said clearly, and after a clipboard's the address is there to take by hand @bothways", async ({
  gui,
  say,
}) => {
  const field = gui.getByLabel(say("Paste a long URL"));
  await field.fill("https://example.org/a/long/page");
  for (const { status, code, said } of [
    { status: 429, code: "tooMany", said: say("Too many requests") },
    { status: 507, code: "full", said: say("The disk is full") },
    {
      status: 507,
      code: "refused",
      said: say(
        "Waypost couldn’t write to its data folder. Nothing was changed. Check the folder’s permissions, then restart Waypost.",
      ),
    },
  ]) {
    await gui.route("**/api/url/add", (route) =>
      route.fulfill({ status, json: { error: 1, message: said, code } }),
    );
    await field.press("Enter");
    await expect(gui.getByRole("alert").filter({ hasText: said })).toBeVisible();
    await expect(field).toHaveValue("https://example.org/a/long/page");
    await gui.unroute("**/api/url/add");
  }
  await gui.evaluate(() => {
    navigator.clipboard.writeText = () => Promise.reject(new Error("refused"));
  });
  await field.press("Enter");
  const made = gui.getByTestId("made");
  await expect(made.getByRole("textbox")).toHaveValue(/^http:\/\//);
});

test("in a narrow window the link that was made is read whole, and has its QR code @bothways @full", async ({
  gui,
  say,
}) => {
  await gui.setViewportSize({ width: 390, height: 780 });
  await gui.getByLabel(say("Paste a long URL")).fill("https://example.org/a/long/page");
  await gui.keyboard.press("Enter");
  const made = gui.getByTestId("made");
  await expect(made.getByRole("button", { name: say("Undo") })).toBeVisible();
  const host = made.getByText(/^127\.0\.0\.1:\d+$/);
  expect(await host.evaluate((text) => text.scrollWidth <= text.clientWidth)).toBe(true);

  await made.getByRole("button", { name: say("QR", "home.do") }).click();
  const code = gui.getByRole("dialog", { name: say("QR code for this link") });
  await expect(code.getByText(say.like("Scans", "qr.verdict"))).toBeVisible();
});
