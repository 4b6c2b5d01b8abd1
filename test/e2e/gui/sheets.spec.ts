import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { type Filled, startFull } from "../../support/fullStore.ts";
import { startTestServer, type TestServer } from "../../support/server.ts";
import { startShop } from "../../support/shopStore.ts";
import { expect, openGui, test } from "./guiTest.ts";
import { goToLook, type Look, looks } from "./looks.ts";
import { setTheme } from "./setTheme.ts";

/**
 * Pictures of every screen, to be looked at by people: `WAYPOST_SHEETS=/tmp/sheets playwright test --project=gui --workers=1 sheets`
 * (one after the other, as each opens the same public port).
 * `-g "shop, fa"` takes some of the states, `WAYPOST_SHEETS_OF='^qr'` some of the screens, by their address.
 */
const folder = process.env["WAYPOST_SHEETS"];
const some = new RegExp(process.env["WAYPOST_SHEETS_OF"] ?? "");

const nothing: Filled = {
  link: 0,
  campaign: 0,
  channel: 0,
  bio: 0,
  splash: 0,
  banner: 0,
  form: 0,
  pixel: 0,
  domain: 0,
  qr: 0,
  change: 0,
};

/** What a window may stand before. */
const states: Readonly<Record<string, () => Promise<{ service: TestServer; made: Filled }>>> = {
  shop: startShop,
  empty: async () => ({ service: await startTestServer({ guiPort: 0 }), made: nothing }),
  full: startFull,
};

interface Scene extends Look {
  readonly name: string;
  /** What is done once the screen is there. */
  readonly act?: (page: Page) => Promise<void>;
}

/** What no address leads to. */
const scenes: readonly Scene[] = [
  {
    name: "public ssh",
    at: "public",
    ready: "[role=radiogroup]",
    async act(page) {
      await page.getByRole("radio").first().check();
      await page.locator("main summary").click();
      await page.locator("main form").getByRole("button").last().click();
      await page.locator("main [aria-invalid=true]").first().waitFor();
    },
  },
  { name: "public door", at: "public", ready: "[role=radiogroup]", act: chooseAddress },
  {
    name: "public start",
    at: "public",
    ready: "h3",
    async act(page) {
      // A flag of some states has opened it already.
      const open = page.locator("main form button");
      if ((await open.count()) > 0) await open.click();
    },
  },
  {
    name: "public proof",
    at: "public",
    ready: "h3",
    async act(page) {
      await page.locator("main section section").last().getByRole("button").first().click();
      await page.locator("main section").getByRole("button").last().click();
      await page.locator("main li[data-outcome=failed]").waitFor();
    },
  },
  {
    name: "palette",
    at: "links",
    ready: "h1",
    act: (page) => page.keyboard.press("Control+k"),
  },
  {
    name: "palette found",
    at: "links",
    ready: "h1",
    async act(page) {
      await page.keyboard.press("Control+k");
      await page.getByRole("dialog").getByRole("textbox").fill("sp");
    },
  },
  {
    name: "shortcuts",
    at: "links",
    ready: "[data-testid=links-table]",
    act: (page) => page.keyboard.press("?"),
  },
  {
    name: "bulk bar and toast",
    at: "links",
    ready: "[role=row] bdi",
    async act(page) {
      await page.getByTestId("links-table").focus();
      await page.keyboard.press("Space");
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("Space");
      await page.keyboard.press("Control+c");
    },
  },
  {
    name: "new link",
    at: "links",
    ready: "h1",
    async act(page) {
      // The place before has a heading too.
      await page.locator("[aria-current=page][href$='#/links']").waitFor();
      await page.keyboard.press("c");
      await page.getByRole("dialog").locator("textarea").first().waitFor();
    },
  },
  {
    name: "link editor",
    at: "links",
    ready: "[role=row] bdi",
    async act(page) {
      await page.getByTestId("links-table").focus();
      await page.keyboard.press("e");
      await page.getByRole("dialog").locator("textarea").first().waitFor();
      const more = page.getByRole("dialog").locator("[data-add]");
      while ((await more.count()) > 0) await more.first().click();
      await page.getByRole("dialog").getByRole("textbox").first().focus();
    },
  },
  {
    name: "filter",
    at: "links",
    ready: "[role=row] bdi",
    act: (page) => page.keyboard.press("f"),
  },
];

