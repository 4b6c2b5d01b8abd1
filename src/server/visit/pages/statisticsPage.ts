import { css } from "./markup/css.ts";
import { html, type Html } from "./markup/html.ts";
import type { PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";

/** Names with their counts, most first. */
type TopList = readonly (readonly [name: string, count: number])[];

export interface StatisticsModel {
  readonly language: PageLanguage;
  /** The short address. Where it leads isn't said: not everybody may see it. */
  readonly address: string;
  readonly clicks: number;
  readonly uniqueClicks: number;
  readonly botClicks: number;
  readonly countries: TopList;
  readonly referrers: TopList;
  readonly browsers: TopList;
  readonly systems: TopList;
}

const texts = {
  en: {
    title: "Statistics",
    clicks: "Clicks",
    uniqueClicks: "Unique visitors",
    botClicks: "Bots (not counted)",
    countries: "Countries",
    referrers: "Referrers",
    browsers: "Browsers",
    systems: "Systems",
    none: "No clicks yet.",
    source: "Countries by",
  },
  fa: {
    title: "آمار",
    clicks: "کلیک‌ها",
    uniqueClicks: "بازدیدکنندگان",
    botClicks: "ربات‌ها (بدون شمارش)",
    countries: "کشورها",
    referrers: "منبع بازدید",
    browsers: "مرورگرها",
    systems: "سیستم‌عامل‌ها",
    none: "هنوز داده‌ای نیست.",
    source: "تعیین کشورها با",
  },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

/** Names that stand for no name. */
const labels: Readonly<Record<PageLanguage, Readonly<Record<string, string>>>> = {
  en: {},
  fa: { Unknown: "نامشخص", "Direct, email and other": "مستقیم، ایمیل و موارد دیگر" },
};

const style = css`
  .figures {
    display: flex;
    flex-wrap: wrap;
    gap: 16px;
    margin: 0;
    /* A number is never broken. */
    overflow-wrap: normal;
  }
  .figures div {
    flex: 1 0 80px;
    display: flex;
    flex-direction: column-reverse;
    justify-content: flex-end;
  }
  .figures dd {
    margin: 0;
    font-size: 32px;
    line-height: 1.25;
    font-weight: 600;
  }
  .lists {
    display: grid;
    grid-template-columns: repeat(auto-fit, minmax(min(100%, 280px), 1fr));
    gap: 16px;
  }
  .lists .stack {
    align-content: start;
  }
  .row {
    display: grid;
    grid-template-columns: minmax(0, 1fr) auto;
    gap: 0 16px;
  }
  .bar {
    grid-column: 1/-1;
    display: block;
    width: 100%;
    height: 4px;
  }
  .bar rect {
    fill: var(--line);
  }
  .bar .share {
    fill: var(--accent);
  }
  :dir(rtl) .bar {
    transform: scaleX(-1);
  }
`;

/** What a public link's visits add up to: text and bars, nothing to run. */
export function statisticsPage(model: StatisticsModel): Page {
  const { language, address } = model;
  const words = texts[language];
  const number = new Intl.NumberFormat(language);
  const figure = (name: string, count: number) =>
    html`<div>
      <dt class="soft">${name}</dt>
      <dd>${number.format(count)}</dd>
    </div>`;
  const list = (name: string, entries: TopList) =>
    html`<section class="sheet stack">
      <h2>${name}</h2>
      ${
        entries.length === 0
          ? html`<p class="soft">${words.none}</p>`
          : html`<ul class="stack tight">
              ${rows(entries, labels[language], number)}
            </ul>`
      }
    </section>`;
  return {
    status: 200,
    title: `${words.title} · ${address}`,
    language,
    layout: "column",
    style,
    body: html`<div>
        <h1>${words.title}</h1>
        <p class="soft"><bdi dir="ltr">${address.replace(/^https?:\/\//u, "")}</bdi></p>
      </div>
      <dl class="sheet figures">
        ${figure(words.clicks, model.clicks)} ${figure(words.uniqueClicks, model.uniqueClicks)}
        ${figure(words.botClicks, model.botClicks)}
      </dl>
      <div class="lists">
        ${list(words.countries, model.countries)} ${list(words.referrers, model.referrers)}
        ${list(words.browsers, model.browsers)} ${list(words.systems, model.systems)}
      </div>
      <p class="soft small">
        ${words.source}
        <a href="https://db-ip.com" rel="noopener">IP Geolocation by DB-IP</a>
      </p>`,
  };
}

function rows(
  entries: TopList,
  named: Readonly<Record<string, string>>,
  number: Intl.NumberFormat,
): Html[] {
  const most = Math.max(...entries.map(([, count]) => count));
  return entries.map(
    ([name, count]) =>
      html`<li class="row">
        <span><bdi>${named[name] ?? name}</bdi></span
        ><span>${number.format(count)}</span>
        <svg class="bar" aria-hidden="true">
          <rect width="100%" height="4" rx="2" />
          <rect
            class="share"
            width="${Math.round((count / most) * 1_000) / 10}%"
            height="4"
            rx="2"
          />
        </svg>
      </li>`,
  );
}
