import type { Page } from "@playwright/test";
import type { TestServer } from "../../support/server.ts";
import { addLink, addLinks, expect, go, openGui, test } from "./guiTest.ts";
import { setTheme } from "./setTheme.ts";

const words = {
  en: {
    every: "Select all matches",
    remove: "Delete",
    run: "Delete 2",
    did: /Deleted 2 [a-zA-Z ]+\./,
    tagsDid: "Deleted the tags sale, spring",
    undo: "Undo",
  },
  fa: {
    every: "انتخاب همهٔ موارد پیداشده",
    remove: "حذف",
    run: "حذف ۲",
    did: /۲ .+ حذف شد\./,
    tagsDid: "برچسب‌های sale، spring",
    undo: "برگرداندن",
  },
} as const;

async function made(service: TestServer, path: string, body: object): Promise<number> {
  const answer = await service.api("POST", path, body);
  expect(answer.status, answer.text).toBe(200);
  return answer.body.id;
}

/** Two of every kind, the first of each with a link that has it. */
async function addTwoOfEach(service: TestServer): Promise<{ readonly link: number }> {
  const twice = async (path: string, body: (name: string) => object) => {
    const first = await made(service, path, body("First"));
    await made(service, path, body("Second"));
    return first;
  };
  const channel = await twice("/api/channel/add", (name) => ({ name }));
  const campaign = await twice("/api/campaign/add", (name) => ({ name, public: true }));
  const pixel = await twice("/api/pixel/add", (name) => ({
    name,
    type: "gtmpixel",
    tag: name === "First" ? "GTM-ABC123" : "GTM-DEF456",
  }));
  const splash = await twice("/api/splash/add", (name) => ({ name, message: "One moment" }));
  await twice("/api/overlay/add", (name) => ({ name, type: "message", message: "Sale" }));
  await twice("/api/bio/add", (name) => ({ name, alias: name.toLowerCase() }));
  await twice("/api/qr/add", (name) => ({ name, type: "text", data: name }));
  const { id: link } = await addLink(service, {
    url: "https://example.org/",
    custom: "link",
    tags: ["spring", "sale"],
    type: String(splash),
    pixels: [pixel],
    campaign,
    channel,
  });
  return { link };
}

/** What each list answers, and the link that has some of it. */
async function whole(service: TestServer, link: number): Promise<unknown> {
  const paths = ["channels", "campaigns", "pixels", "splash", "overlay", "bio", "qr", "tags"];
  const lists = await Promise.all(paths.map(async (path) => service.api("GET", `/api/${path}`)));
  return [
    lists.map(({ body }) => body.data),
    (await service.api("GET", `/api/url/${link}`)).body.details,
  ];
}

const places = ["channels", "campaigns", "pixels", "splash", "overlays", "bio", "qr", "tags"];

for (const language of ["en", "fa"] as const) {
  test(`many of every kind are deleted and taken back whole, ${language} @full`, async ({
    page,
    service,
  }) => {
    const said = words[language];
    const { link } = await addTwoOfEach(service);
    const before = await whole(service, link);
    await page.setViewportSize({ width: 1280, height: 800 });
    await setTheme(page, language, "light");
    await openGui(page, service);
    const rows = page.locator("[role=row][data-row]");
    for (const place of places) {
      await go(page, place);
      await expect(page.getByTestId(`${place}-table`)).toBeVisible();
      await expect(rows, place).toHaveCount(2);
      await page.getByRole("checkbox", { name: said.every }).check();
      const bar = page.getByRole("toolbar");
      await bar.getByRole("button", { name: said.remove, exact: true }).click();
      if (place !== "tags") {
        const dialog = page.getByRole("dialog");
        await dialog.getByRole("button", { name: said.run }).click();
        await expect(dialog).toBeHidden();
      }
      await expect(rows, place).toHaveCount(0);
      await expect(bar, place).toBeHidden();
      const message = page
        .getByRole("alert")
        .filter({ hasText: place === "tags" ? said.tagsDid : said.did });
      await message.getByRole("button", { name: said.undo }).click();
      await expect(rows, place).toHaveCount(2);
      await expect.poll(() => whole(service, link), place).toEqual(before);
    }
  });

  test(`compact rows, ${language}: 32 pixels each, nothing beside its column @full`, async ({
    page,
    service,
  }) => {
    await addTwoOfEach(service);
    await page.setViewportSize({ width: 1280, height: 800 });
    await setTheme(page, language, "light");
    await page.addInitScript(() => {
      const kept = JSON.parse(localStorage.getItem("waypost.preferences") ?? "{}");
      localStorage.setItem("waypost.preferences", JSON.stringify({ ...kept, density: "compact" }));
    });
    await openGui(page, service);
    for (const place of places) {
      await go(page, place);
      const table = page.getByTestId(`${place}-table`);
      await expect(table.locator("[data-row='0']")).toBeVisible();
      await expect(table.locator("[data-row]:has(> [role=gridcell] *)").first()).toBeVisible();
      expect(await faultsOf(page, place), place).toEqual([]);
    }
  });
}

