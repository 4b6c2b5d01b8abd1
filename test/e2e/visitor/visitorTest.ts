import { expect, type Page, test as base } from "@playwright/test";
import { findingsOn } from "../../support/axe.ts";
import { hearComplaints } from "../../support/complaints.ts";
import { inFullUnlessCrossed, inFullUnlessEnglish } from "../../support/full.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { withSite } from "../../support/site.ts";

export { expect };

export interface Visited {
  /** Of the service, beyond those that all tests have. */
  readonly settings: Readonly<Record<string, string>>;
  /** A service of its own on an empty folder, with an owner's name on its pages. */
  readonly service: TestServer;
  /** Where links lead: the address of a site that answers every path. */
  readonly site: string;
  /** What a page's policy or its own scripts complained of; must be empty at the end. */
  readonly complaints: string[];
}

export const test = base.extend<Visited>({
  settings: [{}, { option: true }],
  service: async ({ settings }, use) => {
    const service = await startTestServer({
      settings: { "page.name": "Harbour Books", ...settings },
    });
    await use(service);
    await service.stop();
  },
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  site: ({}, use) => withSite(use),
  // Playwright wants to see that this fixture needs none of the others.
  // oxlint-disable-next-line eslint/no-empty-pattern
  complaints: async ({}, use) => {
    const complaints: string[] = [];
    await use(complaints);
    expect(complaints).toEqual([]);
  },
  context: async ({ context, complaints }, use) => {
    context.on("page", (page) => listen(page, complaints));
    await use(context);
  },
});

function listen(page: Page, complaints: string[]): void {
  hearComplaints(page, complaints);
  page.on("dialog", (dialog) => {
    complaints.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
}

/** The four ways in which visitors come: phone and desktop, with scripts and without. */
export const visitors = [
  { name: "phone", viewport: { width: 390, height: 844 }, javaScriptEnabled: true },
  { name: "phone, no scripts", viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
  { name: "desktop", viewport: { width: 1280, height: 800 }, javaScriptEnabled: true },
  { name: "desktop, no scripts", viewport: { width: 1280, height: 800 }, javaScriptEnabled: false },
] as const;

/** The same tests for each of them. */
export function forEachVisitor(tests: () => void): void {
  for (const { name, ...options } of visitors) {
    const full = inFullUnlessCrossed(options.viewport.width < 400, options.javaScriptEnabled);
    test.describe(name + full, () => {
      test.use(options);
      tests();
    });
  }
}

/** The same tests for a visitor of each language. */
export function forEachLocale(tests: (locale: "en-GB" | "fa-IR") => void): void {
  for (const [locale, language] of [
    ["en-GB", "en"],
    ["fa-IR", "fa"],
  ] as const)
    test.describe(locale + inFullUnlessEnglish[language], () => {
      test.use({ locale });
      tests(locale);
    });
}

/** Nothing that axe has against a page (but for what is left out), and nothing wider than the window. */
export async function expectNoFindings(page: Page, name: string, without?: string): Promise<void> {
  expect(await findingsOn(page, without), name).toEqual([]);
  const isTooWide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  expect(isTooWide, `${name} is wider than the window`).toBe(false);
}

/** Makes something by the API, and answers its body. */
export async function make(
  service: TestServer,
  path: string,
  fields: Readonly<Record<string, unknown>>,
) {
  const { status, body } = await service.api("POST", path, fields);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}
