import type { Locator, Worker } from "@playwright/test";
import jsqr from "jsqr";
import { findingsOn } from "../../support/axe.ts";
import { askToPair, expect, linksOf, pair, test } from "./extensionTest.ts";

const tab = { url: "https://example.org/news?id=5", title: "The news" };

test("the extension is paired once its code is confirmed in the app @full", async ({
  browserWithIt,
  waypost,
}) => {
  const options = await askToPair(browserWithIt, waypost);
  const code = await options.locator("#code").innerText();
  const server = waypost.now();
  const app = await browserWithIt.context.newPage();
  await app.goto(server.gui ?? "");
  await expect(app.getByTestId("today")).toBeVisible();
  await app.evaluate(() => location.assign("#/automation"));
  await expect(app.getByTestId("pairing-code")).toHaveText(code);
  await app.getByRole("button", { name: "Pair", exact: true }).click();
  await expect(options.locator("#connected")).toBeVisible();
  const { body } = await server.api("GET", "/api/keys", undefined, server.localKey);
  const { origin } = browserWithIt;
  expect(body.data.keys[1]).toMatchObject({ scope: "capture", origin });
});

test("a refused code is said, and a popup without a key leads to the options @full", async ({
  browserWithIt,
  waypost,
}) => {
  const options = await askToPair(browserWithIt, waypost);
  const server = waypost.now();
  const { body } = await server.api("GET", "/api/pairings", undefined, server.localKey);
  await server.api(
    "DELETE",
    `/api/pairing/${body.data.pairings[0].id}/drop`,
    undefined,
    server.localKey,
  );
  await expect(options.locator("#message")).toHaveText("The code wasn’t confirmed. Connect again.");
  const popup = await browserWithIt.popupOn(tab);
  await expect(popup.locator("#connect")).toBeVisible();
});

test("the popup creates a link with a title and an alias, and finds it the next time @full", async ({
  browserWithIt,
  waypost,
}) => {
  await pair(browserWithIt, waypost);
  await waypost.now().api("POST", "/api/url/add", { url: "https://example.org/", custom: "taken" });
  const popup = await browserWithIt.popupOn(tab);
  await expect(popup.locator("#message")).toHaveText("This page has no short link yet.");
  await expect(popup.locator("#address")).toHaveValue(tab.url);
  await expect(popup.locator("#title")).toHaveValue(tab.title);
  await popup.locator("#alias").fill("taken");
  await expect(popup.locator("#aliasState")).toHaveText(
    "This alias is taken. Choose a different alias.",
  );
  await popup.locator("#alias").fill("news");
  await expect(popup.locator("#aliasState")).toHaveText("This alias is free.");
  await popup.locator("#create").click();
  const short = `${new URL(waypost.now().baseUrl).origin}/news`;
  await expect(popup.locator("#short")).toHaveText(short.replace("http://", ""));
  expect(await qrOf(popup.locator("#qr path"))).toBe(short);
  await popup.locator("#copy").click();
  await expect(popup.locator("#copy")).toHaveText("Copied");
  await popup.locator("#again").click();
  await popup.locator("#title").fill("");
  await popup.locator("#title").press("ControlOrMeta+V");
  await expect(popup.locator("#title")).toHaveValue(short);
  expect(await linksOf(waypost)).toMatchObject([
    { longurl: tab.url, name: tab.title },
    { longurl: "https://example.org/" },
  ]);

  const again = await browserWithIt.popupOn(tab);
  await expect(again.locator("#foundShort")).toHaveText(short.replace("http://", ""));
  await again.locator("#foundShow").click();
  await expect(again.locator("#short")).toBeVisible();
});

