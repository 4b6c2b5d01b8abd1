import { keys } from "../../wire/rows.ts";
import type { Statistics } from "../../../server/features/clicks/statistics.ts";
import type { Pictures } from "../../../server/features/qr/pictures.ts";
import { leadsThroughUs, type QrCodeService } from "../../../server/features/qr/service.ts";
import type { LinkRecord, QrCodeRecord } from "../../../server/store/records.ts";
import type { Store } from "../../../server/store/store.ts";
import { foldAlias } from "../../../server/store/tables/foldAlias.ts";
import type { AtHome } from "../edgeState.ts";
import type { MirrorSource } from "../model.ts";
import { aliasRow, onDomain } from "./aliasRow.ts";
import { createAtHome } from "./atHome.ts";
import { campaignRow, isListedOtherwise, slugRow } from "./campaignRows.ts";
import { createLogos } from "./logos.ts";
import { collectionOf, pageKey, pageKinds, pageRow, pagesOf } from "./pageRows.ts";
import { qrRow } from "./qrRow.ts";
import { readKey } from "./readKey.ts";
import { type SiteFacts, siteRow } from "./siteRow.ts";

export interface RowsOfRecords extends MirrorSource {
  /**
   * What holds for every visit, and is no record, is another: the addresses, the way home, the key of
   * visitors.
   */
  siteChanged(): void;
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
    readonly pictures: Pick<Pictures, "kept">;
  },
): RowsOfRecords {
  const { store, statistics, settings } = options;
  const { links, bioPages, campaigns, qrCodes } = store;
  const listeners = new Set<(changed: readonly string[]) => void>();
  let { shortBase } = settings;

  function tell(changed: Iterable<string>): void {
    if (listeners.size === 0) return;
    const once = [...new Set(changed)];
    for (const told of listeners) told(once);
  }

  /** Nobody pays for what nobody listens to. */
  function telling<Item>(
    keysOf: (former: Item | undefined, next: Item | undefined) => Iterable<string>,
  ): (former: Item | undefined, next: Item | undefined) => void {
    return (former, next) => {
      if (listeners.size > 0) tell(keysOf(former, next));
    };
  }

  /** Codes whose pictures say an address that begins with what that of a domain does. */
  function* codesPrintedWith(domain: number | undefined): Generator<string> {
    for (const code of qrCodes.values()) {
      if (code.domain === domain && leadsThroughUs(code)) yield keyOfCode(code);
    }
  }

  const atHome = createAtHome();
  const logos = createLogos(options.pictures, (code) => tell([keyOfCode(code)]));

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
      return [keys.site, ...(isElsewhere ? codesPrintedWith(id) : [])];
    }),
  );
  for (const kind of pageKinds) {
    const watched: Pick<ReturnType<Store["table"]>, "watch"> = store.table(collectionOf[kind]);
    watched.watch(telling((former, next) => eachOf(former, next, ({ id }) => pageKey(kind, id))));
  }
  store.table("account").watch(telling(() => [keys.site]));
  store.table("settings").watch(telling(() => [keys.site]));

  function clicksAt(folded: string, domain: number | undefined): number {
    return onDomain(links.withAlias(folded), domain)
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
        const [first] = campaigns.withAlias(campaign.slug).filter(({ isPublic }) => isPublic);
        if (first?.id === id) yield keys.slug(foldAlias(campaign.slug));
      }
      for (const id of qrCodes.ids()) {
        const code = qrCodes.get(id);
        if (code !== undefined && qrCodes.withAlias(code.code)[0]?.id === id) yield keyOfCode(code);
      }
      for (const id of bioPages.ids()) {
        const page = bioPages.get(id);
        if (page === undefined) continue;
        const [first] = onDomain(bioPages.withAlias(page.alias), page.domain);
        const hasLinks = onDomain(links.withAlias(page.alias), page.domain).length > 0;
        if (first?.id === id && !hasLinks) yield keyOfAlias(page);
      }
      for (const id of links.ids()) {
        const link = links.get(id);
        if (link === undefined) continue;
        const alike = links.withAlias(link.alias);
        const [first] = alike.length === 1 ? alike : onDomain(alike, link.domain);
        if (first?.id === id) yield keyOfAlias(link);
      }
    },
    row(key) {
      const of = readKey(key);
      if (of === null) return null;
      switch (of.kind) {
        case "site":
          return siteRow(store, options);
        case "alias":
          return aliasRow(store, of.name, of.domain);
        case "campaign":
          return atHome.noting(key, "campaign", (stays) => campaignRow(store, of.id, stays));
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
    watch(told) {
      listeners.add(told);
      return () => listeners.delete(told);
    },
    clicksOf(key) {
      const of = readKey(key);
      if (of?.kind === "alias") return clicksAt(of.name, of.domain);
      if (of?.kind === "qr") return scansOf(of.name);
      // What many links share goes before them.
      return Number.POSITIVE_INFINITY;
    },
    atHome: () => atHome.all(),
    siteChanged() {
      const isPrintedOtherwise = settings.shortBase !== shortBase;
      ({ shortBase } = settings);
      tell([keys.site, ...(isPrintedOtherwise ? codesPrintedWith(undefined) : [])]);
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
