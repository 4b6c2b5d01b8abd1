import type { LinkRecord } from "../../store/records.ts";
import type { Change } from "../../store/store.ts";
import type { ClearableKey, LinkFields } from "./linkFields.ts";
import type { LinkFilter } from "../../../contract/fields/linkFilter.ts";
import type { Direction, LinkOrder } from "./linkOrders.ts";
import { rankedPage } from "./linkRank.ts";
import {
  matchingPage,
  offsetOf,
  type PageOf,
  type PageRequest,
  takeMatching,
} from "../../common/paging.ts";
import { Invalid, NotFound } from "../../common/problems.ts";
import { changed, type Check, withoutEmpty } from "../../common/resources.ts";
import { hashPassword } from "../../passwords/hashing.ts";
import { createAliasAvailability } from "./aliasAvailability.ts";
import { createReusableLinks } from "./reusableLinks.ts";
import { createTaskQueue } from "../../../util/taskQueue.ts";
import type { App, Core } from "../../common/context.ts";

/** A link as it is kept; `api` reads it, and never hands it out as it is. */
export type Link = LinkRecord;

export interface LinkService {
  /**
   * With `reuses`, a link that has all of these fields already is answered instead.
   * @param how `createdAt`: an instant; default: now
   */
  add(
    fields: LinkFields & { readonly url: string },
    how?: { readonly reuses?: boolean; readonly createdAt?: string },
  ): Promise<LinkRecord>;
  /** Fields that aren't given stay; those in `clear` are emptied first. */
  update(
    id: number,
    fields: LinkFields,
    clear: readonly ClearableKey[],
    check: Check<LinkRecord>,
  ): Promise<LinkRecord>;
  /**
   * What an update makes of a link, for many links; refuses what no link could become. Whether its
   * name is free is not looked at.
   */
  reviser(
    fields: LinkFields,
    clear: readonly ClearableKey[],
  ): Promise<(link: LinkRecord) => LinkRecord>;
  get(id: number): LinkRecord;
  remove(id: number): Promise<void>;
  page(
    request: PageRequest & {
      readonly filter: LinkFilter;
      /** Only those of these. */
      readonly ids?: ReadonlySet<number> | undefined;
      readonly order: LinkOrder | "match";
      /** Undefined: the order's own. */
      readonly direction: Direction | undefined;
    },
  ): Promise<PageOf<LinkRecord>>;
  /** Whether a link, this one where it is said, could take an alias; refuses what can't be one. */
  nameState(
    alias: string,
    domain: string | undefined,
    self: number | undefined,
  ): {
    readonly alias: string;
    readonly domain: number | undefined;
    readonly state: "free" | "taken" | "reserved";
    readonly holder: LinkRecord | undefined;
  };
  /** By full short address under any base the service ever had, `host/alias`, or alias. */
  findShort(short: string): LinkRecord;
}

/** A link in the table, and when it is safe on disk. */
interface Creation {
  readonly record: LinkRecord;
  readonly safe: Promise<void>;
}

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

