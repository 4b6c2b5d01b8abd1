import type { IncomingMessage, ServerResponse } from "node:http";
import { isOpened, isPlain, resolve } from "../resolve/resolve.ts";
import type { Decision, Visit } from "../resolve/model.ts";
import type { ContactSubmissions } from "../services/contactSubmissions.ts";
import type { Countries } from "../services/countries.ts";
import type { DomainService } from "../services/domains.ts";
import { createLanguages } from "../services/visitor/languages.ts";
import type { LinkPasswords } from "../services/passwords/linkPasswords.ts";
import { createReferrers } from "../services/visitor/referrers.ts";
import type { PreparedLink } from "../services/preparedLinks.ts";
import { createUserAgents } from "../services/visitor/userAgents.ts";
import type { VisitorKeys } from "../services/visitorKeys.ts";
import { aliasInPath } from "./aliasInPath.ts";
import type { VisitorRequest } from "./visitorRequest.ts";
import { answerPassword } from "./forms/passwordVisits.ts";
import { answerContact } from "./forms/contactVisits.ts";
import { isAfterHop } from "./hops.ts";
import { leadsInCircles, linkStep } from "./redirectLoops.ts";
import { createHostDomain } from "./hostDomain.ts";
import { linkAnswer } from "./linkAnswer.ts";
import { pageLanguage } from "./pages/markup/language.ts";
import { lookOf } from "./pages/markup/look.ts";
import { noticePage } from "./pages/notices.ts";
import { answerPlace } from "./places/placeVisits.ts";
import type { PlaceParts } from "./places/placeVisits.ts";
import type { QrVisits } from "./qr/qrVisits.ts";
import { createVisitReader, type VisitReaderParts } from "./readVisit.ts";
import { recordVisit } from "./recordVisit.ts";
import { readHeaders } from "./requestHeaders.ts";
import { redirect, respond, sendPage } from "./respond.ts";
import { unlockTokens } from "./forms/unlockCookie.ts";

export interface Visits {
  /**
   * Answers every path that is not /api, the GUI or .well-known: short links and their pages, QR
   * codes, campaigns, bio pages, the bare address, robots.txt, favicon.ico, and 404 for the rest.
   * `path` has the prefix removed, and keeps its percent-encoding and query.
   */
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

export interface VisitParts extends PlaceParts {
  readonly domains: Pick<DomainService, "baseOf" | "get" | "hasAny" | "ofHost">;
  readonly qr: QrVisits;
  readonly passwords: LinkPasswords;
  readonly contactAnswers: Pick<ContactSubmissions, "add">;
  readonly visitors: VisitorKeys;
  readonly countries: Pick<Countries, "lookup">;
  readonly isProof: VisitReaderParts["isProof"];
  /** Milliseconds since 1970. */
  clock(): number;
  /** A line for the owner. */
  log(line: string): void;
}

export function createVisits(parts: VisitParts): Visits {
  const { settings, passwords } = parts;
  const languages = createLanguages();
  const readVisit = createVisitReader({
    ...parts,
    settings,
    userAgents: createUserAgents(),
    referrers: createReferrers(),
    languages,
  });
  const hostDomain = createHostDomain(parts.domains);
  const look = lookOf(settings);

  function visitOf(
    { link, record }: PreparedLink,
    visit: Visit,
    cookies: string | undefined,
  ): Visit {
    if (!link.isProtected) return visit;
    const isUnlocked = passwords.isOpenedBy(unlockTokens(cookies), record);
    return isUnlocked ? { ...visit, isUnlocked } : visit;
  }

  /** A plain redirect ends by itself: no client follows more than some. */
  function goesRound({ id }: PreparedLink, visit: Visit, to: string): boolean {
    return leadsInCircles(parts, { from: linkStep(id), to, visit });
  }

  /** What takes more than a plain redirect to a link. */
  function answerLink(
    visitorRequest: VisitorRequest,
    prepared: PreparedLink,
    decision: Decision,
  ): void {
    const { request, response, read } = visitorRequest;
    const { method } = request;
    if (method === "POST" && decision.kind === "overlay") {
      answerContact({ ...parts, hostDomain }, decision, { prepared, visitorRequest }).catch(
        (error: unknown) => fail(visitorRequest, error),
      );
      return;
    }
    const isForm = method === "POST" && prepared.link.isProtected;
    if (isForm && decision.kind !== "expired") {
      answerPassword({ ...parts, hostDomain }, prepared, visitorRequest).catch((error: unknown) =>
        fail(visitorRequest, error),
      );
      return;
    }
    if (!isReading(method) && !isForm) return refuseMethod(visitorRequest);
    if (isOpened(decision) && goesRound(prepared, read.visit, decision.to)) {
      return sendPage(response, noticePage("circle", visitorRequest.style.language), look);
    }
    const send = () =>
      respond(response, linkAnswer(parts, decision, { prepared, visitorRequest }), look);
    // The page of pixels before this one has counted it.
    if (isOpened(decision) && !isAfterHop(visitorRequest))
      recordVisit(parts.clicks, prepared, read, method, send);
    else send();
  }

  function answerOther(visitorRequest: VisitorRequest, alias: string | null): void {
    const { request, response } = visitorRequest;
    if (!isReading(request.method)) return refuseMethod(visitorRequest);
    if (!parts.qr.handle(request, response, visitorRequest))
      answerPlace(parts, alias, visitorRequest);
  }

  function refuseMethod({ response, style }: VisitorRequest): void {
    sendPage(response, noticePage("wrongMethod", style.language, { Allow: "GET, HEAD" }), look);
  }

  /** A visitor who went away while sending is no failure of ours. */
  function fail({ request, response, style }: VisitorRequest, error: unknown): void {
    if (!request.complete || response.headersSent) {
      response.destroy();
      return;
    }
    parts.log(`A form failed: ${error instanceof Error ? (error.stack ?? error.message) : "?"}`);
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
      const { method } = request;
      const domain = hostDomain(request.headers.host);
      const alias = aliasInPath(path);
      const prepared = alias === null ? undefined : parts.preparedLinks.find(alias, domain?.id);
      const read = readVisit(request, isPublicDoor);
      const decision =
        prepared === undefined
          ? null
          : resolve(prepared.link, visitOf(prepared, read.visit, request.headers.cookie));
      if (prepared !== undefined && decision !== null && isPlain(decision) && isReading(method)) {
        // The way of most visits, short.
        const { to } = decision;
        recordVisit(parts.clicks, prepared, read, method, () => redirect(response, to));
        return;
      }
      const style = { language: pageLanguage(read.visit.languages), look };
      const visitorRequest = { request, response, path, domain, read, style };
      if (prepared === undefined || decision === null) answerOther(visitorRequest, alias);
      else answerLink(visitorRequest, prepared, decision);
    },
  };
}

function isReading(method: string | undefined): boolean {
  return method === "GET" || method === "HEAD";
}