test("menus create links of a page, a link, an image and a selection @full", async ({
  browserWithIt,
  waypost,
}) => {
  await pair(browserWithIt, waypost);
  const { clickMenu, worker } = browserWithIt;
  // A browser may open the popup, which shows what came of it and forgets it.
  await worker.evaluate(() => {
    Object.assign(chrome.action, { openPopup: () => Promise.reject(new Error("Not now.")) });
  });
  const pageUrl = "https://example.org/page";
  const clicks = [
    { menuItemId: "page", pageUrl },
    { menuItemId: "link", pageUrl, linkUrl: "https://example.org/link" },
    { menuItemId: "image", pageUrl, srcUrl: "https://example.org/a.png" },
    { menuItemId: "selection", pageUrl, selectionText: "see https://example.org/said, there" },
    { menuItemId: "selection", pageUrl, selectionText: "  words of\n the page " },
  ];
  const made = [
    { longurl: pageUrl, name: "Its title" },
    { longurl: "https://example.org/link", name: "" },
    { longurl: "https://example.org/a.png", name: "" },
    { longurl: "https://example.org/said", name: "" },
    { longurl: pageUrl, name: "words of the page" },
  ];
  for (const [place, click] of clicks.entries()) {
    await clickMenu(click, "Its title");
    await expect.poll(async () => (await linksOf(waypost)).length).toBe(place + 1);
    expect((await linksOf(waypost))[0]).toMatchObject(made[place] ?? {});
  }
  // The popup that opens next shows what came of it.
  const popup = await browserWithIt.popupOn(tab);
  await expect(popup.locator("#made")).toBeVisible();
  await expect.poll(() => badgeOf(worker)).toBe("");
  // An image of the page's own has no address that others could open.
  await clickMenu({ menuItemId: "image", pageUrl, srcUrl: "data:image/png;base64,AA==" });
  await expect.poll(() => badgeOf(worker)).toBe("!");
  expect(await linksOf(waypost)).toHaveLength(5);
});

test("the keyboard shortcut creates a link to a web page, and to no page of the browser @full", async ({
  browserWithIt,
  waypost,
}) => {
  await pair(browserWithIt, waypost);
  const { worker } = browserWithIt;
  // A test can't press keys of the browser itself.
  const press = (page: { readonly url: string; readonly title: string }) =>
    worker.evaluate((shown) => {
      Object.assign(chrome.action, { openPopup: () => Promise.reject(new Error("Not now.")) });
      const { onCommand } = chrome.commands as unknown as {
        onCommand: { dispatch(...given: unknown[]): void };
      };
      onCommand.dispatch("shorten", shown);
    }, page);
  await press(tab);
  await expect.poll(() => badgeOf(worker)).toBe("✓");
  const { url: longurl, title: name } = tab;
  expect(await linksOf(waypost)).toMatchObject([{ longurl, name }]);
  await press({ url: "chrome://settings", title: "Settings" });
  await expect.poll(() => badgeOf(worker)).toBe("!");
  expect(await linksOf(waypost)).toHaveLength(1);
});

test("links wait while Waypost sleeps, at most 50, and are created when it wakes @full", async ({
  browserWithIt,
  waypost,
}) => {
  await pair(browserWithIt, waypost);
  await waypost.sleep();
  const popup = await browserWithIt.popupOn(tab);
  await expect(popup.locator("#message")).toHaveText(
    "Waypost isn’t running. A new link waits until it runs again.",
  );
  await popup.locator("#create").click();
  await expect(popup.locator("#waiting")).toHaveText("Links waiting for Waypost: 1 of 50");
  await expect.poll(() => badgeOf(browserWithIt.worker)).toBe("1");
  for (let n = 2; n <= 51; n += 1) {
    await popup.locator("#address").fill(`https://example.org/${n}`);
    await popup.locator("#create").click();
    if (n <= 50) await expect(popup.locator("#waiting")).toHaveText(new RegExp(`: ${n} of 50$`));
  }
  await expect(popup.locator("#message")).toHaveText(
    "50 links are already waiting. Start Waypost, then try again.",
  );
  await waypost.wake();
  // Nobody asks for it: the extension looks by itself.
  await expect.poll(async () => (await linksOf(waypost)).length, { timeout: 60_000 }).toBe(50);
  await expect.poll(() => badgeOf(browserWithIt.worker)).toBe("");
  expect((await linksOf(waypost)).at(-1)).toMatchObject({ longurl: tab.url, name: tab.title });
});

