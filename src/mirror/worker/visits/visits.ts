import { foldAlias } from "../../../server/store/tables/foldAlias.ts";
import type { ContactSent } from "../../../server/visit/answerVisit.ts";
import { contactAnswer, mostContactBytes } from "../../../server/visit/forms/contactAnswer.ts";
import { noFormTokens } from "../../../server/visit/forms/formTokens.ts";
import { postedForm, unreadAnswer } from "../../../server/visit/forms/postedForm.ts";
import type { HttpAnswer } from "../../../server/visit/pages/markup/httpAnswer.ts";
import { lookOf } from "../../../server/visit/pages/markup/look.ts";
import type { PageLanguage } from "../../../server/visit/pages/markup/language.ts";
import { pageAnswer } from "../../../server/visit/pages/markup/pageAnswer.ts";
import { noticePage } from "../../../server/visit/pages/notices.ts";
import { keys } from "../../wire/rows.ts";
import { type Asked, readRequest } from "./readRequest.ts";
import { decide, expectedKeys } from "./decide.ts";
import { linkPageAnswer } from "./linkPage.ts";
import { readForm } from "./readForm.ts";
import { HotRows, isWithoutTables, RowCache } from "./rowCache.ts";
import { keepAnswer } from "./saveMessage.ts";
import { createRecordClick, takeClick } from "./recordClick.ts";
import { type Site, siteOf } from "./site.ts";
import type { VisitorRequest } from "../../../server/visit/visitorRequest.ts";
import {
  isKnownPicture,
  pictureHeaders,
  picturePolicy,
} from "../../../server/visit/qr/pictureHeaders.ts";
import { text, type VisitorHeaders } from "../../../server/visit/requestHeaders.ts";
import type { EdgeDatabase } from "../database.ts";

/** What the Worker is bound to. */
export interface Env {
  readonly DB: EdgeDatabase;
  /** Signs whatever home asks. */
  readonly SECRET: string;
}

/** What the network gives along with a request; only what is used of it. */
export interface Context {
  /** What goes on after the answer. */
  waitUntil(work: Promise<unknown>): void;
}

const addUnreadable = "update state set unreadable = unreadable + ?1";

/** Everybody may ask for what is nowhere: so many different keys are told of. */
const mostReported = 1_000;

/** Has home told that there are rows which nobody can read; a row that everybody asks for, once. */
function createUnreadableReport(): (
  database: EdgeDatabase,
  unreadable: ReadonlySet<string>,
) => Promise<void> {
  const reported = new Set<string>();

  return async (database, unreadable) => {
    const unreported = [...unreadable].filter((key) => !reported.has(key));
    if (unreported.length === 0 || reported.size > mostReported) return;
    for (const key of unreported) reported.add(key);
    await database
      .prepare(addUnreadable)
      .bind(unreported.length)
      .all()
      .catch(() => undefined);
  };
}

/**
 * The picture of a code, drawn at home; in one form and size, whatever was asked for. `edition` is
 * another one for every other picture.
 */
function pictureAnswer(svg: string, edition: string, headers: VisitorHeaders): HttpAnswer {
  const etag = `"${edition}"`;
  if (isKnownPicture(text(headers["if-none-match"]), etag)) {
    return { status: 304, headers: pictureHeaders(etag), body: "" };
  }
  return {
    status: 200,
    headers: {
      ...pictureHeaders(etag),
      "Content-Type": "image/svg+xml",
      "Content-Security-Policy": picturePolicy,
    },
    body: svg,
  };
}

/** Seconds after which home may be awake. */
const retryAfter = 600;

function laterAnswer(language: PageLanguage, site: Pick<Site, "settings">): HttpAnswer {
  const page = noticePage("asleep", language, { "Retry-After": String(retryAfter) });
  return pageAnswer(page, lookOf(site.settings));
}

/** Whether home is behind the very address that a visitor asks: the copy stands in front of it. */
function isHomeBehind({ home }: Site, { url }: Asked): boolean {
  return home !== null && new URL(home).host === url.host;
}

/** What home alone can answer: there, while visitors reach it; else the word to come again. */
function awayAnswer(site: Site, visitorRequest: VisitorRequest, asked: Asked): HttpAnswer {
  const { method, path, domain, style } = visitorRequest;
  const { home } = site;
  // Under its own address home has other links than a branded domain.
  if (home === null || domain !== null || isHomeBehind(site, asked)) {
    return laterAnswer(style.language, site);
  }
  return {
    // A form that is posted arrives as it was.
    status: method === "POST" ? 307 : 302,
    headers: { Location: home + path, "Cache-Control": "no-store" },
    body: "",
  };
}

/** How often a click of a limited link is tried for. */
const mostTakes = 3;

/** Milliseconds for which the row of the site is taken for the present one. */
const siteHolds = 5_000;

export interface VisitParts {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** From 0 up to 1. */
  readonly random: () => number;
  /** Default: none are kept. */
  readonly hotRows?: HotRows;
}

