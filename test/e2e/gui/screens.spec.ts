import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import type { ScreenPath } from "../../../src/renderer/shell/addresses.ts";
import { findingsOn } from "../../support/axe.ts";
import { type Filled, fillEverything } from "../../support/fullStore.ts";
import { expect, openGui, test } from "./guiTest.ts";
import { wear } from "./wear.ts";

interface Look {
  /** Behind `#/`. */
  readonly at: string;
  /** Something that is there once the screen is filled. */
  readonly ready: string;
}

/** Where each screen of the window is looked at; the compiler asks for a new one. */
const looks: Readonly<Record<ScreenPath, (made: Filled) => readonly Look[]>> = {
  "": () => [{ at: "", ready: "li" }],
  links: () => [{ at: "links", ready: "[role=row] bdi" }],
  "bio/:id?": ({ bio }) => [
    { at: "bio", ready: "[role=row] [role=gridcell]" },
    { at: `bio/${bio}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  "campaigns/:id?": ({ campaign }) => [
    { at: "campaigns", ready: "[role=row] [role=gridcell]" },
    { at: `campaigns/${campaign}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  "channels/:id?": () => [{ at: "channels", ready: "[role=row] [role=gridcell]" }],
  "links/:id": ({ link }) => [
    { at: `links/${link}`, ready: ".recharts-line" },
    { at: `links/${link}?compare=before&range=7d&browser=Firefox`, ready: "[data-testid=clicks]" },
  ],
  statistics: () => [{ at: "statistics", ready: ".recharts-line" }],
  qr: () => [{ at: "qr", ready: "[role=row] bdi" }],
  "qr/print": ({ qr }) => [{ at: `qr/print?ids=${qr}`, ready: "li img" }],
  "qr/:id": ({ qr }) => [
    { at: "qr/new", ready: "[role=radiogroup]" },
    { at: `qr/${qr}`, ready: "figure img" },
  ],
  tags: () => [{ at: "tags", ready: "li, [role=row] [role=gridcell]" }],
  "splash/:id?": ({ splash }) => [
    { at: "splash", ready: "[role=row] bdi" },
    { at: `splash/${splash}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  "overlays/:id?": ({ form }) => [
    { at: "overlays", ready: "[role=row] bdi" },
    { at: `overlays/${form}`, ready: "[role=dialog] iframe:not([data-coming])" },
  ],
  inbox: () => [{ at: "inbox", ready: "[role=row] bdi" }],
  "pixels/:id?": ({ pixel }) => [
    { at: "pixels", ready: "[role=row] bdi" },
    { at: `pixels/${pixel}`, ready: "[role=dialog] select" },
  ],
  "domains/:id?": ({ domain }) => [
    { at: "domains", ready: "[role=row] bdi" },
    { at: `domains/${domain}`, ready: "[role=dialog] dl" },
  ],
  history: () => [{ at: "history", ready: "a[href*='history/']" }],
  "history/:id": ({ change }) => [
    { at: `history/${change}`, ready: "a[href$='#/history'] + div h1" },
  ],
  trash: () => [{ at: "trash", ready: "a[href$='#/trash']" }],
  exchange: () => [
    { at: "exchange", ready: "h2" },
    { at: "exchange?tab=export", ready: "h2" },
    { at: "exchange?tab=backups", ready: "h2" },
  ],
  public: () => [{ at: "public", ready: "code" }],
  // The other sections are made of the same parts.
  "settings/:section?": () => [
    { at: "settings/key", ready: "section h3" },
    { at: "settings/public", ready: "section h3" },
    { at: "settings/data", ready: "li" },
    { at: "settings/about", ready: "details" },
  ],
  "api/:operation?": () => [
    { at: "api", ready: "[data-testid=lines]" },
    { at: "api/addLink", ready: "article input[type=checkbox]" },
  ],
};

/** Pages of visitors, which have specs of their own. */
const previews = "iframe[src^='/preview/']";

/** A folder for pictures of every screen, to be looked at by people: `WAYPOST_SHEETS=/tmp/sheets`. */
const sheets = process.env["WAYPOST_SHEETS"];

const widths = [1280, 390, ...(sheets === undefined ? [] : [1920])];

for (const language of ["en", "fa"] as const)
  for (const colorScheme of ["light", "dark"] as const)
    test(`axe finds nothing on any screen, and none is larger than its window: ${language}, ${colorScheme}`, async ({
      page,
      service,
    }) => {
      test.setTimeout(240_000);
      await wear(page, language, colorScheme);
      const made = await fillEverything(service);
      await openGui(page, service);
      for (const { at, ready } of Object.values(looks).flatMap((look) => look(made))) {
        await page.setViewportSize({ width: 1280, height: 800 });
        await go(page, at);
        // A dialog lies outside the screen.
        const within = ready.startsWith("[role=dialog]") ? ready : `main ${ready}`;
        await expect(page.locator(within).first(), at).toBeVisible();
        for (const width of widths) {
          await page.setViewportSize({ width, height: width < 400 ? 844 : 800 });
          if (sheets !== undefined)
            await photograph(page, `${at} ${width} ${language} ${colorScheme}`);
          if (width === 1920) continue;
          expect.soft(await findingsOn(page, previews), `${at} at ${width}`).toEqual([]);
          const isTooWide = await page.evaluate(
            () => document.documentElement.scrollWidth > innerWidth,
          );
          expect.soft(isTooWide, `${at} is wider than ${width}`).toBe(false);
          const isTooHigh = await page.evaluate(
            () => document.documentElement.scrollHeight > innerHeight,
          );
          const isMainTooWide = await page
            .getByRole("main")
            .evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth);
          expect.soft(isMainTooWide, `${at} at ${width} scrolls sideways`).toBe(false);
          expect.soft(isTooHigh, `${at} at ${width} scrolls as a whole`).toBe(false);
        }
      }
    });

/** Within the window: a fresh load is what other specs try. */
async function go(page: Page, at: string): Promise<void> {
  await page.evaluate((place) => location.assign(`#/${place}`), at);
}

async function photograph(page: Page, name: string): Promise<void> {
  if (sheets === undefined) return;
  mkdirSync(sheets, { recursive: true });
  const file = `${name
    .replaceAll(/[^\w ]+/g, "-")
    .trim()
    .replaceAll(" ", "_")}.png`;
  await page.screenshot({ path: join(sheets, file), animations: "disabled" });
}
