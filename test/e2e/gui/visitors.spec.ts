import { send } from "../../support/server.ts";
import { chrome } from "../../support/userAgents.ts";
import { addLink, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

/** What the pages of visitors say, who have words of their own. */
const waiting = /^(Paused\. Continue when you’re ready\.|صفحه منتظر شما می‌ماند\.)$/;
const sent = /^(Message sent|پیام شما ارسال شد)$/;

const hostile = `</script><script>parent.postMessage("out","*")</script><img src=x onerror=alert(1)>`;

test("a splash page is written beside the page that its visitors get, which leads nowhere @bothways @rtl", async ({
  gui,
  service,
  say,
}) => {
  await go(gui, "splash");
  await gui
    .getByRole("button", { name: say("New splash page") })
    .first()
    .click();
  const dialog = gui.getByRole("dialog", { name: say("New splash page") });
  const frame = dialog.locator("iframe:not([data-coming])");
  const page = frame.contentFrame();
  await dialog.getByLabel(say("Heading")).fill("A word before");
  await expect(page.getByRole("heading", { name: "A word before" })).toBeVisible();
  await expect(frame).toHaveAttribute("sandbox", "allow-scripts allow-forms");
  expect(await page.locator("html").evaluate(() => origin)).toBe("null");

  // The page has counted nothing down for good while it is being written, and typing goes on.
  await dialog.getByLabel(say("Message", "splash")).pressSequentially(hostile.slice(0, 24));
  await dialog.getByLabel(say("Message", "splash")).fill(hostile);
  await expect(page.getByText(hostile)).toBeVisible();
  await expect(dialog.getByLabel(say("Message", "splash"))).toBeFocused();
  await expect(page.locator("img")).toHaveCount(0);

  await dialog.getByRole("button", { name: say("Pause", "visitorPreview") }).click();
  await expect(page.getByText(waiting).first()).toBeVisible();
  await dialog.getByText("fa", { exact: true }).click();
  await expect(page.getByRole("link", { name: "رفتن به مقصد" })).toBeVisible();
  await dialog.getByText(say("Desktop", "visitorPreview")).click();
  await page.getByRole("link", { name: "رفتن به مقصد" }).press("Enter");
  await expect(dialog.getByText(say.like("Next, visitors go to"))).toBeVisible();
  await expect(page.getByText(hostile)).toBeVisible();

  await dialog.getByLabel(say("Seconds")).fill("61");
  await dialog.getByRole("button", { name: say("Create splash page") }).click();
  await expect(dialog.getByLabel(say("Seconds"))).toHaveAttribute("aria-invalid", "true");
  await dialog.getByLabel(say("Seconds")).fill("۹");
  await expect(dialog.getByLabel(say("Seconds"))).toHaveValue(say.number(9));
  await dialog.getByRole("button", { name: say("Create splash page") }).click();
  await expect(dialog.getByLabel(say("Name"))).toBeFocused();
  await dialog.getByLabel(say("Name")).fill("Before the shop");
  await dialog.getByRole("button", { name: say("Create splash page") }).click();
  const row = gui.getByRole("row", { name: /Before the shop/ });
  await expect(row).toBeVisible();

  await addLink(service, { url: "https://example.org/", type: "1" });
  await gui.reload();
  await expect(row.getByRole("link", { name: say("1 link") })).toHaveAttribute("href", /type=1/);
  await row.click();
  await gui.keyboard.press("Delete");
  const question = gui.getByRole("dialog", {
    name: say("Delete {{name}}?", { name: "Before the shop" }),
  });
  await expect(
    question.getByText(
      say.like("{{formatted}} link uses this page. The link will open its destination directly."),
    ),
  ).toBeVisible();
  await question.getByRole("button", { name: say("Delete") }).click();
  await expect(row).toHaveCount(0);
  await gui.getByRole("button", { name: say("Undo") }).click();
  await expect(row).toBeVisible();
});

test("what visitors write into a form is read, searched and deleted, from right to left", async ({
  page,
  service,
}) => {
  await setTheme(page, "fa", "dark");
  const { body } = await service.api("POST", "/api/overlay/add", {
    type: "contact",
    name: "نظر شما",
    fields: ["name", "message"],
  });
  await addLink(service, { url: "https://example.org/", custom: "write", type: String(body.id) });
  for (const [name, message] of [
    ["آدا و a name of both directions ".repeat(4), "چای ۵ کی برمی‌گردد؟"],
    ["Max", hostile],
  ])
    await send(new URL(service.baseUrl).origin, "/write", {
      method: "POST",
      headers: { "user-agent": chrome, "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        form: "contact",
        name: name ?? "",
        message: message ?? "",
      }).toString(),
    });
  await openGui(page, service);
  const place = page.getByRole("link", { name: /صندوق پیام/ }).first();
  await expect(place).toContainText("۲ خوانده‌نشده");
  await go(page, "inbox");
  await expect(place).toHaveAttribute("aria-current", "page");
  const rows = page.getByRole("row").filter({ has: page.getByRole("gridcell") });
  await expect(rows).toHaveCount(2);
  // Names stand under each other, also one that is cut.
  const starts = await rows.locator("button[data-unread] bdi").evaluateAll((names) =>
    names.map((name) => {
      const text = document.createRange();
      text.selectNodeContents(name);
      return Math.round(Math.max(...Array.from(text.getClientRects(), ({ right }) => right)));
    }),
  );
  expect(starts).toEqual([starts[0], starts[0]]);
  await rows.first().getByRole("button", { name: /Max/ }).first().click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText(hostile)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(place).toContainText("۱ خوانده‌نشده");

  await page.getByRole("searchbox").fill("چای");
  await expect(rows).toHaveCount(1);
  await rows.first().getByRole("checkbox").check();
  await page.getByRole("toolbar").getByRole("button", { name: "حذف" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "حذف" }).click();
  await expect(rows).toHaveCount(0);
  await expect(page.getByRole("button", { name: "CSV" })).toHaveCount(0);
  await page.getByRole("searchbox").fill("");
  await expect(rows).toHaveCount(1);
  const [file] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("button", { name: "CSV" }).click(),
  ]);
  expect(file.suggestedFilename()).toBe("answers.csv");
});

