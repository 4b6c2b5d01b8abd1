import { startTestServer } from "../../support/server.ts";
import { expect, test } from "./visitorTest.ts";
import { iphone } from "../../support/userAgents.ts";

const script = "<script>window.wasHit = true</script>";
const image = `<img class="hit" src="x" onerror="window.wasHit = true">`;
/** Out of a text, an attribute, a title, a style, a script and a template. */
const hostile = `"'><b class="hit">${script}${image}</title></style></script></textarea>\`\${wasHit = 1}`;
const short = `"'>${image}`;

/** What a network may be called. */
const tiny = `"><img class="hit" src="x">`;

const whatsApp = "WhatsApp/2.23.20.0";

test("nothing that anybody writes or sends runs on a page, or becomes a part of it", async ({
  browser,
  page,
  service,
  site,
}) => {
  test.setTimeout(60_000);
  const add = async (resource: string, fields: object) => {
    const { status, body } = await service.api("POST", `/api/${resource}/add`, fields);
    expect([resource, status, body.message]).toEqual([resource, 200, undefined]);
    return body;
  };
  const target = `${site}/?q=${encodeURIComponent(hostile)}`;
  const link = (fields: object) =>
    add("url", {
      url: target,
      metatitle: hostile.slice(0, 200),
      metadescription: hostile,
      ...fields,
    });

  const overlay = { name: hostile.slice(0, 200), message: hostile, label: short, button: short };
  const message = await add("overlay", { type: "message", ...overlay, link: target });
  const contact = await add("overlay", { type: "contact", ...overlay, thanks: hostile });
  const splash = await add("splash", {
    name: hostile.slice(0, 200),
    title: short,
    message: hostile,
    banner: `${site}/"'>${encodeURIComponent(image)}.png`,
    link: target,
    delay: 60,
  });
  const campaign = await add("campaign", {
    name: hostile.slice(0, 200),
    slug: "hostile",
    public: true,
  });
  const common = { campaign: campaign.id };
  await link({ custom: "plain", status: "public", ...common });
  await link({ custom: "locked", password: "open sesame", ...common });
  await link({ custom: "framed", type: "frame" });
  await link({ custom: "splashed", type: String(splash.id) });
  await link({ custom: "message", type: `overlay-${message.id}` });
  await link({ custom: "contact", type: `overlay-${contact.id}` });
  await link({ custom: "old", expiry: "2020-01-01 00:00:00" });
  await link({
    custom: "deep",
    deeplink: {
      apple: `https://apps.apple.com/app/"'>${image}`,
      google: "https://play.google.com/",
    },
  });
  await add("bio", {
    custom: "bio",
    name: hostile.slice(0, 200),
    description: hostile,
    avatar: `${site}/"'>${image}`,
    links: [{ title: short, url: target }],
  });
  const codes = [
    await add("qr", { type: "text", data: hostile, dynamic: true, name: short }),
    await add("qr", { type: "wifi", data: { ssid: tiny, pass: tiny }, dynamic: true }),
  ];
  const scans = await Promise.all(
    codes.map(async ({ id }) => {
      const { body } = await service.api("GET", `/api/qr/${id}`);
      return new URL(String(body.details.link)).pathname.replace("/qr/", "/q/");
    }),
  );
  // What visitors send is shown to others as statistics.
  for (const headers of [
    { referer: `https://news.example/${hostile}`, "user-agent": hostile },
    { referer: hostile, "accept-language": hostile, "cf-ipcountry": hostile },
    { "user-agent": `Mozilla/5.0 (${hostile}) Firefox/140.0`, "x-forwarded-for": hostile },
  ]) {
    await service.visit("/plain", headers);
  }

  const pages: readonly (readonly [path: string, userAgent?: string])[] = [
    ["/bio"],
    ["/u/owner/list-1".replace("1", String(campaign.id))],
    ["/plain/stats"],
    ["/locked"],
    ["/framed"],
    ["/splashed"],
    ["/message"],
    ["/contact"],
    ["/old"],
    ["/deep", iphone],
    ["/plain", whatsApp],
    ["/splashed", whatsApp],
    ...scans.map((path) => [path] as const),
    [`/${encodeURIComponent(hostile)}`],
    [`/locked?${encodeURIComponent(hostile)}=${encodeURIComponent(hostile)}`],
  ];
  const { baseUrl } = service;
  for (const [path, userAgent] of pages) {
    await test.step(`${path} ${userAgent ?? ""}`, async () => {
      const context = userAgent === undefined ? null : await browser.newContext({ userAgent });
      const visited = context === null ? page : await context.newPage();
      const answer = await visited.goto(baseUrl + path, { waitUntil: "domcontentloaded" });
      await expectHarmless(visited, answer?.headers() ?? {});
      await context?.close();
    });
  }

  await test.step("forms that come back with what was written", async () => {
    await page.goto(`${baseUrl}/locked`);
    await page.locator("input[type=password]").fill(hostile.slice(0, 120));
    const [refused] = await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === "POST"),
      page.locator("button").click(),
    ]);
    await page.waitForLoadState("domcontentloaded");
    await expectHarmless(page, refused.headers());

    await page.setContent(
      `<form method="post" action="${baseUrl}/contact"><input name="form" value="contact"><input name="name"><input name="email"><textarea name="message"></textarea><button>Send</button></form>`,
    );
    for (const name of ["name", "email", "message"]) {
      await page.locator(`[name=${name}]`).fill(hostile);
    }
    await page.locator("button").click();
    await page.waitForURL(`${baseUrl}/contact`);
    await expectHarmless(page, {});
  });
});

async function expectHarmless(
  page: import("@playwright/test").Page,
  headers: Record<string, string>,
): Promise<void> {
  const policy = headers["content-security-policy"];
  if (policy !== undefined) expect(policy).not.toContain("unsafe-inline");
  if (headers["content-type"]?.startsWith("text/html") === true) expect(policy).toBeDefined();
  const found = await page.evaluate(() => ({
    wasHit: "wasHit" in window,
    added: document.querySelectorAll(".hit").length,
    title: document.title !== "" || document.contentType !== "text/html",
  }));
  expect(found).toEqual({ wasHit: false, added: 0, title: true });
}

test("a bare domain that leads back to itself over a splash page of 0 s ends a browser's way", async ({
  browser,
}) => {
  const service = await startTestServer({ settings: { verifyDomains: "false" } });
  const { port } = new URL(service.baseUrl);
  const domain = `http://go.localhost:${port}`;
  const splash = await service.api("POST", "/api/splash/add", { name: "At once", delay: 0 });
  const link = { url: `${domain}/`, custom: "round", domain, type: String(splash.body.id) };
  await service.api("POST", "/api/domain/add", { domain, redirectroot: `${domain}/round` });
  const added = await service.api("POST", "/api/url/add", link);
  expect(added.body).toMatchObject({ error: 0 });
  const context = await browser.newContext();
  const page = await context.newPage();
  let documents = 0;
  page.on("request", (request) => {
    if (request.isNavigationRequest()) documents += 1;
  });
  const answer = await page.goto(`${domain}/`);
  expect(answer?.status()).toBe(508);
  await expect(page.getByRole("heading")).toHaveText("This link leads back to itself");
  expect(documents).toBeLessThan(5);
  await context.close();
  await service.stop();
});