/** To the wizard's second step, with an address that nobody has. */
async function chooseAddress(page: Page): Promise<void> {
  await page.getByRole("radio").nth(3).check();
  await page.locator("main fieldset input").fill("go.example.org");
  await page.locator("main form").getByRole("button").last().click();
  await page.locator("main h3").first().waitFor();
}

const isOfRows = ({ act, ready }: Scene) => act !== undefined && ready.includes("role=row");

/** Lists, and records in their editors: also looked at narrow and very wide. */
const isListOrEditor = ({ at }: Look) => /^(?!settings|api|exchange)[a-z]+(\/\w+)?$/.test(at);

if (folder !== undefined)
  for (const [state, start] of Object.entries(states))
    for (const language of ["en", "fa"] as const)
      test(`sheets: ${state}, ${language}`, async ({ page }) => {
        test.setTimeout(3_600_000);
        mkdirSync(folder, { recursive: true });
        const { service, made } = await start();
        await setTheme(page, language, "light");
        await openGui(page, service);
        const ofScreens = Object.values(looks)
          .flatMap((of) => of(made))
          .map((look): Scene => ({ ...look, name: look.at === "" ? "home" : look.at }));
        for (const scene of [...ofScreens, ...scenes]) {
          if (!some.test(scene.name)) continue;
          // Where nothing was made, there is nothing of an id, and no row to do something with.
          if (state === "empty" && (/\d/.test(scene.at) || isOfRows(scene))) continue;
          await page.setViewportSize({ width: 1280, height: 800 });
          const isBare = state === "empty" && scene.at !== "public";
          await goToLook(
            page,
            isBare ? { at: scene.at, ready: await nextHeading(page, scene) } : scene,
          );
          await scene.act?.(page);
          for (const width of isListOrEditor(scene) ? [1280, 390, 1920] : [1280])
            for (const colorScheme of ["light", "dark"] as const)
              await photograph(page, `${scene.name} ${state} ${language}`, width, colorScheme);
          // What was opened there would lie over the next one.
          if (scene.act !== undefined) await openGui(page, service);
        }
        await service.stop();
      });

/** The heading of the screen that comes, and not of the one that is left. */
async function nextHeading(page: Page, { at }: Look): Promise<string> {
  const roomOf = (place: string) => place.split(/[/?]/)[0] ?? "";
  if (roomOf(new URL(page.url()).hash.replace(/^#\//, "")) === roomOf(at)) return "h1";
  await page.locator("main h1").evaluate((left) => left.setAttribute("data-left", ""));
  return "h1:not([data-left])";
}

/** As high as what is to be seen, within reason. */
async function photograph(
  page: Page,
  name: string,
  width: number,
  colorScheme: "light" | "dark",
): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.setViewportSize({ width, height: 800 });
  const hidden = await page.evaluate(() =>
    Math.max(
      ...Array.from(document.querySelectorAll("main, [role=dialog], [role=dialog] *"), (part) =>
        part.tagName === "TEXTAREA" ? 0 : part.scrollHeight - part.clientHeight,
      ),
    ),
  );
  await page.setViewportSize({ width, height: Math.min(800 + hidden, 1700) });
  await expect(page.locator(".mantine-Skeleton-root")).toHaveCount(0);
  // Pictures and charts that come after the screen.
  await page.waitForTimeout(300);
  const file = `${name} ${width} ${colorScheme}`.replaceAll(/[^\w.]+/g, "-");
  await page.screenshot({ path: join(folder ?? "", `${file}.png`), animations: "disabled" });
}
