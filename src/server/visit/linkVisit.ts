import type { FormTokens } from "./forms/formTokens.ts";
import { webAddress } from "../resolve/webAddress.ts";
import type { Lookups, VisitedLink, VisitSettings } from "./visitModel.ts";
import { baseHere } from "./visitedAddress.ts";
import type { VisitorRequest } from "./visitorRequest.ts";

/** Whose visit to what. */
export interface LinkVisit {
  readonly prepared: VisitedLink;
  readonly visitorRequest: VisitorRequest;
}

export interface LinkAnswerParts {
  readonly places: Pick<Lookups["places"], "splashPage" | "overlay" | "pixels">;
  readonly domains: Pick<Lookups["domains"], "baseOf">;
  readonly settings: VisitSettings;
  readonly formTokens: FormTokens;
}

/** Whether a link takes no more than some clicks. */
export function isLimited({ link }: VisitedLink): boolean {
  return (link.decisions?.maxClicks ?? null) !== null;
}

/** What a link's pages are called; empty: it says nothing. */
export function titleOf({ record }: VisitedLink): string {
  return record.metaTitle ?? record.fetchedTitle ?? "";
}

/** The document may have been edited by hand. */
export function usable(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (webAddress(address) ?? undefined);
}

/**
 * Whether a browser would show the target in a frame on the link's page. What was learned of the
 * link's own address holds for its whole site; of a target elsewhere nothing is known.
 */
export function isFramable(
  parts: Pick<LinkAnswerParts, "settings" | "domains">,
  to: string,
  { prepared, visitorRequest }: LinkVisit,
): boolean {
  // A page under https shows nothing from http.
  if (to.startsWith("http:") && baseHere(parts, visitorRequest.domain).startsWith("https:"))
    return false;
  const { url, framing } = prepared.record;
  return framing?.allowed !== false || URL.parse(to)?.origin !== URL.parse(url)?.origin;
}