/** What a list's rows have that they shouldn't: another height, cells beside their heads, text cut in two. */
async function faultsOf(page: Page, place: string): Promise<readonly string[]> {
  return page.getByTestId(`${place}-table`).evaluate((table) => {
    const faults: string[] = [];
    const isRtl = getComputedStyle(table).direction === "rtl";
    const frame = table.getBoundingClientRect();
    if (table.scrollWidth > table.clientWidth) faults.push("scrolls sideways");
    const heads = [...table.querySelectorAll("[role=columnheader]")];
    for (const [index, row] of [...table.querySelectorAll("[data-row]")].entries()) {
      const box = row.getBoundingClientRect();
      if (Math.round(box.height) !== 32) faults.push(`row ${index}: ${box.height} high`);
      for (const [at, cell] of [...row.querySelectorAll("[role=gridcell]")].entries()) {
        const own = cell.getBoundingClientRect();
        const head = heads[at]?.getBoundingClientRect();
        const edge = (rect: DOMRect) => (isRtl ? rect.right : rect.left);
        if (head === undefined || Math.abs(edge(own) - edge(head)) > 1)
          faults.push(`row ${index}, cell ${at}: not under its head`);
        if (own.left < frame.left || own.right > frame.right)
          faults.push(`row ${index}, cell ${at}: outside the list`);
        for (const part of cell.querySelectorAll("*")) {
          const inner = part.getBoundingClientRect();
          if (inner.height > 0 && (inner.top < box.top - 1 || inner.bottom > box.bottom + 1))
            faults.push(`row ${index}, cell ${at}: ${part.tagName} taller than its row`);
        }
      }
    }
    return faults;
  });
}

test("a host is replaced in the destinations of many links, and undone", async ({
  page,
  service,
}) => {
  const ids: number[] = [];
  for (const path of ["a", "b"]) {
    ids.push((await addLink(service, { url: `https://old.example/${path}` })).id);
  }
  const targets = async () => {
    const found = ids.map(async (id) => (await service.api("GET", `/api/url/${id}`)).body.details);
    return (await Promise.all(found)).map(({ longurl }) => longurl as string);
  };
  const gui = page;
  await openGui(page, service);
  await go(page, "links");
  await gui.locator("[data-row='0']").getByRole("checkbox").check();
  const bar = gui.getByRole("toolbar");
  await bar.getByRole("button", { name: "Select all 2 matches" }).click();
  await bar.getByRole("button", { name: "Destination" }).click();
  const dialog = gui.getByRole("dialog", { name: "Change the destinations of 2 links" });
  await dialog.getByRole("textbox", { name: "Current host" }).fill("old.example");
  await expect(dialog.getByRole("button", { name: "Change 2 links" })).toBeDisabled();
  await dialog.getByRole("textbox", { name: "New host" }).fill("new.example");
  await dialog.getByText("Show all, before and after").click();
  await expect(dialog.getByText("new.example/a")).toBeVisible();
  await dialog.getByRole("button", { name: "Change 2 links" }).click();
  await expect(gui.getByText("Changed 2 links.")).toBeVisible();
  expect(await targets()).toEqual(["https://new.example/a", "https://new.example/b"]);
  await gui.getByRole("button", { name: "Undo" }).click();
  await expect.poll(targets).toEqual(["https://old.example/a", "https://old.example/b"]);
});

