import { shownOf, shownSplashPageFields } from "../../contract/fields/shownFields.ts";
import type { PreviewDraft, Previews, PreviewStyle } from "../features/splash/previews.ts";
import { usable } from "./linkVisit.ts";
import { bioPage } from "./pages/bioPage.ts";
import { campaignListPage } from "./pages/campaignList.ts";
import { framePage } from "./pages/frame.ts";
import type { HttpAnswer } from "./pages/markup/httpAnswer.ts";
import { lookOf } from "./pages/markup/look.ts";
import type { Page } from "./pages/markup/page.ts";
import { previewAnswer } from "./pages/markup/previewAnswer.ts";
import { noticePage } from "./pages/notices.ts";
import { overlayPage } from "./pages/overlay.ts";
import { passwordPage } from "./pages/password.ts";
import { splashPage } from "./pages/splash.ts";
import { listedLink, listLength, shownBioPage } from "./places/placeAnswers.ts";
import type { Lookups, VisitSettings } from "./visitModel.ts";
import type { AddressParts } from "./visitedAddress.ts";

export interface PreviewParts extends AddressParts {
  readonly places: Pick<Lookups["places"], "liveLinks">;
  readonly settings: VisitSettings;
  /** Whether looking at the address would be a visit. */
  leadsBack(address: string): boolean;
  /** A word that nobody guesses. */
  newTicket(): string;
  clock(): number;
}

export interface CachedPreviews extends Previews {
  /** Keeps a page as a visitor gets it, and answers where it can be looked at for a while. */
  keep(page: Page, scheme: PreviewStyle["scheme"]): string;
  /** The page at a path below the GUI's; null: it isn't a preview's, or no longer. */
  answer(path: string): HttpAnswer | null;
}

const folder = "/preview/";

/** More than the windows that anybody has open show at once: each holds a gallery of pages, or one and the next. */
const maxCached = 96;

/** Pages from drafts, kept in memory until later ones take their places. */
export function createPreviews(parts: PreviewParts): CachedPreviews {
  const look = lookOf(parts.settings);
  const cached = new Map<string, HttpAnswer>();
  function keep(page: Page, scheme: PreviewStyle["scheme"]): string {
    const address = folder + parts.newTicket();
    cached.set(address, previewAnswer(page, { look, scheme }));
    for (const oldest of [...cached.keys()].slice(0, -maxCached)) cached.delete(oldest);
    return address;
  }

  return {
    keep,
    make: (draft, style) => keep(pageOf(parts, draft, style), style.scheme),
    answer: (path) => (path.startsWith(folder) ? (cached.get(path) ?? noLonger) : null),
  };
}

const noLonger: HttpAnswer = {
  status: 404,
  headers: {
    "Content-Type": "text/plain; charset=utf-8",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'self'; sandbox",
    "X-Content-Type-Options": "nosniff",
  },
  body: "This preview is no longer kept.\n",
};

function pageOf(parts: PreviewParts, draft: PreviewDraft, { language }: PreviewStyle): Page {
  /** A picture that is a short link of the service itself would be counted as a visit. */
  const picture = (address: string | undefined) => {
    const shown = usable(address);
    return shown === undefined || parts.leadsBack(shown) ? undefined : shown;
  };
  switch (draft.page) {
    case "splash": {
      const page = shownOf(shownSplashPageFields, draft.splash, { address: usable, picture });
      return splashPage({ language, to: draft.to, title: draft.title, page });
    }
    case "overlay":
      return overlayPage({
        language,
        to: draft.to,
        title: draft.title,
        hasStandIn: true,
        overlay: { ...draft.overlay, link: usable(draft.overlay.link) },
        state: { kind: draft.isThanked ? "thanked" : "form" },
        mayFrame: draft.mayFrame,
      });
    case "frame":
      return framePage({ language, to: draft.to, title: draft.title, hasStandIn: true });
    case "bio":
      return bioPage({
        ...shownBioPage(draft.bio, language, picture),
        address: parts.settings.shortBase,
        isPublic: false,
      });
    case "campaign": {
      const live =
        draft.campaign === undefined ? null : parts.places.liveLinks(draft.campaign, parts.clock());
      const links = live?.inOrder(0, listLength).map((link) => listedLink(parts, null, link));
      return campaignListPage({
        language,
        name: draft.name,
        links: links ?? [],
        before: null,
        after: live !== null && live.size > listLength ? "?page=2" : null,
      });
    }
    case "password":
      return passwordPage({ language, fault: null });
    case "expired":
    case "notFound":
    case "welcome":
      return noticePage(draft.page, language);
  }
}
