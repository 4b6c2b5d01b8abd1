import { openTime, rotate } from "../../resolve/rotate.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import { hasClicksLeft } from "../../resolve/rules/decide.ts";
import type { Statistics } from "../clicks/statistics.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { LinkTable } from "../../store/store.ts";
import { type PreparedLink, preparedLinkOf } from "../links/preparedLinks.ts";

/** The links of a campaign that lead somewhere at a moment. */
export interface LiveLinks {
  readonly size: number;
  /** One that has clicks left, each as likely as any other; undefined: there is none. `roll` is from 0 up to 1. */
  draw(roll: number): PreparedLink | undefined;
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
  /** Those that were found used up: a visit doesn't look at them again. */
  readonly usedUp: Set<number>;
  /** The others. */
  drawable: readonly number[];
  /** All of them as the list shows them, for the `first` that was asked for last; null: not yet. */
  listed: ListedIds | null;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly until: number;
}

interface ListedIds {
  readonly first: readonly number[] | undefined;
  readonly ids: readonly number[];
}

export function createCampaignLinks(
  links: Pick<LinkTable, "get" | "using" | "watch">,
  { clicksOf, watchLastClicks }: Pick<Statistics, "clicksOf" | "watchLastClicks">,
): CampaignLinks {
  /** Of campaigns that were visited, so that a visit walks over none of their links. */
  const byCampaign = new Map<number, LiveIds>();

  links.watch((former, next) => {
    const isSame =
      former?.campaign === next?.campaign &&
      former?.startsAt === next?.startsAt &&
      former?.expiresAt === next?.expiresAt &&
      former?.maxClicks === next?.maxClicks &&
      former?.url === next?.url;
    if (isSame) return;
    if (former?.campaign !== undefined) byCampaign.delete(former.campaign);
    if (next?.campaign !== undefined) byCampaign.delete(next.campaign);
  });

  function liveIds(campaign: number, now: number): LiveIds {
    const known = byCampaign.get(campaign);
    if (known !== undefined && known.from <= now && now < known.until) return known;
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
    const live = { ids, usedUp: new Set<number>(), drawable: ids, listed: null, from, until };
    byCampaign.set(campaign, live);
    return live;
  }

  const isOpen = (id: number) => hasClicksLeft(links.get(id)?.maxClicks, clicksOf(id));

  // Clicks that came along can be taken back.
  watchLastClicks((id) => {
    if (byCampaign.size === 0) return;
    const campaign = links.get(id)?.campaign;
    const live = campaign === undefined ? undefined : byCampaign.get(campaign);
    if (live?.usedUp.has(id) !== true || !isOpen(id)) return;
    live.usedUp.clear();
    live.drawable = live.ids;
  });

  function setAsideUsedUp(live: LiveIds): void {
    for (const id of live.drawable) if (!isOpen(id)) live.usedUp.add(id);
    live.drawable = live.drawable.filter((id) => !live.usedUp.has(id));
  }

  /** Sets aside all links without a usable URL, as setting aside each would copy the others. `found` is one of them. */
  function setAsideUnusable(live: LiveIds, found: number | undefined): void {
    live.drawable = live.drawable.filter(
      (id) => id !== found && webAddress(links.get(id)?.url ?? "") !== null,
    );
  }

  /** `first` is told apart by identity: a record that changes is another one. */
  function listedIds(live: LiveIds, first: readonly number[] | undefined): readonly number[] {
    if (live.listed === null || live.listed.first !== first) {
      live.listed = { first, ids: inListOrder(new Set(live.ids), first) };
    }
    return live.listed.ids;
  }

  function prepared(id: number | undefined): PreparedLink | undefined {
    const record = id === undefined ? undefined : links.get(id);
    return record && preparedLinkOf(record);
  }

  return {
    live(campaign, now, first) {
      const live = liveIds(campaign, now);
      const { ids } = live;
      return {
        size: ids.length,
        draw(roll) {
          for (;;) {
            const place = rotate(live.drawable.length, roll);
            if (place === null) return undefined;
            const id = live.drawable[place];
            const link = prepared(id);
            if (link !== undefined && isOpen(link.id)) return link;
            if (link === undefined) setAsideUnusable(live, id);
            else setAsideUsedUp(live);
          }
        },
        inOrder: (offset, limit) =>
          listedIds(live, first)
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
