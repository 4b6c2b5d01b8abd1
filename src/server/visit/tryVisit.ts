import { type Device, deviceLabels } from "../../contract/fields/devices.ts";
import { shownOf, shownSplashPageFields } from "../../contract/fields/shownFields.ts";
import type { VisitDetail } from "../resolve/model.ts";
import { explain } from "../resolve/explain.ts";
import { isOpened, resolve } from "../resolve/resolve.ts";
import { preparedLinkOf } from "../features/links/preparedLinks.ts";
import type { Attempt, Trial, TryVisit } from "../features/links/tryLink.ts";
import { createLanguages } from "../visitor/languages.ts";
import { createReferrers } from "../visitor/referrers.ts";
import { createUserAgents } from "../visitor/userAgents.ts";
import type { VisitorKeys } from "../features/clicks/visitorKeys.ts";
import { type Answer, httpAnswer } from "./answer.ts";
import { noFormTokens } from "./forms/formTokens.ts";
import { linkAnswer } from "./linkAnswer.ts";
import { pageLanguage } from "./pages/markup/language.ts";
import { lookOf } from "./pages/markup/look.ts";
import type { Page } from "./pages/markup/page.ts";
import { noticePage } from "./pages/notices.ts";
import { afterPixels } from "./pixelInterstitial.ts";
import { createVisitReader, type ReadVisit } from "./readVisit.ts";
import { type LoopParts, isRedirectLoop, linkStep } from "./redirectLoops.ts";
import { readHeaders, type VisitorHeaders } from "./requestHeaders.ts";
import { shortAddress } from "./visitedAddress.ts";
import { visitDetail } from "./visitFacts.ts";
import type { Lookups, VisitSettings } from "./visitModel.ts";
import type { VisitorRequest } from "./visitorRequest.ts";

interface TryVisitParts extends LoopParts {
  readonly places: Lookups["places"];
  readonly domains: Lookups["domains"];
  readonly visitors: VisitorKeys;
  readonly settings: VisitSettings;
  /** Whether looking at the address would be a visit. */
  leadsBack(address: string): boolean;
  /** Clicks of a link so far, and a draw for its split. */
  trialOf(link: number): Pick<VisitDetail, "clicks" | "roll">;
  /** Keeps a page to be looked at, and answers its address. */
  keepPage(page: Page, scheme: Attempt["scheme"]): string;
}

const machines = {
  bot: "Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)",
  preview: "TelegramBot (like TwitterBot)",
} as const;

/**
 * Makes a visit that nobody made: read by the readers of visits, decided by `resolve`, answered as
 * visitors are. Nothing is counted, nothing is sent to anybody.
 */
