import type { LinkRecord } from "../store/records.ts";

/** The words that a search looks through: title, alias, addresses, notes and tags. */
export type WordsOfLink = (link: LinkRecord) => readonly (string | undefined)[];

/** Keys of texts. */
export type TextKey = {
  [Key in keyof LinkRecord]-?: LinkRecord[Key] extends string | undefined ? Key : never;
}[keyof LinkRecord];

/** `searched`: keys of the texts among a link's own fields. */
export function createWordsOfLink(searched: readonly TextKey[]): WordsOfLink {
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
