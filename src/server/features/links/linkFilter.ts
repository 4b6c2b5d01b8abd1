import type { LinkFilter } from "../../../contract/fields/linkFilter.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { LinkTable } from "../../store/store.ts";
import { unknownDomain } from "../domains/service.ts";
import { type Fault, Invalid } from "../../common/problems.ts";
import { createFoldedSearch } from "../../common/search.ts";
import { createLocalHours } from "../clicks/localHours.ts";
import { createComparison } from "../statistics/trends.ts";
import type { App, Core } from "../../common/context.ts";
import { addId, dropId, type IdIndex } from "../../../util/idIndex.ts";

type FilteredType = NonNullable<LinkFilter["type"]>;

type Matches = (link: LinkRecord) => boolean;

/** A filter that was read once, to be held against many links. */
export interface ReadFilter {
  readonly matches: Matches;
  /** Ids among which all that it finds are, where an index knows them; null: every link may be one. */
  readonly candidates: ReadonlySet<number> | null;
  /** How many links it finds, where that is known without looking; null: it isn't. */
  readonly total: number | null;
}

export interface LinkFilters {
  /** Refuses what names nothing by its field; what is found is judged by the present clock. */
  read(filter: LinkFilter): ReadFilter;
}

const nobody: ReadonlySet<number> = new Set();

