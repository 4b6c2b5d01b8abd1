import { isOpened, isPlain, resolve } from "../resolve/resolve.ts";
import type { Decision, OpenDecision, Visit } from "../resolve/model.ts";
import { type Answer, httpAnswer, redirection } from "./answer.ts";
import { aliasInPath } from "./aliasInPath.ts";
import { closedCountsOf, countsOf } from "./counted.ts";
import { isAfterHop } from "./interstitials.ts";
import { linkAnswer } from "./linkAnswer.ts";
import { isLimited, type LinkAnswerParts, type LinkVisit } from "./linkVisit.ts";
import { overlayModel, type VisitedOverlayModel } from "./overlayModel.ts";
import { pageLanguage } from "./pages/markup/language.ts";
import { lookOf } from "./pages/markup/look.ts";
import { pageAnswer } from "./pages/markup/pageAnswer.ts";
import { noticePage } from "./pages/notices.ts";
import {
  answerPlace,
  type AtHome,
  type Elsewhere,
  type StatisticsRequest,
} from "./places/placeAnswers.ts";
import { type PictureRequest, qrOutcome } from "./qr/qrAnswers.ts";
import { isRedirectLoop, linkStep } from "./redirectLoops.ts";
import type { CountedAnswer, VisitorRequest, VisitRequest } from "./visitorRequest.ts";
import { text } from "./requestHeaders.ts";
import { visitDetail } from "./visitFacts.ts";
import type { Lookups, VisitedLink, VisitedQrCode, VisitSettings } from "./visitModel.ts";

/** What a visit comes to: an answer, or what takes more than looking things up. */
export type Outcome<Found extends VisitedLink, Code extends VisitedQrCode> =
  | CountedAnswer
  | PasswordRequest<Found>
  | ContactSent
  | PictureRequest<Code>
  | StatisticsRequest
  | AtHome
  | Elsewhere<Found>;

/** A link that opens to a password was asked for without one, or a password was posted. */
export interface PasswordRequest<Found extends VisitedLink> {
  readonly kind: "password";
  readonly prepared: Found;
  readonly visitorRequest: VisitorRequest;
}

/** The form of an overlay was posted; `model` is null where that is gone. */
export interface ContactSent {
  readonly kind: "contact";
  readonly model: VisitedOverlayModel | null;
  readonly on: LinkVisit;
}

export interface AnswerParts<
  Found extends VisitedLink = VisitedLink,
  Code extends VisitedQrCode = VisitedQrCode,
>
  extends Lookups<Found, Code>, Pick<LinkAnswerParts, "formTokens"> {
  readonly settings: VisitSettings;
  /** Whether the visitor has given the link's password already, by the cookies that came along. */
  isUnlocked(prepared: Found, cookies: string | undefined): boolean;
  /** Clicks of a link so far: a limited one takes no more than it may. */
  clicksOf(prepared: VisitedLink): number;
  /** Whether the always-on copy gives the clicks of a link; default: it doesn't. */
  readonly isElsewhere?: (prepared: Found) => boolean;
  /** From 0 up to 1. */
  random(): number;
}

export type AnswerVisit<Found extends VisitedLink, Code extends VisitedQrCode> = (
  request: VisitRequest,
) => Outcome<Found, Code>;

/**
 * Answers every path that is not /api, the GUI or .well-known: short links and their pages, QR
 * codes, campaigns, bio pages, the bare address, robots.txt, favicon.ico, and 404 for the rest.
 */
