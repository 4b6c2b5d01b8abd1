import type { Decision } from "../resolve/model.ts";
import type { DomainService } from "../services/domains.ts";
import type { Places } from "../services/places.ts";
import { webAddress } from "../services/preparedLinks.ts";
import type { PreparedLink } from "../services/preparedLinks.ts";
import type { SplashPage } from "../services/splashPages.ts";
import type { VisitorRequest } from "./visitorRequest.ts";
import { baseHere } from "./visitedAddress.ts";
import { afterHop, isAfterHop } from "./hops.ts";
import { deepLinkPage } from "./pages/deepLinkHop.ts";
import { framePage } from "./pages/frame.ts";
import { hostOf } from "./pages/goOn.ts";
import { overlayPage } from "./pages/overlay.ts";
import type { OverlayModel } from "./pages/overlay.ts";
import { pixelHopPage } from "./pages/pixelHop.ts";
import { splashPage } from "./pages/splash.ts";
import type { VisitSettings } from "./readVisit.ts";
import { asksNotToBeTracked } from "./requestHeaders.ts";
import type { Answer } from "./respond.ts";

export interface InterstitialParts {
  readonly places: Pick<Places, "splashPage" | "overlay" | "pixels">;
  readonly domains: Pick<DomainService, "baseOf">;
  readonly settings: VisitSettings;
}

/** Decisions that lead on to an address. */
export type Interstitial = Decision & {
  readonly kind: "redirect" | "deepLink" | "frame" | "splash" | "overlay";
};

/** Whose visit to what. */
export interface On {
  readonly prepared: PreparedLink;
  readonly visitorRequest: VisitorRequest;
}

/** What stands between the click and the target: a page, two of them, or nothing. */
export function interstitialAnswer(
  parts: InterstitialParts,
  interstitial: Interstitial,
  on: On,
): Answer {
  const answer = withoutPixels(parts, interstitial, on);
  const ids = interstitial.kind === "deepLink" ? on.prepared.link.pixels : interstitial.pixels;
  if (ids.length === 0 || !mayBeTracked(parts, on)) return answer;
  const pixels = parts.places.pixels(ids);
  if (pixels.length === 0) return answer;
  const page = pixelHopPage({
    language: on.visitorRequest.style.language,
    to: answer.kind === "redirect" ? answer.to : afterHop(on.visitorRequest),
    host: hostOf(interstitial.to),
    pixels,
  });
  return { kind: "page", page };
}

/** People who look and have nothing against it, once a visit. */
function mayBeTracked({ settings }: InterstitialParts, { visitorRequest }: On): boolean {
  const { read, request } = visitorRequest;
  if (read.userAgent.bot !== undefined || read.isPrefetch || isAfterHop(visitorRequest))
    return false;
  return !(settings.respectDnt && asksNotToBeTracked(request.headers));
}

function withoutPixels(parts: InterstitialParts, interstitial: Interstitial, on: On): Answer {
  const { language } = on.visitorRequest.style;
  const { to } = interstitial;
  const title = titleOf(on.prepared);
  const direct: Answer = { kind: "redirect", to };
  switch (interstitial.kind) {
    case "redirect":
      return direct;
    case "deepLink":
      return { kind: "page", page: deepLinkPage({ ...interstitial, language, title }) };
    case "frame":
      if (!isFramable(parts, to, on)) return direct;
      return { kind: "page", page: framePage({ language, to, title }) };
    case "splash": {
      const found = interstitial.id === null ? null : parts.places.splashPage(interstitial.id);
      // Its page is gone: the link is direct.
      if (found === undefined) return direct;
      const page = found === null ? null : shownSplashPage(found);
      return { kind: "page", page: splashPage({ language, to, title, page }) };
    }
    case "overlay": {
      const model = overlayModel(parts, interstitial, on);
      return model === null ? direct : { kind: "page", page: overlayPage(model) };
    }
  }
}

/** Null: the overlay is gone, and the link is direct. */
export function overlayModel(
  parts: InterstitialParts,
  { id, to }: Interstitial & { readonly kind: "overlay" },
  on: On,
): OverlayModel | null {
  const overlay = parts.places.overlay(id);
  if (overlay === undefined) return null;
  return {
    language: on.visitorRequest.style.language,
    to,
    title: titleOf(on.prepared),
    overlay: { ...overlay, link: usable(overlay.link) },
    state: { kind: "form" },
    mayFrame: isFramable(parts, to, on),
  };
}

function titleOf({ record }: PreparedLink): string {
  return record.metaTitle ?? record.fetchedTitle ?? "";
}

/** The document may have been edited by hand. */
function usable(address: string | undefined): string | undefined {
  return address === undefined ? undefined : (webAddress(address) ?? undefined);
}

function shownSplashPage(page: SplashPage): Omit<SplashPage, "id" | "name" | "createdAt"> {
  const { title, message, delay } = page;
  const [banner, logo, link] = [usable(page.banner), usable(page.logo), usable(page.link)];
  return { title, message, delay, banner, logo, link };
}

/**
 * Whether a browser would show the target in a frame on the link's page. What was learned of the
 * link's own address holds for its whole site; of a target elsewhere nothing is known.
 */
function isFramable(
  parts: Pick<InterstitialParts, "settings" | "domains">,
  to: string,
  { prepared, visitorRequest }: On,
): boolean {
  // A page under https shows nothing from http.
  if (to.startsWith("http:") && baseHere(parts, visitorRequest.domain).startsWith("https:"))
    return false;
  const { url, framing } = prepared.record;
  return framing?.allowed !== false || URL.parse(to)?.origin !== URL.parse(url)?.origin;
}
