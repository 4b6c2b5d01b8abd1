import { devices } from "@playwright/test";
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
  target,
  targetPage,
  test,
} from "./interstitialTest.ts";

const apple = "https://apps.apple.com/app/id1";
const google = "https://play.google.com/store/apps/details?id=org.example";
const phones = {
  iphone: { userAgent: devices["iPhone 15"].userAgent, app: apple },
  android: { userAgent: devices["Pixel 7"].userAgent, app: google },
} as const;

test.beforeEach(({ outside }) => {
  outside.answer(target, targetPage);
  outside.answer(apple, "<!doctype html><title>Apple's store</title>");
  outside.answer(google, "<!doctype html><title>Google's store</title>");
});

for (const [phone, { userAgent, app }] of Object.entries(phones))
  for (const javaScriptEnabled of [true, false])
    test.describe(`${phone}, ${javaScriptEnabled ? "with" : "without"} JavaScript${inFullUnlessCrossed(phone === "iphone", javaScriptEnabled)}`, () => {
      test.use({ userAgent, javaScriptEnabled, viewport: { width: 390, height: 844 } });

      test("with auto the store is opened at once; it counts once", async ({ page, service }) => {
        const link = await addLink(service, { deeplink: { apple, google, auto: true } });
        await page.goto(link.address, { waitUntil: "commit" });
        await page.waitForURL(app);
        expect(await clicksOf(service, link.id)).toBe(1);
      });

      test("without auto a button opens the store, another one goes on", async ({
        page,
        service,
      }) => {
        const link = await addLink(service, { deeplink: { apple, google }, metatitle: "Spring" });
        await page.goto(link.address);
        await expect(page.getByRole("heading", { name: "Spring" })).toBeVisible();
        await page.getByRole("link", { name: "Open the app" }).click();
        await expect(page).toHaveURL(app);
        await page.goto(link.address);
        await page.getByRole("link", { name: "Continue in the browser" }).click();
        await expect(page).toHaveURL(target);
      });
    });

test.describe("on a phone", () => {
  test.use({ userAgent: phones.iphone.userAgent });

  test("a store that doesn't come up gives way to the device's target @full", async ({
    page,
    service,
    outside,
  }) => {
    const own = "https://target.example/for-iphones";
    outside.answer(own, targetPage);
    outside.stay(apple);
    const link = await addLink(service, {
      deeplink: { apple, auto: true },
      devicetarget: [{ device: "iphone", link: own }],
    });
    await page.goto(link.address, { waitUntil: "commit" });
    await expect(page).toHaveURL(own);
    expect(outside.requests.slice(0, 2)).toEqual([`GET ${apple}`, `GET ${own}`]);
  });

  test("pixels come first, and the visit counts once", async ({ page, service, outside }) => {
    const pixel = await add(service, "pixel", { type: "forumpixel", name: "R", tag: "t2" });
    const link = await addLink(service, { deeplink: { apple }, pixels: [pixel] });
    await page.goto(link.address);
    await expect(page.getByRole("link", { name: "Open the app" })).toBeVisible();
    expect(outside.requests).toContain("GET https://www.redditstatic.com/ads/pixel.js");
    expect(await clicksOf(service, link.id)).toBe(1);
  });

  test("hostile texts stay texts", async ({ page, service }) => {
    const link = await addLink(service, {
      url: hostile.address,
      deeplink: { apple: hostile.address },
      metatitle: hostile.text.slice(0, 200),
    });
    const answer = await page.goto(link.address);
    await expect(page.getByRole("heading")).toContainText("<script>alert(1)</script>");
    await expectUnharmed(page, answer?.headers() ?? {});
  });

  forEachLocale((locale) => {
    test("axe finds nothing", async ({ page, service, outside, complaints }) => {
      const link = await addLink(service, { deeplink: { apple } });
      await page.goto(link.address);
      await expectNoFindingsInAnyLook(page, `deepLink-${locale}`);
      // Neither leads away from the page while it is looked at.
      outside.stay(apple);
      outside.stay(target);
      const auto = await addLink(service, { deeplink: { apple, auto: true } });
      await page.goto(auto.address, { waitUntil: "commit" });
      await expect(page.getByRole("link").first()).toBeVisible();
      await expectNoFindingsInAnyLook(page, `deepLink-auto-${locale}`);
      expect(complaints).toEqual([]);
    });
  });
});

test("a desktop gets the link's own address", async ({ service }) => {
  const link = await addLink(service, { deeplink: { apple, google, auto: true } });
  const { status, headers } = await service.visit(link.path);
  expect([status, headers.location]).toEqual([302, target]);
});
