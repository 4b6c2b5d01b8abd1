import { inFullUnlessCrossed } from "../../support/full.ts";
import {
  add,
  addLink,
  clicksOf,
  expect,
  expectNoFindingsInAnyLook,
  expectUnharmed,
  forEachLocale,
  hostile,
  screens,
  target,
  targetPage,
  test,
} from "./interstitialTest.ts";

const banner = "https://pictures.example/banner.svg";
const logo = "https://pictures.example/logo.svg";
const picture = (width: number, height: number, color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="${color}"/></svg>`;

test.beforeEach(({ outside }) => {
  outside.answer(target, targetPage);
  outside.answer(banner, picture(1200, 480, "#2f6f5e"), { type: "image/svg+xml" });
  outside.answer(logo, picture(160, 64, "#c8572a"), { type: "image/svg+xml" });
});

for (const [screen, viewport] of Object.entries(screens))
  for (const javaScriptEnabled of [true, false])
    test.describe(`${screen}, ${javaScriptEnabled ? "with" : "without"} JavaScript${inFullUnlessCrossed(screen === "phone", javaScriptEnabled)}`, () => {
      test.use({ viewport, javaScriptEnabled });

      test("a splash page shows its own, waits, and goes on; it counts once", async ({
        page,
        service,
      }) => {
        const splash = await add(service, "splash", {
          name: "Spring",
          title: "A word before you go",
          message: "First line\nSecond line",
          banner,
          logo,
          link: "https://shop.example/",
          delay: 2,
        });
        const link = await addLink(service, { type: String(splash) });
        const askedAt = Date.now();
        await page.goto(link.address);
        await expect(page).toHaveTitle("A word before you go");
        await expect(page.getByText("Second line")).toBeVisible();
        await expect(page.getByRole("link", { name: "shop.example" })).toHaveAttribute(
          "href",
          "https://shop.example/",
        );
        await expect(page.locator("img")).toHaveCount(2);
        await expect(page.getByRole("link", { name: "Continue" })).toBeVisible();
        await page.waitForURL(target);
        expect(Date.now() - askedAt).toBeGreaterThan(1_900);
        expect(await clicksOf(service, link.id)).toBe(1);
      });

      test("its button goes on at once", async ({ page, service }) => {
        const link = await addLink(service, { type: "splash" });
        const sent = await page.goto(link.address);
        // As it was sent: on a busy machine the first second may be over before anybody looks.
        expect((await sent?.text())?.replaceAll(/<[^>]*>/gu, "")).toContain("in 5 seconds.");
        await expect(page.getByText(/in [1-5] seconds?\./)).toBeVisible();
        await page.getByRole("link", { name: "Continue" }).click();
        await expect(page).toHaveURL(target);
      });

      test("without a delay it goes on at once", async ({ page, service }) => {
        const splash = await add(service, "splash", { name: "Quick", delay: 0 });
        const link = await addLink(service, { type: String(splash) });
        await page.goto(link.address, { waitUntil: "commit" });
        await page.waitForURL(target);
      });
    });

test("the seconds run down, and wait when they are asked to", async ({ page, service }) => {
  await page.clock.install();
  const link = await addLink(service, { type: "splash" });
  await page.goto(link.address);
  await expect(page.getByRole("timer")).toContainText("in 5 seconds.");
  await page.clock.runFor(2_000);
  await expect(page.getByRole("timer")).toContainText("in 3 seconds.");
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.getByRole("timer")).toHaveText("Paused. Continue when you’re ready.");
  await expect(page.getByRole("link", { name: "Continue" })).toBeFocused();
  await page.clock.runFor(60_000);
  await expect(page).toHaveURL(link.address);
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(target);
});

test("going back leads to where the link stood, not into the countdown again", async ({
  page,
  service,
  outside,
}) => {
  outside.answer("https://start.example/", "<!doctype html><title>Start</title>");
  const splash = await add(service, "splash", { name: "Quick", delay: 1 });
  const link = await addLink(service, { type: String(splash) });
  await page.goto("https://start.example/");
  await page.goto(link.address);
  await page.waitForURL(target);
  await page.goBack();
  await expect(page).toHaveURL("https://start.example/");
});

test("nothing moves where motion isn't wanted", async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  const link = await addLink(service, { type: "splash" });
  await page.goto(link.address);
  await expect(page.getByText("in 5 seconds.")).toBeVisible();
  expect(await page.evaluate(() => document.getAnimations().length)).toBe(0);
});

forEachLocale((locale) => {
  test("axe finds nothing", async ({ page, service, complaints }) => {
    const own = await add(service, "splash", {
      name: "Spring",
      title: locale === "en-GB" ? "A word before you go" : "پیش از رفتن یک کلمه",
      message: locale === "en-GB" ? "The sale ends on Sunday." : "حراج یکشنبه تمام می‌شود.",
      banner,
      logo,
      link: "https://shop.example/",
      delay: 60,
    });
    for (const [name, type] of [
      ["standard", "splash"],
      ["own", String(own)],
    ] as const) {
      const link = await addLink(service, { type });
      await page.goto(link.address);
      // The standard page would be gone before all of it was looked at.
      if (name === "standard") await page.getByRole("button", { name: /Pause|توقف/ }).click();
      await expectNoFindingsInAnyLook(page, `splash-${name}-${locale}`);
    }
    expect(complaints).toEqual([]);
  });
});

test("hostile texts stay texts", async ({ page, service }) => {
  const splash = await add(service, "splash", {
    name: hostile.text,
    title: hostile.text,
    message: hostile.text,
    banner: hostile.address,
    logo: hostile.address,
    link: hostile.address,
    delay: 30,
  });
  const link = await addLink(service, { type: String(splash), url: hostile.address });
  const answer = await page.goto(link.address);
  await expect(page.getByRole("heading")).toContainText("<script>alert(1)</script>");
  await expectUnharmed(page, answer?.headers() ?? {});
});
