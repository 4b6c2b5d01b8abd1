import { inFullUnlessCrossed } from "../../support/full.ts";
import {
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

for (const [screen, viewport] of Object.entries(screens))
  for (const javaScriptEnabled of [true, false])
    test.describe(`${screen}, ${javaScriptEnabled ? "with" : "without"} JavaScript${inFullUnlessCrossed(screen === "phone", javaScriptEnabled)}`, () => {
      test.use({ viewport, javaScriptEnabled });

      test("a frame shows the target below the link's title, and counts once", async ({
        page,
        service,
        outside,
      }) => {
        outside.answer(target, targetPage);
        const link = await addLink(service, { type: "frame", metatitle: "Spring & summer" });
        await page.goto(link.address);
        await expect(page).toHaveTitle("Spring & summer");
        await expect(page.getByRole("heading", { name: "Spring & summer" })).toBeVisible();
        const framed = page.frameLocator("iframe");
        await expect(framed.getByRole("heading", { name: "The target itself" })).toBeVisible();
        const frame = page.locator("iframe");
        await expect(frame).toHaveAttribute(
          "sandbox",
          "allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox",
        );
        expect((await frame.boundingBox())?.height).toBeGreaterThan(viewport.height - 80);
        expect(await clicksOf(service, link.id)).toBe(1);
        await page.getByRole("link", { name: "Open directly" }).click();
        await expect(page).toHaveURL(target);
      });
    });

test("without a title the target's host stands for it", async ({ page, service, outside }) => {
  outside.answer(target, targetPage);
  const link = await addLink(service, { type: "frame" });
  await page.goto(link.address);
  await expect(page).toHaveTitle("target.example");
});

test("the page may frame any site, and nothing else", async ({ service }) => {
  const link = await addLink(service, { type: "frame" });
  const { headers } = await service.visit(link.path);
  expect(headers["content-security-policy"]).toMatch(/frame-src http: https:;/);
  expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
  expect(headers["cache-control"]).toBe("no-store");
});

test.describe("under https", () => {
  test.use({ settings: { baseUrl: "https://links.example" } });

  test("an http target is a plain redirect", async ({ service }) => {
    const link = await addLink(service, { url: "http://target.example/", type: "frame" });
    const { status, headers } = await service.visit(link.path);
    expect([status, headers.location]).toEqual([302, "http://target.example/"]);
  });
});

forEachLocale((locale) => {
  test("axe finds nothing", async ({ page, service, outside, complaints }) => {
    const [title, direction] = locale === "fa-IR" ? ["بهار در راه است", "rtl"] : ["Spring", "ltr"];
    outside.answer(target, targetPage);
    const link = await addLink(service, { type: "frame", metatitle: title.repeat(4) });
    await page.goto(link.address);
    await expect(page.locator("html")).toHaveAttribute("dir", direction);
    await expectNoFindingsInAnyLook(page, `frame-${locale}`);
    expect(complaints).toEqual([]);
  });
});

test("hostile texts stay texts", async ({ page, service, outside }) => {
  outside.answer("https://target.example/", targetPage);
  const link = await addLink(service, {
    type: "frame",
    url: hostile.address,
    metatitle: hostile.text.slice(0, 200),
  });
  const answer = await page.goto(link.address, { referer: `http://x.example/${hostile.text}` });
  await expect(page.getByRole("heading")).toContainText("<script>alert(1)</script>");
  await expectUnharmed(page, answer?.headers() ?? {});
});
