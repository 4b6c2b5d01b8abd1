import { ownPicture } from "../../../contract/fields/shownFields.ts";
import { platformOfHost } from "../../visitor/socialPlatforms.ts";
import { isPlain, resolve } from "../../resolve/resolve.ts";
import { webAddress } from "../../resolve/webAddress.ts";
import { type Answer, httpAnswer, redirection } from "../answer.ts";
import { countsOf } from "../counted.ts";
import type { HttpAnswer } from "../pages/markup/httpAnswer.ts";
import type { CountedAnswer, VisitorRequest } from "../visitorRequest.ts";
import { type LoopParts, isRedirectLoop, rootStep, unknownStep } from "../redirectLoops.ts";
import { addressFrom, type AddressParts, prefixHere, shortAddress } from "../visitedAddress.ts";
import type {
  Lookups,
  VisitedBioPage,
  VisitedCampaign,
  VisitedDomain,
  VisitedLink,
} from "../visitModel.ts";
import { bioPage, type BioPageModel } from "../pages/bioPage.ts";
import { campaignListPage, type ListedLink } from "../pages/campaignList.ts";
import type { PageLanguage } from "../pages/markup/language.ts";
import type { PageLook } from "../pages/markup/look.ts";
import { noticePage } from "../pages/notices.ts";
import { usable } from "../linkVisit.ts";
import { type PlaceAddress, placeInPath } from "../placeInPath.ts";
import { markFile } from "../pages/markup/mark.ts";

export interface PlaceParts extends LoopParts, AddressParts {
  readonly places: Lookups["places"];
  readonly domains: Lookups["domains"];
  readonly isUsername: Lookups["isUsername"];
  /** From 0 up to 1. */
  random(): number;
}

/** The statistics of a link that shows them to everybody were asked for. */
export interface StatisticsRequest {
  readonly kind: "statistics";
  readonly prepared: VisitedLink;
  readonly visitorRequest: VisitorRequest;
}

/** The always-on copy can't answer, this computer can. */
export interface AtHome {
  readonly kind: "atHome";
  readonly visitorRequest: VisitorRequest;
}

/** Clicks of a limited link are counted by the always-on copy, so this computer gives none. */
export interface Elsewhere<Found extends VisitedLink> {
  readonly kind: "elsewhere";
  readonly prepared: Found;
  readonly visitorRequest: VisitorRequest;
}

/** Links on one page of a campaign's list: with long titles it stays below 15 kB. */
export const listLength = 20;

/** Answers what is not a link. `alias` is null where the path can't be one's, empty at the root. */
export function answerPlace(
  parts: PlaceParts,
  alias: string | null,
  visitorRequest: VisitorRequest,
): CountedAnswer | StatisticsRequest | AtHome {
  const { style, domain, path } = visitorRequest;
  const uncounted = (answer: Answer) => counting(httpAnswer(answer, style.look), null);
  if (alias === "") return uncounted(rootAnswer(parts, visitorRequest));
  if (alias !== null) {
    const page = parts.places.bioPage(alias, domain?.id);
    if (page !== undefined) return uncounted(bioAnswer(parts, page, visitorRequest));
    const file = smallFile(alias, style.look);
    if (file !== undefined) return counting(file, null);
  }
  const place = alias === null ? placeInPath(path) : null;
  const outcome = place === null ? null : placeOutcome(parts, place, visitorRequest);
  if (outcome === null) return uncounted(notFoundAnswer(parts, visitorRequest));
  return outcome.kind === "page" ? uncounted(outcome) : outcome;
}

function counting(answer: HttpAnswer, counts: CountedAnswer["counts"]): CountedAnswer {
  return { kind: "answer", answer, counts };
}

type PageAnswer = Answer & { readonly kind: "page" };

