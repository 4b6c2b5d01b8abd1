import { bounds } from "../../../contract/fields/bounds.ts";
import { html, type Html } from "../../../server/visit/pages/markup/html.ts";
import type { PageLanguage } from "../../../server/visit/pages/markup/language.ts";
import type { Page } from "../../../server/visit/pages/markup/page.ts";
import { js } from "../../../server/visit/pages/markup/script.ts";
import { linkPage } from "../../wire/calls.ts";

/** Why nothing came of a form. */
export type NewLinkFault =
  | "url"
  | "loop"
  | "alias"
  | "reserved"
  | "taken"
  | "full"
  | "failed"
  | "foreign";

export type NewLinkState =
  /** The one-time link: a button to press, which looking ahead doesn't do. */
  | { readonly kind: "pair"; readonly fault: "full" | "failed" | "foreign" | null }
  | {
      readonly kind: "form";
      readonly url: string;
      readonly alias: string;
      readonly fault: NewLinkFault | null;
    }
  | { readonly kind: "made"; readonly address: string };

const texts = {
  en: {
    pair: "Create links from this browser",
    pairText:
      "This browser can then create short links for 90 days, even while the computer with Waypost is off.",
    allow: "Allow this browser",
    title: "New short link",
    url: "Destination",
    alias: "Alias",
    aliasText: "Leave blank for a random alias.",
    create: "Create link",
    made: "Created the link",
    madeText: "The link works right away.",
    link: "Short link",
    copy: "Copy",
    copied: "Copied",
    again: "Create another link",
    faults: {
      url: "Enter a full address such as https://example.org.",
      loop: "Enter another address. This short link would redirect in a loop.",
      alias: "Use 3 to 100 characters: letters, digits, - and _.",
      reserved: "This alias is reserved. Choose another alias.",
      taken: "This alias is taken. Choose another alias.",
      full: "There’s no room for more links right now. Try again later.",
      failed: "Something went wrong. Try again in a moment.",
      foreign: "The request came from another page. Try again here.",
    },
  },
  fa: {
    pair: "ساختن لینک با این مرورگر",
    pairText:
      "این مرورگر تا ۹۰ روز می‌تواند لینک کوتاه بسازد، حتی وقتی رایانه‌ای که Waypost دارد خاموش است.",
    allow: "اجازه دادن به این مرورگر",
    title: "لینک کوتاه تازه",
    url: "مقصد",
    alias: "نام کوتاه",
    aliasText: "اگر خالی بماند، نامی تصادفی انتخاب می‌شود.",
    create: "ساختن لینک",
    made: "لینک ساخته شد",
    madeText: "لینک از همین حالا کار می‌کند.",
    link: "لینک کوتاه",
    copy: "رونوشت",
    copied: "رونوشت شد",
    again: "ساختن لینکی دیگر",
    faults: {
      url: "نشانی کاملی مانند https://example.org وارد کنید.",
      loop: "نشانی دیگری وارد کنید. این لینک به خودش برمی‌گردد.",
      alias: "از ۳ تا ۱۰۰ نویسه استفاده کنید: حرف، رقم، - و _.",
      reserved: "این نام رزرو شده است. نام دیگری انتخاب کنید.",
      taken: "این نام قبلاً استفاده شده است. نام دیگری انتخاب کنید.",
      full: "فعلاً جایی برای لینک‌های بیشتر نیست. بعداً دوباره تلاش کنید.",
      failed: "مشکلی پیش آمد. کمی بعد دوباره تلاش کنید.",
      foreign: "درخواست از صفحهٔ دیگری ارسال شده است. همین‌جا دوباره تلاش کنید.",
    },
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

const copy = (copied: string) => js`
  const field = document.getElementById("link");
  document.getElementById("copy").addEventListener("click", async ({ target }) => {
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    target.textContent = ${copied};
  });
`;

/** Of the field that it is about; null: of the form. */
function fieldOf(fault: NewLinkFault | null): "url" | "alias" | null {
  switch (fault) {
    case null:
    case "full":
    case "failed":
    case "foreign":
      return null;
    case "url":
    case "loop":
      return "url";
    case "alias":
    case "reserved":
    case "taken":
      return "alias";
  }
}

/** Where a paired browser makes a link, or a new one is paired. Nothing is shown of any other link. */
export function newLinkPage(language: PageLanguage, state: NewLinkState): Page {
  const words = texts[language];
  const said = state.kind !== "made" && state.fault !== null && words.faults[state.fault];
  const page = {
    status: said === false ? 200 : 400,
    language,
    layout: "card",
    policy: { "form-action": "'self'" },
    // Without it the form would be posted as if from nowhere.
    referrerPolicy: "same-origin",
  } as const;
  const heading = (title: string, text: string | null) =>
    html`<div class="stack tight">
      <h1>${title}</h1>
      ${text !== null && html`<p class="soft">${text}</p>`}
    </div>`;
  const fault = html`<p class="fault" id="fault" role="alert">${said}</p>`;
  if (state.kind === "pair") {
    return {
      ...page,
      title: words.pair,
      body: html`<form class="stack" method="post">
        ${heading(words.pair, words.pairText)} ${said !== false && fault}
        <button class="button">${words.allow}</button>
      </form>`,
    };
  }
  if (state.kind === "made") {
    return {
      ...page,
      title: words.made,
      script: copy(words.copied),
      body: html`<div class="stack">
        ${heading(words.made, words.madeText)}
        <div class="stack tight">
          <label for="link">${words.link}</label>
          <input class="field" id="link" dir="ltr" readonly value="${state.address}" />
        </div>
        <button class="button" id="copy" type="button" aria-live="polite">${words.copy}</button>
        <a class="quiet button" href="${linkPage}">${words.again}</a>
      </div>`,
    };
  }
  const faulty = fieldOf(state.fault);
  const field = (name: "url" | "alias", rest: Html) =>
    html`<div class="stack tight">
    <label for="${name}">${words[name]}</label>
    ${faulty === name && fault}
    <input
      class="field"
      id="${name}"
      name="${name}"
      value="${state[name]}"
      maxlength="${name === "url" ? bounds.address : bounds.alias}"
      autocapitalize="none"
      autocomplete="off"
      spellcheck="false"
      ${faulty === name && html`aria-invalid="true" aria-describedby="fault"`}
      ${rest}
  </div>`;
  return {
    ...page,
    title: words.title,
    body: html`<form class="stack" method="post" action="${linkPage}">
      ${heading(words.title, null)} ${said !== false && faulty === null && fault}
      ${field("url", html`dir="ltr" inputmode="url" required />`)}
      ${field("alias", html`dir="auto" /><span class="soft small">${words.aliasText}</span>`)}
      <button class="button">${words.create}</button>
    </form>`,
  };
}