export function createLinkFilters(
  app: Core & Pick<App, "linkTags" | "domains" | "ownAddresses" | "foldedLink">,
): LinkFilters {
  const { linkTags: tags, references, domains, statistics, timestamps, foldedLink } = app;
  const { links } = app.store;
  const marks = createMarks(links);
  const hourOf = createLocalHours(() => app.settings.get("timeZone"));

  function searched(words: string): Matches | undefined {
    const finds = createFoldedSearch(words);
    if (finds === undefined) return undefined;
    // A short address that was pasted finds its link, however it is spelled.
    const alias = app.ownAddresses.aliasOf(words)?.alias;
    const pasted = new Set(alias === undefined ? [] : links.withAlias(alias).map(({ id }) => id));
    return (link) => pasted.has(link.id) || finds(foldedLink(link));
  }

  function ofType(type: FilteredType): Matches {
    const opened = (link: LinkRecord) => references.typeOf(link);
    switch (type.kind) {
      case "direct":
      case "frame":
      case "splash":
        return (link) => opened(link).kind === type.kind;
      case "overlay":
        return (link) => {
          const is = opened(link);
          return is.kind === "overlay" && (type.id === undefined || is.id === type.id);
        };
      case "id": {
        const kind = references.hasSplashPage(type.id) ? "splash" : "overlay";
        return (link) => {
          const is = opened(link);
          return is.kind === kind && "id" in is && is.id === type.id;
        };
      }
    }
  }

  function usersOfType(type: FilteredType): ReadonlySet<number> | undefined {
    if (!("id" in type) || type.id === undefined) return undefined;
    const isSplash = type.kind === "id" && references.hasSplashPage(type.id);
    return links.using(isSplash ? "splashPages" : "overlays", type.id);
  }

  const moment = (sent: string) => Date.parse(timestamps.parse(sent));
  /** As records begin with it, with or without thousandths: the texts are in the order of time. */
  const second = (sent: string) => new Date(moment(sent)).toISOString().slice(0, 19);

  /** Whether a link has more clicks in this week than in the one before; both end today. */
  function createRising(): (id: number) => boolean {
    const today = Math.floor(hourOf(app.clock()) / 24);
    const comparisonOf = createComparison(statistics, { days: 7, today });
    return (id) => {
      const { clicks, before } = comparisonOf(id);
      return clicks > before;
    };
  }

  /** What names nothing; a word that can't be meant must not find everything, or nothing, unseen. */
  function check({ channel, campaign, domain, pixel }: LinkFilter): void {
    const faults: Record<string, Fault> = {};
    const add = (field: string, detail: string) => (faults[field] = { code: "unknown", detail });
    if (channel !== undefined && !references.hasChannel(channel)) {
      add("channel", `must be the ID of an existing channel, not ${channel}`);
    }
    if (campaign !== undefined && !references.hasCampaign(campaign)) {
      add("campaign", `must be the ID of an existing campaign, not ${campaign}`);
    }
    if (pixel !== undefined && !references.hasPixel(pixel)) {
      add("pixel", `must be the ID of an existing pixel, not ${pixel}`);
    }
    if (domain !== undefined && domains.named(domain) === null) add("domain", unknownDomain);
    if (Object.keys(faults).length > 0) throw new Invalid(faults);
  }

  /** The conditions, those that cost least first, and what indexes know of them. */
  function conditionsOf(filter: LinkFilter) {
    const conditions: Matches[] = [];
    const known: ReadonlySet<number>[] = [];
    const { channel, campaign, domain, type, pixel, status, tag, source } = filter;
    const { archived = "false", expired, minClicks, maxClicks, noClicksSince } = filter;

    if (archived !== "all") conditions.push((link) => isArchived(link) === (archived === "true"));
    if (archived === "true") known.push(marks.archived);
    if (channel !== undefined) {
      known.push(links.using("channels", channel));
      conditions.push(({ channels }) => channels?.includes(channel) === true);
    }
    if (campaign !== undefined) {
      known.push(links.using("campaigns", campaign));
      conditions.push((link) => link.campaign === campaign);
    }
    if (domain !== undefined) {
      const id = domains.named(domain)?.id;
      if (id !== undefined) known.push(links.using("domains", id));
      conditions.push((link) => link.domain === id);
    }
    if (pixel !== undefined) {
      known.push(links.using("pixels", pixel));
      conditions.push(({ pixels }) => pixels?.includes(pixel) === true);
    }
    for (const one of tag ?? []) {
      const having = tags.having(one);
      known.push(having);
      conditions.push(({ id }) => having.has(id));
    }
    if (source !== undefined) {
      const whole = marks.bySource.get(source.toLowerCase());
      const [service = "", ...rest] = source.split(":");
      const from = whole ?? marks.bySource.get(service.toLowerCase()) ?? nobody;
      known.push(from);
      conditions.push(({ id }) => from.has(id));
      // A service, or a service and what the link was called there.
      if (whole === undefined) {
        const called = rest.join(":");
        conditions.push((link) => link.source?.id === called);
      }
    }
    if (status !== undefined) conditions.push((link) => (link.status ?? "private") === status);
    if (filter.protected !== undefined) {
      conditions.push(({ password }) => (password !== undefined) === filter.protected);
    }
    if (type !== undefined) {
      const users = usersOfType(type);
      if (users !== undefined) known.push(users);
      conditions.push(ofType(type));
    }
    if (expired !== undefined) {
      const now = app.clock();
      const isExpired = (at: string | undefined) => at !== undefined && Date.parse(at) <= now;
      conditions.push(({ expiresAt }) => isExpired(expiresAt) === expired);
    }
    if (filter.expiresBefore !== undefined) {
      const end = moment(filter.expiresBefore);
      conditions.push(({ expiresAt }) => expiresAt !== undefined && Date.parse(expiresAt) < end);
    }
    if (minClicks !== undefined) {
      conditions.push(({ id }) => statistics.clicksOf(id) >= minClicks);
    }
    if (maxClicks !== undefined) {
      conditions.push(({ id }) => statistics.clicksOf(id) <= maxClicks);
    }
    if (noClicksSince !== undefined) {
      const since = moment(noClicksSince);
      conditions.push(({ id }) => (statistics.lastClickOf(id) ?? -Infinity) < since);
    }
    if (filter.rising !== undefined) {
      const rises = createRising();
      conditions.push(({ id }) => rises(id) === filter.rising);
    }
    if (filter.madeAfter !== undefined) {
      const first = second(filter.madeAfter);
      conditions.push(({ createdAt }) => createdAt >= first);
    }
    if (filter.madeBefore !== undefined) {
      const end = second(filter.madeBefore);
      conditions.push(({ createdAt }) => createdAt < end);
    }
    const finds = filter.q === undefined ? undefined : searched(filter.q);
    if (finds !== undefined) conditions.push(finds);
    return { conditions, known };
  }

  return {
    read(filter) {
      check(filter);
      const { conditions, known } = conditionsOf(filter);
      const [fewest = null] = known.toSorted((one, other) => one.size - other.size);
      const { archived = "false" } = filter;
      // What is archived or not is all that is asked.
      const isPlain = conditions.length === (archived === "all" ? 0 : 1);
      const totals = {
        all: links.size,
        true: marks.archived.size,
        false: links.size - marks.archived.size,
      };
      return {
        matches: (link) => conditions.every((holds) => holds(link)),
        candidates: fewest,
        total: isPlain ? totals[archived] : null,
      };
    },
  };
}

function isArchived(link: LinkRecord): boolean {
  return link.isArchived === true;
}

/** What no other index knows of links: which are archived, and where they came from. */
function createMarks(links: Pick<LinkTable, "values" | "watch">) {
  const archived = new Set<number>();
  const bySource: IdIndex = new Map();

  function change(former: LinkRecord | undefined, next: LinkRecord | undefined): void {
    const id = next?.id ?? former?.id ?? 0;
    if (next !== undefined && isArchived(next)) archived.add(id);
    else if (former !== undefined && isArchived(former)) archived.delete(id);
    const [before, after] = [former?.source?.service, next?.source?.service];
    if (before === after) return;
    if (before !== undefined) dropId(bySource, before.toLowerCase(), id);
    if (after !== undefined) addId(bySource, after.toLowerCase(), id);
  }

  for (const link of links.values()) change(undefined, link);
  links.watch(change);
  return { archived, bySource };
}
