import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type axe from "axe-core";
import { isFull } from "./full.ts";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Those that a look can break: the others read the same document in each. Half of what all of them cost. */
export const rulesOfColour = ["color-contrast", "link-in-text-block"] as const;

/**
 * For a sweep of many screens: half of what all rules cost. Which colors meet in the app is checked
 * without a browser (test/renderer/tokens.test.ts), and in the full run by axe.
 */
export const rulesOfSweep = isFull ? undefined : "structure";

/**
 * What axe has against a page, a rule and its first element a line.
 * @param except what isn't ours to mend
 * @param rules all of them, unless it names some, or all but those of color
 */
export async function findingsOn(
  page: Page,
  except?: string,
  rules?: readonly string[] | "structure",
): Promise<readonly string[]> {
  const options: axe.RunOptions = {
    resultTypes: ["violations"],
    ...(rules === "structure"
      ? { rules: Object.fromEntries(rulesOfColour.map((rule) => [rule, { enabled: false }])) }
      : rules !== undefined && { runOnly: [...rules] }),
  };
  await settled(page);
  const frames = except === undefined ? "iframe" : `iframe:not(${except})`;
  const hasFrames = (await page.locator(frames).count()) > 0;
  const violations = hasFrames
    ? await violationsWithFrames(page, options, except)
    : await violationsOf(page, options, except);
  return violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** A colour on its way to another one is nobody's finding. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = document
      .getAnimations()
      .filter(({ effect }) => Number(effect?.getComputedTiming().endTime) < Infinity);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}

async function violationsWithFrames(
  page: Page,
  options: axe.RunOptions,
  except?: string,
): Promise<axe.Result[]> {
  const builder = new AxeBuilder({ page }).options(options);
  if (except !== undefined) builder.exclude(except);
  // A page in a frame has a main part of its own, as the page around it has.
  if (options.runOnly === undefined) builder.disableRules(["landmark-unique"]);
  return (await builder.analyze()).violations;
}

/** The builder opens a further page each time and hands all results about: five times as long. */
async function violationsOf(
  page: Page,
  options: axe.RunOptions,
  except?: string,
): Promise<axe.Result[]> {
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  const context = except === undefined ? {} : { exclude: [[except]] };
  return await page.evaluate(
    async ([where, how]) => {
      const { axe: inPage } = window as unknown as { axe: typeof axe };
      return (await inPage.run({ include: [["html"]], ...where }, how)).violations;
    },
    [context, options] as const,
  );
}
