import { expect, test } from "vitest";
import { renderPage } from "../../../src/server/visit/pages/page.ts";

test("texts on a page stay texts", () => {
  const html = renderPage(
    { status: 200, title: `</title><script>alert("1")</script>`, text: "<img src=x onerror='x'>&" },
    `"><script>`,
  );
  expect(html).not.toMatch(/<script|<img/);
  expect(html).toContain("&#60;img src=x onerror=&#39;x&#39;&#62;&#38;");
});
