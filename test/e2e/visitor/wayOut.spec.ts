import { exported, unzipped } from "../../support/exporting.ts";
import { type Site, startSite } from "../../support/site.ts";
import { expect, test } from "./visitorTest.ts";

/** A host of static files as most are: a folder's page for it, 404.html for what isn't there. */
function hosted(files: ReadonlyMap<string, string>, root: string): Promise<Site> {
  return startSite((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? "/", "http://here").pathname);
    const found = files.get(`${root}${path.replace(/\/$/, "")}/index.html`);
    response.writeHead(found === undefined ? 404 : 200, { "Content-Type": "text/html" });
    response.end(found ?? files.get(`${root}/404.html`));
  });
}

test("the folder of pages leads a browser on, with scripts and without", async ({
  service,
  site,
  page,
  browser,
}) => {
  const add = (custom: string, url: string, further: object = {}) =>
    service.api("POST", "/api/url/add", { custom, url, ...further });
  await add("Spring", `${site}/spring?a=1&b='x'"y"<z>#part`);
  await add("größe", `${site}/size`, { parameters: [{ name: "utm", value: "a b" }] });
  await add("secret", `${site}/secret`, { password: "open sesame" });
  const body = { what: "links", format: "html", select: { all: true } };
  const files = await unzipped((await exported(service, body)).bytes);
  const host = await hosted(files, "site/127.0.0.1");
  try {
    const led = await service.visit("/Spring");
    for (const path of ["/Spring", "/spring/", "/SPRING", "/sPRinG"]) {
      await page.goto(host.base + path);
      await page.waitForURL(`${site}/**`);
      expect(page.url()).toBe(led.headers.location);
    }
    await page.goto(`${host.base}/${encodeURIComponent("größe")}`);
    await page.waitForURL(`${site}/size?utm=a%20b`);
    await page.goto(`${host.base}/secret`);
    await expect(page.getByText("There is no such link.")).toBeVisible();
    const context = await browser.newContext({ javaScriptEnabled: false });
    const plain = await context.newPage();
    await plain.goto(`${host.base}/spring`);
    await plain.waitForURL(`${site}/**`);
    expect(plain.url()).toBe(led.headers.location);
    await context.close();
  } finally {
    host.stop();
  }
});
