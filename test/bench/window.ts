import { chromium, expect, type Page } from "@playwright/test";
import { screenPaths } from "../../src/renderer/app/addresses.ts";
import { chromiumOptions } from "../support/chromium.ts";
import { type ReadyLine, runCommand } from "../support/serviceProcess.ts";
import { measuredCommand, serverCore } from "./servers.ts";
import { median } from "./statistics.ts";

export interface WindowFigures {
  /** Milliseconds from opening the address to the first screen with its numbers, median. */
  readonly first: number;
  /** Milliseconds from the address of a screen to its content; the median of each, and the slowest of those. */
  readonly screens: number;
  readonly slowestScreen: { readonly path: string; readonly taken: number };
  /** Bytes of scripts' memory after so many things done, collected. */
  readonly heap: number;
  readonly uses: number;
}

/** Screens that need no record. */
const places = screenPaths
  .filter((path) => !/\/:\w+$/.test(path))
  .map((path) => path.replace(/\/:\w+\?$/, ""));

/** One a second in ten minutes. */
const mostUses = 600;
/** Milliseconds after which a screen won't come any more. */
const patience = 30_000;

/** The built window over the links of `dataDir`, in the tests' Chromium. */
export async function measureWindow(dataDir: string, rounds: number): Promise<WindowFigures> {
  const { userAgent, ...launch } = chromiumOptions();
  const service = runCommand(
    ["serve", "--json", "--data", dataDir, "--port", "0", "--gui-port", "0"],
    { command: measuredCommand, before: serverCore },
  );
  const ready = JSON.parse(await service.firstLine) as ReadyLine;
  const browser = await chromium.launch(launch);
  try {
    const firsts: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      // A profile of its own: nothing is kept from the time before.
      const context = await browser.newContext({ userAgent });
      const opened = await context.newPage();
      const begun = performance.now();
      await opened.goto(ready.gui ?? "");
      await opened.getByTestId("today").filter({ hasText: /\d/ }).waitFor();
      firsts.push(performance.now() - begun);
      await context.close();
    }
    const page = await browser.newPage({ userAgent, viewport: { width: 1280, height: 800 } });
    await page.goto(ready.gui ?? "");
    await page.getByTestId("today").waitFor();
    const taken = new Map<string, number[]>();
    for (let round = 0; round < rounds + 1; round += 1) {
      for (const path of places) {
        const time = await go(page, path);
        // What is fetched and compiled at the first visit counts as well.
        taken.set(path, [...(taken.get(path) ?? []), time]);
      }
    }
    const medians = [...taken].map(([path, times]) => ({ path, taken: median(times) }));
    const slowestScreen = medians.reduce((most, one) => (one.taken > most.taken ? one : most));
    await use(page, mostUses);
    const metrics = await page.context().newCDPSession(page);
    await metrics.send("HeapProfiler.enable");
    await metrics.send("HeapProfiler.collectGarbage");
    const { usedSize } = await metrics.send("Runtime.getHeapUsage");
    return {
      first: median(firsts),
      screens: median(medians.map((one) => one.taken)),
      slowestScreen,
      heap: usedSize,
      uses: mostUses,
    };
  } finally {
    await browser.close();
    process.kill(ready.pid);
    await service.exited;
  }
}

/** Milliseconds until another screen has its heading and nothing that stands for content to come. */
function go(page: Page, path: string): Promise<number> {
  return page.evaluate(
    ({ place, most }) =>
      new Promise<number>((resolve, reject) => {
        const heading = () => document.querySelector("main h1");
        const before = heading();
        // Home is there without a fragment as well.
        const isHere = (location.hash || "#/") === `#/${place}`;
        const begun = performance.now();
        location.assign(`#/${place}`);
        const look = () => {
          const taken = performance.now() - begun;
          const isThere =
            heading() !== null &&
            (heading() !== before || isHere) &&
            document.querySelector("main [class*=Skeleton], main [class*=Loader]") === null;
          if (isThere) resolve(taken);
          else if (taken > most) reject(new Error(`#/${place} did not come`));
          else requestAnimationFrame(look);
        };
        requestAnimationFrame(look);
      }),
    { place: path, most: patience },
  );
}

/** What somebody does with the window all day, without the pauses. */
async function use(page: Page, times: number): Promise<void> {
  for (let done = 0; done < times; done += 1) {
    switch (done % 6) {
      case 0: {
        await go(page, places[Math.floor(done / 6) % places.length] ?? "");
        break;
      }
      case 1: {
        await go(page, "links");
        const count = page.locator("h1 + [role=status]");
        const before = await count.textContent();
        await page.getByRole("searchbox").fill(`article ${done}`);
        await expect(count).not.toHaveText(before ?? "", { timeout: patience });
        break;
      }
      case 2: {
        await go(page, "");
        await go(page, "links");
        break;
      }
      case 3: {
        const table = page.getByTestId("links-table");
        await table.evaluate((scroller, by) => scroller.scrollBy(0, by), 40_000 + 97 * done);
        break;
      }
      case 4: {
        await go(page, `links/${1 + ((done * 7919) % 90_000)}`);
        break;
      }
      case 5: {
        await page.keyboard.press("Control+k");
        await page.keyboard.type(`link-${done}`);
        await page.keyboard.press("Escape");
        break;
      }
    }
  }
}
