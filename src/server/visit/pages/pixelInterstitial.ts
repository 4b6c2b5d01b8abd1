import type { Pixel } from "../../features/pixels/service.ts";
import { css } from "./markup/css.ts";
import { goOnWithoutScript } from "./interstitialParts.ts";
import { html, type Html } from "./markup/html.ts";
import type { PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";
import { isPixelPlatform, pixelRuntime, pixelSnippets } from "./pixelSnippets.ts";
import { js } from "./markup/script.ts";

export interface PixelHopModel {
  readonly language: PageLanguage;
  /** Where it goes on to: the target, or the next page of the same link. */
  readonly to: string;
  /** Host of the target, for the visitor to read. */
  readonly host: string;
  readonly pixels: readonly Pick<Pixel, "type" | "tag">[];
}

const texts = {
  en: { title: "One moment", going: "You’re going to", now: "Continue" },
  fa: { title: "یک لحظه", going: "مقصد:", now: "ادامه" },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

/** What the platforms' scripts have to start and send in; milliseconds, less than a second. */
const time = 850;

/** Fires the pixels of a link, and goes on. */
export function pixelHopPage({ language, to, host, pixels }: PixelHopModel): Page {
  const words = texts[language];
  const known = pixels.flatMap(({ type, tag }) =>
    isPixelPlatform(type) ? [{ snippet: pixelSnippets[type], tag }] : [],
  );
  return {
    status: 200,
    title: words.title,
    language,
    layout: "card",
    style,
    // docs/decisions.md, "Pixels": what the platforms' own loaders need, on this page alone.
    policy: {
      "script-src": "'strict-dynamic'",
      "img-src": "https:",
      "connect-src": "https:",
      "frame-src": "https:",
    },
    referrerPolicy: "strict-origin-when-cross-origin",
    head: goOnWithoutScript(to, 1),
    // A platform that fails takes neither the others nor the visitor's way along.
    script: js`
      setTimeout(() => location.replace(${to}), ${time});
      ${pixelRuntime}
      ${known.map(({ snippet, tag }) => js`try { ${snippet.script(tag)} } catch {}`)}
    `,
    body: html`<div class="stack">
      <div class="stack tight">
        <h1>${words.title}</h1>
        <p class="soft">${words.going} <bdi dir="ltr">${host}</bdi></p>
      </div>
      <a class="button" href="${to}">${words.now}</a>
      ${known.map(({ snippet, tag }) => withoutScript(snippet.withoutScript?.(encodeURIComponent(tag))))}
    </div>`,
  };
}

function withoutScript(
  offered: { readonly image: string } | { readonly frame: string } | undefined,
): Html | null {
  if (offered === undefined) return null;
  const element =
    "image" in offered
      ? html`<img src="${offered.image}" width="1" height="1" alt="" />`
      : html`<iframe src="${offered.frame}" width="1" height="1" title=""></iframe>`;
  return html`<noscript class="pixel">${element}</noscript>`;
}

const style = css`
  .pixel {
    position: absolute;
    opacity: 0;
    pointer-events: none;
  }
`;
