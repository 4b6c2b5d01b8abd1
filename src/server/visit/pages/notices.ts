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
      title: "There is nothing at this address",
      text: "The link may have been mistyped, or it is no longer there.",
    },
    notStarted: {
      title: "This link isn’t open yet",
      text: "Please come back later.",
    },
    expired: {
      title: "This link has expired",
      text: "Whoever gave it to you may have a newer one.",
    },
    welcome: {
      title: "Short links live here",
      text: "Follow the whole link that you were given to get to its page.",
    },
    dark: {
      title: "Closed for the moment",
      text: "The links here are switched off for a while. Please try again later.",
    },
    circle: {
      title: "This link leads in circles",
      text: "It would come back here for ever. Whoever gave it to you can change where it leads.",
    },
    asleep: {
      title: "This opens again later",
      text: "It is kept on its owner’s own computer, which can’t be reached just now. Please try again later.",
    },
    wrongMethod: {
      title: "Links can only be opened",
      text: "This address takes GET and HEAD requests.",
    },
    largeForm: {
      title: "That was too much at once",
      text: "Open the link again and write less into its form.",
    },
    failed: {
      title: "Something went wrong here",
      text: "It isn’t your doing. Please try again in a moment.",
    },
    wrongForm: {
      title: "That form could not be read",
      text: "Open the link again and use the form there.",
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
      title: "این لینک دور خود می‌چرخد",
      text: "اگر دنبالش کنید همیشه به همین‌جا برمی‌گردید. کسی که آن را به شما داده می‌تواند مقصدش را عوض کند.",
    },
    asleep: {
      title: "این نشانی بعداً دوباره باز می‌شود",
      text: "این صفحه روی رایانهٔ صاحبش است که اکنون در دسترس نیست. کمی بعد دوباره تلاش کنید.",
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