/** Answers visitors as home would, from what is mirrored; never rejects. */
export type AnswerVisitor = (
  request: Request,
  env: Pick<Env, "DB">,
  context: Context,
) => Promise<VisitAnswer>;

export interface VisitAnswer extends HttpAnswer {
  /** Home is behind this very address, and can answer what the copy can't. */
  readonly isForHome?: boolean;
}

export function createAnswerVisitor({ clock, random, hotRows }: VisitParts): AnswerVisitor {
  const recordClick = createRecordClick();
  const reportUnreadable = createUnreadableReport();
  /** The site's row as it was read last. */
  let cachedSite: { readonly data: string | null; readonly at: number } | null = null;

  async function answer(
    asked: Asked,
    visit: { readonly database: Env["DB"]; readonly context: Context; readonly tries: number },
  ): Promise<HttpAnswer> {
    const { database, context, tries } = visit;
    const now = clock();
    const roll = random();
    const rowCache = new RowCache(hotRows);
    const expected: string[] = [];
    // Before the first push there is none, nor the key without which no click can be written.
    const isFresh = cachedSite?.data != null && Math.abs(now - cachedSite.at) < siteHolds;
    if (isFresh) rowCache.give(keys.site, cachedSite?.data ?? null);
    else expected.push(keys.site);
    expected.push(...expectedKeys(asked.url, siteOf(cachedSite?.data ?? null)));
    const { site, outcome, limits } = await rowCache.decide(database, expected, () =>
      decide(asked, rowCache, () => roll),
    );
    if (!isFresh) cachedSite = { data: rowCache.data(keys.site) ?? null, at: now };
    if (rowCache.unreadable.size > 0)
      context.waitUntil(reportUnreadable(database, rowCache.unreadable));

    switch (outcome.kind) {
      case "answer": {
        const { answer: ready, counts: subject } = outcome;
        if (subject === null) return ready;
        const click = { subject, facts: asked.read, secret: site.visitorKey, now };
        const limit = limits.get(subject.link ?? 0);
        const isClick = subject.closed === undefined && asked.read.userAgent.bot === undefined;
        if (limit === undefined || !isClick) {
          context.waitUntil(recordClick(database, click));
          return ready;
        }
        const hash = rowCache.hash(limit.key);
        const isTaken = await takeClick(database, click, { ...limit, hash });
        if (isTaken === true) return ready;
        // Others were quicker, or home has changed it: it is decided again. Else there is no room for a click.
        return isTaken === false && tries < mostTakes
          ? answer(asked, { database, context, tries: tries + 1 })
          : laterAnswer(asked.language, site);
      }
      case "contact":
        return answerContact(asked, outcome, site, { database, now });
      case "picture": {
        const { id, code, svg } = outcome.code;
        if (svg === undefined) return awayAnswer(site, outcome.visitorRequest, asked);
        const edition = `${id}-${rowCache.hash(keys.qr(foldAlias(code))).toString(36)}`;
        return pictureAnswer(svg, edition, asked.headers);
      }
      case "password":
      case "statistics":
      case "atHome":
      case "elsewhere":
        return awayAnswer(site, outcome.visitorRequest, asked);
    }
  }

  return async (request, { DB: database }, context) => {
    const asked = readRequest(request, clock);
    const visit = { database, context, tries: 1 };
    const site = () => siteOf(cachedSite?.data ?? null);
    const answering = async () =>
      (await linkPageAnswer(asked, { database, now: clock(), random })) ?? answer(asked, visit);
    const answered = await answering().catch((error: unknown) => {
      const kind = isWithoutTables(error) ? "notFound" : "failed";
      return pageAnswer(noticePage(kind, asked.language), lookOf(site().settings));
    });
    const { status } = answered;
    const isRefused = status === 403 || status === 404 || status >= 500;
    return { ...answerTo(request, answered), isForHome: isRefused && isHomeBehind(site(), asked) };
  };
}

async function answerContact(
  { request, headers }: Asked,
  sent: ContactSent,
  site: Site,
  { database, now }: { readonly database: Env["DB"]; readonly now: number },
): Promise<HttpAnswer> {
  const form = await readForm(request, headers, mostContactBytes);
  if (form.kind !== "form") return unreadAnswer(form, sent.on.visitorRequest.style);
  const posted = postedForm(form.fields, headers, {
    formerBases: site.settings.formerBases,
    isDomain: (host) => site.hostDomain(host) !== null,
  });
  const step = contactAnswer({ ...site, formTokens: noFormTokens }, sent, posted);
  if (step.kind === "answer") return step.answer;
  return step.answerTo(await keepAnswer(database, step, { secret: site.visitorKey, now }));
}

function answerTo({ method }: Request, { status, headers, body }: HttpAnswer): HttpAnswer {
  // How connections are kept is the network's own business.
  const { Connection: _connection, ...others } = headers;
  return { status, headers: others, body: method === "HEAD" ? "" : body };
}