test("a banner's colours are said to be hard to read, and a pixel's tag to look odd @bothways @full", async ({
  gui,
  say,
}) => {
  await go(gui, "overlays/new");
  const banner = gui.getByRole("dialog");
  await banner.getByLabel(say("Text color"), { exact: true }).fill("#DDDDDD");
  await expect(
    banner
      .getByText(say.like("{{ratio}}:1 on {{other}}. Hard to read. Aim for 4.5:1 or more."))
      .first(),
  ).toBeVisible();
  await banner.getByText(say("Contact form"), { exact: true }).click();
  await banner.getByRole("checkbox", { name: say("Phone", "overlays.formFields") }).check();
  const page = banner.locator("iframe:not([data-coming])").contentFrame();
  await expect(page.getByLabel(say("Phone", "overlays.formFields"))).toBeVisible();
  await banner.getByRole("switch", { name: say("Show the thank-you message") }).check();
  await expect(page.getByText(sent)).toBeVisible();
  await gui.keyboard.press("Escape");

  await go(gui, "pixels/new");
  const pixel = gui.getByRole("dialog", { name: say("New pixel") });
  await pixel.getByRole("button", { name: say("Create pixel") }).click();
  await expect(pixel.getByText(say("Choose the platform that gave you the tag."))).toBeVisible();
  await pixel.getByLabel(say("Platform")).selectOption("Google Tag Manager");
  await expect(pixel.getByText("GTM-ABC1234")).toBeVisible();
  await pixel.getByLabel(say("Tag", "pixels"), { exact: false }).last().fill("UA-1");
  const tag = pixel.getByLabel(say("Tag", "pixels"), { exact: false }).last();
  const usual = say.like(
    "{{platform}} tags usually look like {{example}}. You can save this tag as it is, but the platform may not count anything.",
    { example: "GTM-ABC1234" },
  );
  await expect(pixel.getByText(usual)).toBeVisible();
  // What can't be taken at all isn't said to be taken.
  await tag.fill("<script>");
  await expect(pixel.getByText(say("Check the format of this value."))).toBeVisible();
  await expect(pixel.getByText(usual)).toBeHidden();
  await tag.fill("UA-1");
  await expect(pixel.getByText(usual)).toBeVisible();
  await pixel.getByLabel(say("Name")).fill("Shop");
  // It is taken, but not without having been asked about; another one is asked about again.
  const save = pixel.getByRole("button", { name: say("Save anyway") });
  await pixel.getByRole("button", { name: say("Create pixel") }).click();
  await expect(save).toBeVisible();
  await expect(tag).toBeFocused();
  await tag.fill("hello");
  await expect(save).toBeHidden();
  await pixel.getByRole("button", { name: say("Create pixel") }).click();
  await save.click();
  const row = gui.getByRole("row", { name: /Shop.*Google Tag Manager.*hello/ });
  await expect(row).toBeVisible();

  // What was kept so once is not asked about again, and a tag that looks right never.
  await row.getByText("Shop").click();
  const kept = gui.getByRole("dialog", { name: say("Edit pixel") });
  await kept.getByLabel(say("Name")).fill("Shop of Ada");
  await kept.getByRole("button", { name: say("Save"), exact: true }).click();
  await expect(kept).toBeHidden();
  await gui.getByText("Shop of Ada", { exact: true }).click();
  await kept.getByLabel(say("Tag", "pixels"), { exact: false }).last().fill("GTM-ABCD12");
  await kept.getByRole("button", { name: say("Save"), exact: true }).click();
  await expect(gui.getByRole("row", { name: /GTM-ABCD12/ })).toBeVisible();
});

test("a domain says what to set where, is asked, and stays while links are on it @bothways", async ({
  gui,
  service,
  say,
}) => {
  await go(gui, "domains/new");
  const added = gui.getByRole("dialog", { name: say("New domain") });
  await added.getByRole("textbox", { name: say("Domain") }).fill("http://nobody.localhost:9");
  await expect(added.getByText("CNAME")).toBeVisible();
  await added.getByRole("button", { name: say("Add domain") }).click();
  await expect(added.getByRole("alert")).toBeVisible();
  const { port } = new URL(service.baseUrl);
  await added.getByRole("textbox", { name: say("Domain") }).fill(`http://go.localhost:${port}`);
  await added.getByRole("button", { name: say("Add domain") }).click();
  const row = gui.getByRole("row", { name: /go\.localhost/ });
  await expect(row.getByText(say("Points here"))).toBeVisible();

  await addLink(service, { url: "https://example.org/", domain: `go.localhost:${port}` });
  await gui.reload();
  await expect(row.getByRole("link", { name: say("1 link") })).toBeVisible();
  await row.getByText(say("Points here")).click();
  await gui.keyboard.press("Delete");
  await expect(
    gui.getByText(say("1 link uses this domain. Move or delete the link first.")),
  ).toBeVisible();
});
