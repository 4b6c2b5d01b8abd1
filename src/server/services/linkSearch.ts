import type { LinkRecord } from "../store/records.ts";

/** The words that a search looks through: title, alias, addresses and notes. */
export function wordsOfLink(link: LinkRecord): readonly (string | undefined)[] {
  const words = [
    link.url,
    link.alias,
    link.name,
    link.metaTitle,
    link.fetchedTitle,
    link.description,
    link.metaDescription,
    link.deepLink?.apple,
    link.deepLink?.google,
  ];
  // Most links have none: a search through everything makes no lists for them.
  for (const targets of [link.countries, link.devices, link.languages]) {
    if (targets !== undefined) for (const { url } of targets) words.push(url);
  }
  return words;
}
