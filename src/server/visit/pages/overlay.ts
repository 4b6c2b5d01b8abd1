import { type ShownOverlay, shownOverlayFields } from "../../../contract/fields/shownFields.ts";
import { contactForm, type ContactState } from "./contactForm.ts";
import { colorOf, constant, css, type Css, readable } from "./markup/css.ts";
import { frameBody, type FrameModel, framePolicy, frameStyle, frameTitle } from "./frame.ts";
import { hostOf, tidyAddress } from "./interstitialParts.ts";
import { html, type Html } from "./markup/html.ts";
import { type Direction, directionOf, directions, ownDirection } from "./markup/language.ts";
import { overlayTexts } from "./overlayTexts.ts";
import type { Page, PagePolicy } from "./markup/page.ts";
import { js } from "./markup/script.ts";

export interface OverlayModel extends FrameModel {
  readonly overlay: ShownOverlay;
  /** Of the form, where it is one. */
  readonly state: ContactState;
  /** Whether the target lets itself be framed; else the overlay has a page of its own. */
  readonly mayFrame: boolean;
  /** Of a limited link: goes with the form. */
  readonly formToken?: string;
}

/** A message or a contact form over the framed target, or before it. */
export function overlayPage(model: OverlayModel): Page {
  const { language, mayFrame, overlay, state } = model;
  return {
    status: statusOf(state),
    title: frameTitle(model),
    language,
    layout: mayFrame ? "bare" : "card",
    policy: {
      ...(mayFrame && framePolicy),
      ...(overlay.type === "contact" && formPolicy),
    },
    // A form would else be posted as if from nowhere.
    referrerPolicy: overlay.type === "contact" ? "same-origin" : "strict-origin-when-cross-origin",
    style: css`
      ${mayFrame ? frameStyle : css``}${contentStyle}${mayFrame ? dialogStyle : css``}
      ${colors(overlay, mayFrame)}
    `,
    script: behaviour,
    body: mayFrame ? frameBody(model, dialog(model)) : standing(model),
  };
}

const formPolicy: PagePolicy = { "form-action": "'self'", "connect-src": "'self'" };

function statusOf(state: ContactState): number {
  switch (state.kind) {
    case "form":
    case "thanked":
      return 200;
    case "faulty":
      return 400;
    case "refused":
      return { full: 503, tooMany: 429, busy: 429, foreign: 403, failed: 507 }[state.reason];
  }
}

/** Open without a script; closed by its own button, also without one, and by Escape. */
function dialog(model: OverlayModel): Html {
  const { overlay, language } = model;
  const { position = shownOverlayFields.position.otherwise } = overlay;
  return html`<dialog
    open
    id="overlay"
    class="overlay at-${position}"
    aria-labelledby="${model.state.kind === "thanked" ? "thanks-title" : "overlay-title"}"
  >
    ${content(model, (id, text) => html`<h2 id="${id}">${text}</h2>`)}
    <form method="dialog">
      <button
        class="close"
        dir="${headDirection(model)}"
        aria-label="${overlayTexts[language].close}"
      >
        <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
          <path d="M6 6l12 12M18 6L6 18" stroke="currentColor" stroke-width="2" />
        </svg>
      </button>
    </form>
  </dialog>`;
}

/** The heading's: what closes stands across from where it begins. */
function headDirection({ overlay: { label = "" }, state, language }: OverlayModel): Direction {
  const own = state.kind === "thanked" ? null : directionOf(label);
  return own ?? directions[language];
}

/** A page of its own, and the way on below it. */
function standing(model: OverlayModel): Html {
  const { to, language } = model;
  return html`<div class="stack">
    <div class="overlay">${content(model, (id, text) => html`<h1 id="${id}">${text}</h1>`)}</div>
    <a class="quiet button" href="${to}">${overlayTexts[language].goOn(hostOf(to))}</a>
  </div>`;
}

/** The owner's words, in their own direction. */
function paragraph(text: string): Html {
  return html`<p class="said" dir="${ownDirection(text)}">${text}</p>`;
}

function content(model: OverlayModel, titled: (id: string, text: string) => Html): Html {
  const { overlay, state, language } = model;
  const words = overlayTexts[language];
  const { label, message = "", thanks = words.thanks } = overlay;
  const isThanked = state.kind === "thanked";
  return html`<div class="stack">
    <div class="beside-close" dir="${headDirection(model)}">
      ${
        !isThanked &&
        html`<div class="stack tight" id="words">
          ${titled("overlay-title", label ?? words[overlay.type])}
          ${message !== "" && paragraph(message)}
        </div>`
      }
      ${
        overlay.type === "contact" &&
        html`<div
          class="stack tight"
          id="thanks"
          dir="${directions[language]}"
          role="status"
          tabindex="-1"
          ${!isThanked && html`hidden`}
        >
          ${titled("thanks-title", words.sent)} ${paragraph(thanks)}
        </div>`
      }
    </div>
    ${overlay.type === "message" && way(model)}
    ${overlay.type === "contact" && !isThanked && contactForm(model, state)}
  </div>`;
}

