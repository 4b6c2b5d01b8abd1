import type { Css } from "./css.ts";
import { html, type Html } from "./html.ts";
import { type Direction, directions, type PageLanguage } from "./language.ts";
import { type ColorScheme, type PageLook, type Palette, styleOf } from "./look.ts";
import { ownMark } from "./mark.ts";
import type { Script } from "./script.ts";

/** A page that a visitor may see, as data: a pure function of its model makes it. */
export interface Page {
  readonly status: number;
  readonly title: string;
  /** Of the service's own texts on it. */
  readonly language: PageLanguage;
  /** By the script of its content (`directionOf`); absent: the language's. */
  readonly direction?: Direction | undefined;
  /**
   * `card`: one narrow sheet in the middle, below the owner's name. `column`: a longer page, below
   * it too. `bare`: the body stands alone and brings its own landmarks.
   */
  readonly layout: "card" | "column" | "bare";
  readonly head?: Html | undefined;
  readonly body: Html;
  /** Beyond the shared style. */
  readonly style?: Css | undefined;
  /** In place of the shared colors and the owner's. */
  readonly palette?: Palette | undefined;
  /** Runs at the end of the body, through the page's nonce. */
  readonly script?: Script | undefined;
  /** What this page may beyond its own style and script. */
  readonly policy?: PagePolicy | undefined;
  /** What pages that it leads to learn of it. Absent: nothing. */
  readonly referrerPolicy?: "same-origin" | "strict-origin-when-cross-origin" | undefined;
  /** Search engines may list it. */
  readonly isListed?: boolean | undefined;
  /** Further headers of the answer. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sources by directive; those of `script-src` stand after the nonce. */
export type PagePolicy = Readonly<
  Partial<Record<"connect-src" | "form-action" | "frame-src" | "img-src" | "script-src", string>>
>;

/** The nonce lets this page's own style and script through its policy, and nothing else. */
export function renderPage(
  page: Page,
  { nonce, look, scheme }: { nonce: string; look: PageLook; scheme?: ColorScheme },
): string {
  const { title, language, direction = directions[language], layout, body } = page;
  const content = layout === "bare" ? body : inLayout(layout, look, body);
  return html`<!doctype html>
    <html lang="${language}" dir="${direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        ${page.isListed !== true && html`<meta name="robots" content="noindex" />`}
        <title>${title}</title>
        ${page.head}
        <style nonce="${nonce}">
          ${styleOf(look, scheme, page.palette)}${page.style}
        </style>
      </head>
      <body>
        ${content}
        ${
          page.script !== undefined &&
          html`<script nonce="${nonce}">
            ${page.script};
          </script>`
        }
      </body>
    </html> `.toString();
}

function inLayout(layout: "card" | "column", { name }: PageLook, body: Html): Html {
  const brand = html`<header class="brand">
    ${ownMark(name)}${name !== "" && html`<bdi>${name}</bdi>`}
  </header>`;
  return html`<div class="${layout}">
    ${brand}
    <main class="${layout === "card" ? "sheet" : "stack"}">${body}</main>
  </div>`;
}

/** As the header says it. */
export function policyOf(
  { policy = {}, script }: Page,
  nonce: string,
  /** Who may frame it. */
  ancestors = "'none'",
): string {
  const { "form-action": formAction = "'none'", "script-src": scripts, ...sources } = policy;
  const others = Object.entries(sources).map(([name, value]) => `${name} ${value}`);
  return [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    ...(script === undefined && scripts === undefined
      ? []
      : [["script-src", `'nonce-${nonce}'`, scripts].filter(Boolean).join(" ")]),
    ...others,
    "base-uri 'none'",
    `form-action ${formAction}`,
    `frame-ancestors ${ancestors}`,
  ].join("; ");
}
