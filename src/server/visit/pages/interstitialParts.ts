import { html, type Html } from "./markup/html.ts";
import { js, type Script } from "./markup/script.ts";

/** For the head: goes on after so many seconds where there is no script to do it. */
export function goOnWithoutScript(to: string, seconds: number): Html {
  return html`<noscript><meta http-equiv="refresh" content="${seconds};url=${to}" /></noscript>`;
}

/** What a visitor knows an address by, in ASCII, so that none looks like another. */
export function hostOf(address: string): string {
  return URL.parse(address)?.host ?? address;
}

/** The query by which a hop says that the visitor has been counted and tracked already. */
export const hopMark = "on";

/** Takes what a hop has put behind the address away again: it is not for sharing. */
export const tidyAddress: Script = js`
  if (new URLSearchParams(location.search).has(${hopMark})) {
    history.replaceState(null, "", location.pathname);
  }
`;
