import {
  expect,
  type BrowserContext,
  type Page,
  type Worker,
  chromium,
  test as base,
} from "@playwright/test";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { chooseExtensionChromium, surroundings } from "../../../scripts/chromium.mjs";
import { chromiumOptions } from "../../support/chromium.ts";
import { makeDataDir, startTestServer, type TestServer } from "../../support/server.ts";

export { expect };

/** A Waypost that is stopped and started again on its folder and port. */
export interface Sleeper {
  readonly now: () => TestServer;
  sleep(): Promise<void>;
  wake(): Promise<void>;
}

export interface Browser {
  readonly context: BrowserContext;
  readonly worker: Worker;
  readonly origin: string;
  /** A page of the extension. */
  readonly open: (page: "popup" | "options") => Promise<Page>;
  /** The popup over a page of the web. */
  readonly popupOn: (tab: { readonly url: string; readonly title: string }) => Promise<Page>;
  /** What a click in the browser's own menu says: no test can reach that. */
  readonly clickMenu: (click: Readonly<Record<string, string>>, title?: string) => Promise<void>;
}

export interface ExtensionOptions {
  readonly language: "en" | "fa";
}

interface Fixtures {
  readonly waypost: Sleeper;
  readonly browserWithIt: Browser;
}

export const test = base.extend<Fixtures & ExtensionOptions>({
  language: ["en", { option: true }],
  // oxlint-disable-next-line eslint/no-empty-pattern
  waypost: async ({}, use) => {
    const dataDir = await makeDataDir();
    const start = (port: number) =>
      startTestServer({
        dataDir,
        port,
        guiPort: 0,
        settings: { "automation.extension": "true" },
      });
    let running: TestServer | null = await start(0);
    const port = Number(new URL(running.baseUrl).port);
    const now = () => {
      if (running === null) throw new Error("Waypost sleeps.");
      return running;
    };
    await use({
      now,
      async sleep() {
        await now().close();
        running = null;
      },
      async wake() {
        running = await start(port);
      },
    });
    await (running as TestServer | null)?.close();
    await rm(dataDir, { recursive: true, force: true });
  },
  browserWithIt: async ({ language, colorScheme }, use) => {
    const folder = await mkdtemp(join(tmpdir(), "waypost-extension-"));
    const extension = join(folder, "extension");
    await cp(resolve("out/extension"), extension, { recursive: true });
    await grant(join(extension, "manifest.json"));
    const { args } = chromiumOptions();
    const context = await chromium.launchPersistentContext(join(folder, "profile"), {
      executablePath: chooseExtensionChromium(surroundings()) ?? "",
      args: [
        ...args,
        `--disable-extensions-except=${extension}`,
        `--load-extension=${extension}`,
        `--lang=${language}`,
      ],
      env: { ...(process.env as Record<string, string>), LANGUAGE: language },
      colorScheme: colorScheme ?? "light",
    });
    const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker"));
    const origin = worker.url().replace(/\/[^/]*$/, "");
    const open = async (name: "popup" | "options") => {
      const page = await context.newPage();
      await page.setViewportSize(
        name === "popup" ? { width: 360, height: 560 } : { width: 720, height: 640 },
      );
      await page.goto(`${origin}/${name}.html`);
      return page;
    };
    await use({
      context,
      worker,
      origin,
      open,
      async popupOn(tab) {
        const page = await context.newPage();
        await page.setViewportSize({ width: 360, height: 560 });
        // A popup that stands in a tab is itself the tab that is in front.
        await page.addInitScript((given) => {
          Object.assign(chrome.tabs, { query: () => Promise.resolve([given]) });
        }, tab);
        await page.goto(`${origin}/popup.html`);
        return page;
      },
      clickMenu: (click, title = "A page") =>
        worker.evaluate(
          ([given, name]) => {
            const { onClicked } = chrome.contextMenus as unknown as {
              onClicked: { dispatch(...given: unknown[]): void };
            };
            onClicked.dispatch(given, { title: name });
          },
          [click, title] as const,
        ),
    });
    await context.close();
    await rm(folder, { recursive: true, force: true });
  },
});

/** As when the user has allowed what the browser asks: a test can't press its buttons. */
async function grant(file: string): Promise<void> {
  const { optional_host_permissions: asked, ...manifest } = JSON.parse(
    await readFile(file, "utf8"),
  );
  await writeFile(file, JSON.stringify({ ...manifest, host_permissions: asked }));
}

/** Asks to be paired, and answers the page that shows the code. */
export async function askToPair({ open }: Browser, { now }: Sleeper): Promise<Page> {
  const options = await open("options");
  await options.locator("#port").fill(new URL(now().baseUrl).port);
  await options.locator("#connect").click();
  await expect(options.locator("#code")).toHaveText(/^\d{6}$/);
  return options;
}

/** Pairs the extension; its owner confirms it by the API. */
export async function pair(browser: Browser, waypost: Sleeper): Promise<void> {
  const options = await askToPair(browser, waypost);
  const server = waypost.now();
  const { body } = await server.api("GET", "/api/pairings", undefined, server.localKey);
  const [{ id }] = body.data.pairings;
  await server.api("POST", `/api/pairing/${id}/accept`, undefined, server.localKey);
  await expect(options.locator("#connected")).toBeVisible();
  await options.close();
}

export async function linksOf({ now }: Sleeper): Promise<{ longurl: string; name: string }[]> {
  return (await now().api("GET", "/api/urls?limit=100")).body.data.urls;
}
