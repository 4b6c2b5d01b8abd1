import type { LinkFilter } from "../../../../contract/fields/linkFilter.ts";
import type { App } from "../../../common/context.ts";
import { takeMatching } from "../../../common/paging.ts";
import { hostOfBase } from "../../domains/ownAddresses.ts";
import type { Direction, LinkOrder } from "../../links/linkOrders.ts";
import type { Link } from "../../links/service.ts";

/** Which links an imitated list shows. */
interface Part {
  readonly filter: LinkFilter;
  readonly ids?: ReadonlySet<number> | undefined;
  readonly order: LinkOrder;
  readonly direction: Direction;
  /** Links before the first one. */
  readonly skip: number;
  readonly limit: number;
}

/** Links as all imitated programs look for them. */
export function createLinksOfFacades(
  app: Pick<App, "store" | "links" | "statistics" | "addresses" | "domainHosts" | "ownAddresses">,
) {
  const { store, links, statistics, addresses, domainHosts, ownAddresses } = app;

  return {
    /** A part that begins anywhere, not only with a page. */
    async part({ skip, limit, ...request }: Part) {
      const page = Math.floor(skip / limit) + 1;
      const before = skip % limit;
      const { items, total } = await links.page({ ...request, page, limit });
      if (before === 0) return { items, total };
      const next = await links.page({ ...request, page: page + 1, limit });
      return { items: [...items.slice(before), ...next.items.slice(0, before)], total };
    },

    /** The newest link with this destination and domain. */
    async newestTo(url: string, domain: number | undefined): Promise<Link | undefined> {
      let newest: Link | undefined;
      const fits = (link: Link) => link.url === url && link.domain === domain;
      await takeMatching(store.links.values(), fits, (link) => {
        if (newest === undefined || link.id > newest.id) newest = link;
        return false;
      });
      return newest;
    },

    /** Host and port of a link's domain; null: the server's own address. */
    hostOf: ({ domain }: Link) =>
      domain === undefined ? null : hostOfBase(addresses.base(domain)),

    /** The domain of a host as other programs write it; null: it isn't registered. */
    domainOf(host: string): { readonly id: number | undefined } | null {
      const named = host.toLowerCase();
      const found = domainHosts.ofHost(named);
      if (found !== null) return { id: found.id };
      return ownAddresses.isOwnBase(named) ? { id: undefined } : null;
    },

    clicksOf: ({ id }: Link) => statistics.clicksOf(id),

    visitsOf({ id }: Link) {
      const nonBots = statistics.clicksOf(id);
      const total = Math.max(nonBots, statistics.visitsOf(id));
      return { total, nonBots, bots: total - nonBots };
    },
  };
}

/** A whole number of a query within its bounds. */
export function boundedNumber(
  sent: string | null,
  { least, most, otherwise }: { least: number; most: number; otherwise: number },
): number {
  const number = sent !== null && /^\d{1,15}$/.test(sent.trim()) ? Number(sent) : otherwise;
  return Math.min(Math.max(number, least), most);
}
