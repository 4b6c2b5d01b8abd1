import type { Browser, BrowserContext, Page } from "@playwright/test";
import { isFull } from "../../support/full.ts";
import { startSite } from "../../support/site.ts";

/**
 * One browser context for all tests of a worker. They load the window from the same port each time, in the
 * same renderer process, where its scripts are compiled already: that halves what a test costs before its first line.
 * Each has a page of its own and finds the storage empty.
 */
export interface WarmBrowser {
  /** Where each test's service shows its window. */
  readonly port: number;
  /** @param prepare what a new context needs */
  open(prepare: (context: BrowserContext) => Promise<void>): Promise<BrowserContext>;
  /** Takes away what a test left behind. */
  clean(): Promise<void>;
}

const spoiled = new WeakSet<BrowserContext>();

/** What is done to a context from here on can't be undone: the next test gets another one. */
export function spoil(context: BrowserContext): void {
  spoiled.add(context);
}

interface Warm {
  readonly context: BrowserContext;
  /** Stays open, and with it the process. */
  readonly keeper: Page;
}

export async function withWarmBrowser(
  browser: Browser,
  use: (warm: WarmBrowser) => Promise<void>,
): Promise<void> {
  const port = await findPort();
  let warm: Warm | null = null;
  await use({
    port,
    async open(prepare) {
      warm ??= await openWarm(browser, port, prepare);
      return warm.context;
    },
    async clean() {
      if (warm === null) return;
      const { context, keeper } = warm;
      if (spoiled.has(context)) {
        warm = null;
        await context.close();
        return;
      }
      await Promise.all(
        context
          .pages()
          .filter((page) => page !== keeper)
          .map((page) => page.close()),
      );
      await context.clearCookies();
      await keeper.evaluate(() => localStorage.clear());
    },
  });
  await (warm as Warm | null)?.context.close();
}

async function findPort(): Promise<number> {
  const { base, stop } = await startSite(() => undefined);
  stop();
  return Number(new URL(base).port);
}

async function openWarm(
  browser: Browser,
  port: number,
  prepare: (context: BrowserContext) => Promise<void>,
): Promise<Warm> {
  // What moves takes a fifth of a run's time.
  const context = await browser.newContext({ reducedMotion: isFull ? "no-preference" : "reduce" });
  await prepare(context);
  const keeper = await context.newPage();
  // No service has to answer for it.
  await keeper.route("**", (route) => route.fulfill({ contentType: "text/html", body: "" }));
  await keeper.goto(`http://127.0.0.1:${port}/`);
  return { context, keeper };
}
