import { beforeAll, describe, expect, test } from "vitest";
import { type Answer, send } from "../support/server.ts";
import { serverForAll } from "../support/testServer.ts";

let gui: string;
const server = serverForAll({
  publicPort: 0,
  guiPort: 0,
  settings: { "page.name": "Harbour & Co" },
});
beforeAll(async () => {
  gui = String(server.gui).replace(/#.*$/, "");
});

async function make(draft: object): Promise<string> {
  const answer = await server.api("POST", "/api/preview", draft, server.localKey);
  expect([answer.status, answer.body]).toMatchObject([200, { error: 0 }]);
  return answer.body.address;
}

/** The page of a draft, as the window's frame gets it. */
async function look(draft: object): Promise<Answer> {
  const answer = await send(gui, await make(draft));
  expect(answer.status).toBe(200);
  return answer;
}

describe("the page of a draft", () => {
  test("is the one that its visitors get", async () => {
    const splash = { name: "Spring", title: "A word before", message: "Soon there", delay: 7 };
    const { id } = (await server.api("POST", "/api/splash/add", splash)).body;
    const link = { url: "https://example.com/x", custom: "before", type: String(id) };
    await server.api("POST", "/api/url/add", link);
    const visited = await server.visit("/before", { "accept-language": "en" });
    const previewed = await look({ page: "splash", values: splash, to: link.url });
    const bodyOf = ({ text }: Answer) => /<body>(.*)<script/su.exec(text)?.[1];
    expect(bodyOf(previewed)).toBe(bodyOf(visited));
    expect(bodyOf(previewed)).toContain("A word before");
    expect(previewed.text).toContain("Harbour &#38; Co");
  });

  test("comes in either language, and in either look whatever the system says", async () => {
    const persian = await look({ page: "password", language: "fa", look: "dark" });
    expect(persian.text).toContain('<html lang="fa" dir="rtl">');
    expect(persian.text).toContain("color-scheme: dark;");
    const english = await look({ page: "expired", look: "light" });
    expect(english.text).toContain("This link has expired");
    expect(english.text).toContain("color-scheme: light;");
    for (const { text } of [persian, english]) expect(text).not.toContain("prefers-color-scheme");
  });

  test("has what is there already, also where little is", async () => {
    for (const page of ["splash", "overlay", "frame", "bio", "campaign", "notFound", "welcome"]) {
      expect((await look({ page })).text).toContain("<body>");
    }
    const bio = { name: "Ada", links: [{ title: "Notes", url: "https://example.com/notes" }] };
    expect((await look({ page: "bio", values: bio })).text).toMatch(/Ada.*Notes/su);
    const overlay = { type: "contact", fields: ["email"], thanks: "Until soon" };
    expect((await look({ page: "overlay", values: overlay })).text).toContain('type="email"');
    const thanked = await look({ page: "overlay", values: overlay, thanked: true });
    expect(thanked.text).toContain("Until soon");
  });

  test("lists the live links of a campaign that isn't public yet", async () => {
    const { id } = (await server.api("POST", "/api/campaign/add", { name: "Fair" })).body;
    await server.api("POST", "/api/url/add", {
      url: "https://example.com/fair",
      custom: "stand",
      metatitle: "Our stand",
      campaign: id,
    });
    const values = { name: "Fair in May" };
    const { text } = await look({ page: "campaign", values, campaign: id });
    expect(text).toMatch(/Fair in May.*Our stand/su);
  });

  test("says which field is wrong", async () => {
    const draft = { page: "splash", values: { banner: "nowhere", delay: 70 } };
    const answer = await server.api("POST", "/api/preview", draft, server.localKey);
    expect(answer.status).toBe(400);
    expect(answer.body.faults.map(({ field }: { field: string }) => field)).toEqual([
      "values.banner",
      "values.delay",
    ]);
  });
});

describe("a preview keeps to itself", () => {
  const hostile = `</script><script>alert(1)</script>"><img src=x onerror=alert(1)>`;

  test("with an origin of its own, no way out and nothing but its own pictures", async () => {
    const values = { banner: "https://example.com/banner.png" };
    const { headers } = await look({ page: "splash", values });
    const policy = String(headers["content-security-policy"]).split("; ");
    const nonce = /nonce-(\w+)/.exec(policy.join())?.[1];
    expect(policy).toEqual([
      "default-src 'none'",
      `style-src 'nonce-${nonce}'`,
      `script-src 'nonce-${nonce}'`,
      "img-src http: https:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'self'",
      "sandbox allow-scripts allow-forms",
    ]);
    expect(headers).toMatchObject({
      "cache-control": "no-store",
      "referrer-policy": "no-referrer",
      "x-content-type-options": "nosniff",
    });
  });

  test("loads no framed target, sends no form and fires no pixel", async () => {
    const overlay = { type: "contact", fields: ["email", "message"] };
    for (const draft of [{ page: "frame" }, { page: "overlay", values: overlay }]) {
      const { headers, text } = await look({ ...draft, to: "https://example.com/shop" });
      expect(text).not.toContain("<iframe");
      expect(text).toContain("example.com");
      expect(String(headers["content-security-policy"])).not.toMatch(/frame-src|connect-src|img-/);
    }
  });

  test("asks nothing of the service itself: a picture that is a short link would count", async () => {
    await server.api("POST", "/api/url/add", { url: "https://example.com/p.png", custom: "pic" });
    const own = `${server.baseUrl}/pic`;
    const values = { banner: own, logo: "https://example.com/logo.png" };
    const splash = await look({ page: "splash", values });
    expect(splash.text).not.toContain(own);
    expect(splash.text).toContain("https://example.com/logo.png");
    const bio = await look({ page: "bio", values: { name: "Ada", avatar: own } });
    expect(bio.text).not.toContain(own);
  });

  test("whatever its owner writes stays text", async () => {
    const values = {
      name: hostile,
      title: hostile,
      message: hostile,
      label: hostile,
      button: hostile,
      thanks: hostile,
      description: hostile,
      links: [{ title: hostile, url: "https://example.com/" }],
    };
    for (const page of ["splash", "overlay", "frame", "bio", "campaign"]) {
      const { text } = await look({ page, values, title: hostile });
      expect(text.match(/<script/gu)).toHaveLength(1);
      expect(text).not.toContain("<img src=x");
    }
  });

  test("at an address that nobody guesses, and only for a while", async () => {
    const first = await make({ page: "welcome" });
    expect(first).toMatch(/^\/preview\/[\w-]{32}$/);
    for (let times = 0; times < 96; times += 1) await make({ page: "welcome" });
    const gone = await send(gui, first);
    expect([gone.status, gone.text]).toEqual([404, "This preview is no longer kept.\n"]);
    expect(gone.headers["content-security-policy"]).toContain("sandbox");
    for (const other of ["/preview/", "/preview/../preview/x", "/preview/x"]) {
      expect((await send(gui, other)).status).toBe(404);
    }
  });

  test("in the window only: neither visitors nor scripts come to it", async () => {
    const address = await make({ page: "bio", values: { name: "Not yet said" } });
    for (const door of [server.baseUrl, String(server.publicUrl)]) {
      const answer = await server.visit(address, {}, new URL(door).origin);
      expect(answer.status).toBe(404);
      expect(answer.text).not.toContain("Not yet said");
    }
    const host = "evil.example";
    expect((await send(gui, address, { headers: { host } })).status).toBe(421);
    expect((await send(gui, address, { method: "POST" })).status).toBe(404);
    expect((await server.api("POST", "/api/preview", { page: "bio" })).status).toBe(403);
    const foreign = await send(gui, "/api/preview", {
      method: "POST",
      headers: {
        authorization: `Bearer ${server.localKey}`,
        "content-type": "application/json",
        origin: "null",
      },
      body: '{"page":"bio"}',
    });
    expect(foreign.status).toBe(403);
  });
});
