import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import type axe from "axe-core";

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const options = { resultTypes: ["violations"] } satisfies axe.RunOptions;

/**
 * What axe has against a page, a rule and its first element a line.
 * @param except what isn't ours to mend
 */
export async function findingsOn(page: Page, except?: string): Promise<readonly string[]> {
  await settled(page);
  const frames = except === undefined ? "iframe" : `iframe:not(${except})`;
  const hasFrames = (await page.locator(frames).count()) > 0;
  const violations = hasFrames
    ? await violationsWithFrames(page, except)
    : await violationsOf(page, except);
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

async function violationsWithFrames(page: Page, except?: string): Promise<axe.Result[]> {
  const builder = new AxeBuilder({ page }).options(options);
  if (except !== undefined) builder.exclude(except);
  // A page in a frame has a main part of its own, as the page around it has.
  builder.disableRules(["landmark-unique"]);
  return (await builder.analyze()).violations;
}

/** The builder opens a further page each time and hands all results about: five times as long. */
async function violationsOf(page: Page, except?: string): Promise<axe.Result[]> {
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