export function createAnswerVisit<Found extends VisitedLink, Code extends VisitedQrCode>(
  parts: AnswerParts<Found, Code>,
): AnswerVisit<Found, Code> {
  const look = lookOf(parts.settings);
  const { isElsewhere: isAway = () => false } = parts;

  function visitOf(prepared: Found, request: VisitRequest): Visit {
    const { isProtected, decisions } = prepared.link;
    const { visit } = request.read;
    if (!isProtected && decisions === null) return visit;
    const cookies = text(request.headers["cookie"]);
    // A form comes from a page that was counted: its token shows that.
    const clicks = request.method === "POST" ? 0 : parts.clicksOf(prepared);
    return {
      ...visit,
      isUnlocked: isProtected && parts.isUnlocked(prepared, cookies),
      ...(decisions !== null && {
        detail: visitDetail(request, { clicks, roll: parts.random() }),
      }),
    };
  }

  /** A plain redirect ends by itself: no client follows more than some. */
  function isLoop({ id }: Found, visitorRequest: VisitorRequest, { to }: OpenDecision): boolean {
    // Most lead elsewhere: what rules on the way ask for isn't read for those.
    if (parts.ownPlace(to) === null) return false;
    // What links on the way have counted isn't looked up.
    const detail = visitDetail(visitorRequest, { clicks: 0, roll: parts.random() });
    const visit = { ...visitorRequest.read.visit, detail };
    return isRedirectLoop(parts, { from: linkStep(id), to, visit });
  }

  function notice(visitorRequest: VisitorRequest, kind: "circle" | "wrongMethod"): CountedAnswer {
    const headers = kind === "wrongMethod" ? { Allow: "GET, HEAD" } : undefined;
    const page = noticePage(kind, visitorRequest.style.language, headers);
    return { kind: "answer", answer: pageAnswer(page, look), counts: null };
  }

  /** What takes more than a plain redirect to a link. */
  function answerLink(
    visitorRequest: VisitorRequest,
    prepared: Found,
    decision: Decision,
  ): Outcome<Found, Code> {
    const { method } = visitorRequest;
    const on = { prepared, visitorRequest };
    if (prepared.isAtHome === true && isOpened(decision)) return { kind: "atHome", visitorRequest };
    const isAsked = isOpened(decision) || decision.kind === "password";
    if (isAsked && isAway(prepared)) return { kind: "elsewhere", prepared, visitorRequest };
    if (method === "POST" && decision.kind === "overlay") {
      return { kind: "contact", model: overlayModel(parts, decision, on), on };
    }
    const isForm = method === "POST" && prepared.link.isProtected;
    if (!isReading(method) && !isForm) return notice(visitorRequest, "wrongMethod");
    if (decision.kind === "password" || (isForm && decision.kind !== "expired")) {
      return { kind: "password", prepared, visitorRequest };
    }
    if (isOpened(decision) && isLoop(prepared, visitorRequest, decision)) {
      return notice(visitorRequest, "circle");
    }
    const answer = linkAnswer(parts, decision, on);
    // The page of pixels before this one has counted it. A limited link counts where it leads on: the last click
    // would close it between its two pages, and anybody can write the mark of the first into an address.
    const isElsewhere = isLimited(prepared) ? isHop(answer) : isAfterHop(visitorRequest);
    const { id: link } = prepared;
    const counts = !isOpened(decision)
      ? closedCountsOf(visitorRequest, link, decision)
      : isElsewhere
        ? null
        : countsOf(visitorRequest, { link, qr: undefined, by: decision.by });
    return { kind: "answer", answer: httpAnswer(answer, look), counts };
  }

  function answerOther(visitorRequest: VisitorRequest, alias: string | null): Outcome<Found, Code> {
    if (!isReading(visitorRequest.method)) return notice(visitorRequest, "wrongMethod");
    return qrOutcome(parts, visitorRequest) ?? answerPlace(parts, alias, visitorRequest);
  }

  return (request) => {
    const { method, headers, path, domain, read } = request;
    const alias = aliasInPath(path);
    const prepared = alias === null ? undefined : parts.preparedLinks.find(alias, domain?.id);
    const decision =
      prepared === undefined ? null : resolve(prepared.link, visitOf(prepared, request));
    const isShort = decision !== null && isPlain(decision) && isReading(method);
    const isHere = prepared?.isAtHome !== true;
    if (prepared !== undefined && isShort && isHere && !isAway(prepared)) {
      // The way of most visits, short.
      return {
        kind: "answer",
        answer: redirection(decision.to),
        counts: countsOf(request, { link: prepared.id, qr: undefined, by: decision.by }),
      };
    }
    const style = { language: pageLanguage(read.visit.languages), look };
    const visitorRequest = { method, headers, path, domain, read, style };
    return prepared === undefined || decision === null
      ? answerOther(visitorRequest, alias)
      : answerLink(visitorRequest, prepared, decision);
  };
}

function isHop(answer: Answer): boolean {
  return answer.kind === "page" && answer.isHop === true;
}

function isReading(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}
