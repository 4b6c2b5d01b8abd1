import { expect, test } from "vitest";
import { colorOf, css, readableOn } from "../../../../../src/server/visit/pages/markup/css.ts";
import { html } from "../../../../../src/server/visit/pages/markup/html.ts";
import {
  directionOf,
  pageLanguage,
} from "../../../../../src/server/visit/pages/markup/language.ts";
import { renderPage } from "../../../../../src/server/visit/pages/markup/page.ts";
import { js } from "../../../../../src/server/visit/pages/markup/script.ts";

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
