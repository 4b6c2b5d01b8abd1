import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { Browser, Page } from "@playwright/test";
import { packageVersion } from "../../../src/app/packageDir.ts";
import { startProgram } from "../../../src/mirror/program/program.ts";
import { keepSecret } from "../../../src/mirror/program/secret.ts";
import { findingsOn } from "../../support/axe.ts";
import { makeDataDir } from "../../support/server.ts";
import { homeOf } from "../../mirror/home.ts";
import { expect, go, test } from "./guiTest.ts";

/** Pictures are put there, where it is given. */
const picturesDir = process.env["VISITOR_PICTURES"];

const phones = {
  "en-GB": {
    allow: "Allow this browser",
    url: "Destination",
    alias: "Alias",
    create: "Create link",
    fault: "This alias is taken. Choose another alias.",
    short: "Short link",
    copy: "Copy",
    copied: "Copied",
    scheme: "light",
  },
  "fa-IR": {
    allow: "اجازه دادن به این مرورگر",
    url: "مقصد",
    alias: "نام کوتاه",
    create: "ساختن لینک",
    fault: "این نام قبلاً استفاده شده است. نام دیگری انتخاب کنید.",
    short: "لینک کوتاه",
    copy: "رونوشت",
    copied: "رونوشت شد",
    scheme: "dark",
  },
} as const;

/** A page as wide as a phone, on which nothing sticks out. */
async function look(page: Page, name: string): Promise<void> {
  const { width, content } = await page.evaluate(() => ({
    width: document.documentElement.clientWidth,
    content: document.documentElement.scrollWidth,
  }));
  expect(content).toBeLessThanOrEqual(width);
  expect(await findingsOn(page)).toEqual([]);
  if (picturesDir !== undefined) {
    await page.screenshot({ path: join(picturesDir, `${name}.png`), fullPage: true });
  }
}

/** Pairs a phone with a one-time link, and makes a link with it: the alias is taken first. */
async function useOn(
  browser: Browser,
  locale: keyof typeof phones,
  oneTime: string,
  taken: string,
): Promise<string> {
  const words = phones[locale];
  const context = await browser.newContext({
    locale,
    colorScheme: words.scheme,
    viewport: { width: 390, height: 844 },
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  const page = await context.newPage();
  await page.goto(oneTime);
  await look(page, `newLinks-pair-${locale}`);
  await page.getByRole("button", { name: words.allow }).click();
  await expect(page).toHaveURL(/waypost-link$/);
  await look(page, `newLinks-form-${locale}`);
  await page.getByRole("textbox", { name: words.url }).fill("example.org/from-phone");
  await page.getByRole("textbox", { name: words.alias }).fill(taken);
  await page.getByRole("button", { name: words.create }).click();
  await expect(page.getByRole("alert")).toHaveText(words.fault);
  await expect(page.getByRole("textbox", { name: words.url })).toHaveValue(
    "https://example.org/from-phone",
  );
  await look(page, `newLinks-fault-${locale}`);
  await page.getByRole("textbox", { name: words.alias }).fill(`phone-${locale}`);
  await page.getByRole("button", { name: words.create }).click();
  const short = await page.getByRole("textbox", { name: words.short }).inputValue();
  await look(page, `newLinks-made-${locale}`);
  await page.getByRole("button", { name: words.copy }).click();
  await expect(page.getByRole("button", { name: words.copied })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(short);
  await page.getByRole("link").click();
  await expect(page.getByRole("button", { name: words.create })).toBeVisible();
  await context.close();
  return short;
}

test("a phone makes links at the copy, and they come home", async ({
  gui: page,
  service,
  browser,
}) => {
  const folder = await makeDataDir();
  const { text: secret } = await keepSecret(folder, undefined);
  const place = { folder, host: "127.0.0.1", port: 0, secret, version: packageVersion() };
  const copy = await startProgram({ ...place, proxies: "", log: () => {} });
  const home = homeOf(service);
  await service.api("POST", "/api/url/add", { url: "https://example.org/", custom: "taken" });
  expect((await home.follow("/connect", { address: copy.url, secret })).problem).toBeNull();

  const aliases = async (): Promise<readonly string[]> => {
    const { body } = await service.api("GET", "/api/urls");
    return body.data.urls.map(({ alias }: { alias: string }) => alias);
  };

  const main = page.getByRole("main");
  const section = main.getByRole("region", { name: "Links from your phone" });
  await go(page, "settings/edge");
  for (const locale of ["en-GB", "fa-IR"] as const) {
    await section.getByRole("button", { name: "Create one-time link" }).click();
    await expect(section.getByRole("img")).toBeVisible();
    const oneTime = section.getByRole("status").locator("bdi");
    const url = (await oneTime.getAttribute("title")) ?? "";
    expect(await findingsOn(page)).toEqual([]);
    if (picturesDir !== undefined && locale === "en-GB") {
      await section.screenshot({ path: join(picturesDir, "newLinks-window.png") });
    }
    const short = await useOn(browser, locale, url, "taken");
    expect(short).toBe(`${copy.url}/phone-${locale}`);
    await main.getByRole("button", { name: "Download clicks now" }).click();
    await expect.poll(aliases).toContain(`phone-${locale}`);
    await expect(section.getByRole("img")).toHaveCount(0);
  }
  await expect(section.getByRole("listitem")).toHaveCount(2);
  await expect(section.getByRole("listitem").first()).toContainText("last link");
  await go(page, "history");
  await expect(main.getByText("Browser at the always-on copy").last()).toBeVisible();

  await go(page, "settings/edge");
  await section
    .getByRole("button", { name: /^Remove .*Chrome/ })
    .first()
    .click();
  await expect(section.getByRole("listitem")).toHaveCount(1);
  await home.follow("/remove", { forget: true });
  await copy.close();
  await rm(folder, { recursive: true });
});
