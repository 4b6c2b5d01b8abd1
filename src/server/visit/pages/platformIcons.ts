import type { SocialPlatform } from "../../../contract/fields/socialPlatforms.ts";
import { html, type Html } from "./markup/html.ts";

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

export function platformIcon(platform: SocialPlatform): Html {
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
