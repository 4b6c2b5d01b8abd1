import type { Draft } from "./calls.ts";

const web = ["http://*/*", "https://*/*"];

/** The menu's items, by what was clicked. */
export const menus = [
  { id: "page", title: "menuPage", contexts: ["page"], documentUrlPatterns: web },
  { id: "link", title: "menuLink", contexts: ["link"], targetUrlPatterns: web },
  { id: "image", title: "menuImage", contexts: ["image"], targetUrlPatterns: web },
  { id: "selection", title: "menuSelection", contexts: ["selection"], documentUrlPatterns: web },
] as const;

/** Characters of a link's name. */
export const longestName = 255;

export function isWebAddress(address: string | undefined): address is string {
  return address !== undefined && /^https?:\/\//i.test(address) && URL.canParse(address);
}

const oneLine = (text: string) => text.replaceAll(/\s+/g, " ").trim().slice(0, longestName);

export function draftOf(url: string, name = ""): Draft {
  const line = oneLine(name);
  return line === "" ? { url } : { url, name: line };
}

/** What a click on a menu asks for; null: there is no address in it. */
export function draftOfClick(click: MenuClick, tab: Pick<BrowserTab, "title"> = {}): Draft | null {
  const { menuItemId, pageUrl, linkUrl, srcUrl, selectionText = "" } = click;
  switch (menuItemId) {
    case "link":
      return isWebAddress(linkUrl) ? draftOf(linkUrl) : null;
    case "image":
      return isWebAddress(srcUrl) ? draftOf(srcUrl) : null;
    case "selection": {
      // An address that isn't a link on its page; otherwise the words name a link to the page.
      const [found] = /https?:\/\/[^\s<>"]+/i.exec(selectionText) ?? [];
      const address = found?.replace(/[).,;:!?\]]+$/, "");
      if (isWebAddress(address)) return draftOf(address);
      return isWebAddress(pageUrl) ? draftOf(pageUrl, selectionText) : null;
    }
    default:
      return isWebAddress(pageUrl) ? draftOf(pageUrl, tab.title) : null;
  }
}
