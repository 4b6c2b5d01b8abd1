import { css } from "./markup/css.ts";
import { html } from "./markup/html.ts";
import type { PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";

/** Nothing of the link is part of it. */
export interface PasswordModel {
  readonly language: PageLanguage;
  /** Why the form is shown again; null: the first time. */
  readonly fault: "wrong" | "empty" | "foreign" | null;
}

const texts = {
  en: {
    title: "This link is protected",
    text: "Enter the password that came with the link.",
    label: "Password",
    open: "Open",
    wrong: "That’s not the right password. Check uppercase and lowercase letters.",
    empty: "Enter the password.",
    foreign: "The request came from another page. Enter the password here.",
  },
  fa: {
    title: "این لینک محافظت شده است",
    text: "برای باز کردن آن، گذرواژه‌ای را که دریافت کرده‌اید وارد کنید.",
    label: "گذرواژه",
    open: "باز کردن",
    wrong: "گذرواژه درست نیست. به حروف بزرگ و کوچک دقت کنید.",
    empty: "گذرواژه را وارد کنید.",
    foreign: "درخواست از صفحهٔ دیگری ارسال شده است. گذرواژه را همین‌جا وارد کنید.",
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

const style = css`
  form .button {
    width: 100%;
  }
`;

/** A form that posts `password` to the address that it stands at. */
export function passwordPage({ language, fault }: PasswordModel): Page {
  const words = texts[language];
  return {
    status: 401,
    title: words.title,
    language,
    layout: "card",
    style,
    // Chromium holds a form's policy against where the answer leads on to as well.
    policy: { "form-action": "'self' http: https:" },
    // Without it the form would be posted as if from nowhere.
    referrerPolicy: "same-origin",
    body: html`<form class="stack" method="post">
      <div class="stack tight">
        <h1>${words.title}</h1>
        <p class="soft">${words.text}</p>
      </div>
      ${fault !== null && html`<p class="fault" id="fault" role="alert">${words[fault]}</p>`}
      <div class="stack tight">
        <label for="password">${words.label}</label>
        <input
          class="field"
          id="password"
          name="password"
          type="password"
          dir="ltr"
          maxlength="128"
          autocomplete="current-password"
          required
          autofocus
          ${fault !== null && html`aria-invalid="true" aria-describedby="fault"`}
        />
      </div>
      <button class="button">${words.open}</button>
    </form>`,
  };
}

const laterTexts = {
  en: {
    title: "Too many attempts",
    text: "Open the link again later, then enter the password.",
    after: (time: string) => `Try again in ${time}.`,
  },
  fa: {
    title: "تعداد تلاش‌ها بیش از حد مجاز است",
    text: "بعداً لینک را دوباره باز کنید و گذرواژه را وارد کنید.",
    after: (time: string) => `بعد از ${time} دوباره تلاش کنید.`,
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

/** `retryAfter` in seconds. */
export function tooManyTriesPage(language: PageLanguage, retryAfter: number): Page {
  const words = laterTexts[language];
  const inMinutes = retryAfter > 90;
  const count = inMinutes ? Math.ceil(retryAfter / 60) : retryAfter;
  const unit = inMinutes ? "minute" : "second";
  const time = new Intl.NumberFormat(language, { style: "unit", unit, unitDisplay: "long" });
  return {
    status: 429,
    title: words.title,
    language,
    layout: "card",
    headers: { "Retry-After": String(retryAfter) },
    body: html`<div class="stack tight">
      <h1>${words.title}</h1>
      <p class="soft">${words.text}</p>
      <p class="soft">${words.after(time.format(count))}</p>
    </div>`,
  };
}
