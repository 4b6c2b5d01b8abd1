import {
  type BrowsersRow,
  keys,
  type SiteRow,
  mostPictureBytes,
  type QrRow,
} from "../../wire/rows.ts";
import type { Statistics } from "../../../server/features/clicks/statistics.ts";
import type { Pictures } from "../../../server/features/qr/pictures.ts";
import { leadsThroughUs, type QrCodeService } from "../../../server/features/qr/service.ts";
import type { LinkRecord, QrCodeRecord } from "../../../server/store/records.ts";
import type { Store } from "../../../server/store/store.ts";
import { foldAlias } from "../../../server/store/tables/foldAlias.ts";
import type { AtHome } from "../edgeState.ts";
import type { HandedLimits } from "../handedLimits.ts";
import type { MirrorSource } from "../model.ts";
import { aliasRow, keptLimits, rowText } from "./aliasRow.ts";
import { createAtHome, type Stays } from "./atHome.ts";
import { campaignRow, isListedOtherwise, slugRow } from "./campaignRows.ts";
import { createLogos, type Logos } from "./logos.ts";
import { collectionOf, pageKey, pageKinds, pageRow, pagesOf, type PageKind } from "./pageRows.ts";
import { createHmac } from "node:crypto";
import type { Settings } from "../../../server/features/settings/settings.ts";
import { drawQr } from "../../../server/features/qr/qrDrawing.ts";
import { usualSize } from "../../../server/features/qr/qrPictures.ts";

/** Characters: what a code with more says makes too long a picture, and takes too long to draw here. */
const mostPayload = 1_200;

interface QrRowParts {
  readonly store: Pick<Store, "qrCodes">;
  readonly qrCodes: Pick<QrCodeService, "designWith">;
  readonly logos: Logos;
}

/** The codes of a scan's address, in any spelling; null: none. */
function qrRow(parts: QrRowParts, folded: string, stays: Stays): string | null {
  const codes = parts.store.qrCodes.withAlias(folded);
  if (codes.length === 0) return null;
  const row: QrRow = {
    v: 1,
    codes: codes.map((code) => ({
      id: code.id,
      code: code.code,
      type: code.type,
      data: code.data,
      svg: pictureOf(parts, code, stays),
    })),
  };
  return rowText(row);
}

/** Undefined: it stays at home. */
function pictureOf(
  { qrCodes, logos }: QrRowParts,
  code: QrCodeRecord,
  stays: Stays,
): string | undefined {
  const logo = logos.of(code);
  // It is read in a moment, and the row then made anew.
  if (logo === undefined) return undefined;
  if (logo === "tooLarge" || logo === "gone") {
    stays(code.id, logo === "gone" ? "logo" : "picture");
    return undefined;
  }
  const svg = drawn(qrCodes.designWith(code, logo));
  if (svg === "tooLarge") stays(code.id, "picture");
  return svg === "tooLarge" ? undefined : svg;
}

/** Undefined: there is no such picture at home either. */
function drawn(design: ReturnType<QrRowParts["qrCodes"]["designWith"]>) {
  if (design.payload.length > mostPayload) return "tooLarge";
  try {
    const { svg } = drawQr(design, usualSize);
    return svg.length > mostPictureBytes ? "tooLarge" : svg;
  } catch {
    // The document may have been edited by hand: what it says may fit no code.
    return undefined;
  }
}

/** What of the service holds for every visit, and is no record. */
interface SiteFacts {
  readonly settings: Pick<
    Settings,
    | "shortBase"
    | "formerBases"
    | "prefix"
    | "formerPrefixes"
    | "port"
    | "publicPort"
    | "pageName"
    | "pageColor"
    | "respectDnt"
  >;
  /** What home's own addresses begin with while visitors reach it; null: they don't. */
  home(): string | null;
}

function siteRow(store: Pick<Store, "table" | "secrets">, facts: SiteFacts): string | null {
  const { settings } = facts;
  const account = store.table("account").get(1);
  const { port, publicPort } = settings;
  const row: SiteRow = {
    v: 1,
    home: facts.home(),
    isDark: store.table("settings").get(1)?.isDark === true,
    domains: [...store.table("domains").values()].map((domain) => ({
      id: domain.id,
      domain: domain.domain,
      redirectRoot: domain.redirectRoot,
      redirect404: domain.redirect404,
    })),
    shortBase: settings.shortBase,
    formerBases: settings.formerBases,
    prefix: settings.prefix,
    formerPrefixes: settings.formerPrefixes,
    ports: publicPort === null ? [port] : [port, publicPort],
    pageName: settings.pageName,
    pageColor: settings.pageColor,
    respectDnt: settings.respectDnt,
    usernames: account === undefined ? [] : [account.username, ...(account.formerUsernames ?? [])],
    visitorKey: edgeVisitorKey(store.secrets.hashKey),
  };
  return rowText(row);
}

function browsersRow(all: Omit<BrowsersRow, "v"> | undefined): string | null {
  if (all === undefined || all.browsers.length === 0) return null;
  const browsers = all.browsers.map(({ id, token, until, ends }) => ({ id, token, until, ends }));
  const row: BrowsersRow = { v: 1, aliasLength: all.aliasLength, browsers };
  return rowText(row);
}

