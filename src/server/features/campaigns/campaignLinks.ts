import { isLive } from "../../resolve/rotate.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { LinkTable } from "../../store/store.ts";
import { type PreparedLink, preparedLinkOf } from "../links/preparedLinks.ts";
import { firstIndex } from "../../../util/firstIndex.ts";

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

interface Expiring {
  readonly id: number;
  readonly expiresAt: number;
}

/** What of a campaign's links is kept, so that a visit walks over none of them. */
interface Members {
  /** Ids of those that are live, lowest first. */
  readonly live: number[];
  /** Those that expire at all, in the order in which they do. */
  readonly expiring: Expiring[];
  /** How many of those are over, and so not among the live ones. */
  over: number;
}

export function createCampaignLinks(
  links: Pick<LinkTable, "get" | "using" | "watch">,
): CampaignLinks {
  /** Made when a campaign is first visited, and kept up from then on. */
  const byCampaign = new Map<number, Members>();

  links.watch((former, next) => {
    const isSame =
      former?.campaign === next?.campaign &&
      former?.expiresAt === next?.expiresAt &&
      former?.url === next?.url;
    if (isSame) return;
    if (former?.campaign !== undefined) takeOut(byCampaign.get(former.campaign), former);
    if (next?.campaign !== undefined) putIn(byCampaign.get(next.campaign), next);
  });

  function membersOf(campaign: number): Members {
    const known = byCampaign.get(campaign);
    if (known !== undefined) return known;
    const made: Members = { live: [], expiring: [], over: 0 };
    const ids = [...links.using("campaigns", campaign)].toSorted((one, other) => one - other);
    for (const id of ids) {
      const record = links.get(id);
      if (record === undefined || !isUsable(record)) continue;
      made.live.push(id);
      const expiresAt = expiryOf(record);
      if (expiresAt !== null) made.expiring.push({ id, expiresAt });
    }
    made.expiring.sort(inTime);
    byCampaign.set(campaign, made);
    return made;
  }

  return {
    live(campaign, now, first = []) {
      const members = membersOf(campaign);
      moveTo(members, now);
      const { live } = members;
      const routeAt = (place: number) => {
        const record = links.get(live[place] ?? 0);
        return record === undefined ? undefined : preparedLinkOf(record);
      };
      return {
        size: live.length,
        at: routeAt,
        inOrder: (offset, limit) =>
          placesInOrder(live, first, offset, limit)
            .map(routeAt)
            .filter((route) => route !== undefined),
      };
    },
  };
}

/** Whether it leads anywhere, as far as that is seen without reading the address. */
export function isUsable({ url }: LinkRecord): boolean {
  return /^https?:/i.test(url);
}

function expiryOf({ expiresAt }: LinkRecord): number | null {
  return expiresAt === undefined ? null : Date.parse(expiresAt);
}

function inTime(one: Expiring, other: Expiring): number {
  return one.expiresAt - other.expiresAt || one.id - other.id;
}

/** The first place whose item isn't before the one that is looked for. */
function placeIn<Item>(items: readonly Item[], isBefore: (item: Item) => boolean): number {
  return firstIndex(items.length, (place) => {
    const item = items[place];
    return item !== undefined && isBefore(item);
  });
}

/** Places of a stretch of the list, without visiting what comes before it. */
function placesInOrder(
  live: readonly number[],
  first: readonly number[],
  offset: number,
  limit: number,
): number[] {
  const chosen = first.flatMap((id) => {
    const place = placeIn(live, (one) => one < id);
    return live[place] === id ? [place] : [];
  });
  const places = chosen.slice(offset, offset + limit);
  const passed = chosen.toSorted((one, other) => other - one);
  let place = live.length - 1 - Math.max(0, offset - chosen.length);
  let next = 0;
  for (; next < passed.length && (passed[next] ?? 0) >= place; next += 1) place -= 1;
  for (; places.length < limit && place >= 0; place -= 1) {
    if (passed[next] === place) next += 1;
    else places.push(place);
  }
  return places;
}

function addLive({ live }: Members, id: number): void {
  const place = placeIn(live, (one) => one < id);
  if (live[place] !== id) live.splice(place, 0, id);
}

function dropLive({ live }: Members, id: number): void {
  const place = placeIn(live, (one) => one < id);
  if (live[place] === id) live.splice(place, 1);
}

function putIn(members: Members | undefined, record: LinkRecord): void {
  if (members === undefined || !isUsable(record)) return;
  const { id } = record;
  const expiresAt = expiryOf(record);
  if (expiresAt === null) return addLive(members, id);
  const own = { id, expiresAt };
  const place = placeIn(members.expiring, (one) => inTime(one, own) < 0);
  members.expiring.splice(place, 0, own);
  if (place < members.over) members.over += 1;
  else addLive(members, id);
}

function takeOut(members: Members | undefined, record: LinkRecord): void {
  if (members === undefined) return;
  const { id } = record;
  dropLive(members, id);
  const expiresAt = expiryOf(record);
  if (expiresAt === null) return;
  const own = { id, expiresAt };
  const place = placeIn(members.expiring, (one) => inTime(one, own) < 0);
  if (members.expiring[place]?.id !== id) return;
  members.expiring.splice(place, 1);
  if (place < members.over) members.over -= 1;
}

/** Lets go what has expired since the last visit, and takes it back where the clock was set back. */
function moveTo(members: Members, now: number): void {
  const { expiring } = members;
  for (
    let next = expiring[members.over];
    next !== undefined && !isLive(next, now);
    next = expiring[members.over]
  ) {
    dropLive(members, next.id);
    members.over += 1;
  }
  for (
    let last = expiring[members.over - 1];
    last !== undefined && isLive(last, now);
    last = expiring[members.over - 1]
  ) {
    members.over -= 1;
    addLive(members, last.id);
  }
}
