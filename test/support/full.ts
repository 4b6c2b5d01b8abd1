/** Whether this is `npm run test:full`, which repeats and generates more than `npm test`. */
export const isFull = process.env["WAYPOST_TEST_FULL"] === "1";

/** How many generated cases a property is checked with: five times as many in the full run. */
export function runs(quick: number): number {
  return isFull ? quick * 5 : quick;
}

/** All cases in the full run, every `step`-th of them in the quick one. */
export function sampled<Case>(cases: readonly Case[], step: number): readonly Case[] {
  return isFull ? cases : cases.filter((_, at) => at % step === 0);
}

/** Ends the title of a browser test that is the same in each language: in Persian it is for the full run. */
export const inFullUnlessEnglish = { en: "", fa: " @full" } as const;

/** Visitors come by phone or desktop, with scripts or without: two of the four have each of them, the others are for the full run. */
export function inFullUnlessCrossed(isPhone: boolean, hasScripts: boolean): string {
  return isPhone === hasScripts ? "" : " @full";
}
