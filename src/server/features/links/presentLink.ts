import type {
  LinkDetails,
  LinkListItem,
  LinkStatistics,
} from "../../../contract/resources/links.ts";
import type { Link } from "./service.ts";
import { presentRules } from "./decisionFields.ts";
import { plainAnswers, plainListAnswers } from "./plainLinkFields.ts";
import { countryName } from "../../visitor/countryNames.ts";
import type { App } from "../../common/context.ts";

/**
 * Counts by name, as docs/api.md, "Top lists", has them: the integer 0 stands for none at all.
 */
function topList(counts: readonly (readonly [name: string, count: number])[]) {
  return counts.length === 0 ? (0 as const) : Object.fromEntries(counts);
}

/** Targets by name; of two with one name the first counts, as it does for visitors. */
function targets<Target extends { readonly url: string }>(
  list: readonly Target[] | undefined,
  name: (target: Target) => string,
): Record<string, string> {
  return Object.fromEntries((list ?? []).toReversed().map((target) => [name(target), target.url]));
}

function typeName(type: NonNullable<Link["type"]>): string {
  if (type.kind === "overlay") return `overlay-${type.id}`;
  return "id" in type && type.id !== undefined ? String(type.id) : type.kind;
}

/** Stored links in their wire shapes. */
export interface LinkPresenter {
  shortUrl(link: Link): string;
  listItem(link: Link): LinkListItem;
  details(link: Link): LinkDetails;
  /** The fields under the names and in the form in which callers send them. */
  sent(link: Link): Readonly<Record<string, unknown>>;
  statistics(link: Link): LinkStatistics;
}

export function createLinkPresenter(
  app: Pick<App, "statistics" | "timestamps" | "references" | "addresses">,
): LinkPresenter {
  const { statistics, timestamps, references, addresses } = app;

  const shortUrl = (link: Link) => addresses.short(link);
  const typeOf = (link: Link) => typeName(references.typeOf(link));
  /** What was deleted is left out: a link may go on naming it. */
  const channels = (link: Link) => (link.channels ?? []).filter((id) => references.hasChannel(id));
  const campaign = ({ campaign: id }: Link) =>
    id !== undefined && references.hasCampaign(id) ? id : null;
  const title = ({ name, metaTitle, fetchedTitle }: Link) =>
    name ?? metaTitle ?? fetchedTitle ?? "";
  const moment = (instant: string | undefined) =>
    instant === undefined ? null : timestamps.render(instant);

  const lastClick = ({ id }: Link) => {
    const last = statistics.lastClickOf(id);
    return last === null ? null : timestamps.render(new Date(last).toISOString());
  };

  /** A link without them answers as if they didn't exist. */
  const decisions = ({ rules, startsAt, showsStart, split, ...link }: Link) => ({
    ...(rules !== undefined && { rules: presentRules(rules, timestamps) }),
    ...(startsAt !== undefined && { starts: timestamps.render(startsAt) }),
    ...(showsStart !== undefined && { startspublic: showsStart }),
    ...(link.beforeUrl !== undefined && { beforeurl: link.beforeUrl }),
    ...(link.maxClicks !== undefined && { maxclicks: link.maxClicks }),
    ...(link.afterUrl !== undefined && { afterurl: link.afterUrl }),
    ...(split !== undefined && {
      split: {
        variants: [...split.variants],
        ends: moment(split.endsAt),
        winner: split.winner ?? null,
        started: moment(split.startedAt),
      },
    }),
  });

  const details = (link: Link): LinkDetails => {
    const { description, status, parameters, ...plain } = plainAnswers(link);
    return {
      id: link.id,
      shorturl: shortUrl(link),
      longurl: link.url,
      title: title(link),
      description,
      location: targets(link.countries, ({ country }) => countryName(country).toLowerCase()),
      device: targets(link.devices, ({ device }) => device),
      expiry: moment(link.expiresAt),
      date: timestamps.render(link.createdAt),
      alias: link.alias,
      domain: addresses.base(link.domain),
      type: typeOf(link),
      status,
      password: link.password !== undefined,
      language: targets(link.languages, ({ language }) => language),
      geotarget: (link.countries ?? []).map(({ country, url }) => ({
        location: countryName(country),
        link: url,
      })),
      devicetarget: (link.devices ?? []).map(({ device, url }) => ({ device, link: url })),
      languagetarget: (link.languages ?? []).map(({ language, url }) => ({ language, link: url })),
      ...plain,
      pixels: (link.pixels ?? []).filter((id) => references.hasPixel(id)),
      channel: channels(link),
      campaign: campaign(link),
      deeplink: link.deepLink ?? null,
      parameters,
      tags: [...(link.tags ?? [])],
      archived: link.isArchived === true,
      ...decisions(link),
      lastclick: lastClick(link),
    };
  };

  function listItem(link: Link): LinkListItem {
    const { name, description, status, ...plain } = plainListAnswers(link);
    return {
      id: link.id,
      alias: link.alias,
      shorturl: shortUrl(link),
      longurl: link.url,
      clicks: statistics.clicksOf(link.id),
      title: title(link),
      description,
      date: timestamps.render(link.createdAt),
      name,
      uniqueclicks: statistics.uniqueClicksOf(link.id),
      domain: addresses.base(link.domain),
      campaign: campaign(link),
      channel: channels(link),
      status,
      type: typeOf(link),
      expiry: moment(link.expiresAt),
      password: link.password !== undefined,
      tags: [...(link.tags ?? [])],
      archived: link.isArchived === true,
      lastclick: lastClick(link),
      ...plain,
    };
  }

  return {
    shortUrl,
    listItem,
    details,
    sent(link) {
      const shown = details(link);
      return { ...shown, url: shown.longurl, custom: shown.alias, channels: shown.channel };
    },
    statistics(link) {
      const counts = statistics.of(link.id);
      const { before, after } = statistics.closedVisitsOf(link.id);
      return {
        clicks: counts.clicks,
        uniqueClicks: counts.uniqueClicks,
        topCountries: topList(counts.countries),
        topReferrers: topList(counts.referrers),
        topBrowsers: topList(counts.browsers),
        topOs: topList(counts.systems),
        socialCount: counts.social,
        botClicks: counts.botClicks,
        topBots: topList(counts.bots),
        topLanguages: topList(counts.languages),
        ...((link.beforeUrl !== undefined || before > 0) && { visitsBefore: before }),
        ...((link.afterUrl !== undefined || after > 0) && { visitsAfter: after }),
      };
    },
  };
}
