import { css } from "./markup/css.ts";
import { html } from "./markup/html.ts";
import { directionOf, ownDirection, type PageLanguage } from "./markup/language.ts";
import type { Page } from "./markup/page.ts";

export interface PreviewModel {
  readonly language: PageLanguage;
  /** The short address: what is shared, and what counts. */
  readonly address: string;
  /** Where a person who sees this page would be led. */
  readonly to: string;
  readonly title: string;
  readonly description: string | undefined;
  /** Address of a picture. */
  readonly image: string | undefined;
  /** The owner's name, where there is one. */
  readonly siteName: string;
}

/** For the fetchers of link previews: Open Graph and Twitter tags in place of the redirect. */
export function previewPage(model: PreviewModel): Page {
  const { language, address, to, title, description, image, siteName } = model;
  const direction = directionOf(title + (description ?? ""));
  return {
    status: 200,
    title,
    language,
    ...(direction !== null && { direction }),
    layout: "card",
    isListed: true,
    style: css`
      .said {
        white-space: pre-line;
        unicode-bidi: plaintext;
      }
    `,
    head: html`<meta property="og:type" content="website" />
      <meta property="og:url" content="${address}" />
      <meta property="og:title" content="${title}" />
      ${siteName !== "" && html`<meta property="og:site_name" content="${siteName}" />`}
      ${
        description !== undefined &&
        html`<meta name="description" content="${description}" />
          <meta property="og:description" content="${description}" />
          <meta name="twitter:description" content="${description}" />`
      }
      ${
        image !== undefined &&
        html`<meta property="og:image" content="${image}" />
          <meta name="twitter:image" content="${image}" />`
      }
      <meta
        name="twitter:card"
        content="${image === undefined ? "summary" : "summary_large_image"}"
      />
      <meta name="twitter:title" content="${title}" />`,
    body: html`<div class="stack tight">
      <h1 dir="${ownDirection(title)}">${title}</h1>
      ${
        description !== undefined &&
        html`<p class="soft said" dir="${ownDirection(description)}">${description}</p>`
      }
      <p>
        <a href="${to}" rel="nofollow"><bdi dir="ltr">${address}</bdi></a>
      </p>
    </div>`,
  };
}