export function createTryVisit(parts: TryVisitParts): TryVisit {
  const look = lookOf(parts.settings);
  const readers = {
    userAgents: createUserAgents(),
    referrers: createReferrers(),
    languages: createLanguages(),
  };

  /** As visits see it, but that no picture is a link of the service itself: it would count. */
  const places: Lookups["places"] = {
    ...parts.places,
    splashPage(id) {
      const page = parts.places.splashPage(id);
      return page && shownOf(shownSplashPageFields, page, { picture: foreign });
    },
  };

  const answerParts = { ...parts, places, formTokens: noFormTokens };

  function foreign(address: string | undefined): string | undefined {
    return address === undefined || parts.leadsBack(address) ? undefined : address;
  }

  function readAs(headers: VisitorHeaders, by: Attempt): ReadVisit {
    const read = createVisitReader({
      ...readers,
      visitors: parts.visitors,
      isProof: () => false,
      clock: () => by.at,
    })(readHeaders(headers), by);
    return { ...read, visit: { ...read.visit, isUnlocked: by.hasPassword } };
  }

  return (link, by) => {
    const usualAgent =
      by.as === "person"
        ? (sampleAgents[by.device] ?? chromeOn(deviceLabels[by.device]))
        : machines[by.as];
    const userAgent = by.userAgent || usualAgent;
    const headers = {
      "user-agent": userAgent,
      ...(by.language === "" ? {} : { "accept-language": by.language }),
      ...(by.referrer === "" ? {} : { referer: by.referrer }),
    };
    const read = readAs(headers, by);
    const prepared = preparedLinkOf({ ...link, metaImage: foreign(link.metaImage) });
    const style = { language: pageLanguage(read.visit.languages), look };
    const visitorRequest: VisitorRequest = {
      method: "GET",
      headers,
      path: `/${encodeURIComponent(link.alias)}${by.query === "" ? "" : `?${by.query}`}`,
      domain: link.domain === undefined ? null : (parts.domains.get(link.domain) ?? null),
      read,
      style,
    };
    const detail = visitDetail(visitorRequest, parts.trialOf(link.id));
    const visit = { ...read.visit, detail };
    const curl = curlOf(shortAddress(parts, link), headers);
    const page = (kind: Trial["gets"]["kind"], answer: Answer, to: string | null): Trial => {
      const { status, headers: sent } = httpAnswer(answer, look);
      const isShown = answer.kind === "page" && kind !== "frame" && kind !== "pixels";
      const isLetIn = to !== null && kind !== "circle";
      return {
        visitor: visitorOf(read),
        rules: prepared === undefined ? [] : explain(prepared.link, visit),
        gets: {
          kind,
          status,
          location: sent["Location"] ?? null,
          to: kind === "circle" ? null : to,
          page: isShown ? parts.keepPage(answer.page, by.scheme) : null,
        },
        counts: !isLetIn ? "nothing" : read.userAgent.bot === undefined ? "click" : "bot",
        curl,
      };
    };
    const notice = (kind: "notFound" | "circle", to: string | null) =>
      page(kind, { kind: "page", page: noticePage(kind, style.language) }, to);

    if (prepared === undefined) return notice("notFound", null);
    const decision = resolve(prepared.link, visit);
    if (!isOpened(decision)) {
      return page(
        decision.kind,
        linkAnswer(answerParts, decision, { prepared, visitorRequest }),
        null,
      );
    }
    const { to } = decision;
    const onward = { ...read.visit, detail: { ...detail, clicks: 0 } };
    if (isRedirectLoop(parts, { from: linkStep(link.id), to, visit: onward })) {
      return notice("circle", to);
    }
    const inner = linkAnswer(
      answerParts,
      { ...decision, pixels: [] },
      { prepared, visitorRequest },
    );
    const answer = afterPixels(answerParts, decision, { answer: inner, visitorRequest });
    if (answer !== inner) return page("pixels", answer, to);
    return page(inner.kind === "redirect" ? "redirect" : decision.kind, inner, to);
  };
}

function visitorOf({ at, country, visit, userAgent, referrer }: ReadVisit): Trial["visitor"] {
  return {
    at,
    country,
    languages: visit.languages,
    device: userAgent.device ?? userAgent.deviceGroup ?? null,
    browser: userAgent.browser ?? null,
    system: userAgent.os ?? null,
    referrer: referrer.host ?? null,
    bot: userAgent.bot ?? null,
  };
}

/** For the shells of Linux, macOS and WSL. */
function curlOf(address: string, headers: Readonly<Record<string, string>>): string {
  const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`;
  const sent = Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`);
  return ["curl -i", ...sent, quoted(address)].join(" ");
}

const webKit = "AppleWebKit/605.1.15 (KHTML, like Gecko)";

function chromeOn(system: string, more = ""): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0${more} Safari/537.36`;
}

function safariOn(system: string): string {
  return `Mozilla/5.0 (${system}) ${webKit} Version/18.5 Mobile/15E148 Safari/604.1`;
}

const androidPhone = chromeOn("Linux; Android 15; Pixel 9", " Mobile");
const windows = chromeOn("Windows NT 10.0; Win64; x64");

/** What each device sends, for trying a link as one. */
const sampleAgents: Readonly<Partial<Record<Device, string>>> = {
  iphone: safariOn("iPhone; CPU iPhone OS 18_5 like Mac OS X"),
  ipad: safariOn("iPad; CPU OS 18_5 like Mac OS X"),
  android: androidPhone,
  windows,
  mac: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webKit} Version/18.5 Safari/605.1.15`,
  linux: chromeOn("X11; Linux x86_64"),
  chromeos: chromeOn("X11; CrOS x86_64 14541.0.0"),
  mobile: androidPhone,
  tablet: chromeOn("Linux; Android 15; SM-X910"),
  desktop: windows,
};
