import type { Link } from "../../resolve/model.ts";
import { prepareLink } from "../../resolve/prepareLink.ts";
import type { LinkRecord } from "../../store/records.ts";
import { isSpelledAs } from "../../store/tables/foldAlias.ts";
import type { Store } from "../../store/store.ts";

/** A link as visits need it. */
export interface PreparedLink {
  readonly id: number;
  readonly link: Link;
  /** The link as it is kept, for what pages say about it. */
  readonly record: LinkRecord;
}

export interface PreparedLinks {
  /** In any spelling that folds alike; `domain` undefined is the service's own address. */
  find(alias: string, domain: number | undefined): PreparedLink | undefined;
}

/** A record is never changed, only replaced, so what was made of it holds as long as it does. */
const preparedLinks = new WeakMap<LinkRecord, { readonly prepared: PreparedLink | undefined }>();

export function createPreparedLinks({
  links,
  bioPages,
}: Pick<Store, "links" | "bioPages">): PreparedLinks {
  return {
    find(alias, domain) {
      const record = links.byAlias(alias, domain);
      return record === undefined || isOfPage(bioPages, alias, record)
        ? undefined
        : preparedLinkOf(record);
    },
  };
}

/** What is spelled as a bio page's alias, and only like the link's, is the page's address. */
export function isOfPage(
  bioPages: Pick<Store["bioPages"], "size" | "byAlias">,
  alias: string,
  link: LinkRecord,
): boolean {
  if (link.alias === alias || bioPages.size === 0) return false;
  const page = bioPages.byAlias(alias, link.domain);
  return page !== undefined && isSpelledAs(page.alias, alias) && !isSpelledAs(link.alias, alias);
}

/** Undefined for a link that leads nowhere: the document may have been edited by hand. */
export function preparedLinkOf(record: LinkRecord): PreparedLink | undefined {
  const known = preparedLinks.get(record);
  if (known !== undefined) return known.prepared;
  const link = prepareLink(record);
  const prepared = link === null ? undefined : { id: record.id, link, record };
  preparedLinks.set(record, { prepared });
  return prepared;
}
