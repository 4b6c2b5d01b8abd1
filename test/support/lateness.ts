import { setTimeout as wait } from "node:timers/promises";
import type { BrowserContext, Page, Route } from "@playwright/test";

/** The longest that something is late by chance, in milliseconds. */
const late = 400;

/** The page may have taken its question back, or the test have ended. */
async function whileOpen(work: Promise<unknown>): Promise<void> {
  await work.catch(() => undefined);
}

/** These questions come to the service only once what is answered here is called. */
export async function holdQuestions(page: Page, which: RegExp): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  await page.route(which, async (route) => {
    await promise;
    await whileOpen(route.continue());
  });
  return () => resolve(undefined);
}

/** Short timers of the window run only once what is answered here is called. */
export async function holdTimers(page: Page): Promise<() => Promise<void>> {
  const held = await page.evaluateHandle(() => {
    const begin = globalThis.setTimeout;
    const works: (() => void)[] = [];
    const hold: unknown = (work: (...given: never[]) => void, time = 0, ...rest: never[]) => {
      if (time >= 100) return begin(work, time, ...rest);
      works.push(() => work(...rest));
      return 0;
    };
    globalThis.setTimeout = hold as typeof setTimeout;
    return {
      run() {
        globalThis.setTimeout = begin;
        for (const work of works) work();
      },
    };
  });
  return async () => held.evaluate((timers) => timers.run());
}

const isQuestion = (route: Route) => new URL(route.request().url()).pathname.startsWith("/api/");
const isFile = (route: Route) => new URL(route.request().url()).pathname.endsWith(".js");

/** A busy window hears of its own short timers after keys that were pressed later. */
function delayTimers(most: number): void {
  const begin = globalThis.setTimeout;
  const delayed: unknown = (work: () => void, time = 0, ...rest: never[]) =>
    begin(work, time < 100 ? time + Math.random() * most : time, ...rest);
  globalThis.setTimeout = delayed as typeof setTimeout;
}

type Late = (context: BrowserContext) => Promise<void>;

const byRoute =
  (way: (route: Route) => Promise<void>): Late =>
  async (context) => {
    await context.route(/^http:\/\/(127\.|localhost|\[::1\])/, (route) => whileOpen(way(route)));
  };

const ways: Readonly<Record<string, Late>> = {
  /** The service hears of everything later than the window says that it does. */
  questions: byRoute(async (route) => {
    if (isQuestion(route)) await wait(Math.random() * late);
    await route.continue();
  }),
  /** What the service has long done is known to the window later. */
  answers: byRoute(async (route) => {
    if (!isQuestion(route)) return route.continue();
    const response = await route.fetch({ maxRedirects: 0 }).catch(() => null);
    await wait(Math.random() * late);
    if (response === null) await route.abort("connectionrefused");
    else await route.fulfill({ response });
  }),
  /** Parts of the window that are loaded when they are needed come later. */
  files: byRoute(async (route) => {
    if (isFile(route)) await wait(Math.random() * late);
    await route.continue();
  }),
  timers: async (context) => {
    await context.addInitScript(delayTimers, late);
  },
};

/**
 * A slow service, each time another way: what a screen or its spec takes for granted shows at once, which a busy machine shows once in a hundred runs.
 * `WAYPOST_LATE=questions playwright test --project=gui --project=guiRtl`, or `answers`, `files` or `timers`.
 * By `answers` two specs fail that watch how a body comes and goes bit by bit: "a large file shows how far it has come", "a zip of many codes is stopped".
 */
export async function makeLate(context: BrowserContext): Promise<void> {
  await ways[process.env["WAYPOST_LATE"] ?? ""]?.(context);
}
