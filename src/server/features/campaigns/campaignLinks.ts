import { openTime } from "../../resolve/rotate.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { LinkTable } from "../../store/store.ts";
import { type PreparedLink, preparedLinkOf } from "../links/preparedLinks.ts";

/** The links of a campaign that lead somewhere at a moment. */
export interface LiveLinks {
  readonly size: number;
  /** The oldest one stands at 0. */
  at(place: number): PreparedLink | undefined;
  /** As a list shows them: those that are to come first, then the others, newest first. */
  inOrder(offset: number, limit: number): PreparedLink[];
}

export interface CampaignLinks {
  /** `first`: ids of those that come first in its list, in this order. */
  live(campaign: number, now: number, first?: readonly number[]): LiveLinks;
}

/** The live links of a campaign, and the time in which no other link of it begins or ends. */
interface LiveIds {
  /** Lowest first. */
  readonly ids: readonly number[];
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

export function createCampaignLinks(
  links: Pick<LinkTable, "get" | "using" | "watch">,
): CampaignLinks {
  /** Of campaigns that were visited, so that a visit walks over none of their links. */
  const byCampaign = new Map<number, LiveIds>();

  links.watch((former, next) => {
    const isSame =
      former?.campaign === next?.campaign &&
      former?.startsAt === next?.startsAt &&
      former?.expiresAt === next?.expiresAt &&
      former?.url === next?.url;
    if (isSame) return;
    if (former?.campaign !== undefined) byCampaign.delete(former.campaign);
    if (next?.campaign !== undefined) byCampaign.delete(next.campaign);
  });

  function liveIds(campaign: number, now: number): readonly number[] {
    const known = byCampaign.get(campaign);
    if (known !== undefined && known.from <= now && now < known.until) return known.ids;
    const ids: number[] = [];
    let from = -Infinity;
    let until = Infinity;
    for (const id of links.using("campaigns", campaign)) {
      const record = links.get(id);
      if (record === undefined || !isUsable(record)) continue;
      const open = openTime(record);
      if (open.from <= now && now < open.until) ids.push(id);
      for (const moment of [open.from, open.until]) {
        if (moment <= now) from = Math.max(from, moment);
        else until = Math.min(until, moment);
      }
    }
    ids.sort((one, other) => one - other);
    byCampaign.set(campaign, { ids, from, until });
    return ids;
  }

  return {
    live(campaign, now, first) {
      const ids = liveIds(campaign, now);
      const prepared = (id: number | undefined) => {
        const record = id === undefined ? undefined : links.get(id);
        return record === undefined ? undefined : preparedLinkOf(record);
      };
      return {
        size: ids.length,
        at: (place) => prepared(ids[place]),
        inOrder: (offset, limit) =>
          inListOrder(new Set(ids), first)
            .slice(offset, offset + limit)
            .flatMap((id) => prepared(id) ?? []),
      };
    },
  };
}

/** IDs as a campaign's list shows them: those of `first` that are among them, then the others, newest first. */
export function inListOrder(ids: ReadonlySet<number>, first: readonly number[] = []): number[] {
  const placed = new Set(first.filter((id) => ids.has(id)));
  const others = [...ids].filter((id) => !placed.has(id));
  return [...placed, ...others.toSorted((one, other) => other - one)];
}

/** Whether it leads anywhere, as far as that is seen without reading the address. */
export function isUsable({ url }: LinkRecord): boolean {
  return /^https?:/i.test(url);
}
