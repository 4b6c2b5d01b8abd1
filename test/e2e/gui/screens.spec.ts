import type { Page } from "@playwright/test";
import { findingsOn, rulesOfColour, rulesOfSweep } from "../../support/axe.ts";
import { hearComplaints } from "../../support/complaints.ts";
import { fillAutomation } from "../../support/fullAutomation.ts";
import { fillEverything } from "../../support/fullStore.ts";
import { isFull } from "../../support/full.ts";
import { expect, openGui, test } from "./guiTest.ts";
import { goToLook, type Look, looks } from "./looks.ts";
import { englishAmong, hearLatin, latinOf } from "./readingPersian.ts";
import { setTheme } from "./setTheme.ts";

/** Pages of visitors, which have specs of their own, and the API viewer, which isn't ours. */
const frames = "iframe:is([src^='/preview/'], [src='/apiViewer.html'])";

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 400 ? 844 : 800 });
}

async function expectItFits(page: Page, at: string): Promise<void> {
  for (const width of [1280, 390]) {
    await resize(page, width);
    const tooLarge = () =>
      page.evaluate(() => {
        const { scrollWidth, scrollHeight } = document.documentElement;
        const main = document.querySelector("main");
        return {
          isWide: scrollWidth > innerWidth,
          isHigh: scrollHeight > innerHeight,
          isMainWide: main !== null && main.scrollWidth > main.clientWidth,
        };
      });
    // Charts are drawn again for their new width.
    await expect
      .configure({ soft: true })
      .poll(tooLarge, `${at} at ${width}`)
      .toEqual({ isWide: false, isHigh: false, isMainWide: false });
  }
}

/** What is said of a look's structure holds in each width and scheme: those are for the full run. */
async function expectNoFindings(page: Page, { at }: Look): Promise<void> {
  for (const width of isFull ? [1280, 390] : [1280]) {
    await resize(page, width);
    for (const colorScheme of isFull ? (["light", "dark"] as const) : (["light"] as const)) {
      await page.emulateMedia({ colorScheme });
      const rules = colorScheme === "light" ? rulesOfSweep : rulesOfColour;
      // What is still being drawn is looked at once more. A look takes a busy machine seconds.
      await expect
        .soft(
          async () => expect(await findingsOn(page, frames, rules)).toEqual([]),
          `${at} at ${width}, ${colorScheme}`,
        )
        .toPass({ timeout: 30_000 });
    }
  }
}

// In Persian more can go wrong: that sweep is for each run.
for (const language of ["en", "fa"] as const)
  test(`axe finds nothing on any screen, and none is larger than its window: ${language}${language === "fa" ? "" : " @full"}`, async ({
    page,
    service,
  }) => {
    test.setTimeout(300_000);
    const complaints: string[] = [];
    hearComplaints(page, complaints);
    await setTheme(page, language, "light");
    if (language === "fa") await hearLatin(page);
    const made = await fillEverything(service);
    await fillAutomation(service);
    await openGui(page, service);
    for (const look of Object.values(looks).flatMap((of) => of(made))) {
      await page.emulateMedia({ colorScheme: "light" });
      await resize(page, 1280);
      await goToLook(page, look);
      await expectNoFindings(page, look);
      await expectItFits(page, look.at);
    }
    if (language === "fa") {
      const shown = await latinOf(page);
      expect(shown.turned, "addresses in the wrong order").toEqual([]);
      expect(englishAmong(shown), "texts in English").toEqual([]);
    }
    expect(complaints).toEqual([]);
  });