/** Whoever has this one can't tell home's own: a visitor of both has two keys. */
function edgeVisitorKey(hashKey: string): string {
  return createHmac("sha256", Buffer.from(hashKey, "base64url")).update("edge").digest("base64url");
}

/** What a key of the mirror names. Names are folded. */
type KeyOf =
  | { readonly kind: "site" | "browsers" }
  | { readonly kind: "alias"; readonly name: string; readonly domain: number | undefined }
  | { readonly kind: "slug" | "qr"; readonly name: string }
  | { readonly kind: "campaign" | PageKind; readonly id: number };

/** Null: it is none that home writes. */
function readKey(key: string): KeyOf | null {
  if (key === keys.site || key === keys.browsers) return { kind: key };
  const [, letter = "", rest = ""] = /^([acrqp])\/(.+)$/su.exec(key) ?? [];
  switch (letter) {
    case "a": {
      const [, domain = "", name = ""] = /^(\d+)\/(.*)$/su.exec(rest) ?? [];
      if (domain === "") return null;
      return { kind: "alias", name, domain: domain === "0" ? undefined : Number(domain) };
    }
    case "c":
      return /^\d+$/u.test(rest) ? { kind: "campaign", id: Number(rest) } : null;
    case "r":
      return { kind: "slug", name: rest };
    case "q":
      return { kind: "qr", name: rest };
    case "p": {
      const [, kind, id] = /^(splash|overlay|pixel)\/(\d+)$/u.exec(rest) ?? [];
      return isPageKind(kind) ? { kind, id: Number(id) } : null;
    }
    default:
      return null;
  }
}

function isPageKind(kind: string | undefined): kind is PageKind {
  return kind === "splash" || kind === "overlay" || kind === "pixel";
}

export interface RowsOfRecords extends MirrorSource {
  /**
   * What holds for every visit, and is no record, is another: the addresses, the way home, the key of
   * visitors.
   */
  siteChanged(): void;
  browsersChanged(): void;
  /** Rows that show these links. */
  keysOfLinks(ids: Iterable<number>): string[];
  /** What else than links stays at home, of the rows as they were read last. */
  atHome(): readonly AtHome[];
}

