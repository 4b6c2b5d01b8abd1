import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { send } from "../support/server.ts";
import { chrome } from "../support/userAgents.ts";
import { type CloudflareStandIn, goodToken, startCloudflare } from "./cloudflare.ts";
import { workersEngine } from "./engine.ts";
import { startHome, type TestHome } from "./home.ts";
import { oneTimeLink, phoneAt } from "./newLinks/phone.ts";

const engine = workersEngine();
if (engine === null) {
  console.log(
    "The network's own engine isn't installed here: the Worker was tested in Node alone.",
  );
}

describe.runIf(engine !== null)("in the network's own engine", () => {
  let cloudflare: CloudflareStandIn;
  let home: TestHome;

  beforeAll(async () => {
    cloudflare = await startCloudflare({ country: "FR", ...(engine !== null && { engine }) });
    home = await startHome(cloudflare);
  });
  afterAll(async () => {
    await home.stop();
    await cloudflare.close();
  });

  test("the Worker is set up, filled, visited, drained, compared and renewed", async () => {
    const add = (body: object) => home.api("POST", "/api/url/add", body);
    await add({
      url: "https://example.org/all",
      custom: "menu",
      geotarget: [{ location: "France", link: "https://example.org/fr" }],
    });
    await add({ url: "https://example.org/", custom: "shown", type: "frame" });
    expect(await home.follow("/setup", { token: goodToken })).toMatchObject({
      problem: null,
      setUp: { problem: null },
    });
    const address = cloudflare.addressOf("waypost");
    const visit = (path: string) => send(address, path, { headers: { "user-agent": chrome } });
    const redirect = await visit("/menu");
    expect([redirect.status, redirect.headers.location]).toEqual([302, "https://example.org/fr"]);
    const page = await visit("/shown");
    expect([page.status, page.headers["content-type"]]).toEqual([200, "text/html; charset=utf-8"]);
    expect((await visit("/nowhere")).status).toBe(404);

    await expect
      .poll(async () => (await home.edge("POST", "/pull")).drain.taken, { timeout: 20_000 })
      .toBe(2);
    const { body } = await home.api("GET", "/api/urls?order=date");
    expect(body.data.urls.map(({ clicks }: { clicks: number }) => clicks)).toEqual([1, 1]);
    expect(await home.edge("POST", "/check")).toMatchObject({
      problem: null,
      check: { differences: 0, unreadable: 0 },
      push: { waiting: 0 },
    });
    expect((await home.follow("/setup", { token: goodToken })).setUp).toMatchObject({
      kind: "upgrade",
      problem: null,
    });
    expect((await visit("/menu")).status).toBe(302);
    expect(await home.follow("/remove", {})).toMatchObject({ set: false });
    expect((await visit("/menu")).status).toBe(404);
  });

  test("hundreds of links are there in one push, and each is found", async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({
      url: `https://example.org/${at}`,
      custom: `many-${at}`,
    }));
    for (let at = 0; at < rows.length; at += 100) {
      await Promise.all(
        rows.slice(at, at + 100).map((row) => home.api("POST", "/api/url/add", row)),
      );
    }
    // The Worker of before is there still, and nobody's.
    await home.follow("/claim", { token: goodToken });
    const { push, links } = await home.edge("GET");
    expect([push.waiting, links.synced]).toEqual([0, 302]);
    const { headers } = await send(cloudflare.addressOf("waypost"), "/many-299");
    expect(headers.location).toBe("https://example.org/299");
  });

  test("a browser is paired once, and its links redirect, are taken once and come home", async () => {
    const phone = phoneAt(cloudflare.addressOf("waypost"));
    const path = await oneTimeLink(home);
    const cookie = await phone.pair(path);
    expect((await phone.press(path)).headers["set-cookie"]).toBeUndefined();
    const make = () => phone.make(cookie, { url: "https://example.org/phone", alias: "phone" });
    const both = await Promise.all([make(), make()]);
    expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
      200, 400,
    ]);
    expect((await phone.ask("/phone")).headers.location).toBe("https://example.org/phone");
    expect(await home.edge("POST", "/check")).toMatchObject({ check: { differences: 0 } });
    expect((await home.edge("POST", "/pull")).problem).toBeNull();
    const { body } = await home.api("GET", "/api/urls?q=phone");
    expect(body.data.urls).toMatchObject([{ alias: "phone", clicks: 1 }]);
    await home.edge("POST", "/push");
    await home.edge("POST", "/push");
    expect((await phone.ask("/PHONE")).headers.location).toBe("https://example.org/phone");
    expect((await phone.make(cookie, { url: "https://example.org/" })).status).toBe(200);
  });
});
