import { css } from "./markup/css.ts";
import { hostOf, tidyAddress } from "./interstitialParts.ts";
import { html, type Html } from "./markup/html.ts";
import type { PageLanguage } from "./markup/language.ts";
import { mark } from "./markup/mark.ts";
import type { Page, PagePolicy } from "./markup/page.ts";

export interface FrameModel {
  readonly language: PageLanguage;
  /** The address in the frame. */
  readonly to: string;
  /** The link's own; empty: the target's host stands for it. */
  readonly title: string;
  /** Something stands in for the target, which isn't loaded. */
  readonly hasStandIn?: boolean;
}

const texts = {
  en: { open: "Open directly" },
  fa: { open: "باز کردن مستقیم" },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

/** The target in a frame, below a bar that always leads to it directly. */
export function framePage(model: FrameModel): Page {
  return {
    status: 200,
    title: frameTitle(model),
    language: model.language,
    layout: "bare",
    style: frameStyle,
    policy: framePolicy,
    referrerPolicy: "strict-origin-when-cross-origin",
    script: tidyAddress,
    body: frameBody(model),
  };
}

export function frameTitle({ title, to }: FrameModel): string {
  return title === "" ? hostOf(to) : title;
}

/** What a frame loads may only be known by following it. */
export const framePolicy: PagePolicy = { "frame-src": "http: https:" };

/** `before` stands between the bar and the frame, for the keyboard too. */
export function frameBody(model: FrameModel, before?: Html): Html {
  const title = frameTitle(model);
  return html`<header class="bar">
      ${mark}
      <h1 class="named" dir="auto">${title}</h1>
      <a class="quiet button" href="${model.to}">${texts[model.language].open}</a>
    </header>
    ${before}
    <main>${model.hasStandIn === true ? standIn(model.to) : target(model.to, title)}</main>`;
}

function target(to: string, title: string): Html {
  return html`<iframe
    id="target"
    src="${to}"
    title="${title}"
    sandbox="allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox"
    allow="fullscreen"
    referrerpolicy="strict-origin-when-cross-origin"
  ></iframe>`;
}

function standIn(to: string): Html {
  return html`<p class="stand-in soft" id="target" tabindex="-1">
    <bdi dir="ltr">${hostOf(to)}</bdi>
  </p>`;
}

export const frameStyle = css`
  body {
    display: grid;
    grid-template: auto minmax(0, 1fr) / minmax(0, 1fr);
    height: 100vh;
    height: 100dvh;
  }
  .bar {
    display: flex;
    align-items: center;
    gap: 8px;
    padding: 8px 8px 8px 16px;
    border-bottom: 1px solid var(--line);
    background: var(--sheet);
  }
  [dir="rtl"] .bar {
    padding: 8px 16px 8px 8px;
  }
  .bar .mark {
    width: 24px;
    height: 24px;
  }
  .named {
    flex: 1;
    min-width: 0;
    overflow: hidden;
    font-size: 15px;
    line-height: 24px;
    text-align: left;
    text-overflow: ellipsis;
    white-space: nowrap;
  }
  /* Cut at its own end, and beside the mark all the same. */
  html[dir="rtl"] .named {
    text-align: right;
  }
  .bar .button {
    flex: none;
    min-height: 36px;
    padding: 4px 12px;
    font-size: 14px;
  }
  main {
    display: grid;
  }
  .stand-in {
    display: grid;
    place-items: center;
    background: var(--sheet);
  }
  iframe {
    width: 100%;
    height: 100%;
    border: 0;
    background: #fff;
  }
`;
