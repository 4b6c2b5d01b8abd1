import { rotate } from "../../resolve/rotate.ts";
import { isPlain, resolve } from "../../resolve/resolve.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import type { Clicks } from "../../services/clicks/clicks.ts";
import type { BioPage } from "../../services/bioPages.ts";
import type { Domain, DomainService } from "../../services/domains.ts";
import type { Places } from "../../services/places.ts";
import type { PreparedLinks, PreparedLink } from "../../services/preparedLinks.ts";
import type { LinkStatistics } from "../../services/clicks/statistics.ts";
import type { Answer } from "../answer.ts";
import type { VisitorRequest } from "../visitorRequest.ts";
import { type CircleParts, leadsInCircles, rootStep, unknownStep } from "../redirectLoops.ts";
import { addressFrom, type AddressParts, prefixHere, shortAddress } from "../visitedAddress.ts";
import type { LinkAnswerParts } from "../linkVisit.ts";
import { bioPage } from "../pages/bioPage.ts";
import type { BioPageModel } from "../pages/bioPage.ts";
import { campaignListPage, type ListedLink } from "../pages/campaignList.ts";
import { noticePage } from "../pages/notices.ts";
import { statisticsPage } from "../pages/statisticsPage.ts";
import type { PlaceAddress } from "../placeInPath.ts";
import { placeInPath } from "../placeInPath.ts";
import { recordVisit } from "../recordVisit.ts";
import { redirect, respond, write } from "../respond.ts";
import { smallFile } from "./smallFiles.ts";

