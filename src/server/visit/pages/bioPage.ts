import type { BioButtons, BioTheme } from "../../../contract/fields/shownFields.ts";
import type { SocialPlatform } from "../../../contract/fields/socialPlatforms.ts";
import { bioPalettes } from "./bioThemes.ts";
import { css } from "./markup/css.ts";
import { html, type Html } from "./markup/html.ts";
import { directionOf, ownDirection, type PageLanguage } from "./markup/language.ts";
import { mark, monogramOf } from "./markup/mark.ts";
import type { Page } from "./markup/page.ts";

/** Outlines of Tabler's icons, each one path, on a field of 24. */
const outlines: Readonly<Record<SocialPlatform, string>> = {
  facebook: "M7 10v4h3v7h4v-7h3l1-4h-4V8a1 1 0 0 1 1-1h3V3h-3a5 5 0 0 0-5 5v2z",
  twitter: "M4 4l11.733 16H20L8.267 4zm0 16l6.768-6.768m2.46-2.46L20 4",
  instagram:
    "M3 7a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z M8.5 12a3.5 3.5 0 1 0 7 0a3.5 3.5 0 0 0-7 0M17 7v.01",
  linkedin:
    "M8 11v5m0-8v.01M12 16v-5m4 5v-3a2 2 0 1 0-4 0 M3 7a4 4 0 0 1 4-4h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4z",
  telegram: "M15 10l-4 4l6 6l4-16l-18 7l4 2l2 6l3-4",
  whatsapp:
    "M3 21l1.65-3.8a9 9 0 1 1 3.4 2.9z M9 10a.5.5 0 0 0 1 0V9a.5.5 0 0 0-1 0za5 5 0 0 0 5 5h1a.5.5 0 0 0 0-1h-1a.5.5 0 0 0 0 1",
  youtube: "M2 8a4 4 0 0 1 4-4h12a4 4 0 0 1 4 4v8a4 4 0 0 1-4 4H6a4 4 0 0 1-4-4z M10 9l5 3l-5 3z",
  reddit:
    "M12 8c2.648 0 5.028.826 6.675 2.14a2.5 2.5 0 0 1 2.326 4.36c0 3.59-4.03 6.5-9 6.5c-4.875 0-8.845-2.8-9-6.294l-1-.206a2.5 2.5 0 0 1 2.326-4.36C5.973 8.827 8.353 8 11.001 8zm0 0l1-5l6 1 M18 4a1 1 0 1 0 2 0a1 1 0 1 0-2 0 M8.5 13a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0m6 0a.5.5 0 1 0 1 0a.5.5 0 1 0-1 0 M10 17q1 .5 2 .5c1 0 1.333-.167 2-.5",
  tiktok:
    "M21 7.917v4.034A9.95 9.95 0 0 1 16 10v4.5a6.5 6.5 0 1 1-8-6.326V12.5a2.5 2.5 0 1 0 4 2V3h4.083A6.005 6.005 0 0 0 21 7.917",
  pinterest:
    "M8 20l4-9m-1.3 3c.437 1.263 1.43 2 2.55 2c2.071 0 3.75-1.554 3.75-4a5 5 0 1 0-9.7 1.7 M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0",
};

function platformIcon(platform: SocialPlatform): Html {
  return html`<svg
    viewBox="0 0 24 24"
    width="24"
    height="24"
    fill="none"
    stroke="currentColor"
    stroke-width="1.75"
    stroke-linecap="round"
    stroke-linejoin="round"
    aria-hidden="true"
  >
    <path d="${outlines[platform]}" />
  </svg>`;
}

export interface BioPageModel {
  readonly language: PageLanguage;
  readonly name: string;
  readonly description: string | undefined;
  /** Address of a picture, or the picture itself as a data URL; undefined: the name's first letter. */
  readonly avatar: string | undefined;
  readonly theme: BioTheme;
  readonly buttons: BioButtons;
  readonly hasCredit: boolean;
  readonly links: readonly {
    readonly title: string;
    readonly url: string;
    readonly platform: SocialPlatform | null;
  }[];
  /** Of this page, as it is printed. */
  readonly address: string;
  /** A private one is for those who have its address, and for no search engine. */
  readonly isPublic: boolean;
}

const texts = {
  en: { credit: "Made with Waypost" },
  fa: { credit: "ساخته‌شده با Waypost" },
} as const satisfies Readonly<Record<PageLanguage, unknown>>;

