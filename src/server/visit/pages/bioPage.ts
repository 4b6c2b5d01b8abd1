import type { BioButtons, BioTheme } from "../../../contract/fields/shownFields.ts";
import type { SocialPlatform } from "../../../contract/fields/socialPlatforms.ts";
import { bioPalettes } from "./bioThemes.ts";
import { css } from "./markup/css.ts";
import { html } from "./markup/html.ts";
import { directionOf, ownDirection, type PageLanguage } from "./markup/language.ts";
import { mark, monogramOf } from "./markup/mark.ts";
import type { Page } from "./markup/page.ts";
import { platformIcon } from "./platformIcons.ts";

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
