import { css } from "./markup/css.ts";
import { html } from "./markup/html.ts";
import { directionOf, type PageLanguage } from "./markup/language.ts";
import { monogramOf } from "./markup/mark.ts";
import type { Page } from "./markup/page.ts";

export interface CampaignListModel {
  readonly language: PageLanguage;
  readonly name: string;
  /** Live ones, newest first, of this page. */
  readonly links: readonly ListedLink[];
  /** Addresses of the pages before and after this one. */
  readonly before: string | null;
  readonly after: string | null;
}

export interface ListedLink {
  readonly title: string | undefined;
  /** As people read it, its alias in letters. */
  readonly address: string;
  readonly href: string;
  readonly isProtected: boolean;
}

const texts = {
  en: { none: "No links yet.", before: "Newer", after: "Older", protected: "Password" },
  fa: { none: "هنوز لینکی نیست.", before: "جدیدتر", after: "قدیمی‌تر", protected: "گذرواژه" },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

const style = css`
  .links {
    padding: 8px;
  }
  .links a {
    display: grid;
    grid-template-columns: 40px minmax(0, 1fr);
    gap: 0 14px;
    align-items: center;
    padding: 12px;
    border-radius: 10px;
    text-decoration: none;
  }
  .links a:hover {
    background: var(--wash);
  }
  .links .tile {
    display: grid;
    place-items: center;
    width: 40px;
    height: 40px;
    border-radius: 10px;
    background: var(--wash);
    color: var(--accent);
    font-weight: 600;
  }
  .links a:hover .title {
    text-decoration: underline;
  }
  .title {
    display: block;
    font-weight: 600;
  }
  .pages {
    display: flex;
    justify-content: space-between;
    gap: 16px;
  }
`;

/** The links of a public campaign, each with its title and its own short address. */
export function campaignListPage(model: CampaignListModel): Page {
  const { language, name, links, before, after } = model;
  const words = texts[language];
  return {
    status: 200,
    title: name,
    language,
    direction: directionOf(name) ?? undefined,
    layout: "column",
    style,
    isListed: true,
    body: html`<h1>${name}</h1>
      ${
        links.length === 0
          ? html`<p class="soft"><bdi>${words.none}</bdi></p>`
          : html`<ul class="sheet links">
              ${links.map((link) => listItem(link, words.protected))}
            </ul>`
      }
      ${
        (before !== null || after !== null) &&
        html`<nav class="pages">
          ${before === null ? html`<span></span>` : html`<a href="${before}">${words.before}</a>`}
          ${after !== null && html`<a href="${after}">${words.after}</a>`}
        </nav>`
      }`,
  };
}

/** Of a protected link nothing but its title is told. */
function listItem({ title, address, href, isProtected }: ListedLink, locked: string) {
  const printed = address.replace(/^https?:\/\//u, "");
  const second = isProtected ? locked : html`<bdi dir="ltr">${printed}</bdi>`;
  const alias = printed.slice(printed.lastIndexOf("/") + 1);
  return html`<li>
    <a href="${href}">
      <span class="tile" aria-hidden="true">${monogramOf(title ?? alias)}</span>
      <span>
        <span class="title"
          >${title === undefined ? html`<bdi dir="ltr">${printed}</bdi>` : html`<bdi>${title}</bdi>`}</span
        >
        ${(title !== undefined || isProtected) && html`<span class="soft small">${second}</span>`}
      </span>
    </a>
  </li>`;
}
