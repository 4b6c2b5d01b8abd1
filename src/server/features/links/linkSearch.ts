import { getHeapStatistics } from "node:v8";
import type { LinkRecord } from "../../store/records.ts";
import { foldTexts } from "../../common/search.ts";
import type { App } from "../../common/context.ts";
import { linkFields, searchedLinkFields } from "../../../contract/fields/linkFields.ts";

/** The words that a search looks through: title, alias, addresses, notes and tags. */
export type WordsOfLink = (link: LinkRecord) => readonly (string | undefined)[];

export function createWordsOfLink(): WordsOfLink {
  const searched = searchedLinkFields.map((name) => linkFields[name].storedAs);
  return (link) => {
    const words = [
      link.url,
      link.alias,
      link.fetchedTitle,
      link.deepLink?.apple,
      link.deepLink?.google,
    ];
    for (const key of searched) words.push(link[key]);
    if (link.tags !== undefined) words.push(...link.tags);
    // Most links have none: a search through everything makes no lists for them.
    for (const targets of [link.countries, link.devices, link.languages]) {
      if (targets !== undefined) for (const { url } of targets) words.push(url);
    }
    return words;
  };
}

/** A link's words as searches compare them. */
export type FoldedLink = (link: LinkRecord) => string;

/** How long the folded words are kept that nobody searches in; milliseconds. */
const cacheTime = 10 * 60_000;
/** Of the memory for objects, the share that folded words may take, as characters. */
const cacheShare = 1 / 16;

/** Each link's words are folded when a search first comes by, and kept until the link changes. */
export function createFoldedLinks(
  app: Pick<App, "store" | "wordsOfLink" | "clock">,
  mostText = getHeapStatistics().heap_size_limit * cacheShare,
): FoldedLink {
  const { store, wordsOfLink, clock } = app;
  const cache = new Map<number, string>();
  let cachedText = 0;
  let usedAt = 0;
  store.links.watch((former, next) => {
    const id = next?.id ?? former?.id ?? 0;
    if (clock() - usedAt > cacheTime) {
      cache.clear();
      cachedText = 0;
    } else {
      cachedText -= cache.get(id)?.length ?? 0;
      cache.delete(id);
    }
  });
  return (link) => {
    const known = cache.get(link.id);
    if (known !== undefined) return known;
    usedAt = clock();
    const folded = foldTexts(wordsOfLink(link));
    if (cachedText + folded.length <= mostText) {
      cache.set(link.id, folded);
      cachedText += folded.length;
    }
    return folded;
  };
}
