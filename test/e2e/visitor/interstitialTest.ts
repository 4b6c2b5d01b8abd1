import { type BrowserContext, expect, type Page } from "@playwright/test";
import { isFull } from "../../support/full.ts";
import type { TestServer } from "../../support/server.ts";
import { expectNoFindings, forEachLocale, make, test as visitorTest } from "./visitorTest.ts";

export { expect, forEachLocale };

type Headers = Readonly<Record<string, string>>;

/** What stands outside: nothing but what a test puts there, and never the network. */
export interface Outside {
  /** Every request beyond the service, as `METHOD address`, in order. */
  readonly requests: readonly string[];
  /** What an address answers; `type` is HTML where it isn't said. */
  answer(address: string, body: string, options?: { type?: string; headers?: Headers }): void;
  /** An address that leaves its visitors where they are, as one that opens an app does. */
  stay(address: string): void;
}

export const target = "https://target.example/spring";

export const targetPage = `<!doctype html><html lang="en"><title>Target</title><main><h1>The target itself</h1></main></html>`;

/** With a network of its own; complaints are heard as in every visitor's test. */
export const test = visitorTest.extend<{ readonly outside: Outside }>({
  outside: [
    async ({ context }, use) => {
      await use(await closeOff(context));
    },
    // No test may reach further, whether it asks for this or not.
    { auto: true },
  ],
});

async function closeOff(context: BrowserContext): Promise<Outside> {
  const requests: string[] = [];
  const answers = new Map<string, { body: string; type: string; headers: Headers }>();
  const staying = new Set<string>();
  await context.route("**/*", async (route) => {
    const request = route.request();
    const { hostname, href, origin, pathname } = new URL(request.url());
    if (hostname === "127.0.0.1") return route.continue();
    requests.push(`${request.method()} ${href}`);
    if (staying.has(href)) return route.fulfill({ status: 204 });
    const found = answers.get(href) ?? answers.get(origin + pathname);
    if (found === undefined) return route.abort();
    await route.fulfill({ body: found.body, contentType: found.type, headers: found.headers });
  });
  return {
    requests,
    answer(address, body, { type = "text/html; charset=utf-8", headers = {} } = {}) {
      answers.set(address, { body, type, headers });
    },
    stay: (address) => staying.add(address),
  };
}

export interface Made {
  readonly id: number;
  readonly address: string;
  readonly path: string;
}

export async function addLink(
  service: TestServer,
  fields: Readonly<Record<string, unknown>>,
): Promise<Made> {
  const body = await make(service, "/api/url/add", { url: target, ...fields });
  return { id: body.id, address: body.shorturl, path: new URL(body.shorturl).pathname };
}

/** A splash page, an overlay or a pixel; answers its id. */
export async function add(
  service: TestServer,
  what: "splash" | "overlay" | "pixel",
  fields: Readonly<Record<string, unknown>>,
): Promise<number> {
  return (await make(service, `/api/${what}/add`, fields)).id;
}

export async function clicksOf(service: TestServer, id: number): Promise<number> {
  return (await service.api("GET", `/api/url/${id}`)).body.data.clicks;
}

/** The screens that every page is looked at on. */
export const screens = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1280, height: 800 },
} as const;

const shots = process.env["WAYPOST_SHOTS"];

/** Nothing to find for axe, and nothing wider than the screen: by day on a phone, in the dark on a desktop; in the full run both on both. */
export async function expectNoFindingsInAnyLook(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const)
    for (const [screen, size] of Object.entries(screens)) {
      if (!isFull && (colorScheme === "light") !== (screen === "phone")) continue;
      await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
      await page.setViewportSize(size);
      // The target is its own author's affair.
      await expectNoFindings(page, `${name}, ${colorScheme}, ${screen}`, "#target");
      if (shots !== undefined) {
        await page.screenshot({ path: `${shots}/${name}-${colorScheme}-${screen}.png` });
      }
    }
}

/** Texts that would do something where one of them got through. */
export const hostile = {
  text: `</title></script><script>alert(1)</script><img src=x onerror=alert(2)>"'\`--><svg onload=alert(3)>\u2028\${alert(4)}`,
  address: `https://target.example/"><script>alert(5)</script>?a='"<b>&b=</script><script>alert(6)</script>#'-alert(7)-'`,
} as const;

/** The policy holds, nothing ran, and no element came out of a text. */
export async function expectUnharmed(page: Page, headers: Headers): Promise<void> {
  const policy = headers["content-security-policy"] ?? "";
  expect(policy).toMatch(/default-src 'none'.*style-src 'nonce-/);
  expect(policy).not.toContain("unsafe");
  expect(headers["x-content-type-options"]).toBe("nosniff");
  const found = await page.evaluate(() => ({
    handlers: document.querySelectorAll("[onerror], [onload], [onclick]").length,
    styled: document.querySelectorAll("[style]").length,
    foreign: [...document.scripts].filter(({ textContent }) => textContent.startsWith("alert"))
      .length,
    unnonced: [...document.querySelectorAll<HTMLElement>("script:not([src]), style")].filter(
      ({ nonce }) => nonce === "",
    ).length,
  }));
  expect(found).toEqual({ handlers: 0, styled: 0, foreign: 0, unnonced: 0 });
}
