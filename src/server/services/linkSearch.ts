import type { LinkRecord } from "../store/records.ts";

/** The words that a search looks through: title, alias, addresses and notes. */
export function wordsOfLink(link: LinkRecord): readonly (string | undefined)[] {
  return [
    link.url,
    link.alias,
    link.metaTitle,
    link.fetchedTitle,
    link.description,
    link.metaDescription,
    link.deepLink?.apple,
    link.deepLink?.google,
    ...[link.countries, link.devices, link.languages].flatMap(addressesOf),
  ];
}

function addressesOf(targets: readonly { readonly url: string }[] = []): readonly string[] {
  return targets.map(({ url }) => url);
}
