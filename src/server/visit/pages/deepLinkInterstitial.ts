import { css } from "./markup/css.ts";
import { goOnWithoutScript, hostOf } from "./interstitialParts.ts";
import { html } from "./markup/html.ts";
import { ownDirection, type PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";
import { js, type Script } from "./markup/script.ts";

export interface DeepLinkModel {
  readonly language: PageLanguage;
  /** The store's or the app's address for the visitor's platform. */
  readonly app: string;
  /** Opens the app at once. */
  readonly auto: boolean;
  /** Where the visitor gets without the app. */
  readonly to: string;
  /** The link's own; empty: none. */
  readonly title: string;
}

const texts = {
  en: {
    title: "Open in the app",
    opening: "Opening the app. If nothing happens, use a button below.",
    choose: "You can open this link in an app.",
    app: "Open the app",
    browser: "Continue in the browser",
  },
  fa: {
    title: "باز کردن در برنامه",
    opening: "برنامه در حال باز شدن است. اگر باز نشد، از دکمه‌های زیر استفاده کنید.",
    choose: "این لینک را می‌توانید در برنامه باز کنید.",
    app: "باز کردن برنامه",
    browser: "ادامه در مرورگر",
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

/** How long an app has to come up before the browser goes on without it; milliseconds. */
const patience = 4_000;

/** The app's address, at once or by a button, and always the way without it. */
export function deepLinkPage(model: DeepLinkModel): Page {
  const { language, app, auto, to } = model;
  const words = texts[language];
  return {
    status: 200,
    title: model.title === "" ? words.title : model.title,
    language,
    layout: "card",
    style,
    referrerPolicy: "strict-origin-when-cross-origin",
    head: auto ? goOnWithoutScript(app, 0) : undefined,
    script: auto ? opening(model) : undefined,
    body: html`<div class="stack">
      <div class="stack tight">
        ${
          model.title === ""
            ? html`<h1>${words.title}</h1>`
            : html`<h1 dir="${ownDirection(model.title)}">${model.title}</h1>`
        }
        <p class="soft">${auto ? words.opening : words.choose}</p>
      </div>
      <div class="stack tight">
        <a class="button" href="${app}">${words.app}</a>
        <a class="quiet button" href="${to}">${words.browser}</a>
        <p class="soft small"><bdi dir="ltr">${hostOf(to)}</bdi></p>
      </div>
    </div>`,
  };
}

/** Whoever has left for the app finds the choice here on coming back. */
function opening({ app, to }: DeepLinkModel): Script {
  return js`
    const late = setTimeout(() => location.replace(${to}), ${patience});
    const stay = () => clearTimeout(late);
    addEventListener("pagehide", stay);
    addEventListener("pointerdown", stay);
    addEventListener("keydown", stay);
    document.addEventListener("visibilitychange", stay);
    location.assign(${app});
  `;
}

const style = css`
  .small {
    text-align: center;
  }
`;