/** What the edge is to hold, made of the records of this moment. */
export function createRowsOfRecords(
  options: SiteFacts & {
    readonly store: Pick<
      Store,
      "links" | "bioPages" | "campaigns" | "qrCodes" | "table" | "secrets"
    >;
    readonly statistics: Pick<Statistics, "clicksOf" | "scans">;
    readonly qrCodes: Pick<QrCodeService, "designWith">;
    readonly pictures: Pick<Pictures, "stored">;
    readonly limits?: Pick<HandedLimits, "limitOf" | "ids">;
    /** Those that may make links at the edge. */
    readonly browsers?: () => Omit<BrowsersRow, "v">;
  },
): RowsOfRecords {
  const { store, statistics, settings, limits } = options;
  const { limitOf = keptLimits } = limits ?? {};
  const { links, bioPages, campaigns, qrCodes } = store;
  const listeners = new Set<(changed: readonly string[]) => void>();
  let { shortBase } = settings;

  function notify(changed: Iterable<string>): void {
    if (listeners.size === 0) return;
    const once = [...new Set(changed)];
    for (const listener of listeners) listener(once);
  }

  /** Nobody pays for what nobody listens to. */
  function telling<Item>(
    keysOf: (former: Item | undefined, next: Item | undefined) => Iterable<string>,
  ): (former: Item | undefined, next: Item | undefined) => void {
    return (former, next) => {
      if (listeners.size > 0) notify(keysOf(former, next));
    };
  }

  /** Codes whose pictures say an address that begins with what that of a domain does. */
  function* codesPrintedWith(domain: number | undefined): Generator<string> {
    for (const code of qrCodes.values()) {
      if (code.domain === domain && leadsThroughUs(code)) yield keyOfCode(code);
    }
  }

  function keysOfLinks(ids: Iterable<number>): string[] {
    return [...ids].flatMap((id) => {
      const link = links.get(id);
      if (link === undefined) return [];
      const { campaign } = link;
      return [keyOfAlias(link), ...(campaign === undefined ? [] : [keys.campaign(campaign)])];
    });
  }

  /** What is another row where a domain has another address: who counts a limited link depends on it. */
  function* movedWith(domain: number | undefined): Generator<string> {
    yield* codesPrintedWith(domain);
    yield* keysOfLinks(limits?.ids() ?? []);
  }

  const atHome = createAtHome();
  const logos = createLogos(options.pictures, (code) => notify([keyOfCode(code)]));

  links.watch(telling(keysOfLinkChange));
  bioPages.watch(telling((former, next) => eachOf(former, next, keyOfAlias)));
  qrCodes.watch(telling((former, next) => eachOf(former, next, keyOfCode)));
  campaigns.watch(
    telling((former, next) => [
      ...eachOf(former, next, ({ id }) => keys.campaign(id)),
      ...eachOf(former, next, ({ slug }) => keys.slug(foldAlias(slug))),
    ]),
  );
  store.table("domains").watch(
    telling((former, next) => {
      const id = former?.id ?? next?.id;
      const isElsewhere = former?.domain !== next?.domain;
      return [keys.site, ...(isElsewhere ? movedWith(id) : [])];
    }),
  );
  for (const kind of pageKinds) {
    const watched: Pick<ReturnType<Store["table"]>, "watch"> = store.table(collectionOf[kind]);
    watched.watch(telling((former, next) => eachOf(former, next, ({ id }) => pageKey(kind, id))));
  }
  store.table("account").watch(telling(() => [keys.site]));
  store.table("settings").watch(telling(() => [keys.site, keys.browsers]));

  function clicksAt(folded: string, domain: number | undefined): number {
    return links
      .alike(folded, domain)
      .map(({ id }) => statistics.clicksOf(id))
      .reduce((sum, clicks) => sum + clicks, 0);
  }

  function scansOf(folded: string): number {
    return qrCodes
      .withAlias(folded)
      .map(({ id }) => statistics.scans.clicksOf(id))
      .reduce((sum, scans) => sum + scans, 0);
  }

  return {
    *keys() {
      yield keys.site;
      yield keys.browsers;
      for (const kind of pageKinds) {
        const collection = collectionOf[kind];
        for (const id of store.table(collection).ids()) {
          if (links.using(collection, id).size > 0) yield pageKey(kind, id);
        }
      }
      for (const id of campaigns.ids()) {
        const campaign = campaigns.get(id);
        if (campaign?.isPublic !== true) continue;
        yield keys.campaign(id);
        const first = campaigns.withAlias(campaign.slug).find(({ isPublic }) => isPublic);
        if (first?.id === id) yield keys.slug(foldAlias(campaign.slug));
      }
      for (const id of qrCodes.ids()) {
        const code = qrCodes.get(id);
        if (code !== undefined && qrCodes.withAlias(code.code)[0]?.id === id) yield keyOfCode(code);
      }
      for (const id of bioPages.ids()) {
        const page = bioPages.get(id);
        if (page === undefined) continue;
        const [first] = bioPages.alike(page.alias, page.domain);
        const hasLinks = links.alike(page.alias, page.domain).length > 0;
        if (first?.id === id && !hasLinks) yield keyOfAlias(page);
      }
      for (const id of links.ids()) {
        const link = links.get(id);
        if (link === undefined) continue;
        const [first] = links.alike(link.alias, link.domain);
        if (first?.id === id) yield keyOfAlias(link);
      }
    },
    row(key) {
      const of = readKey(key);
      if (of === null) return null;
      switch (of.kind) {
        case "site":
          return siteRow(store, options);
        case "browsers":
          return browsersRow(options.browsers?.());
        case "alias":
          return aliasRow(store, of.name, of.domain, limitOf);
        case "campaign":
          return atHome.noting(key, "campaign", (stays) =>
            campaignRow(store, of.id, stays, limitOf),
          );
        case "slug":
          return slugRow(store, of.name);
        case "qr":
          return atHome.noting(key, "picture", (stays) =>
            qrRow({ store, qrCodes: options.qrCodes, logos }, of.name, stays),
          );
        case "splash":
        case "overlay":
        case "pixel":
          return pageRow(store, of.kind, of.id);
      }
    },
    watch(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    clicksOf(key) {
      const of = readKey(key);
      if (of?.kind === "alias") return clicksAt(of.name, of.domain);
      if (of?.kind === "qr") return scansOf(of.name);
      // What many links share goes before them.
      return Number.POSITIVE_INFINITY;
    },
    keysOfLinks,
    atHome: () => atHome.all(),
    browsersChanged: () => notify([keys.browsers]),
    siteChanged() {
      const isPrintedOtherwise = settings.shortBase !== shortBase;
      ({ shortBase } = settings);
      notify([keys.site, ...(isPrintedOtherwise ? movedWith(undefined) : [])]);
    },
  };
}

export function keyOfAlias({ alias, domain }: Pick<LinkRecord, "alias" | "domain">): string {
  return keys.alias(domain, foldAlias(alias));
}

function keyOfCode({ code }: Pick<QrCodeRecord, "code">): string {
  return keys.qr(foldAlias(code));
}

function eachOf<Item>(
  former: Item | undefined,
  next: Item | undefined,
  keyOf: (item: Item) => string,
): string[] {
  return [former, next].flatMap((item) => (item === undefined ? [] : [keyOf(item)]));
}

function keysOfLinkChange(former: LinkRecord | undefined, next: LinkRecord | undefined): string[] {
  const changed = eachOf(former, next, keyOfAlias);
  if (isListedOtherwise(former, next)) {
    for (const campaign of [former?.campaign, next?.campaign]) {
      if (campaign !== undefined) changed.push(keys.campaign(campaign));
    }
  }
  // What no link shows any more goes, and what one begins to show comes.
  if (former?.type !== next?.type || former?.pixels !== next?.pixels) {
    for (const link of [former, next]) if (link !== undefined) changed.push(...pagesOf(link));
  }
  return changed;
}