export function createLinks(
  app: Core &
    Pick<
      App,
      "aliases" | "ownAddresses" | "fieldReader" | "linkFilters" | "linkOrders" | "targets"
    >,
): LinkService {
  const { store, statistics, aliases, ownAddresses, fieldReader, targets, clock } = app;
  const { linkFilters: filters, linkOrders: orders } = app;
  const { isTaken, checkFree } = createAliasAvailability(store);
  const findReusable = createReusableLinks(app);
  /** One after the other: of two who ask for one address, one creates its link. */
  const reusing = createTaskQueue();
  /** Links that aren't safe on disk yet. */
  const unsaved = new Map<number, Promise<void>>();

  function get(id: number): LinkRecord {
    const link = store.links.get(id);
    if (link === undefined) throw new NotFound(noLink);
    return link;
  }

  /** Commits, with the statistics told at once and told back when the disk refuses. */
  async function commit(
    change: Change,
    onCommitted: () => void,
    onFailed: () => void,
  ): Promise<void> {
    const safe = store.commit([change]);
    onCommitted();
    try {
      await safe;
    } catch (error) {
      onFailed();
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

  async function reviser(fields: LinkFields, clear: readonly ClearableKey[], first?: LinkRecord) {
    const custom = chosenAlias(fields);
    fieldReader.read(fields, first && changed(first, {}, clear));
    const password = await passwordOf(fields);
    return (link: LinkRecord): LinkRecord => {
      const before = changed(link, {}, clear);
      const movesOn = fields.url !== undefined && fields.url !== before.url;
      return withoutEmpty<LinkRecord>({
        ...before,
        // Another address has another title of its own.
        ...(movesOn ? { url: fields.url, fetchedTitle: undefined, framing: undefined } : {}),
        ...(custom === undefined ? {} : { alias: custom }),
        ...fieldReader.read(fields, before),
        ...password,
      });
    };
  }

  /** Nothing waits: of many who ask for one alias, one gets it, and what was named by id is there. */
  function create(
    fields: LinkFields & { readonly url: string },
    custom: string | undefined,
    password: { readonly password?: string },
    createdAt = new Date(clock()).toISOString(),
  ): Creation {
    const details = fieldReader.read(fields, undefined);
    const alias = custom ?? aliases.random((drawn) => isTaken(drawn, details.domain));
    checkFree(alias, details.domain);
    const id = store.nextId("links");
    const record = withoutEmpty<LinkRecord>({
      id,
      alias,
      url: fields.url,
      createdAt,
      ...details,
      ...password,
    });
    const safe = commit(
      { put: "links", record },
      () => statistics.linkAdded(id),
      () => {
        statistics.linkRemoved(id);
        statistics.forget(id);
      },
    );
    return { record, safe: kept(record, safe) };
  }

  async function kept(record: LinkRecord, safe: Promise<void>): Promise<void> {
    unsaved.set(record.id, safe);
    try {
      await safe;
    } finally {
      unsaved.delete(record.id);
    }
    targets.ask(record);
  }

  return {
    get,

    async add(fields, { reuses = false, createdAt } = {}) {
      if (reuses && fields.password !== undefined) {
        throw new Invalid({
          reuse: "can't be combined with password, because passwords can't be compared",
        });
      }
      const custom = chosenAlias(fields);
      if (reuses) {
        const { record, safe } = await reusing.run(async () => {
          const found = await findReusable(fields);
          if (found === undefined) return create(fields, custom, {});
          return { record: found, safe: unsaved.get(found.id) };
        });
        // A link is answered once it is safe on disk, whoever created it.
        await safe;
        return record;
      }
      // Before the slow hashing, to refuse early; the checks that count are in `create`.
      const { domain } = fieldReader.read(fields, undefined);
      if (custom !== undefined) checkFree(custom, domain);
      const { record, safe } = create(fields, custom, await passwordOf(fields), createdAt);
      await safe;
      return record;
    },

    reviser,
    async update(id, fields, clear, check) {
      check(get(id));
      const revise = await reviser(fields, clear, get(id));
      // As in add: nothing waits between reading the link, the checks and the commit.
      check(get(id));
      const record = revise(get(id));
      checkFree(record.alias, record.domain, { link: id });
      await store.commit([{ put: "links", record }]);
      targets.ask(record);
      return record;
    },

    async remove(id) {
      get(id);
      await commit(
        { remove: "links", id },
        () => statistics.linkRemoved(id),
        () => statistics.linkAdded(id),
      );
    },

    async page({ filter, ids, order: sent, direction: given, page, limit }) {
      const read = filters.read(filter);
      const { matches } = read;
      const { candidates, total } = ids === undefined ? read : among(ids, read.candidates);
      const order = sent === "match" ? "click" : sent;
      const direction = given ?? ownDirections[order];
      if (sent === "match" && filter.q !== undefined) {
        const wanted = (link: LinkRecord) => (candidates?.has(link.id) ?? true) && matches(link);
        return rankedPage(await orders.all(order, "desc"), wanted, filter.q, { page, limit });
      }
      if (total === store.links.size) {
        const first = offsetOf({ page, limit });
        const items = (await orders.all(order, direction)).slice(first, first + limit);
        return { items, total, page, limit };
      }
      if (candidates !== null && candidates.size <= mostSorted) {
        const some = [...candidates].flatMap((id) => store.links.get(id) ?? []);
        const found: LinkRecord[] = [];
        await takeMatching(some, matches, (link) => {
          found.push(link);
          return false;
        });
        const first = offsetOf({ page, limit });
        const items = (await orders.sort(found, order, direction)).slice(first, first + limit);
        return { items, total: found.length, page, limit };
      }
      return matchingPage(await orders.all(order, direction), matches, { page, limit }, total);
    },

    nameState(sent, named, self) {
      const { domain } = fieldReader.read(
        { plain: {}, ...(named === undefined ? {} : { domain: named }) },
        undefined,
      );
      if (aliases.isReserved(sent)) {
        return { alias: sent, domain, state: "reserved", holder: undefined };
      }
      const alias = aliases.check(sent, "alias");
      const other = store.links.byAlias(alias, domain);
      return {
        alias,
        domain,
        state: isTaken(alias, domain, self === undefined ? {} : { link: self }) ? "taken" : "free",
        holder: other?.id === self ? undefined : other,
      };
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

/** Which of some links an index leaves; how many match isn't known without looking. */
function among(named: ReadonlySet<number>, known: ReadonlySet<number> | null) {
  const isFewer = known !== null && known.size < named.size;
  return {
    candidates: isFewer ? new Set([...known].filter((id) => named.has(id))) : named,
    total: null,
  };
}
