import { shownOf, shownSplashPageFields } from "../../contract/fields/shownFields.ts";
import type { Closed, Decision, OpenDecision } from "../resolve/model.ts";
import { isOpened } from "../resolve/resolve.ts";
import type { Answer } from "./answer.ts";
import { isFramable, type LinkAnswerParts, type LinkVisit, titleOf, usable } from "./linkVisit.ts";
import { overlayModel } from "./overlayModel.ts";
import { deepLinkPage } from "./pages/deepLinkInterstitial.ts";
import { framePage } from "./pages/frame.ts";
import type { Page } from "./pages/markup/page.ts";
import { noticePage } from "./pages/notices.ts";
import { overlayPage } from "./pages/overlay.ts";
import { passwordPage } from "./pages/password.ts";
import { previewPage } from "./pages/preview.ts";
import { splashPage, type SplashModel } from "./pages/splash.ts";
import { afterPixels } from "./pixelInterstitial.ts";
import { shortAddress } from "./visitedAddress.ts";

/** What a decision about a link means for this visitor: a redirect, or one of the pages. */
export function linkAnswer(parts: LinkAnswerParts, decision: Decision, on: LinkVisit): Answer {
  if (!isOpened(decision)) return closedAnswer(decision, on);
  const page = interposedPage(parts, decision, on);
  const answer: Answer =
    page === null ? { kind: "redirect", to: decision.to } : { kind: "page", page };
  return afterPixels(parts, decision, { answer, ...on });
}

function closedAnswer(closed: Closed, { visitorRequest }: LinkVisit): Answer {
  const { language } = visitorRequest.style;
  if ("elsewhere" in closed && closed.elsewhere !== null) {
    return { kind: "redirect", to: closed.elsewhere };
  }
  const page =
    closed.kind === "password"
      ? passwordPage({ language, fault: null })
      : closed.kind === "notStarted"
        ? notStartedPage(closed, visitorRequest)
        : noticePage(closed.kind, language);
  return { kind: "page", page };
}

/** The moment is told where its owner says so: to programs in the header, to people on the page. */
function notStartedPage(
  { startsAt }: Extract<Closed, { readonly kind: "notStarted" }>,
  { style, read }: LinkVisit["visitorRequest"],
): Page {
  if (startsAt === null) return noticePage("notStarted", style.language);
  const seconds = Math.max(1, Math.ceil((startsAt - read.visit.now) / 1000));
  const headers = { "Retry-After": String(seconds) };
  return noticePage("notStarted", style.language, headers, startsAt);
}

/** What stands between the click and the target; null: nothing, as where its record is gone. */
function interposedPage(parts: LinkAnswerParts, opened: OpenDecision, on: LinkVisit): Page | null {
  const { language } = on.visitorRequest.style;
  const { to } = opened;
  const title = titleOf(on.prepared);
  switch (opened.kind) {
    case "direct":
      return null;
    case "preview":
      return preview(parts, to, on);
    case "deepLink":
      return deepLinkPage({ ...opened, language, title });
    case "frame":
      return isFramable(parts, to, on) ? framePage({ language, to, title }) : null;
    case "splash": {
      const page = opened.id === undefined ? null : shownSplashPage(parts, opened.id);
      return page === undefined ? null : splashPage({ language, to, title, page });
    }
    case "overlay": {
      const model = overlayModel(parts, opened, on);
      return model === null ? null : overlayPage(model);
    }
  }
}

function preview(
  parts: LinkAnswerParts,
  to: string,
  { prepared: { record }, visitorRequest: { style } }: LinkVisit,
): Page {
  const address = shortAddress(parts, record);
  return previewPage({
    language: style.language,
    address,
    to,
    title: record.metaTitle ?? record.fetchedTitle ?? address.replace(/^https?:\/\//u, ""),
    description: record.metaDescription,
    image: usable(record.metaImage),
    siteName: style.look.name,
  });
}

/** Undefined: it is gone. */
function shownSplashPage(parts: LinkAnswerParts, id: number): SplashModel["page"] | undefined {
  const page = parts.places.splashPage(id);
  return page && shownOf(shownSplashPageFields, page, { address: usable, picture: usable });
}
