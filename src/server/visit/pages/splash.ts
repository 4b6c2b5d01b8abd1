import {
  type ShownSplashPage,
  shownSplashPageFields,
} from "../../../contract/fields/shownFields.ts";
import { css, type Css } from "./markup/css.ts";
import { goOnWithoutScript, hostOf, tidyAddress } from "./interstitialParts.ts";
import { html, type Html } from "./markup/html.ts";
import { ownDirection, type PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";
import { js, type Script } from "./markup/script.ts";

export interface SplashModel {
  readonly language: PageLanguage;
  /** Where it goes on to. */
  readonly to: string;
  /** The link's own title; empty: none. */
  readonly title: string;
  /** Null: the standard page. */
  readonly page: ShownSplashPage | null;
}

const texts = {
  en: {
    title: (host: string) => `On the way to ${host}`,
    before: "You’re going to",
    after: (seconds: Html) => html`in ${seconds}.`,
    now: "Continue",
    wait: "Pause",
    waiting: "Paused. Continue when you’re ready.",
    going: "Continuing.",
  },
  fa: {
    title: (host: string) => `در راه ${host}`,
    before: "به",
    after: (seconds: Html) => html`می‌روید. زمان باقی‌مانده: ${seconds}.`,
    now: "رفتن به مقصد",
    wait: "توقف",
    waiting: "صفحه منتظر شما می‌ماند.",
    going: "در حال انتقال.",
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

/** "1 second", "5 seconds". */
const inSeconds = { style: "unit", unit: "second", unitDisplay: "long" } as const;

/** A word on the way: shown for some seconds, or as long as the visitor likes. */
export function splashPage(model: SplashModel): Page {
  const { language, to, page } = model;
  const words = texts[language];
  const {
    message = "",
    banner,
    logo,
    link,
    delay = shownSplashPageFields.delay.otherwise,
  } = page ?? {};
  const host = hostOf(to);
  const ownersTitle = page?.title ?? model.title;
  const isOwners = ownersTitle !== "";
  const title = isOwners ? ownersTitle : words.title(host);
  const seconds = new Intl.NumberFormat(language, inSeconds).format(delay);
  return {
    status: 200,
    title,
    language,
    layout: "card",
    policy: { "img-src": "http: https:" },
    referrerPolicy: "strict-origin-when-cross-origin",
    head: goOnWithoutScript(to, delay),
    style: css`
      ${style}${running(delay)}
    `,
    script: countdown(model, delay),
    body: html`<div class="stack">
      ${banner !== undefined && bannerPicture(banner, link)}
      <div class="stack tight" dir="${ownDirection(`${isOwners ? title : ""} ${message}`)}">
        ${logo !== undefined && html`<img class="logo" src="${logo}" alt="" />`}
        <h1 ${isOwners && html`dir="${ownDirection(title)}"`}>${title}</h1>
        ${message !== "" && html`<p class="said" dir="${ownDirection(message)}">${message}</p>`}
        ${
          link !== undefined &&
          banner === undefined &&
          html`<p>
            <a href="${link}"><bdi dir="ltr">${hostOf(link)}</bdi></a>
          </p>`
        }
      </div>
      <div class="ways">
        <a class="button" id="go" href="${to}">${words.now}</a>
        <button class="quiet button" id="wait" type="button" hidden>${words.wait}</button>
      </div>
      <div class="stack tight">
        <div class="time" id="time" aria-hidden="true"></div>
        <p class="soft small" id="count" role="timer" aria-live="off">
          ${words.before} <bdi dir="ltr">${host}</bdi>
          ${words.after(html`<span id="seconds">${seconds}</span>`)}
        </p>
        <p class="unseen" id="news" aria-live="polite"></p>
      </div>
    </div>`,
  };
}

function bannerPicture(banner: string, link: string | undefined): Html {
  if (link === undefined) return html`<img class="banner" src="${banner}" alt="" />`;
  return html`<a class="banner" href="${link}"><img src="${banner}" alt="${hostOf(link)}" /></a>`;
}

/** Time is taken from the clock, not from ticks, so that a page in the background is not late. */
function countdown({ language, to }: SplashModel, delay: number): Script {
  const words = texts[language];
  return js`
    ${tidyAddress}
    const part = (id) => document.getElementById(id);
    const [to, delay, number] = [${to}, ${delay} * 1000, new Intl.NumberFormat(${language}, ${inSeconds})];
    const end = performance.now() + delay;
    const tick = setInterval(look, 100);
    function look() {
      const left = end - performance.now();
      part("seconds").textContent = number.format(Math.max(0, Math.ceil(left / 1000)));
      if (left > 0) return;
      clearInterval(tick);
      part("news").textContent = ${words.going};
      location.replace(to);
    }
    for (const picture of document.images) picture.decode().catch(() => picture.remove());
    part("wait").hidden = false;
    part("wait").addEventListener("click", () => {
      clearInterval(tick);
      part("count").textContent = part("news").textContent = ${words.waiting};
      part("time").hidden = true;
      // Its place stays: nothing that leads on comes under a second click.
      part("wait").style.visibility = "hidden";
      part("go").focus();
    });
    if (delay === 0) look();
  `;
}

const style = css`
  .banner {
    display: block;
    width: calc(100% + 48px);
    max-width: none;
    max-height: 40vh;
    margin: -24px -24px 0;
    object-fit: cover;
    border-radius: 13px 13px 0 0;
    background: var(--wash);
  }
  a.banner img {
    display: block;
    width: 100%;
    max-height: 40vh;
    object-fit: cover;
    border-radius: inherit;
  }
  @media (min-width: 600px) {
    .banner {
      width: calc(100% + 64px);
      margin: -32px -32px 0;
    }
  }
  .logo {
    width: auto;
    max-width: 160px;
    max-height: 64px;
    margin-bottom: 8px;
    justify-self: start;
  }
  .said {
    white-space: pre-line;
    unicode-bidi: plaintext;
  }
  .ways {
    display: grid;
    grid-auto-flow: column;
    grid-auto-columns: 1fr;
    gap: 8px;
  }
  .ways .button {
    padding: 8px 16px;
  }
  .time {
    display: none;
  }
  [hidden] {
    display: none;
  }
  .unseen {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
`;

/** A bar that runs out with the time. */
function running(delay: number): Css {
  return css`
    @media (prefers-reduced-motion: no-preference) {
      .time:not([hidden]) {
        display: block;
        height: 4px;
        border-radius: 2px;
        background: var(--wash);
        overflow: hidden;
      }
      .time::before {
        content: "";
        display: block;
        height: 100%;
        background: var(--accent);
        animation: left ${delay}s linear forwards;
      }
      @keyframes left {
        from {
          inline-size: 100%;
        }
        to {
          inline-size: 0;
        }
      }
    }
  `;
}
