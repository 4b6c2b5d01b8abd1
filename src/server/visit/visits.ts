import type { IncomingMessage, ServerResponse } from "node:http";
import { resolve } from "../resolve/resolve.ts";
import type { Clicks } from "../services/clicks.ts";
import { createReferrers } from "../services/referrers.ts";
import type { Routes } from "../services/routes.ts";
import { createUserAgents } from "../services/userAgents.ts";
import type { Countries } from "../services/countries.ts";
import type { Visitors } from "../services/visitors.ts";
import { aliasInPath } from "./aliasInPath.ts";
import { createLanguages } from "../services/languages.ts";
import { pageLanguage } from "./pages/language.ts";
import type { PageLanguage } from "./pages/language.ts";
import type { PageLook } from "./pages/look.ts";
import { noticePage } from "./pages/notices.ts";
import { sendPage } from "./pages/sendPage.ts";
import type { QrVisits } from "./qrVisits.ts";
import { createVisitReader } from "./readVisit.ts";
import type { VisitSettings } from "./readVisit.ts";
import { recordVisit } from "./recordVisit.ts";
import { openedAddress, respond } from "./respond.ts";
import { sendSmallFile } from "./smallFiles.ts";

export interface Visits {
  /**
   * Answers every path that is not /api, the GUI or .well-known: short links, the bare address,
   * robots.txt, favicon.ico, and 404 for the rest. `path` has the prefix removed, and keeps its
   * percent-encoding and query.
   */
  handle(
    request: IncomingMessage,
    response: ServerResponse,
    where: { readonly path: string; readonly isPublicDoor: boolean },
  ): void;
}

export interface VisitParts {
  readonly routes: Routes;
  readonly clicks: Clicks;
  readonly qr: QrVisits;
  readonly visitors: Visitors;
  readonly countries: Pick<Countries, "lookup">;
  /** Read at each visit, so a change takes effect at once. */
  readonly settings: VisitSettings;
  /** Milliseconds since 1970. */
  clock(): number;
}

export function createVisits(parts: VisitParts): Visits {
  const readVisit = createVisitReader({
    ...parts,
    settings: parts.settings,
    userAgents: createUserAgents(),
    referrers: createReferrers(),
    languages: createLanguages(),
  });

  const look: PageLook = {
    get name() {
      return parts.settings.pageName;
    },
    get color() {
      return parts.settings.pageColor;
    },
  };

  return {
    handle(request, response, { path, isPublicDoor }) {
      const { method } = request;
      const read = readVisit(request, isPublicDoor);
      const language = pageLanguage(read.visit.languages);
      if (method !== "GET" && method !== "HEAD") {
        const page = noticePage("wrongMethod", language, { Allow: "GET, HEAD" });
        return sendPage(response, page, look);
      }
      const alias = aliasInPath(path);
      const route = alias === null ? undefined : parts.routes.find(alias, undefined);
      const style = { language, look };
      if (route === undefined && parts.qr.handle(request, response, { path, read, style })) return;
      if (route === undefined) return answerWithoutLink(response, alias, language, look);

      const decision = resolve(route.link, read.visit);
      const answer = () => respond(response, decision, language, look);
      if (openedAddress(decision) === null) return answer();
      recordVisit(parts.clicks, route, read, method, answer);
    },
  };
}

function answerWithoutLink(
  response: ServerResponse,
  alias: string | null,
  language: PageLanguage,
  look: PageLook,
): void {
  if (alias === "") sendPage(response, noticePage("welcome", language), look);
  else if (alias === null || !sendSmallFile(response, alias)) {
    sendPage(response, noticePage("notFound", language), look);
  }
}
