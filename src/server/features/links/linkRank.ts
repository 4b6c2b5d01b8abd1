import { foldTexts } from "../../common/search.ts";
import { offsetOf, type PageOf, type PageRequest, takeMatching } from "../../common/paging.ts";
import type { LinkRecord } from "../../store/records.ts";

type RankedLink = Pick<LinkRecord, "alias" | "name" | "metaTitle" | "fetchedTitle" | "tags">;

/** Where what was typed is found: the alias itself, its beginning, a word of the title, in the title, a tag, anything else. */
const ranks = 6;

/** How well a link that matches is what was meant, from 0. */
export function createLinkRank(q: string): (link: RankedLink) => number {
  const folded = (text: string | undefined) => foldTexts([text]).trim();
  const sought = folded(q);
  return ({ alias, name, metaTitle, fetchedTitle, tags = [] }) => {
    const named = folded(alias);
    if (named === sought) return 0;
    if (named.startsWith(sought)) return 1;
    const title = folded(name ?? metaTitle ?? fetchedTitle);
    if (` ${title}`.includes(` ${sought}`)) return 2;
    if (title.includes(sought)) return 3;
    return tags.some((tag) => folded(tag).startsWith(sought)) ? 4 : ranks - 1;
  };
}

/** The page of what matches, the best match first; those that match alike keep their order. */
export async function rankedPage(
  all: Iterable<LinkRecord>,
  matches: (link: LinkRecord) => boolean,
  q: string,
  request: PageRequest,
): Promise<PageOf<LinkRecord>> {
  const rankOf = createLinkRank(q);
  const first = offsetOf(request);
  const most = first + request.limit;
  const byRank = Array.from({ length: ranks }, (): LinkRecord[] => []);
  let total = 0;
  await takeMatching(all, matches, (link) => {
    total += 1;
    const alike = byRank[rankOf(link)];
    // What comes after a full page of its like is on no page that was asked for.
    if (alike !== undefined && alike.length < most) alike.push(link);
    return false;
  });
  return { items: byRank.flat().slice(first, most), total, ...request };
}
