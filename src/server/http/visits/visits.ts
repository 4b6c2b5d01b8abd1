import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clicks } from "../../features/clicks/recordClick.ts";
import type { LinkStatistics } from "../../features/clicks/statistics.ts";
import type { DomainService } from "../../features/domains/service.ts";
import type { LinkPasswords } from "../../passwords/linkPasswords.ts";
import type { PreparedLink } from "../../features/links/preparedLinks.ts";
import type { QrCode, QrCodeService } from "../../features/qr/service.ts";
import { createLanguages } from "../../visitor/languages.ts";
import { createReferrers } from "../../visitor/referrers.ts";
import { createUserAgents } from "../../visitor/userAgents.ts";
import { redirection } from "../../visit/answer.ts";
import { type AnswerParts, createAnswerVisit, type Outcome } from "../../visit/answerVisit.ts";
import { unlockTokens } from "../../visit/forms/unlockCookie.ts";
import { createHostDomain } from "../../visit/hostDomain.ts";
import { pageLanguage } from "../../visit/pages/markup/language.ts";
import { lookOf, type PageStyle } from "../../visit/pages/markup/look.ts";
import type { HttpAnswer } from "../../visit/pages/markup/httpAnswer.ts";
import { pageAnswer } from "../../visit/pages/markup/pageAnswer.ts";
import type { Elsewhere } from "../../visit/places/placeAnswers.ts";
import type { LinkRecord } from "../../store/records.ts";
import { noticePage } from "../../visit/pages/notices.ts";
import { passwordPage } from "../../visit/pages/password.ts";
import { statisticsPage } from "../../visit/pages/statisticsPage.ts";
import { readHeaders } from "../../visit/requestHeaders.ts";
import { shortAddress } from "../../visit/visitedAddress.ts";
import { answerContact, type ContactParts } from "./contactVisits.ts";
import { answerPassword } from "./passwordVisits.ts";
import { type PictureParts, sendQrPicture } from "./qrPicture.ts";
import { createRequestReader, type RequestReaderParts } from "./readRequest.ts";
import { type Exchange, sendPage, write } from "./respond.ts";
import { errorStack } from "../../../util/errorText.ts";

export interface Visits {
  /** Answers a visit (see {@link createAnswerVisit}). `path` has the prefix removed. */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    where: { readonly path: string; readonly isPublicDoor: boolean },
  ): void;
  /** Tells a visitor to come later, whatever the address is. */
  handleDark(request: IncomingMessage, response: ServerResponse): void;
  /** Whether a `Host` header names a registered branded domain. */
  isDomain(host: string | undefined): boolean;
}

export interface VisitParts
  extends
    Omit<AnswerParts<PreparedLink, QrCode>, "isUnlocked" | "isElsewhere">,
    Pick<ContactParts, "contactAnswers" | "visitors">,
    Pick<PictureParts, "qrPictures">,
    Pick<RequestReaderParts, "countries" | "isProof"> {
  readonly settings: AnswerParts["settings"] & RequestReaderParts["settings"];
  readonly domains: Pick<DomainService, "baseOf" | "get" | "hasAny" | "ofHost">;
  readonly qrCodes: Pick<QrCodeService, "find" | "design">;
  readonly passwords: LinkPasswords;
  readonly clicks: Clicks;
  /** Who gives the clicks of a link; `unsure`: nobody, until this computer and its always-on copy have met. */
  counterOf(link: LinkRecord): "home" | "edge" | "unsure";
  readonly statistics: { of(link: number): LinkStatistics };
  /** Milliseconds since 1970. */
  clock(): number;
  /** A line for the owner. */
  log(line: string): void;
}

/** Seconds after which both sides may have met. */
const unsureTime = 60;

export function createVisits(parts: VisitParts): Visits {
  const { settings, passwords } = parts;
  const languages = createLanguages();
  const readRequest = createRequestReader({
    ...parts,
    userAgents: createUserAgents(),
    referrers: createReferrers(),
    languages,
  });
  const answerVisit = createAnswerVisit({
    ...parts,
    isElsewhere: ({ record }) => parts.counterOf(record) !== "home",
    isUnlocked: ({ record }, cookies) => passwords.isOpenedBy(unlockTokens(cookies), record),
  });
  const hostDomain = createHostDomain(parts.domains);
  const look = lookOf(settings);

  /** What takes more than looking things up. */
  function answerMore(
    outcome: Exclude<Outcome<PreparedLink, QrCode>, { readonly kind: "answer" }>,
    exchange: Exchange,
  ): void {
    const { request, response } = exchange;
    switch (outcome.kind) {
      case "password": {
        const { style } = outcome.visitorRequest;
        if (request.method === "POST") {
          answerPassword({ ...parts, hostDomain }, outcome, exchange).catch((error: unknown) =>
            fail(exchange, style, error),
          );
        } else sendPage(response, passwordPage({ language: style.language, fault: null }), look);
        return;
      }
      case "contact": {
        const { style } = outcome.on.visitorRequest;
        answerContact({ ...parts, hostDomain }, outcome, exchange).catch((error: unknown) =>
          fail(exchange, style, error),
        );
        return;
      }
      case "picture":
        return sendQrPicture(parts, outcome, exchange);
      case "statistics": {
        const { prepared, visitorRequest } = outcome;
        const { language } = visitorRequest.style;
        const address = shortAddress(parts, prepared.record);
        const statistics = parts.statistics.of(prepared.id);
        return sendPage(response, statisticsPage({ ...statistics, language, address }), look);
      }
      case "elsewhere":
        return write(response, elsewhereAnswer(outcome, request));
      // Only the always-on copy has links that it can't answer.
      case "atHome":
        return sendPage(
          response,
          noticePage("failed", outcome.visitorRequest.style.language),
          look,
        );
    }
  }

  /** A limited link is answered at its own address, where its clicks are counted. */
  function elsewhereAnswer(
    { prepared: { record }, visitorRequest }: Elsewhere<PreparedLink>,
    { method = "", headers }: IncomingMessage,
  ): HttpAnswer {
    const address = new URL(shortAddress(parts, record));
    const isReading = method === "GET" || method === "HEAD";
    const isThere = parts.counterOf(record) === "edge" && address.host !== headers.host;
    if (isReading && isThere) {
      address.search = new URL(visitorRequest.path, address).search;
      return redirection(address.href);
    }
    const later = { "Retry-After": String(unsureTime) };
    return pageAnswer(noticePage("asleep", visitorRequest.style.language, later), look);
  }

  /** A visitor who went away while sending is no failure of ours. */
  function fail({ request, response }: Exchange, style: PageStyle, error: unknown): void {
    if (!request.complete || response.headersSent) {
      response.destroy();
      return;
    }
    parts.log(`A form failed: ${errorStack(error)}`);
    sendPage(response, noticePage("failed", style.language), look);
  }

  return {
    isDomain: (host) => hostDomain(host) !== null,
    handleDark(request, response) {
      const { acceptLanguage } = readHeaders(request.headers);
      const language = pageLanguage(languages.read(acceptLanguage));
      sendPage(response, noticePage("dark", language), look);
    },
    handle(request, response, { path, isPublicDoor }) {
      const { method, headers } = request;
      const domain = hostDomain(headers.host);
      const read = readRequest(request, isPublicDoor);
      const outcome = answerVisit({ method, headers, path, domain, read });
      if (outcome.kind !== "answer") return answerMore(outcome, { request, response });
      const { answer, counts } = outcome;
      if (counts === null) write(response, answer);
      else parts.clicks.record(counts, read, () => write(response, answer));
    },
  };
}
