import type { HttpAnswer } from "./httpAnswer.ts";
import type { ColorScheme, PageLook } from "./look.ts";
import { newNonce } from "./nonce.ts";
import { type Page, policyOf, renderPage } from "./page.ts";
import { js, type Script } from "./script.ts";

/**
 * The page as its visitor gets it, for the owner's window: an origin of its own whatever frames it,
 * and no way out. Where it would lead on, it tells the window instead; where it would send
 * something, that is taken and dropped.
 */
export function previewAnswer(
  page: Page,
  { look, scheme }: { readonly look: PageLook; readonly scheme: ColorScheme },
): HttpAnswer {
  const nonce = newNonce();
  const { policy = {}, script, ...rest } = page;
  const pictures = policy["img-src"];
  const shown: Page = {
    ...rest,
    ...(pictures !== undefined && { policy: { "img-src": pictures } }),
    script: withoutWaysOut(script),
  };
  return {
    status: 200,
    headers: {
      "Content-Type": "text/html; charset=utf-8",
      "Cache-Control": "no-store",
      "Content-Security-Policy": `${policyOf(shown, nonce, "'self'")}; sandbox allow-scripts allow-forms`,
      "Cross-Origin-Resource-Policy": "same-origin",
      "Referrer-Policy": "no-referrer",
      "X-Content-Type-Options": "nosniff",
      "X-Robots-Tag": "noindex",
    },
    body: renderPage(shown, { nonce, look, scheme }),
  };
}

/** `hold` is the window's way to press the page's own button that waits. */
function withoutWaysOut(script: Script | undefined): Script {
  return js`
    const leads = (to) => parent.postMessage({ waypost: "leads", to }, "*");
    addEventListener("click", (event) => {
      const way = event.target.closest?.("a[href]");
      if (!way) return;
      event.preventDefault();
      leads(way.href);
    }, true);
    addEventListener("submit", (event) => {
      const { submitter, target } = event;
      if ((submitter?.formMethod || target.method) !== "dialog") event.preventDefault();
    }, true);
    addEventListener("message", ({ source, data }) => {
      if (source === parent && data === "hold") document.getElementById("wait")?.click();
    });
    ((location, fetch) => {
      ${script ?? js``}
    })(
      { search: "", pathname: "/", href: "", replace: leads },
      () => Promise.resolve({ ok: true }),
    );
  `;
}
