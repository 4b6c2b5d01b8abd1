import type { Decision } from "../resolve/model.ts";
import type { DomainService } from "../services/domains.ts";
import type { Places } from "../services/places.ts";
import { webAddress } from "../services/preparedLinks.ts";
import type { PreparedLink } from "../services/preparedLinks.ts";
import type { VisitorRequest } from "./visitorRequest.ts";
import { shortAddress } from "./visitedAddress.ts";
import { noticePage } from "./pages/notices.ts";
import { passwordPage } from "./pages/password.ts";
import { previewPage } from "./pages/preview.ts";
import type { VisitSettings } from "./readVisit.ts";
import type { Answer } from "./respond.ts";
import { interstitialAnswer } from "./interstitialAnswer.ts";

export interface LinkAnswerParts {
  readonly places: Places;
  readonly domains: Pick<DomainService, "baseOf">;
  readonly settings: VisitSettings;
}

/** Whether a decision lets the visitor through, and the visit counts. */
export function isOpened(decision: Decision): boolean {
  switch (decision.kind) {
    case "notFound":
    case "expired":
    case "password":
      return false;
    case "preview":
    case "deepLink":
    case "redirect":
    case "frame":
    case "splash":
    case "overlay":
      return true;
  }
}

/** What a decision about a link means for this visitor: a redirect, or one of the pages. */
export function linkAnswer(
  parts: LinkAnswerParts,
  decision: Decision,
  {
    prepared,
    visitorRequest,
  }: { readonly prepared: PreparedLink; readonly visitorRequest: VisitorRequest },
): Answer {
  const { language } = visitorRequest.style;
  switch (decision.kind) {
    case "notFound":
    case "expired":
      return { kind: "page", page: noticePage(decision.kind, language) };
    case "password":
      return { kind: "page", page: passwordPage({ language, fault: null }) };
    case "preview":
      return { kind: "page", page: preview(parts, decision.to, prepared, visitorRequest) };
    case "redirect":
    case "deepLink":
    case "frame":
    case "splash":
    case "overlay":
      return interstitialAnswer(parts, decision, { prepared, visitorRequest });
  }
}

function preview(
  parts: LinkAnswerParts,
  to: string,
  { record }: PreparedLink,
  visitorRequest: VisitorRequest,
) {
  const address = shortAddress(parts, record);
  return previewPage({
    language: visitorRequest.style.language,
    address,
    to,
    title: record.metaTitle ?? record.fetchedTitle ?? address.replace(/^https?:\/\//u, ""),
    description: record.metaDescription,
    image: record.metaImage === undefined ? undefined : (webAddress(record.metaImage) ?? undefined),
    siteName: visitorRequest.style.look.name,
  });
}
