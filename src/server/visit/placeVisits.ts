import { rotate } from "../resolve/rotate.ts";
import { resolve } from "../resolve/resolve.ts";
import type { Clicks } from "../services/clicks.ts";
import type { BioPage } from "../services/bioPages.ts";
import type { DomainService } from "../services/domains.ts";
import type { Places } from "../services/places.ts";
import type { Routes, Route } from "../services/routes.ts";
import { webAddress } from "../services/routes.ts";
import type { LinkStatistics } from "../services/statistics.ts";
import type { Asked } from "./asked.ts";
import { type CircleParts, leadsInCircles, rootStep, unknownStep } from "./circles.ts";
import { addressFrom, prefixHere, shortAddress } from "./hereAddress.ts";
import type { LinkAnswerParts } from "./linkAnswer.ts";
import { bioPage } from "./pages/bioPage.ts";
import { campaignListPage } from "./pages/campaignList.ts";
import { noticePage } from "./pages/notices.ts";
import { statisticsPage } from "./pages/statisticsPage.ts";
import type { PlaceAddress } from "./placeInPath.ts";
import { placeInPath } from "./placeInPath.ts";
import { recordVisit } from "./recordVisit.ts";
import { redirect, respond } from "./respond.ts";
import type { Answer } from "./respond.ts";
import { sendSmallFile } from "./smallFiles.ts";

export interface PlaceParts extends LinkAnswerParts, CircleParts {
  readonly routes: Routes;
  readonly domains: Pick<DomainService, "baseOf" | "get">;
  readonly places: Places;
  readonly clicks: Clicks;
  readonly statistics: { of(link: number): LinkStatistics };
  /** Whether the addresses of campaigns' lists have this name, or had it once. */
  isUsername(name: string): boolean;
  /** From 0 up to 1. */
  random(): number;
}

/** Links on one page of a campaign's list: with long titles it stays below 15 kB. */
const listLength = 20;

/** Answers what is not a link. `alias` is null where the path can't be one's, empty at the root. */
export function answerPlace(parts: PlaceParts, alias: string | null, asked: Asked): void {
  const { response, style, domain, path } = asked;
  if (alias === "") return respond(response, rootAnswer(parts, asked), style.look);
  if (alias !== null) {
    const page = parts.places.bioPage(alias, domain?.id);
    if (page !== undefined) return respond(response, bioAnswer(parts, page, asked), style.look);
    if (sendSmallFile(response, alias)) return;
  }
  const place = alias === null ? placeInPath(path) : null;
  if (place?.kind === "rotator" && answerRotator(parts, place.slug, asked)) return;
  const answer = place === null ? null : placeAnswer(parts, place, asked);
  respond(response, answer ?? notFoundAnswer(parts, asked), style.look);
}

/** Null: there is no such thing, or it isn't public. */
function placeAnswer(parts: PlaceParts, place: PlaceAddress, asked: Asked): Answer | null {
  switch (place.kind) {
    case "rotator":
      return null;
    case "statistics": {
      const route = parts.routes.find(place.alias, asked.domain?.id);
      return route?.record.status === "public" ? statisticsAnswer(parts, route, asked) : null;
    }
    case "list": {
      const campaign = parts.isUsername(place.username)
        ? parts.places.campaign(place.campaign)
        : undefined;
      return campaign === undefined ? null : listAnswer(parts, campaign, { place, asked });
    }
  }
}

function notFoundAnswer(parts: PlaceParts, asked: Asked): Answer {
  const { domain, style } = asked;
  const to = webAddress(domain?.redirect404 ?? "");
  if (to !== null) return onwards(parts, asked, { from: unknownStep(domain?.id), to });
  return { kind: "page", page: noticePage("notFound", style.language) };
}

function rootAnswer(parts: PlaceParts, asked: Asked): Answer {
  const { domain, style } = asked;
  const to = webAddress(domain?.redirectRoot ?? "");
  if (to !== null) return onwards(parts, asked, { from: rootStep(domain?.id), to });
  return { kind: "page", page: noticePage("welcome", style.language) };
}

function onwards(
  parts: PlaceParts,
  { read, style }: Asked,
  way: { readonly from: string; readonly to: string },
): Answer {
  return leadsInCircles(parts, { ...way, visit: read.visit })
    ? { kind: "page", page: noticePage("circle", style.language) }
    : { kind: "redirect", to: way.to };
}

function bioAnswer(parts: PlaceParts, page: BioPage, { style }: Asked): Answer {
  const links = (page.links ?? []).flatMap(({ title, url }) => {
    const address = webAddress(url);
    return address === null ? [] : [{ title: title === "" ? address : title, url: address }];
  });
  return {
    kind: "page",
    page: bioPage({
      language: style.language,
      name: page.name,
      description: page.description,
      avatar: webAddress(page.avatar ?? "") ?? undefined,
      links,
      address: shortAddress(parts, page),
      isPublic: page.status === "public",
    }),
  };
}

function statisticsAnswer(parts: PlaceParts, { id, record }: Route, { style }: Asked): Answer {
  const address = shortAddress(parts, record);
  const page = statisticsPage({ ...parts.statistics.of(id), language: style.language, address });
  return { kind: "page", page };
}

function listAnswer(
  parts: PlaceParts,
  campaign: { readonly id: number; readonly name: string },
  at: { readonly place: PlaceAddress & { readonly kind: "list" }; readonly asked: Asked },
): Answer {
  const { place, asked } = at;
  const live = parts.places.liveLinks(campaign.id, asked.read.visit.now);
  const start = (place.page - 1) * listLength;
  const own = `${prefixHere(parts, asked.domain)}/u/${encodeURIComponent(place.username)}/list-${campaign.id}`;
  const page = campaignListPage({
    language: asked.style.language,
    name: campaign.name,
    links: live.newest(start, listLength).map(({ record, link }) => ({
      // What the target calls itself is behind the password too.
      title: record.metaTitle ?? (link.isProtected ? undefined : record.fetchedTitle),
      address: shortAddress(parts, record),
      href: addressFrom(parts, asked.domain, record),
      isProtected: link.isProtected,
    })),
    before: place.page === 1 ? null : `${own}?page=${place.page - 1}`,
    after: start + listLength < live.size ? `${own}?page=${place.page + 1}` : null,
  });
  return { kind: "page", page };
}

/** False: no such rotator, or nothing live in it. */
function answerRotator(parts: PlaceParts, slug: string, asked: Asked): boolean {
  const campaign = parts.places.campaignOfSlug(slug);
  if (campaign === undefined) return false;
  const { request, response, read } = asked;
  const live = parts.places.liveLinks(campaign.id, read.visit.now);
  const place = rotate(live.size, parts.random());
  const route = place === null ? undefined : live.at(place);
  if (route === undefined) return false;
  const decision = resolve(route.link, read.visit);
  if (decision.kind === "redirect" && decision.pixels.length === 0) {
    recordVisit(parts.clicks, route, read, request.method, () => redirect(response, decision.to));
  } else {
    // Its pages stand at its own address, where their forms and cookies belong; it counts there.
    redirect(response, addressFrom(parts, asked.domain, route.record));
  }
  return true;
}