export interface PlaceParts extends LinkAnswerParts, CircleParts {
  readonly preparedLinks: PreparedLinks;
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
export const listLength = 20;

/** Answers what is not a link. `alias` is null where the path can't be one's, empty at the root. */
export function answerPlace(
  parts: PlaceParts,
  alias: string | null,
  visitorRequest: VisitorRequest,
): void {
  const { response, style, domain, path } = visitorRequest;
  if (alias === "") return respond(response, rootAnswer(parts, visitorRequest), style.look);
  if (alias !== null) {
    const page = parts.places.bioPage(alias, domain?.id);
    if (page !== undefined)
      return respond(response, bioAnswer(parts, page, visitorRequest), style.look);
    const file = smallFile(alias);
    if (file !== undefined) return write(response, file);
  }
  const place = alias === null ? placeInPath(path) : null;
  if (place?.kind === "rotator" && answerRotator(parts, place.slug, visitorRequest)) return;
  const answer = place === null ? null : placeAnswer(parts, place, visitorRequest);
  respond(response, answer ?? notFoundAnswer(parts, visitorRequest), style.look);
}

/** Null: there is no such thing, or it isn't public. */
function placeAnswer(
  parts: PlaceParts,
  place: PlaceAddress,
  visitorRequest: VisitorRequest,
): Answer | null {
  switch (place.kind) {
    case "rotator":
      return null;
    case "statistics": {
      const prepared = parts.preparedLinks.find(place.alias, visitorRequest.domain?.id);
      return prepared?.record.status === "public"
        ? statisticsAnswer(parts, prepared, visitorRequest)
        : null;
    }
    case "list": {
      const campaign = parts.isUsername(place.username)
        ? parts.places.campaign(place.campaign)
        : undefined;
      return campaign === undefined ? null : listAnswer(parts, campaign, { place, visitorRequest });
    }
  }
}

function notFoundAnswer(parts: PlaceParts, visitorRequest: VisitorRequest): Answer {
  const { domain, style } = visitorRequest;
  const to = webAddress(domain?.redirect404 ?? "");
  if (to !== null) return onwards(parts, visitorRequest, { from: unknownStep(domain?.id), to });
  return { kind: "page", page: noticePage("notFound", style.language) };
}

function rootAnswer(parts: PlaceParts, visitorRequest: VisitorRequest): Answer {
  const { domain, style } = visitorRequest;
  const to = webAddress(domain?.redirectRoot ?? "");
  if (to !== null) return onwards(parts, visitorRequest, { from: rootStep(domain?.id), to });
  return { kind: "page", page: noticePage("welcome", style.language) };
}

function onwards(
  parts: PlaceParts,
  { read, style }: VisitorRequest,
  way: { readonly from: string; readonly to: string },
): Answer {
  return leadsInCircles(parts, { ...way, visit: read.visit })
    ? { kind: "page", page: noticePage("circle", style.language) }
    : { kind: "redirect", to: way.to };
}

/** Those of a bio page that lead somewhere. */
export function shownLinks(
  links: readonly { readonly title: string; readonly url: string }[],
): BioPageModel["links"] {
  return links.flatMap(({ title, url }) => {
    const address = webAddress(url);
    return address === null ? [] : [{ title: title === "" ? address : title, url: address }];
  });
}

function bioAnswer(parts: PlaceParts, page: BioPage, { style }: VisitorRequest): Answer {
  return {
    kind: "page",
    page: bioPage({
      language: style.language,
      name: page.name,
      description: page.description,
      avatar: webAddress(page.avatar ?? "") ?? undefined,
      links: shownLinks(page.links ?? []),
      address: shortAddress(parts, page),
      isPublic: page.status === "public",
    }),
  };
}

function statisticsAnswer(
  parts: PlaceParts,
  { id, record }: PreparedLink,
  { style }: VisitorRequest,
): Answer {
  const address = shortAddress(parts, record);
  const page = statisticsPage({ ...parts.statistics.of(id), language: style.language, address });
  return { kind: "page", page };
}

function listAnswer(
  parts: PlaceParts,
  campaign: { readonly id: number; readonly name: string },
  at: {
    readonly place: PlaceAddress & { readonly kind: "list" };
    readonly visitorRequest: VisitorRequest;
  },
): Answer {
  const { place, visitorRequest } = at;
  const live = parts.places.liveLinks(campaign.id, visitorRequest.read.visit.now);
  const start = (place.page - 1) * listLength;
  const own = `${prefixHere(parts, visitorRequest.domain)}/u/${encodeURIComponent(place.username)}/list-${campaign.id}`;
  const page = campaignListPage({
    language: visitorRequest.style.language,
    name: campaign.name,
    links: live
      .inOrder(start, listLength)
      .map((prepared) => listedLink(parts, visitorRequest.domain, prepared)),
    before: place.page === 1 ? null : `${own}?page=${place.page - 1}`,
    after: start + listLength < live.size ? `${own}?page=${place.page + 1}` : null,
  });
  return { kind: "page", page };
}

/** A link as the list of its campaign shows it to who is on `here`. */
export function listedLink(
  parts: AddressParts,
  here: Domain | null,
  { record, link }: PreparedLink,
): ListedLink {
  return {
    // What the target calls itself is behind the password too.
    title: record.metaTitle ?? (link.isProtected ? undefined : record.fetchedTitle),
    address: `${parts.domains.baseOf(record.domain)}/${record.alias}`,
    href: addressFrom(parts, here, record),
    isProtected: link.isProtected,
  };
}

/** False: no such rotator, or nothing live in it. */
function answerRotator(parts: PlaceParts, slug: string, visitorRequest: VisitorRequest): boolean {
  const campaign = parts.places.campaignOfSlug(slug);
  if (campaign === undefined) return false;
  const { request, response, read } = visitorRequest;
  const live = parts.places.liveLinks(campaign.id, read.visit.now);
  const place = rotate(live.size, parts.random());
  const prepared = place === null ? undefined : live.at(place);
  if (prepared === undefined) return false;
  const decision = resolve(prepared.link, read.visit);
  if (isPlain(decision)) {
    recordVisit(parts.clicks, prepared, read, request.method, () =>
      redirect(response, decision.to),
    );
  } else {
    // Its pages stand at its own address, where their forms and cookies belong; it counts there.
    redirect(response, addressFrom(parts, visitorRequest.domain, prepared.record));
  }
  return true;
}
