import { aliasInPath } from "../../../server/visit/aliasInPath.ts";
import { createAnswerVisit, type Outcome } from "../../../server/visit/answerVisit.ts";
import { foldAlias } from "../../../server/store/tables/foldAlias.ts";
import { noFormTokens } from "../../../server/visit/forms/formTokens.ts";
import type { HttpAnswer } from "../../../server/visit/pages/markup/httpAnswer.ts";
import { lookOf } from "../../../server/visit/pages/markup/look.ts";
import { pageAnswer } from "../../../server/visit/pages/markup/pageAnswer.ts";
import { noticePage } from "../../../server/visit/pages/notices.ts";
import { isApiPath, pathBelow } from "../../../server/visit/paths.ts";
import { keys, type QrRow } from "../../wire/rows.ts";
import type { Asked } from "./readRequest.ts";
import type { RowCache } from "./rowCache.ts";
import { clicksUnder, createLookups, type LimitHere } from "./lookups.ts";
import type { VisitedLink } from "../../../server/visit/visitModel.ts";
import { type Site, siteOf } from "./site.ts";

/** What a visit comes to under the rows at hand, and the site that they make. */
export interface Decided {
  readonly site: Site;
  readonly outcome: Outcome<VisitedLink, QrRow["codes"][number]>;
  /** Of links that were met, by their ids. */
  readonly limits: ReadonlyMap<number, LimitHere>;
}

/** Seconds after which whoever finds it dark may look again. */
const darkTime = 600;

/** The rows that most visits to an address need, by what was known of the site. */
export function expectedKeys({ host, pathname }: URL, { settings, hostDomain }: Site): string[] {
  const alias = aliasInPath(pathBelow(settings, pathname) ?? "");
  return alias === null ? [] : [keys.alias(hostDomain(host)?.id, foldAlias(alias))];
}

export function decide(asked: Asked, rowCache: RowCache, random: () => number): Decided {
  const { request, url, headers, read } = asked;
  const site = siteOf(rowCache.data(keys.site) ?? null);
  if (!site.isReadable) rowCache.unreadable.add(keys.site);
  const path = pathBelow(site.settings, url.pathname + url.search) ?? "/";
  const limits = new Map<number, LimitHere>();
  const answered = (answer: HttpAnswer): Decided => ({
    site,
    limits,
    outcome: { kind: "answer", answer, counts: null },
  });
  const closed = closedAnswer(asked, site, path);
  if (closed !== null) return answered(closed);
  try {
    // Whatever was registered, the page is where the visitor is: under https.
    const { origin } = url;
    const named = site.hostDomain(url.host);
    const answerVisit = createAnswerVisit({
      ...site,
      ...createLookups(rowCache, site.home !== null && named === null, limits),
      settings: { ...site.settings, shortBase: origin },
      formTokens: noFormTokens,
      isUnlocked: () => false,
      clicksOf({ id }) {
        const limit = limits.get(id);
        return limit === undefined ? 0 : clicksUnder(limit, rowCache);
      },
      random,
    });
    const domain = named === null ? null : { ...named, domain: origin };
    const visit = { method: request.method, headers, path, domain, read };
    return { site, limits, outcome: answerVisit(visit) };
  } catch {
    // Of a row that somebody wrote there by hand.
    rowCache.unreadable.add(path);
    return answered(pageAnswer(noticePage("notFound", asked.language), lookOf(site.settings)));
  }
}

/** Null: visitors are answered there. */
function closedAnswer({ language }: Asked, site: Site, path: string): HttpAnswer | null {
  const isApi = isApiPath(path);
  if (!site.isDark) {
    return isApi ? envelope(403, "The API is not available at this address.", {}) : null;
  }
  const later = { "Retry-After": String(darkTime) };
  return isApi
    ? envelope(503, "Public access is paused.", later)
    : pageAnswer(noticePage("dark", language, later), lookOf(site.settings));
}

/** A refusal as the API has it. */
function envelope(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>>,
): HttpAnswer {
  return {
    status,
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Cache-Control": "no-store",
      "X-Content-Type-Options": "nosniff",
      ...headers,
    },
    body: JSON.stringify({ error: 1, message }),
  };
}
