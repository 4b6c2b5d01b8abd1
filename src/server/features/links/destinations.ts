import type { LinkRecord } from "../../store/records.ts";

/** Every address that a link may lead visitors to, each with its field; apps' addresses aside. */
export function destinationsOf(
  link: Partial<LinkRecord>,
): readonly (readonly [field: string, url: string])[] {
  const { url, countries = [], devices = [], languages = [], rules = [] } = link;
  const { split, beforeUrl, afterUrl } = link;
  return [
    ...(url === undefined ? [] : [["url", url] as const]),
    ...countries.map((one) => ["countries", one.url] as const),
    ...devices.map((one) => ["devices", one.url] as const),
    ...languages.map((one) => ["languages", one.url] as const),
    ...rules.map((one) => ["rules", one.url] as const),
    ...(split?.variants ?? []).map((one) => ["split", one.url] as const),
    ...(beforeUrl === undefined ? [] : [["beforeUrl", beforeUrl] as const]),
    ...(afterUrl === undefined ? [] : [["afterUrl", afterUrl] as const]),
  ];
}
