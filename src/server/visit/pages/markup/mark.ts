import { html } from "./html.ts";

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

/** The same as a file of its own. */
export const markFile =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="6" fill="#211d17"/>' +
  '<g transform="translate(4 4)" fill="#efe9dd"><path d="M11 2h2v20h-2z"/><path fill="#e8743b" d="M5 4h12.5L21 6.5 17.5 9H5z"/>' +
  '<path d="M19 11.5H6.5L3 14l3.5 2.5H19z"/></g></svg>\n';
