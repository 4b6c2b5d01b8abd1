import { css } from "./markup/css.ts";
import { html } from "./markup/html.ts";
import { directionOf, ownDirection, type PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";

export interface BioPageModel {
  readonly language: PageLanguage;
  readonly name: string;
  readonly description: string | undefined;
  /** Address of a picture. */
  readonly avatar: string | undefined;
  readonly links: readonly { readonly title: string; readonly url: string }[];
  /** Of this page, as it is printed. */
  readonly address: string;
  /** A private one is for those who have its address, and for no search engine. */
  readonly isPublic: boolean;
}

const style = css`
  .column:has(.bio) .brand {
    justify-content: center;
  }
  .bio {
    width: 100%;
    max-width: 480px;
    margin: 0 auto;
    justify-items: center;
    text-align: center;
  }
  .bio > * {
    min-width: 0;
    max-width: 100%;
  }
  .bio ul {
    width: 100%;
    margin-top: 8px;
  }
  .bio .button {
    width: 100%;
    background: var(--sheet);
    border-color: var(--line-strong);
  }
  .avatar {
    position: relative;
    display: block;
    width: 96px;
    height: 96px;
    border: 1px solid var(--line);
    border-radius: 50%;
    object-fit: cover;
    overflow: hidden;
  }
  /* Only a picture that fails has room for this. */
  .avatar::after {
    content: attr(data-initial);
    position: absolute;
    inset: 0;
    display: grid;
    place-items: center;
    background: var(--wash);
    color: var(--soft);
    font-size: 40px;
    line-height: 1;
    font-weight: 600;
  }
  .said {
    white-space: pre-line;
    unicode-bidi: plaintext;
  }
`;

/** For where a picture should be and isn't. */
function initialOf(name: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toLocaleUpperCase() ?? "";
}

/** Who somebody is, and where else to find them. */
export function bioPage(model: BioPageModel): Page {
  const { language, name, description, avatar, links, address, isPublic } = model;
  return {
    status: 200,
    title: name,
    language,
    direction: directionOf(name + (description ?? "")) ?? undefined,
    layout: "column",
    style,
    isListed: isPublic,
    ...(avatar !== undefined && { policy: { "img-src": "http: https:" } }),
    head: html`<meta property="og:type" content="profile" />
      <meta property="og:url" content="${address}" />
      <meta property="og:title" content="${name}" />
      <meta name="twitter:card" content="summary" />
      ${
        description !== undefined &&
        html`<meta name="description" content="${description}" />
          <meta property="og:description" content="${description}" />`
      }
      ${avatar !== undefined && html`<meta property="og:image" content="${avatar}" />`}`,
    body: html`<div class="stack bio">
      ${
        avatar !== undefined &&
        html`<img
          class="avatar"
          src="${avatar}"
          alt=""
          width="96"
          height="96"
          data-initial="${initialOf(name)}"
        />`
      }
      <h1 dir="${ownDirection(name)}">${name}</h1>
      ${
        description !== undefined &&
        html`<p class="soft said" dir="${ownDirection(description)}">${description}</p>`
      }
      <ul class="stack">
        ${links.map(
          ({ title, url }) =>
            html`<li><a class="quiet button" href="${url}" dir="auto">${title}</a></li>`,
        )}
      </ul>
    </div>`,
  };
}
