import { findingsOn, rulesOfColour } from "../../support/axe.ts";
import { hearComplaints } from "../../support/complaints.ts";
import { fillEverything } from "../../support/fullStore.ts";
import { expect, openGui, test } from "./guiTest.ts";
import { goToLook, looks } from "./looks.ts";
import { wear } from "./wear.ts";

/** Pages of visitors, which have specs of their own. */
const previews = "iframe[src^='/preview/']";

for (const language of ["en", "fa"] as const)
  test(`axe finds nothing on any screen, and none is larger than its window: ${language}`, async ({
    page,
    service,
  }) => {
    test.setTimeout(300_000);
    const complaints: string[] = [];
    hearComplaints(page, complaints);
    await wear(page, language, "light");
    const made = await fillEverything(service);
    await openGui(page, service);
    for (const look of Object.values(looks).flatMap((of) => of(made))) {
      const { at } = look;
      await page.emulateMedia({ colorScheme: "light" });
      await page.setViewportSize({ width: 1280, height: 800 });
      await goToLook(page, look);
      for (const width of [1280, 390]) {
        await page.setViewportSize({ width, height: width < 400 ? 844 : 800 });
        for (const colorScheme of ["light", "dark"] as const) {
          await page.emulateMedia({ colorScheme });
          const rules = colorScheme === "light" ? undefined : rulesOfColour;
          // What is still being drawn is looked at once more. A look takes a busy machine seconds.
          await expect
            .soft(
              async () => expect(await findingsOn(page, previews, rules)).toEqual([]),
              `${at} at ${width}, ${colorScheme}`,
            )
            .toPass({ timeout: 30_000 });
        }
        const tooLarge = await page.evaluate(() => {
          const { scrollWidth, scrollHeight } = document.documentElement;
          const main = document.querySelector("main");
          return {
            isWide: scrollWidth > innerWidth,
            isHigh: scrollHeight > innerHeight,
            isMainWide: main !== null && main.scrollWidth > main.clientWidth,
          };
        });
        expect
          .soft(tooLarge, `${at} at ${width}`)
          .toEqual({ isWide: false, isHigh: false, isMainWide: false });
      }
    }
    expect(complaints).toEqual([]);
  });