const style = css`
  .bio-page {
    display: grid;
    grid-template-rows: 1fr auto;
    gap: 40px;
    max-width: 512px;
    min-height: 100vh;
    min-height: 100dvh;
    margin: 0 auto;
    padding: 56px 16px 24px;
  }
  .bio {
    align-content: start;
    justify-items: center;
    text-align: center;
  }
  .bio > * {
    min-width: 0;
    max-width: 100%;
  }
  .bio h1 {
    font-size: 28px;
  }
  .bio ul {
    display: grid;
    gap: 12px;
    width: 100%;
    margin-top: 16px;
  }
  .bio .button {
    display: grid;
    grid-template-columns: 24px minmax(0, 1fr) 24px;
    gap: 12px;
    width: 100%;
    min-height: 56px;
    padding: 12px 16px;
    border-color: var(--line);
    background: var(--sheet);
    color: var(--on-sheet, var(--ink));
    text-align: center;
  }
  .button svg {
    display: block;
    color: var(--accent);
  }
  .button bdi {
    grid-column: 2;
  }
  .pill .button {
    border-radius: 28px;
  }
  .square .button {
    border-radius: 0;
  }
  .bio .line {
    gap: 0;
  }
  .line .button {
    border-width: 0 0 1px;
    border-radius: 0;
    border-color: var(--line-strong);
    background: none;
    color: var(--ink);
  }
  .line .button svg {
    color: inherit;
  }
  .avatar {
    position: relative;
    display: grid;
    place-items: center;
    width: 96px;
    height: 96px;
    border-radius: 50%;
    border: 1px solid var(--line);
    background: var(--sheet);
    color: var(--accent);
    font-size: 40px;
    line-height: 1;
    font-weight: 600;
    object-fit: cover;
    overflow: hidden;
  }
  /* Only a picture that fails has room for this. */
  img.avatar::after {
    content: attr(data-initial);
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    background: var(--sheet);
    color: var(--on-sheet, var(--ink));
  }
  .said {
    white-space: pre-line;
    unicode-bidi: plaintext;
  }
  .credit {
    display: flex;
    align-items: center;
    justify-content: center;
    gap: 6px;
  }
  .credit .mark {
    width: 16px;
    height: 16px;
  }
  .credit .mark .arm {
    fill: var(--arm, var(--accent));
  }
  @media (min-width: 600px) {
    .bio-page {
      padding-top: 96px;
    }
  }
`;

/** Who somebody is, and where else to find them. */
export function bioPage(model: BioPageModel): Page {
  const { language, name, description, avatar, links, address, isPublic } = model;
  const isAddress = avatar !== undefined && !avatar.startsWith("data:");
  return {
    status: 200,
    title: name,
    language,
    direction: directionOf(name + (description ?? "")) ?? undefined,
    layout: "bare",
    style,
    palette: bioPalettes[model.theme] ?? undefined,
    isListed: isPublic,
    ...(avatar !== undefined && { policy: { "img-src": isAddress ? "http: https:" : "data:" } }),
    head: html`<meta property="og:type" content="profile" />
      <meta property="og:url" content="${address}" />
      <meta property="og:title" content="${name}" />
      <meta name="twitter:card" content="summary" />
      ${
        description !== undefined &&
        html`<meta name="description" content="${description}" />
          <meta property="og:description" content="${description}" />`
      }
      ${isAddress && html`<meta property="og:image" content="${avatar}" />`}`,
    body: html`<div class="bio-page">
      <main class="stack bio">
        ${avatarOf(model)}
        <h1 dir="${ownDirection(name)}">${name}</h1>
        ${
          description !== undefined &&
          html`<p class="soft said" dir="${ownDirection(description)}">${description}</p>`
        }
        <ul class="${model.buttons}">
          ${links.map(
            ({ title, url, platform }) =>
              html`<li>
                <a class="quiet button" href="${url}"
                  >${platform !== null && platformIcon(platform)}<bdi>${title}</bdi></a
                >
              </li>`,
          )}
        </ul>
      </main>
      ${
        model.hasCredit &&
        html`<footer class="credit soft small">${mark}<bdi>${texts[language].credit}</bdi></footer>`
      }
    </div>`,
  };
}

function avatarOf({ avatar, name }: BioPageModel) {
  const initial = monogramOf(name);
  if (avatar !== undefined) {
    return html`<img
      class="avatar"
      src="${avatar}"
      alt=""
      width="96"
      height="96"
      data-initial="${initial}"
    />`;
  }
  return initial !== "" && html`<span class="avatar" aria-hidden="true">${initial}</span>`;
}
