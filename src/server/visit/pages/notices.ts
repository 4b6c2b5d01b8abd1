import { html } from "./markup/html.ts";
import type { PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";

/** The pages that say one thing. None of them shows anything of a link. */
type Notice =
  | "notFound"
  | "notStarted"
  | "expired"
  | "welcome"
  | "dark"
  | "circle"
  | "asleep"
  | "wrongMethod"
  | "wrongForm"
  | "largeForm"
  | "failed";

interface Text {
  readonly title: string;
  readonly text: string;
}

const texts: Readonly<Record<PageLanguage, Readonly<Record<Notice, Text>>>> = {
  en: {
    notFound: {
      title: "Nothing here",
      text: "The link may be mistyped, or it no longer exists.",
    },
    notStarted: {
      title: "This link isn’t open yet",
      text: "Please come back later.",
    },
    expired: {
      title: "This link has expired",
      text: "Ask the person who gave it to you for a new link.",
    },
    welcome: {
      title: "This site hosts short links",
      text: "To reach a page, open the complete link that you received.",
    },
    dark: {
      title: "Closed for now",
      text: "These links are paused. Try again later.",
    },
    circle: {
      title: "This link leads back to itself",
      text: "It never reaches a page. Ask the person who gave it to you to correct the destination.",
    },
    asleep: {
      title: "This link will work again later",
      text: "It’s stored on a computer that can’t be reached right now. Try again later.",
    },
    wrongMethod: {
      title: "This page can only be opened",
      text: "This address accepts only GET and HEAD requests.",
    },
    largeForm: {
      title: "That’s too much text",
      text: "Open the link again and enter less text in the form.",
    },
    failed: {
      title: "Something went wrong",
      text: "You didn’t cause this. Try again in a moment.",
    },
    wrongForm: {
      title: "The form couldn’t be read",
      text: "Open the link again and fill in the form there.",
    },
  },
  fa: {
    notFound: {
      title: "در این نشانی چیزی نیست",
      text: "شاید نشانی اشتباه باشد یا لینک حذف شده باشد.",
    },
    notStarted: {
      title: "این لینک هنوز باز نشده است",
      text: "لطفاً بعداً دوباره سر بزنید.",
    },
    expired: {
      title: "مهلت این لینک تمام شده است",
      text: "از فرستندهٔ لینک بخواهید لینک جدیدی برایتان بفرستد.",
    },
    welcome: {
      title: "این دامنه برای لینک‌های کوتاه است",
      text: "برای دیدن صفحه، لینک کاملی را که دریافت کرده‌اید باز کنید.",
    },
    dark: {
      title: "فعلاً در دسترس نیست",
      text: "این لینک‌ها موقتاً غیرفعال‌اند. کمی بعد دوباره تلاش کنید.",
    },
    circle: {
      title: "این لینک به خودش برمی‌گردد",
      text: "این لینک به هیچ صفحه‌ای نمی‌رسد. از فرستندهٔ لینک بخواهید مقصد آن را درست کند.",
    },
    asleep: {
      title: "این نشانی بعداً دوباره باز می‌شود",
      text: "این لینک روی رایانه‌ای است که اکنون در دسترس نیست. کمی بعد دوباره تلاش کنید.",
    },
    wrongMethod: {
      title: "لینک‌ها را فقط می‌توان باز کرد",
      text: "این نشانی فقط درخواست‌های GET و HEAD را می‌پذیرد.",
    },
    largeForm: {
      title: "حجم فرم بیش از حد مجاز است",
      text: "لینک را دوباره باز کنید و کمتر بنویسید.",
    },
    failed: {
      title: "مشکلی پیش آمد",
      text: "تقصیر شما نیست. کمی بعد دوباره تلاش کنید.",
    },
    wrongForm: {
      title: "اطلاعات فرم خوانده نشد",
      text: "لینک را دوباره باز کنید و فرم همان‌جا را پر کنید.",
    },
  },
};

const statuses: Readonly<Record<Notice, number>> = {
  notFound: 404,
  notStarted: 404,
  expired: 410,
  welcome: 200,
  dark: 503,
  circle: 508,
  asleep: 503,
  wrongMethod: 405,
  wrongForm: 415,
  largeForm: 413,
  failed: 500,
};

export function noticePage(
  notice: Notice,
  language: PageLanguage,
  headers: Readonly<Record<string, string>> = {},
  /** A moment that visitors may know, in milliseconds since 1970. */
  moment: number | null = null,
): Page {
  const { title, text } = texts[language][notice];
  return {
    status: statuses[notice],
    title,
    language,
    layout: "card",
    body: html`<div class="stack tight">
      <h1>${title}</h1>
      <p class="soft">${text}</p>
      ${moment === null ? "" : html`<p><time datetime="${new Date(moment).toISOString()}">${momentText(moment, language)}</time></p>`}
    </div>`,
    headers,
  };
}

/** In UTC: where a visitor's clocks are isn't known. */
function momentText(moment: number, language: PageLanguage): string {
  const format = new Intl.DateTimeFormat(language, {
    dateStyle: "long",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return `${format.format(moment)} (UTC)`;
}
