import {
  expect,
  type BrowserContext,
  type Locator,
  type Page,
  test as base,
} from "@playwright/test";
import { PortTaken } from "../../../src/app/index.ts";
import type { Language } from "../../../src/renderer/i18n/preferences.ts";
import { hearComplaints } from "../../support/complaints.ts";
import { makeLate } from "../../support/lateness.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { withSite } from "../../support/site.ts";
import { englishAmong, hearLatin, latinOf } from "./readingPersian.ts";
import { spoil, type WarmBrowser, withWarmBrowser } from "./warmBrowser.ts";
import { setTheme } from "./setTheme.ts";
import { type Say, translateTo } from "./words.ts";

export { expect };

interface Gui {
  readonly say: Say;
  /** A service of its own on an empty folder. */
  readonly service: TestServer;
  /** Where links lead: the address of a site that answers every path. */
  readonly site: string;
  /** The GUI, opened with its key the way `npm start` opens it. */
  readonly gui: Page;
}

export interface GuiOptions {
  /** What the window speaks; in Persian it is read from right to left, and worn dark. */
  readonly language: Language;
}

export const test = base.extend<Gui & GuiOptions, { readonly warmBrowser: WarmBrowser }>({
  language: ["en", { option: true }],
  say: async ({ language }, use) => use(translateTo(language)),
  warmBrowser: [
    async ({ browser }, use) => {
      await withWarmBrowser(browser, use);
    },
    { scope: "worker" },
  ],
  service: async ({ warmBrowser }, use) => {
    const service = await startAt(warmBrowser.port);
    await use(service);
    await service.stop();
  },
  // oxlint-disable-next-line eslint/no-empty-pattern
  site: ({}, use) => withSite(use),
  context: async ({ warmBrowser }, use) => {
    await use(await warmBrowser.open(prepare));
    await warmBrowser.clean();
  },
  gui: async ({ page, service, language }, use) => {
    const complaints: string[] = [];
    hearComplaints(page, complaints);
    if (language === "fa") {
      await setTheme(page, "fa", "dark");
      await hearLatin(page);
    }
    await openGui(page, service);
    await use(page);
    expect(complaints).toEqual([]);
    if (language === "fa") {
      const shown = await latinOf(page);
      expect(shown.turned).toEqual([]);
      expect(englishAmong(shown)).toEqual([]);
    }
  },
});

/** Somewhere else where another program has taken the port since: the window's files come cold then. */
async function startAt(guiPort: number): Promise<TestServer> {
  const service = await startTestServer({ guiPort }).catch((error: unknown) => {
    if (error instanceof PortTaken) return startTestServer({ guiPort: 0 });
    throw error;
  });
  // Where the window's files are warm; the address of a run is another each time.
  const gui = new URL(service.gui ?? "");
  gui.hostname = "127.0.0.1";
  return { ...service, gui: gui.href };
}

async function prepare(context: BrowserContext): Promise<void> {
  await makeLate(context);
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
}

export async function openGui(page: Page, service: TestServer): Promise<void> {
  await page.goto(service.gui ?? "");
  await expect(page.getByTestId("today")).toHaveText(/\d|[۰-۹]/);
}

/** From here on `inTime` leads the window's clock on. */
export async function holdClock(gui: Page): Promise<void> {
  spoil(gui.context());
  await gui.clock.install();
  await gui.reload();
}

/** How long one of the window's looks may take. */
export const soon = { timeout: 1_000 };

/** What one of the next looks of the window brings, without waiting for them. */
export async function inTime(gui: Page, expecting: () => Promise<void>): Promise<void> {
  await expect(async () => {
    await gui.clock.fastForward(10_000);
    await expecting();
  }).toPass({ timeout: 20_000 });
}

/** To a place of the window, from wherever it is. */
export async function go(page: Page, at: string): Promise<void> {
  await page.evaluate((place) => location.assign(`#/${place}`), at);
}

/** The editor of a link, by its key on the link's page. */
export async function openEditor(page: Page, link: number): Promise<Locator> {
  await go(page, `links/${link}`);
  await expect(page.getByTestId("clicks")).toBeVisible();
  await page.keyboard.press("e");
  return page.getByRole("dialog");
}

export async function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText());
}

export interface Made {
  readonly id: number;
  readonly shorturl: string;
  readonly alias: string;
}

/** A link made by a script, the quick way. */
export async function addLink(
  service: TestServer,
  fields: Readonly<Record<string, unknown>>,
): Promise<Made> {
  const { status, body } = await service.api("POST", "/api/url/add", fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id: body.id, shorturl: body.shorturl, alias: new URL(body.shorturl).pathname.slice(1) };
}

export async function addLinks(service: TestServer, count: number): Promise<void> {
  const numbers = Array.from({ length: count }, (_, place) => place + 1);
  for (let start = 0; start < count; start += 100)
    await Promise.all(
      numbers
        .slice(start, start + 100)
        .map((n) =>
          addLink(service, { url: `https://example.org/page/${n}`, custom: `link-${n}` }),
        ),
    );
}