/** Null: there is no such thing, or it isn't public. */
function placeOutcome(
  parts: PlaceParts,
  place: PlaceAddress,
  visitorRequest: VisitorRequest,
): PageAnswer | CountedAnswer | StatisticsRequest | AtHome | null {
  switch (place.kind) {
    case "rotator":
      return rotatorAnswer(parts, place.slug, visitorRequest);
    case "statistics": {
      const prepared = parts.preparedLinks.find(place.alias, visitorRequest.domain?.id);
      return prepared?.record.status === "public"
        ? { kind: "statistics", prepared, visitorRequest }
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
  return isRedirectLoop(parts, { ...way, visit: read.visit })
    ? { kind: "page", page: noticePage("circle", style.language) }
    : { kind: "redirect", to: way.to };
}

/** A bio page as visitors see it, without its address. `picture` allows or drops the address of a picture. */
export function shownBioPage(
  page: Omit<VisitedBioPage, "alias" | "domain" | "status">,
  language: PageLanguage,
  picture: (address: string) => string | undefined = usable,
): Omit<BioPageModel, "address" | "isPublic"> {
  const { name, description, avatar = "", theme = "paper", buttons = "rounded" } = page;
  return {
    language,
    name,
    description,
    avatar: ownPicture.test(avatar) ? avatar : picture(avatar),
    theme,
    buttons,
    hasCredit: page.hidesCredit !== true,
    links: (page.links ?? []).flatMap(({ title, url }) => {
      const address = webAddress(url);
      if (address === null) return [];
      const platform = platformOfHost(new URL(address).hostname);
      return [{ title: title === "" ? address : title, url: address, platform }];
    }),
  };
}

function bioAnswer(parts: PlaceParts, page: VisitedBioPage, { style }: VisitorRequest): Answer {
  return {
    kind: "page",
    page: bioPage({
      ...shownBioPage(page, style.language),
      address: shortAddress(parts, page),
      isPublic: page.status === "public",
    }),
  };
}

function listAnswer(
  parts: PlaceParts,
  campaign: VisitedCampaign,
  at: {
    readonly place: PlaceAddress & { readonly kind: "list" };
    readonly visitorRequest: VisitorRequest;
  },
): PageAnswer {
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
  here: VisitedDomain | null,
  { record, link }: VisitedLink,
): ListedLink {
  return {
    // What the target calls itself is behind the password too.
    title: record.metaTitle ?? (link.isProtected ? undefined : record.fetchedTitle),
    address: `${parts.domains.baseOf(record.domain)}/${record.alias}`,
    href: addressFrom(parts, here, record),
    isProtected: link.isProtected,
  };
}

/** Null: no such rotator, or nothing live in it. */
function rotatorAnswer(
  parts: PlaceParts,
  slug: string,
  visitorRequest: VisitorRequest,
): CountedAnswer | AtHome | null {
  const campaign = parts.places.campaignOfSlug(slug);
  if (campaign === undefined) return null;
  const { read, domain } = visitorRequest;
  const prepared = parts.places.liveLinks(campaign.id, read.visit.now).draw(parts.random());
  if (prepared === undefined) return null;
  if (prepared.isAtHome === true) return { kind: "atHome", visitorRequest };
  const decision = resolve(prepared.link, read.visit);
  // What else decides about it is asked at its own address, where it counts.
  return isPlain(decision) && prepared.link.decisions === null
    ? counting(
        redirection(decision.to),
        countsOf(visitorRequest, { link: prepared.id, qr: undefined }),
      )
    : // Its pages stand there too, where their forms and cookies belong.
      counting(redirection(addressFrom(parts, domain, prepared.record)), null);
}

interface SmallFile {
  readonly type: string;
  readonly body: (look: PageLook) => string;
}

/** What browsers and robots ask every host for. Link previews must stay allowed. */
const smallFiles: ReadonlyMap<string, SmallFile> = new Map([
  [
    "robots.txt",
    { type: "text/plain; charset=utf-8", body: () => "User-agent: *\nDisallow: /api/\n" },
  ],
  ["favicon.ico", { type: "image/svg+xml", body: markFile }],
]);

/** Undefined when there is none of that name. */
function smallFile(name: string, look: PageLook): HttpAnswer | undefined {
  const file = smallFiles.get(name);
  if (file === undefined) return undefined;
  return {
    status: 200,
    headers: {
      "Content-Type": file.type,
      "Cache-Control": "public, max-age=86400",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    },
    body: file.body(look),
  };
}