test("a schedule is given to many links, and undone; what is blank stays", async ({
  gui,
  service,
  say,
}) => {
  const afterurl = "https://example.org/kept";
  const { id } = await addLink(service, { url: "https://example.org/a", maxclicks: 5, afterurl });
  await addLink(service, { url: "https://example.org/b" });
  const schedule = async () => {
    const { details } = (await service.api("GET", `/api/url/${id}`)).body;
    return [details.starts, details.maxclicks, details.afterurl];
  };
  const before = await schedule();
  await go(gui, "links");
  // The window opened on the list before the links were there.
  await gui.reload();
  for (const row of [0, 1]) await gui.locator(`[data-row='${row}']`).getByRole("checkbox").check();
  await gui
    .getByRole("toolbar")
    .getByRole("button", { name: say("Schedule", "bulk") })
    .click();
  const dialog = gui.getByRole("dialog");
  await dialog.getByRole("textbox", { name: say("Click limit") }).fill("20");
  await dialog.getByRole("button", { name: say("Change 2 links", "bulk.run.schedule") }).click();
  await expect(dialog).toBeHidden();
  await expect.poll(schedule).toEqual([before[0], 20, afterurl]);
  await gui.keyboard.press("Control+z");
  await expect.poll(schedule).toEqual(before);
});

test("twenty are found and tagged with seven presses: a slash, a word, all of them, T, a word, Enter, Enter", async ({
  gui,
  service,
}) => {
  await addLinks(service, 25);
  for (const id of [1, 2]) {
    const { longurl: url } = (await service.api("GET", `/api/url/${id}`)).body.details;
    await service.api("PUT", `/api/url/${id}/update`, { url, tags: ["spring"] });
  }
  await go(gui, "links");
  // The window opened on the list before the links were there.
  await gui.reload();
  await expect(gui.getByRole("row", { name: /link-25/ })).toBeVisible();
  const tagged = async () => (await service.api("GET", "/api/urls?tag=spring")).body.data.result;
  const picker = gui.getByRole("dialog", { name: "Tags of 11 links" });

  await gui.keyboard.press("/");
  await gui.keyboard.type("link-1");
  await expect(gui.getByText("11 links", { exact: true })).toBeVisible();
  await gui.keyboard.press("Control+a");
  await expect(gui.getByRole("toolbar")).toContainText("11 selected");
  await gui.keyboard.press("t");
  await expect(picker.getByRole("option", { name: "spring" })).toHaveAttribute(
    "aria-checked",
    "mixed",
  );
  await gui.keyboard.type("spr");
  await gui.keyboard.press("Enter");
  await expect(picker.getByRole("option", { name: "spring" })).toHaveAttribute(
    "aria-checked",
    "true",
  );
  await gui.keyboard.press("Enter");
  await expect(picker).toBeHidden();
  await expect.poll(tagged).toBe(12);
  await gui.keyboard.press("Control+z");
  await expect.poll(tagged).toBe(2);
  // Esc takes off the picker alone.
  await gui.keyboard.press("t");
  await expect(gui.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await gui.keyboard.press("Escape");
  await expect(gui.getByRole("dialog")).toBeHidden();

  // A change that can't even be looked at says so in the picker, and can be tried again.
  await gui.keyboard.press("t");
  await expect(gui.getByRole("dialog").getByRole("combobox")).toBeFocused();
  await gui.keyboard.type("later");
  await gui.keyboard.press("Enter");
  await gui.route("**/api/bulk", (route) => route.abort());
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("dialog").getByRole("alert")).toBeVisible();
  await gui.unroute("**/api/bulk");
  await gui.keyboard.press("Enter");
  await expect(gui.getByRole("dialog")).toBeHidden();
  const later = async () => (await service.api("GET", "/api/urls?tag=later")).body.data.result;
  await expect.poll(later).toBe(1);
});
