import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { firefox } from "../../../support/userAgents.ts";
import { openVisitDoor, type VisitDoor } from "../../../support/visitDoor.ts";
import { colorOf, css, readableOn } from "../../../../src/server/visit/pages/markup/css.ts";
import { html } from "../../../../src/server/visit/pages/markup/html.ts";
import { directionOf, pageLanguage } from "../../../../src/server/visit/pages/markup/language.ts";
import { renderPage } from "../../../../src/server/visit/pages/markup/page.ts";
import { js } from "../../../../src/server/visit/pages/markup/script.ts";

describe("preview", () => {
  let door: VisitDoor;
  beforeAll(async () => {
    door = await openVisitDoor({
      settings: { baseUrl: "https://sho.rt", "page.name": "Harbour & Co" },
    });
  });
  afterEach(() => door.clear());
  afterAll(() => door.close());

  const whatsApp = { "user-agent": "WhatsApp/2.23.20.0" };

  /** Contents of `<meta>` by name or property. */
  function tagsOf(body: string): Record<string, string> {
    const tags = [...body.matchAll(/<meta\s+(?:name|property)="([^"]+)"\s+content="([^"]*)"/gu)];
    return Object.fromEntries(tags.map(([, name = "", content = ""]) => [name, content]));
  }

  describe("a link with metadata", () => {
    test("shows fetchers of previews its tags, and counts them apart", async () => {
      const { id } = await door.addLink({
        metaTitle: `"Spring" & <more>`,
        metaDescription: "All that grows",
        metaImage: "https://example.com/spring.png",
      });
      const { status, headers, body } = await door.visit("/spring", whatsApp);
      expect(status).toBe(200);
      expect(headers["x-robots-tag"]).toBeUndefined();
      expect(tagsOf(body)).toMatchObject({
        "og:url": "https://sho.rt/spring",
        "og:title": "&#34;Spring&#34; &#38; &#60;more&#62;",
        "og:site_name": "Harbour &#38; Co",
        "og:description": "All that grows",
        "og:image": "https://example.com/spring.png",
        "twitter:card": "summary_large_image",
        "twitter:title": "&#34;Spring&#34; &#38; &#60;more&#62;",
        "twitter:image": "https://example.com/spring.png",
      });
      expect(body).toContain(`href="https://example.com/spring"`);
      expect(door.statistics.of(id)).toMatchObject({ clicks: 0, botClicks: 1 });
    });

    test("takes its fetched title where its own is missing, and a small card without picture", async () => {
      await door.addLink({ metaDescription: "نوشته", fetchedTitle: "بهار" });
      const { body } = await door.visit("/spring", whatsApp);
      expect(body).toContain(`dir="rtl"`);
      const tags = tagsOf(body);
      expect(tags).toMatchObject({ "og:title": "بهار", "twitter:card": "summary" });
      expect(tags).not.toHaveProperty("og:image");
    });

    test.each([["javascript:alert(1)"], ["not an address"]])(
      "leaves out a picture at %s",
      async (metaImage) => {
        await door.addLink({ metaTitle: "Spring", metaImage });
        const { body } = await door.visit("/spring", whatsApp);
        expect(tagsOf(body)).not.toHaveProperty("og:image");
      },
    );

    test("leads people and every other bot on", async () => {
      await door.addLink({ metaTitle: "Spring" });
      for (const agent of [firefox, "curl/8.5.0", "Googlebot/2.1"]) {
        // oxlint-disable-next-line no-await-in-loop
        expect((await door.visit("/spring", { "user-agent": agent })).status).toBe(302);
      }
    });

    test("leads to the target that the fetcher's language chooses", async () => {
      await door.addLink({
        metaTitle: "Spring",
        languages: [{ language: "fa", url: "https://example.com/fa" }],
      });
      const { body } = await door.visit("/spring", { ...whatsApp, "accept-language": "fa" });
      expect(body).toContain(`href="https://example.com/fa"`);
    });
  });

  test("a link without metadata redirects the fetchers of previews too", async () => {
    await door.addLink({ fetchedTitle: "Only fetched" });
    expect((await door.visit("/spring", whatsApp)).headers.location).toBe(
      "https://example.com/spring",
    );
  });
});

const look = { name: "", color: "" };

test("texts on a page stay texts, wherever they stand", () => {
  const hostile = `</title></style></script><script>alert("1")</script><img src=x onerror='x'>&`;
  const page = renderPage(
    {
      status: 200,
      title: hostile,
      language: "en",
      layout: "card",
      body: html`<p title="${hostile}">${[hostile, html`<b>${hostile}</b>`]}</p>`,
      script: js`start(${{ text: hostile }})`,
    },
    { nonce: `"><script>`, look: { name: hostile, color: `#000000;}</style>` } },
  );
  expect(page.match(/<script/g)).toHaveLength(1);
  expect(page.match(/<\/script/g)).toHaveLength(1);
  expect(page.match(/<style/g)).toHaveLength(1);
  expect(page.match(/<\/style/g)).toHaveLength(1);
  expect(page).not.toContain("<img");
  expect(page).toContain("&#60;img src=x onerror=&#39;x&#39;&#62;&#38;");
});

test("a template writes nothing for what isn't there, and nests", () => {
  const list = [1, 2].map((number) => html`<li>${number}</li>`);
  const nested = html`<ul>
    ${list}${null}${undefined}${false}
  </ul>`;
  expect(nested.toString().replaceAll("\n", "")).toBe("<ul><li>1</li><li>2</li></ul>");
});

test("data in a script is data", () => {
  const code = js`const data = ${{ a: "</script>\u2028<!--", b: [1, null, true] }}`.toString();
  expect(code).not.toMatch(/[<\u2028]/);
  // oxlint-disable-next-line no-eval
  expect(eval(`${code}; data`)).toEqual({ a: "</script>\u2028<!--", b: [1, null, true] });
  expect(js`${[js`one()`, js`two()`]}`.toString()).toBe("one()\ntwo()");
});

test("a style takes colours only", () => {
  expect(colorOf("#ad4518")).toBe("#ad4518");
  expect(colorOf("red;}")).toBeNull();
  expect(colorOf("#ad4518;")).toBeNull();
  const color = colorOf("#ffee00");
  const written =
    color === null
      ? ""
      : css`
          a {
            color: ${readableOn(color)};
          }
        `.toString();
  expect(written.replaceAll(" ", "")).toMatch(/^a\{color:#000000;?\}$/);
});

test("the shared parts of a page are small", () => {
  const page = renderPage(
    { status: 200, title: "", language: "fa", layout: "card", body: html`` },
    { nonce: "n".repeat(24), look },
  );
  expect(Buffer.byteLength(page)).toBeLessThan(6_000);
  expect(page).toContain(`<html lang="fa" dir="rtl">`);
});

test("pages speak the visitor's language, and run the way their content does", () => {
  expect(pageLanguage(["de", "fa", "en"])).toBe("fa");
  expect(pageLanguage(["en", "fa"])).toBe("en");
  expect(pageLanguage([])).toBe("en");
  expect(directionOf("12 — بهار and more")).toBe("rtl");
  expect(directionOf("Spring بهار")).toBe("ltr");
  expect(directionOf("123 …")).toBeNull();
});
