import { colorOf, constant, css, type Css, readableOn } from "./css.ts";
import type { PageLanguage } from "./language.ts";

/** What the owner chooses for all pages. */
export interface PageLook {
  /** Shown above and in titles; empty: none. */
  readonly name: string;
  /** `#RRGGBB`; empty: the service's own. */
  readonly color: string;
}

/** As the settings have it at each moment. */
export function lookOf(settings: {
  readonly pageName: string;
  readonly pageColor: string;
}): PageLook {
  return {
    get name() {
      return settings.pageName;
    },
    get color() {
      return settings.pageColor;
    },
  };
}

/** How a page of the service is written for this visitor. */
export interface PageStyle {
  readonly language: PageLanguage;
  readonly look: PageLook;
}

/** Light or dark, whatever the visitor's system says. */
export type ColorScheme = "light" | "dark";

/** The accent by day; by night the service's own is brighter. */
export const defaultColor = "#c2501c";

/** The same words and figures as the owner's window has (its tokens.css). */
const light = css`
  --paper: #f6f2ea;
  --sheet: #fffdf9;
  --wash: #efe9de;
  --ink: #211d17;
  --soft: #645b50;
  --line: #e9e2d6;
  --line-strong: #8f8678;
  --danger: #a8123b;
  --danger-wash: #fbeaee;
  --accent: ${constant(defaultColor)};
  --on-accent: #fffdf9;
`;

const dark = css`
  --paper: #15120e;
  --sheet: #1d1914;
  --wash: #26221b;
  --ink: #efe9dd;
  --soft: #aaa193;
  --line: #322d26;
  --line-strong: #7d7467;
  --danger: #ff93a6;
  --danger-wash: #37171f;
  --accent: #ee7b40;
  --on-accent: #1d0f06;
`;

/** The colors of a page by day and by night, as declarations. */
export type Palette = Readonly<Record<ColorScheme, Css>>;

function tokensOf(palette: Palette, scheme: ColorScheme | undefined): Css {
  switch (scheme) {
    case "light":
      return css`
        :root {
          color-scheme: light;
          ${palette.light}
        }
      `;
    case "dark":
      return css`
        :root {
          color-scheme: dark;
          ${palette.dark}
        }
      `;
    case undefined:
      return css`
        :root {
          color-scheme: light dark;
          ${palette.light}
        }
        @media (prefers-color-scheme: dark) {
          :root {
            ${palette.dark}
          }
        }
      `;
  }
}

const rules = css`
  * {
    box-sizing: border-box;
  }
  html {
    -webkit-text-size-adjust: 100%;
  }
  body {
    margin: 0;
    background: var(--paper);
    color: var(--ink);
    font:
      16px/1.5 system-ui,
      -apple-system,
      "Segoe UI",
      Roboto,
      "Noto Sans",
      sans-serif;
    font-variant-numeric: tabular-nums;
    overflow-wrap: anywhere;
  }
  :lang(fa) {
    font-family:
      Vazirmatn, system-ui, -apple-system, "Segoe UI", Tahoma, "Noto Sans Arabic", sans-serif;
    line-height: 1.7;
  }
  h1,
  h2,
  p,
  ul,
  ol {
    margin: 0;
  }
  h1 {
    text-wrap: balance;
    font-size: 22px;
    line-height: 1.35;
    font-weight: 600;
    letter-spacing: -0.01em;
  }
  h2 {
    font-size: 16px;
    line-height: 1.5;
    font-weight: 600;
  }
  :lang(fa) :is(h1, h2) {
    letter-spacing: 0;
    line-height: 1.5;
  }
  ul,
  ol {
    padding: 0;
    list-style: none;
  }
  a {
    color: inherit;
    text-underline-offset: 3px;
  }
  img {
    max-width: 100%;
    height: auto;
  }
  :focus-visible {
    outline: 2px solid var(--ink);
    outline-offset: 2px;
  }
  label {
    display: block;
    font-weight: 600;
  }
  .soft {
    color: var(--soft);
  }
  .small {
    font-size: 14px;
  }
  .mark {
    display: block;
    flex: none;
  }
  .mark .post {
    fill: var(--ink);
  }
  .mark .arm {
    fill: var(--accent);
  }
  .monogram {
    display: grid;
    flex: none;
    place-items: center;
    width: 32px;
    height: 32px;
    border-radius: 10px;
    background: var(--accent);
    color: var(--on-accent);
    font-size: 17px;
    line-height: 1;
  }
  .monogram::before {
    content: attr(data-initial);
  }
  .brand {
    display: flex;
    align-items: center;
    gap: 10px;
    font-weight: 600;
  }
  /* A name in the other direction stays beside its mark. */
  .brand bdi {
    /* Chromium knows the prefixed word alone. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .button {
    display: inline-flex;
    align-items: center;
    justify-content: center;
    min-height: 44px;
    padding: 8px 24px;
    border: 1px solid transparent;
    border-radius: 10px;
    background: var(--accent);
    color: var(--on-accent);
    font: inherit;
    font-weight: 600;
    text-decoration: none;
    cursor: pointer;
  }
  .button:hover {
    text-decoration: underline;
  }
  .quiet.button {
    border-color: var(--line-strong);
    background: none;
    color: var(--ink);
  }
  .field {
    width: 100%;
    min-height: 44px;
    padding: 8px 12px;
    border: 1px solid var(--line-strong);
    border-radius: 10px;
    background: var(--paper);
    color: var(--ink);
    font: inherit;
  }
  .fault {
    padding: 8px 12px;
    border-radius: 10px;
    background: var(--danger-wash);
    color: var(--danger);
  }
  .stack {
    display: grid;
    gap: 16px;
  }
  .stack.tight {
    gap: 8px;
  }
  .card,
  .column {
    display: grid;
    gap: 24px;
    width: 100%;
    margin: 0 auto;
    padding: 24px 16px;
    min-height: 100vh;
    min-height: 100dvh;
  }
  .card {
    max-width: 448px;
    align-content: center;
  }
  .column {
    max-width: 720px;
    align-content: start;
  }
  .sheet {
    padding: 24px;
    border: 1px solid var(--line);
    border-radius: 14px;
    background: var(--sheet);
    box-shadow:
      0 1px 2px rgb(33 29 23 / 4%),
      0 8px 24px rgb(33 29 23 / 5%);
  }
  @media (min-width: 600px) {
    .column {
      padding-top: 64px;
      padding-bottom: 64px;
    }
    .card .sheet {
      padding: 32px;
    }
  }
  @media (prefers-reduced-motion: no-preference) {
    .button {
      transition: background-color 0.1s;
    }
  }
`;

/** The shared style with the owner's colour in it; by the visitor's system where no scheme is said. */
export function styleOf({ color }: PageLook, scheme?: ColorScheme, palette?: Palette): Css {
  const tokens = tokensOf(palette ?? { light, dark }, scheme);
  const accent = colorOf(color);
  if (palette !== undefined || accent === null || accent.toLowerCase() === defaultColor)
    return css`
      ${tokens}${rules}
    `;
  // One colour for both looks: what is written on it is chosen to be readable.
  const own = css`
    :root:root {
      --accent: ${accent};
      --on-accent: ${readableOn(accent)};
    }
    /* A touch of it on every page. */
    :root:root body {
      background: color-mix(in srgb, ${accent} 5%, var(--paper));
    }
  `;
  return css`
    ${tokens}${own}${rules}
  `;
}
