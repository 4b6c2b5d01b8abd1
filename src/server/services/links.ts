import type { LinkRecord } from "../store/records.ts";
import type { Change, Store } from "../store/store.ts";
import type { OwnAddresses } from "./ownAddresses.ts";
import type { Aliases } from "./aliases.ts";
import type { ClearableKey, FieldReader, LinkFields } from "./linkFields.ts";
import type { LinkFilter, LinkFilters } from "./linkFilter.ts";
import type { Direction, LinkOrder, LinkOrders } from "./linkOrders.ts";
import { matchingPage, offsetOf, type PageOf, type PageRequest } from "./paging.ts";
import { Conflict, NotFound } from "./problems.ts";
import { changed, type Check, withoutEmpty } from "./resources.ts";
import { hashPassword } from "./passwords/secrets.ts";
import type { Statistics } from "./clicks/statistics.ts";
import { createTakenAliases } from "./takenAliases.ts";

/** A link as it is kept; `api` reads it, and never hands it out as it is. */
export type Link = LinkRecord;

export interface LinkService {
  add(fields: LinkFields & { readonly url: string }): Promise<LinkRecord>;
  /** Fields that aren't given stay; those in `clear` are emptied first. */
  update(
    id: number,
    fields: LinkFields,
    clear: readonly ClearableKey[],
    check: Check<LinkRecord>,
  ): Promise<LinkRecord>;
  get(id: number): LinkRecord;
  remove(id: number): Promise<void>;
  /** Takes a deletion of the last ten minutes back: same id, alias and statistics. */
  restore(id: number): Promise<LinkRecord>;
  page(
    request: PageRequest & {
      readonly filter: LinkFilter;
      readonly order: LinkOrder;
      /** Undefined: the order's own. */
      readonly direction: Direction | undefined;
    },
  ): Promise<PageOf<LinkRecord>>;
  /** By full short address under any base the service ever had, `host/alias`, or alias. */
  findShort(short: string): LinkRecord;
  /** Gives up what can't be restored any more; `all` when the run ends. */
  forgetRemoved(which: "old" | "all"): void;
}

/** How long a deletion can be taken back, in milliseconds. */
const undoTime = 10 * 60_000;

/** Links that are gathered and sorted at once: some milliseconds. */
const mostSorted = 4096;

const ownDirections = {
  date: "desc",
  click: "desc",
  alias: "asc",
  url: "asc",
  expiry: "asc",
  lastclick: "desc",
} as const satisfies Record<LinkOrder, Direction>;

const noLink = "Link does not exist.";