/** Where a message leads; one that leads nowhere may have a button that closes it. */
function way({ overlay: { link, button }, mayFrame, language }: OverlayModel): Html | null {
  const words = overlayTexts[language];
  if (link !== undefined) {
    return html`<a class="button" href="${link}"><bdi>${button ?? words.more}</bdi></a>`;
  }
  if (button === undefined || !mayFrame) return null;
  return html`<form method="dialog">
    <button class="button"><bdi>${button}</bdi></button>
  </form>`;
}

/**
 * In the middle it is modal; elsewhere the target can be used beside it. Where the answer is kept
 * without a new page, the target stays as the visitor has it.
 */
const behaviour = js`
  ${tidyAddress}
  const overlay = document.querySelector("dialog");
  if (overlay) {
    if (overlay.matches(".at-center")) {
      overlay.removeAttribute("open");
      overlay.showModal();
    }
    overlay.addEventListener("close", () => document.getElementById("target").focus());
    addEventListener("keydown", ({ key }) => {
      if (key === "Escape" && overlay.open) overlay.close();
    });
  }
  const form = document.getElementById("contact");
  form?.addEventListener("submit", async (event) => {
    event.preventDefault();
    const button = form.querySelector("button");
    button.disabled = true;
    const kept = await fetch(location.href, {
      method: "POST",
      body: new URLSearchParams(new FormData(form)),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    button.disabled = false;
    if (!kept) return form.submit();
    const thanks = document.getElementById("thanks");
    document.getElementById("words").remove();
    overlay?.setAttribute("aria-labelledby", "thanks-title");
    for (const one of document.querySelectorAll(".beside-close, .close")) one.dir = thanks.dir;
    thanks.hidden = false;
    thanks.focus();
    form.remove();
  });
`;

/** Everything in it takes the owner's two colors; where there are none, those of all pages. */
function colors(overlay: ShownOverlay, isOver: boolean): Css {
  const usual = shownOverlayFields;
  const isUsual = (["background", "foreground"] as const).every((name) => {
    const own = colorOf(overlay[name]);
    return own === null || own.toUpperCase() === usual[name].otherwise;
  });
  if (isUsual) {
    return css`
      .overlay {
        background: var(--sheet);
        color: var(--ink);
      }
    `;
  }
  const background = colorOf(overlay.background) ?? constant(usual.background.otherwise);
  const foreground = readable(
    colorOf(overlay.foreground) ?? constant(usual.foreground.otherwise),
    background,
  );
  return css`
    ${isOver ? css`.overlay` : css`.overlay, .sheet:has(.overlay)`} {
      --ink: ${foreground};
      --soft: ${foreground};
      --paper: ${background};
      --sheet: ${background};
      --line-strong: ${foreground};
      --accent: ${foreground};
      --on-accent: ${background};
      --danger: ${foreground};
      --danger-wash: ${background};
      background: ${background};
      color: ${foreground};
    }
  `;
}

const contentStyle = css`
  .said {
    white-space: pre-line;
    unicode-bidi: plaintext;
    /* Chromium knows the prefixed word alone. */
    text-align: -webkit-match-parent;
    text-align: match-parent;
  }
  .overlay h2 {
    font-size: 18px;
    line-height: 1.4;
  }
  .overlay .fault {
    border: 1px solid;
  }
  .overlay [aria-invalid] {
    box-shadow: inset 0 0 0 1px var(--line-strong);
  }
  .overlay [aria-invalid] + p {
    font-weight: 600;
  }
  .overlay form .button {
    width: 100%;
  }
  textarea.field {
    display: block;
    resize: vertical;
  }
  #thanks:focus {
    outline: none;
  }
  [hidden] {
    display: none;
  }
`;

const dialogStyle = css`
  .overlay {
    position: fixed;
    inset: auto 0 16px;
    width: calc(100% - 32px);
    max-width: 560px;
    max-height: calc(100% - 88px);
    margin: 0 auto;
    padding: 24px;
    border: 1px solid var(--line-strong);
    border-radius: 14px;
    box-shadow: 0 8px 40px rgb(0 0 0 / 18%);
    overflow: auto;
  }
  .beside-close {
    padding-inline-end: 32px;
  }
  .at-top {
    inset: 72px 0 auto;
  }
  .at-center {
    inset: 64px 0 0;
    max-width: 448px;
    height: fit-content;
    margin: auto;
  }
  .overlay::backdrop {
    background: rgb(0 0 0 / 50%);
  }
  .close {
    position: absolute;
    inset-block-start: 8px;
    inset-inline-end: 8px;
    display: grid;
    place-items: center;
    width: 44px;
    height: 44px;
    padding: 0;
    border: 0;
    border-radius: 6px;
    background: none;
    color: inherit;
    cursor: pointer;
  }
  @media (min-width: 600px) {
    .at-left,
    .at-right {
      inset: 0 auto 0 16px;
      max-width: 360px;
      height: fit-content;
      margin: auto 0;
    }
    .at-right {
      inset: 0 16px 0 auto;
    }
  }
`;
