import type { LinkRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { foldTag, type KnownTag, type LinkTags } from "./linkTags.ts";
import { currentOrigin } from "./origin.ts";
import type { PageOf } from "./paging.ts";
import { NotFound } from "./problems.ts";
import { type ListRequest, withoutEmpty } from "./resources.ts";

export interface TagService {
  /** In the order of the alphabet. */
  page(request: ListRequest): Promise<PageOf<KnownTag>>;
  /** On all links that have it; answers how many. Where there is one of that name, they are joined. */
  rename(tag: string, name: string): Promise<number>;
  /** Takes it off all links; answers how many had it. */
  remove(tag: string): Promise<number>;
}

/** Links in one line of the journal. */
const slice = 200;

export function createTags({
  store,
  tags,
}: {
  store: Pick<Store, "links" | "commit" | "beginSet">;
  tags: LinkTags;
}): TagService {
  function ids(tag: string): readonly number[] {
    const { links } = tags.find(tag) ?? { links: [] };
    const all = [...links];
    if (all.length === 0) throw new NotFound("Tag does not exist.");
    return all;
  }

  /** Writes the tags of these links anew, all in one change set however many they are. */
  async function write(
    links: readonly number[],
    next: (tags: readonly string[]) => string[],
  ): Promise<number> {
    const origin = currentOrigin();
    const set = origin === undefined ? undefined : await store.beginSet(origin);
    let written = 0;
    try {
      for (let first = 0; first < links.length; first += slice) {
        const changes = links.slice(first, first + slice).flatMap((id) => {
          const link = store.links.get(id);
          if (link === undefined) return [];
          const record = withoutEmpty<LinkRecord>({ ...link, tags: next(link.tags ?? []) });
          return isSame(link.tags, record.tags) ? [] : [{ put: "links" as const, record }];
        });
        if (changes.length > 0) await store.commit(changes, set === undefined ? {} : { set });
        written += changes.length;
      }
    } finally {
      await set?.end();
    }
    return written;
  }

  return {
    page: (request) => tags.page(request),
    async rename(tag, name) {
      const links = ids(tag);
      const former = foldTag(tag);
      const isRespelled = foldTag(name) === former;
      const present = isRespelled ? name : (tags.find(name)?.tag ?? name);
      await write(links, (own) => [
        ...new Map(
          own
            .map((one) => (foldTag(one) === former ? present : one))
            .map((one) => [foldTag(one), one]),
        ).values(),
      ]);
      return links.length;
    },
    remove(tag) {
      const links = ids(tag);
      const folded = foldTag(tag);
      return write(links, (own) => own.filter((one) => foldTag(one) !== folded));
    },
  };
}

function isSame(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((tag, place) => tag === other[place]);
}
