import type { App } from "../../common/context.ts";
import { createPauses } from "../../common/paging.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { SubjectSums } from "../clicks/statistics.ts";
import { nameOfQrCode } from "../qr/service.ts";
import { together, total } from "./counterSums.ts";
import { countedSteps, type Period } from "./period.ts";
import type { Subjects } from "./subjects.ts";

interface Group {
  readonly id: number;
  readonly name: string;
  readonly clicks: number;
}

/** Links with the most clicks of a period, and what they belong to. */
export interface TopClicks {
  readonly links: readonly { readonly link: LinkRecord; readonly clicks: number }[];
  readonly tags: readonly { readonly name: string; readonly clicks: number }[];
  readonly channels: readonly Group[];
  readonly campaigns: readonly Group[];
  /** With their scans as clicks. */
  readonly qrs: readonly Group[];
  /** With the clicks of the short links on them. */
  readonly bio: readonly Group[];
}

type Counts<Key> = Map<Key, number>;

export async function findTop(
  { store, statistics, ownAddresses }: Pick<App, "store" | "statistics" | "ownAddresses">,
  { keys, scans }: Pick<Subjects, "keys" | "scans">,
  period: Period,
  most: number,
): Promise<TopClicks> {
  const { step, first, length } = countedSteps(period);
  const counts = new Float64Array(length);
  const sums: SubjectSums = { steps: [{ step, first, counts }], tallies: null, lastAt: 0 };
  const pause = createPauses();

  async function counted(subjects: Float64Array): Promise<Counts<number>> {
    const clicks: Counts<number> = new Map();
    for (const [place, subject] of subjects.entries()) {
      const rest = place % together === 0 ? pause() : undefined;
      if (rest !== undefined) await rest;
      counts.fill(0);
      statistics.addTo(sums, subject);
      const sum = total(counts);
      if (sum > 0) clicks.set(subject, sum);
    }
    return clicks;
  }

  const channelTable = store.table("channels");
  const links = await counted(keys);
  const [tags, channels, campaigns]: [Counts<string>, Counts<number>, Counts<number>] = [
    new Map(),
    new Map(),
    new Map(),
  ];
  for (const [id, clicks] of links) {
    const link = store.links.get(id);
    for (const tag of link?.tags ?? []) add(tags, tag, clicks);
    for (const channel of link?.channels ?? []) add(channels, channel, clicks);
    if (link?.campaign !== undefined) add(campaigns, link.campaign, clicks);
  }
  const bio: Counts<number> = new Map();
  for (const page of store.bioPages.values()) {
    const rest = pause();
    if (rest !== undefined) await rest;
    const shown = new Set(
      (page.links ?? []).flatMap(({ url }) => {
        const named = ownAddresses.aliasOf(url);
        return named === null ? [] : (store.links.byAlias(named.alias, named.domain)?.id ?? []);
      }),
    );
    for (const id of shown) add(bio, page.id, links.get(id) ?? 0);
  }

  const topOf = <Key, Item>(
    ofKeys: Counts<Key>,
    itemOf: (key: Key) => Item | undefined,
  ): (Item & { clicks: number })[] =>
    [...ofKeys]
      .filter(([, clicks]) => clicks > 0)
      .toSorted((one, other) => other[1] - one[1])
      .flatMap(([key, clicks]) => {
        const item = itemOf(key);
        return item === undefined ? [] : [{ ...item, clicks }];
      })
      .slice(0, most);
  const named = (record: { readonly id: number; readonly name: string } | undefined) =>
    record && { id: record.id, name: record.name };
  return {
    links: topOf(links, (id) => {
      const link = store.links.get(id);
      return link && { link };
    }),
    tags: topOf(tags, (name) => ({ name })),
    channels: topOf(channels, (id) => named(channelTable.get(id))),
    campaigns: topOf(campaigns, (id) => named(store.campaigns.get(id))),
    qrs: topOf(await counted(scans), (key) => {
      const code = store.qrCodes.get(-key);
      return code && { id: code.id, name: nameOfQrCode(code) };
    }),
    bio: topOf(bio, (id) => named(store.bioPages.get(id))),
  };
}

function add<Key>(counts: Counts<Key>, key: Key, clicks: number): void {
  counts.set(key, (counts.get(key) ?? 0) + clicks);
}
