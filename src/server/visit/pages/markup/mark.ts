import { colorOf, constant, readableOn } from "./css.ts";
import { html, type Html } from "./html.ts";
import { defaultColor, type PageLook } from "./look.ts";

/** The signpost; on pages its arm takes the owner's colour by its class. */
export const mark = html`<svg
  class="mark"
  viewBox="0 0 24 24"
  width="32"
  height="32"
  aria-hidden="true"
>
  <path class="post" d="M11 2h2v20h-2z" />
  <path class="arm" d="M5 4h12.5L21 6.5 17.5 9H5z" />
  <path class="post" d="M19 11.5H6.5L3 14l3.5 2.5H19z" />
</svg>`;

/** The first letter or digit of a name; empty: it has none. */
export function monogramOf(name: string): string {
  return /[\p{L}\p{N}]\p{M}*/u.exec(name)?.[0].toLocaleUpperCase() ?? "";
}

/** The owner's first letter on the owner's color; the signpost where there is no name. */
export function ownMark(name: string): Html {
  const initial = monogramOf(name);
  return initial === "" ? mark : html`<span class="monogram" data-initial="${initial}"></span>`;
}

/** The same as a file of its own, for tabs and bookmarks. */
export function markFile({ name, color }: PageLook): string {
  const initial = monogramOf(name);
  const back = colorOf(color) ?? constant(defaultColor);
  if (initial !== "") {
    return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
      <rect width="32" height="32" rx="8" fill="${back}" />
      <text
        x="16"
        y="22.5"
        text-anchor="middle"
        font-family="system-ui, sans-serif"
        font-size="19"
        font-weight="600"
        fill="${readableOn(back)}"
      >
        ${initial}
      </text>
    </svg>`.toString();
  }
  return signpostFile;
}

const signpostFile =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#211d17"/>' +
  '<g transform="translate(4 4)" fill="#efe9dd"><path d="M11 2h2v20h-2z"/><path fill="#ee7b40" d="M5 4h12.5L21 6.5 17.5 9H5z"/>' +
  '<path d="M19 11.5H6.5L3 14l3.5 2.5H19z"/></g></svg>\n';