test("a revoked key leads to pairing, and other extensions and pages read nothing @full", async ({
  browserWithIt,
  waypost,
}) => {
  await pair(browserWithIt, waypost);
  const server = waypost.now();
  const page = await browserWithIt.context.newPage();
  await page.route("https://example.org/**", (route) => route.fulfill({ body: "<h1>Page</h1>" }));
  await page.goto("https://example.org/");
  const statuses = await page.evaluate(async (base) => {
    const asked = [
      fetch(`${base}/api/urls`),
      fetch(`${base}/pair`, { method: "POST", body: "{}" }),
    ];
    return (await Promise.allSettled(asked)).map(({ status }) => status);
  }, server.baseUrl);
  expect(statuses).toEqual(["rejected", "rejected"]);
  await server.api("DELETE", "/api/key/2/delete", undefined, server.localKey);
  const popup = await browserWithIt.popupOn(tab);
  await expect(popup.locator("#connect")).toBeVisible();
});

for (const language of ["en", "fa"] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test.describe(`${language}, ${colorScheme}`, () => {
      test.use({ language, colorScheme });

      test("the popup and the options look right and have no findings of axe @full", async ({
        browserWithIt,
        waypost,
      }, info) => {
        const picture = (name: string) => ({ path: info.outputPath(`${name}.png`) });
        const options = await askToPair(browserWithIt, waypost);
        expect(await findingsOn(options)).toEqual([]);
        await options.screenshot(picture("options"));
        await options.evaluate(() => chrome.storage.session.remove("asked"));
        await options.close();
        const server = waypost.now();
        const { body } = await server.api("GET", "/api/pairings", undefined, server.localKey);
        const { id } = body.data.pairings[0];
        await server.api("DELETE", `/api/pairing/${id}/drop`, undefined, server.localKey);
        await pair(browserWithIt, waypost);
        const popup = await browserWithIt.popupOn(tab);
        await expect(popup.locator("html")).toHaveAttribute(
          "dir",
          language === "fa" ? "rtl" : "ltr",
        );
        await expect(popup.locator("#message")).not.toBeEmpty();
        expect(await findingsOn(popup)).toEqual([]);
        await popup.screenshot(picture("popup"));
        await popup.locator("#create").click();
        await expect(popup.locator("#made")).toBeVisible();
        expect(await findingsOn(popup)).toEqual([]);
        await popup.screenshot(picture("made"));
        const again = await browserWithIt.popupOn(tab);
        await expect(again.locator("#found")).toBeVisible();
        await again.screenshot(picture("found"));
      });
    });

function badgeOf(worker: Worker): Promise<string> {
  return worker.evaluate(() =>
    (chrome.action as unknown as { getBadgeText(of: object): Promise<string> }).getBadgeText({}),
  );
}

/** What a camera reads off the modules that are drawn. */
async function qrOf(path: Locator): Promise<string | undefined> {
  const drawn = (await path.getAttribute("d")) ?? "";
  const dark = [...drawn.matchAll(/M(\d+) (\d+)/g)].map(
    ([, x, y]) => [Number(x), Number(y)] as const,
  );
  const quiet = 4;
  const scale = 4;
  const width = (Math.max(...dark.map(([x]) => x)) + 1 + 2 * quiet) * scale;
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255);
  for (const [x, y] of dark) {
    for (let dx = 0; dx < scale; dx += 1) {
      for (let dy = 0; dy < scale; dy += 1) {
        const at = ((y + quiet) * scale + dy) * width + (x + quiet) * scale + dx;
        pixels.fill(0, at * 4, at * 4 + 3);
      }
    }
  }
  return jsqr.default(pixels, width, width)?.data;
}