export function createLinks(options: {
  store: Store;
  statistics: Statistics;
  aliases: Aliases;
  ownAddresses: OwnAddresses;
  fieldReader: FieldReader;
  filters: LinkFilters;
  orders: LinkOrders;
  /** Told of each link that is safe on disk; neither waited for nor able to fail the request. */
  saved: (link: LinkRecord) => void;
  /** Milliseconds since 1970. */
  clock: () => number;
}): LinkService {
  const { store, statistics, aliases, ownAddresses, fieldReader, filters, orders, saved, clock } =
    options;
  const { isTaken, checkFree } = createTakenAliases(store);
  const removed = new Map<number, { readonly link: LinkRecord; readonly at: number }>();

  function get(id: number): LinkRecord {
    const link = store.links.get(id);
    if (link === undefined) throw new NotFound(noLink);
    return link;
  }

  /** Commits, with the statistics told at once and told back when the disk refuses. */
  async function commit(change: Change, told: () => void, toldBack: () => void): Promise<void> {
    const safe = store.commit([change]);
    told();
    try {
      await safe;
    } catch (error) {
      toldBack();
      throw error;
    }
  }

  async function passwordOf({ password }: LinkFields): Promise<{ password?: string }> {
    return password === undefined ? {} : { password: await hashPassword(password) };
  }

  /** Undefined when the caller didn't choose one. */
  function chosenAlias({ custom }: LinkFields): string | undefined {
    return custom === undefined || custom === "" ? undefined : aliases.check(custom, "custom");
  }

  function forgetRemoved(which: "old" | "all"): void {
    for (const [id, { at }] of removed) {
      // In the order of their deletion: the rest is younger.
      if (which === "old" && clock() - at < undoTime) return;
      removed.delete(id);
      statistics.forget(id);
    }
  }

  return {
    get,
    forgetRemoved,

    async add(fields) {
      const custom = chosenAlias(fields);
      // Before the slow hashing, to refuse early; the checks that count are below.
      const { domain } = fieldReader.read(fields, undefined);
      if (custom !== undefined) checkFree(custom, domain);
      const password = await passwordOf(fields);
      // From here to the commit nothing waits: of many who ask for one alias, one gets it, and
      // what was named by id is there.
      const details = fieldReader.read(fields, undefined);
      const alias = custom ?? aliases.random((drawn) => isTaken(drawn, details.domain));
      checkFree(alias, details.domain);
      const id = store.nextId("links");
      const record = withoutEmpty<LinkRecord>({
        id,
        alias,
        url: fields.url,
        createdAt: new Date(clock()).toISOString(),
        ...details,
        ...password,
      });
      await commit(
        { put: "links", record },
        () => statistics.linkAdded(id),
        () => {
          statistics.linkRemoved(id);
          statistics.forget(id);
        },
      );
      saved(record);
      return record;
    },

    async update(id, fields, clear, check) {
      check(get(id));
      const custom = chosenAlias(fields);
      fieldReader.read(fields, undefined);
      const password = await passwordOf(fields);
      // As in add: nothing waits between reading the link, the checks and the commit.
      check(get(id));
      const before = changed(get(id), {}, clear);
      const movesOn = fields.url !== undefined && fields.url !== before.url;
      const record = withoutEmpty<LinkRecord>({
        ...before,
        // Another address has another title of its own.
        ...(movesOn ? { url: fields.url, fetchedTitle: undefined, framing: undefined } : {}),
        ...(custom === undefined ? {} : { alias: custom }),
        ...fieldReader.read(fields, before),
        ...password,
      });
      checkFree(record.alias, record.domain, { link: id });
      await store.commit([{ put: "links", record }]);
      saved(record);
      return record;
    },

    async remove(id) {
      forgetRemoved("old");
      const link = get(id);
      await commit(
        { remove: "links", id },
        () => statistics.linkRemoved(id),
        () => statistics.linkAdded(id),
      );
      removed.set(id, { link, at: clock() });
    },

    async restore(id) {
      forgetRemoved("old");
      const link = removed.get(id)?.link;
      if (link === undefined) throw new NotFound(noLink);
      if (link.domain !== undefined && store.table("domains").get(link.domain) === undefined) {
        throw new Conflict("The domain of that link has been deleted.");
      }
      checkFree(link.alias, link.domain);
      await commit(
        { put: "links", record: link },
        () => statistics.linkAdded(id),
        () => statistics.linkRemoved(id),
      );
      removed.delete(id);
      return link;
    },

    async page({ filter, order, direction = ownDirections[order], page, limit }) {
      const { matches, candidates, total } = filters.read(filter);
      if (total === store.links.size) {
        const place = { offset: offsetOf({ page, limit }), limit };
        return { items: await orders.page(order, direction, place), total, page, limit };
      }
      if (candidates !== null && candidates.size <= mostSorted) {
        const found = [...candidates].flatMap((id) => store.links.get(id) ?? []).filter(matches);
        const first = offsetOf({ page, limit });
        const items = orders.sort(found, order, direction).slice(first, first + limit);
        return { items, total: found.length, page, limit };
      }
      return matchingPage(await orders.walk(order, direction), matches, { page, limit }, total);
    },

    findShort(short) {
      const named = ownAddresses.aliasOf(short) ?? {
        alias: short,
        domain: store.links.withAlias(short)[0]?.domain,
      };
      const link = store.links.byAlias(named.alias, named.domain);
      if (link === undefined) throw new NotFound(noLink);
      return link;
    },
  };
}
