import { chromium, type CDPSession, type Page } from "@playwright/test";
import { chromiumOptions } from "../support/chromium.ts";
import { type ReadyLine, runCommand } from "../support/serviceProcess.ts";
import { measuredCommand, serverCore } from "./servers.ts";
import { median } from "./statistics.ts";

export interface LinksTableFigures {
  /** Milliseconds of script a frame, by Chrome's own count, while scrolling so many pixels a frame. */
  readonly scroll60: number;
  readonly scroll600: number;
  /** Milliseconds from the last key of a search to the frame that shows its answer, median and most. */
  readonly search: number;
  readonly slowestSearch: number;
  /** MiB that the window's scripts hold after all of it, once what is let go is collected. */
  readonly heap: number;
}

const frames = 120;

/** As somebody types them; with the last key each finds fewer links than without: many to none. */
const searches = ["article 1", "link-1z", "articles/2026/77", "99999", "link-1zzzq"];

/** The links table of the built window over the links of `dataDir`, in the tests' Chromium. */
export async function measureLinksTable(
  dataDir: string,
  rounds: number,
): Promise<LinksTableFigures> {
  const { userAgent, ...launch } = chromiumOptions();
  const service = runCommand(
    ["serve", "--json", "--data", dataDir, "--port", "0", "--gui-port", "0"],
    { command: measuredCommand, before: serverCore },
  );
  const ready = JSON.parse(await service.firstLine) as ReadyLine;
  const browser = await chromium.launch(launch);
  try {
    const page = await browser.newPage({ userAgent, viewport: { width: 1280, height: 800 } });
    await page.goto(ready.gui ?? "");
    await page.getByTestId("today").waitFor();
    await page.evaluate(() => location.assign("#/links"));
    await page.locator('[aria-rowindex="2"]').waitFor();
    const metrics = await page.context().newCDPSession(page);
    await metrics.send("Performance.enable");
    // What is compiled at the first use is paid once.
    await scroll(page, metrics, 60);
    const scroll60: number[] = [];
    const scroll600: number[] = [];
    const found: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await page.getByRole("searchbox").fill("");
      await page.getByTestId("links-table").waitFor();
      scroll60.push(await scroll(page, metrics, 60));
      scroll600.push(await scroll(page, metrics, 600));
      for (const words of searches) found.push(await search(page, words));
    }
    return {
      scroll60: median(scroll60),
      scroll600: median(scroll600),
      search: median(found),
      slowestSearch: Math.max(...found),
      heap: await heapOf(metrics),
    };
  } finally {
    await browser.close();
    process.kill(ready.pid);
    await service.exited;
  }
}

async function scriptSeconds(metrics: CDPSession): Promise<number> {
  const answer = await metrics.send("Performance.getMetrics");
  return answer.metrics.find(({ name }) => name === "ScriptDuration")?.value ?? Number.NaN;
}

async function heapOf(metrics: CDPSession): Promise<number> {
  await metrics.send("HeapProfiler.enable");
  await metrics.send("HeapProfiler.collectGarbage");
  const answer = await metrics.send("Performance.getMetrics");
  const used = answer.metrics.find(({ name }) => name === "JSHeapUsedSize")?.value ?? Number.NaN;
  return used / 2 ** 20;
}

async function scroll(page: Page, metrics: CDPSession, step: number): Promise<number> {
  const table = page.getByTestId("links-table");
  await table.evaluate((scroller) => scroller.scrollTo(0, 0));
  await page.locator('[aria-rowindex="2"]').waitFor();
  const before = await scriptSeconds(metrics);
  await table.evaluate(
    (scroller, { count, by }) =>
      new Promise<void>((resolve) => {
        let left = count;
        const next = () => {
          if (left === 0) return resolve();
          left -= 1;
          scroller.scrollBy(0, by);
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    { count: frames, by: step },
  );
  return ((await scriptSeconds(metrics)) - before) * (1000 / frames);
}

/** Types all but the last key, waits until that is answered, and times the last one. */
async function search(page: Page, words: string): Promise<number> {
  const field = page.getByRole("searchbox");
  await field.fill(words.slice(0, -1));
  // Until its own answer is on screen, however long that takes.
  await page.waitForTimeout(1_500);
  return field.evaluate(
    (input: HTMLInputElement, all) =>
      new Promise<number>((resolve) => {
        const count = () => document.querySelector("h1 + [role=status]")?.textContent;
        const before = count();
        const typedAt = performance.now();
        // The page's library sees only what goes through the element's own setter.
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(input, all);
        input.dispatchEvent(new Event("input", { bubbles: true }));
        const look = () => {
          if (count() === before) requestAnimationFrame(look);
          else resolve(performance.now() - typedAt);
        };
        requestAnimationFrame(look);
      }),
    words,
  );
}
