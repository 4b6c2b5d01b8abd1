import type { ClickFormat, LeftBehind, LinkFormat } from "../../../contract/changes/exports.ts";
import type { LinkRecord, QrCodeRecord } from "../../store/records.ts";
import { foldAlias } from "../../store/tables/foldAlias.ts";
import { destination, encodedParameters } from "../../resolve/parameters.ts";
import { languageName } from "../clicks/languageNames.ts";
import { createPauses } from "../../common/paging.ts";
import { Invalid } from "../../common/problems.ts";
import { leadsThroughUs } from "../qr/service.ts";
import { apacheMap } from "./redirectExports/apacheMap.ts";
import { caddyfile } from "./redirectExports/caddyfile.ts";
import { htmlPages } from "./redirectExports/htmlPages.ts";
import { createSurvey, headLines, type LeftWhat } from "./redirectExports/exportWarnings.ts";
import { netlifyRules } from "./redirectExports/netlifyRules.ts";
import { nginxMap } from "./redirectExports/nginxMap.ts";
import { createPrintedCodes, staticCodes } from "./redirectExports/printedCodes.ts";
import { isPlainHost, type Site, type WayOut } from "./redirectExports/site.ts";
import { leadOf, type Present, staticLinks } from "./redirectExports/staticLinks.ts";
import { bookmarksPage } from "./write/bookmarksPage.ts";
import {
  addToTotals,
  breakdownCsv,
  breakdowns,
  clicksCsv,
  createTotals,
  type NamedLink,
  type Totals,
} from "./write/clickForms.ts";
import { bytesOf, type ExportedFile } from "./write/exportedFile.ts";
import { type LeadingLink, linksCsv, linksJson, shlinkCsv, yourlsCsv } from "./write/linkForms.ts";
import type { WholeLink } from "./write/linkForms.ts";
import { shlinkJson } from "./write/shlinkJson.ts";
import { zipOf } from "./write/zipFile.ts";
import type { App, Core } from "../../common/context.ts";
import { createWholeLink } from "../links/exportedLink.ts";

const wayOutForms: readonly LinkFormat[] = ["netlify", "nginx", "caddy", "apache", "html"];

/** Which links. */
export type Selection =
  | { readonly kind: "all" }
  | { readonly kind: "ids"; readonly ids: readonly number[] }
  | { readonly kind: "filter"; readonly matches: (link: LinkRecord) => boolean };

export interface ExportPreview {
  /** Links that come along. */
  readonly links: number;
  readonly left: LeftBehind[];
}

export interface Exports {
  links(
    format: LinkFormat,
    selection: Selection,
    options: { readonly bom: boolean },
  ): Promise<ExportedFile>;
  /** Moments in milliseconds since 1970; undefined: from the beginning, to the end. */
  clicks(
    format: ClickFormat,
    selection: Selection,
    options: {
      readonly bom: boolean;
      readonly from: number | undefined;
      readonly to: number | undefined;
    },
  ): Promise<ExportedFile>;
  /** What an export of links would leave behind. */
  preview(format: LinkFormat, selection: Selection): Promise<ExportPreview>;
}

/** Pages that a host of static files may be asked to take; more are beyond what they keep. */
const mostPages = 20_000;
const csvType = "text/csv; charset=utf-8";
const textType = "text/plain; charset=utf-8";

type Texts = Parameters<typeof bytesOf>[0];
type Entries = Parameters<typeof zipOf>[0];

/** What each format lacks of every link that comes along. */
const always: Readonly<Record<LinkFormat, readonly LeftWhat[]>> = {
  csv: [],
  json: [],
  shlink: ["names"],
  "shlink-json": ["notes"],
  yourls: ["names"],
  bookmarks: ["short"],
  netlify: ["counting"],
  nginx: ["counting"],
  caddy: ["counting"],
  apache: ["counting"],
  html: ["counting"],
};

/** Formats that keep what they can't do, or lead nobody on. */
const isPlainCopy = (format: LinkFormat) =>
  format === "csv" || format === "json" || format === "bookmarks";

/** It has rules, dates and limits, so that a link that has ended stays one. */
const isWithRules = (format: LinkFormat) => format === "shlink-json";

const isShlink = (format: LinkFormat) => format === "shlink" || format === "shlink-json";

/** Only these have a place for the addresses of QR codes. */
function isWayOut(format: LinkFormat): boolean {
  return wayOutForms.includes(format);
}

/** What is taken along, and whether that is all there is. */
interface Chosen {
  readonly links: readonly LinkRecord[];
  readonly isAll: boolean;
}

interface Plan {
  readonly preview: ExportPreview;
  /** Links whose place no other has. */
  readonly exported: ReadonlySet<LinkRecord>;
  /** QR codes that come along, and where a scan is led. */
  readonly leads: ReadonlyMap<QrCodeRecord, string>;
  readonly present: Present;
}

export function createExports(
  app: Core & Pick<App, "importedClicks" | "domains" | "ownAddresses" | "linkPresenter">,
): Exports {
  const { store, statistics, domains, timestamps, clock } = app;
  const wholeLink = createWholeLink(app);
  const printedCodes = createPrintedCodes(app);

  /** Those that were counted here, then those that came along. */
  async function* clicksBetween(from: number, to: number) {
    yield* store.clicks.between(from, to);
    yield* app.importedClicks.between(from, to);
  }

  /** The links of this moment: records don't change, so neither does what is made of them. */
  async function chosen(selection: Selection): Promise<LinkRecord[]> {
    switch (selection.kind) {
      case "all":
        return store.links.newest(0, store.links.size).toReversed();
      case "ids": {
        const ids = [...new Set(selection.ids)].toSorted((one, other) => one - other);
        const unknown = ids.filter((id) => store.links.get(id) === undefined);
        if (unknown.length > 0) {
          const detail = `must be IDs of existing links, not ${unknown.slice(0, 20).join(", ")}`;
          throw new Invalid({ "select.ids": { code: "unknown", detail } });
        }
        return ids.flatMap((id) => store.links.get(id) ?? []);
      }
      case "filter": {
        const all = store.links.newest(0, store.links.size).toReversed();
        const pause = createPauses();
        const found: LinkRecord[] = [];
        for (const link of all) {
          if (selection.matches(link)) found.push(link);
          await pause();
        }
        return found;
      }
    }
  }

  const presentFor = (format: LinkFormat): Present => ({
    now: clock(),
    clicksOf: (link) => statistics.clicksOf(link),
    keepsEnded: isWithRules(format),
  });

  async function surveyOf(format: LinkFormat, links: readonly LinkRecord[], present: Present) {
    const survey = createSurvey(present, { hasRules: isWithRules(format) });
    const pause = createPauses();
    for (const link of links) {
      survey.add(link);
      await pause();
    }
    return survey;
  }

  async function previewOf(format: LinkFormat, { links, isAll }: Chosen): Promise<ExportPreview> {
    if (isPlainCopy(format)) {
      const left = createSurvey(presentFor(format)).left(always[format]);
      return { links: links.length, left: left.map((one) => ({ ...one, links: links.length })) };
    }
    return (await planOf(format, { links, isAll })).preview;
  }

  async function planOf(format: LinkFormat, { links, isAll }: Chosen): Promise<Plan> {
    const present = presentFor(format);
    const lost = await lostOf(format, links, present);
    const survey = await surveyOf(format, links, present);
    const exported = new Set<LinkRecord>();
    const campaigns = new Set<number>();
    const pause = createPauses();
    for (const link of links) {
      await pause();
      if (!lost.has(link)) exported.add(link);
      if (link.campaign !== undefined) campaigns.add(link.campaign);
    }
    for (const link of lost) survey.note(format === "yourls" ? "domain" : "host", link);
    const isAlong = (link: LinkRecord) =>
      exported.has(link) && leadOf(link, present).closed === undefined;
    const leads = new Map<QrCodeRecord, string>();
    const own = placeOf(undefined);
    const codes = [...store.qrCodes.values()];
    for (const code of codes) {
      await pause();
      const link = isAll ? undefined : printedCodes.linkOf(code);
      const isSelected = isAll || (link !== undefined && (exported.has(link) || lost.has(link)));
      if (!isSelected || !leadsThroughUs(code)) continue;
      const lead = isWayOut(format) ? printedCodes.leadOf(code, isAlong) : null;
      const { host, prefix } = placeOf(code.domain);
      const hasPlace = isPlainHost(host) && (host !== own.host || prefix === own.prefix);
      if (lead !== null && hasPlace) leads.set(code, lead);
      else survey.note("codes", { alias: `q/${code.code}` });
    }
    for (const { id, slug, isPublic } of store.campaigns.values()) {
      if (isPublic === true && (isAll || campaigns.has(id))) {
        survey.note("campaigns", { alias: `r/${slug}` });
      }
    }
    if (isAll) for (const page of store.bioPages.values()) survey.note("biopages", page);
    const preview = { links: survey.leading - lost.size, left: survey.left(always[format]) };
    return { preview, exported, leads, present };
  }

  /** Links whose place another of the same name has, where a format doesn't know all domains. */
  async function lostOf(
    format: LinkFormat,
    links: readonly LinkRecord[],
    present: Present,
  ): Promise<ReadonlySet<LinkRecord>> {
    const pause = createPauses();
    const lost = new Set<LinkRecord>();
    const seen = new Map<string, number | undefined>();
    for (const part of (await byDomain(links)).values()) {
      for (const link of part) {
        await pause();
        if (leadOf(link, present).closed !== undefined) continue;
        const name = placeName(format, link);
        if (!seen.has(name)) seen.set(name, link.domain);
        if (seen.get(name) !== link.domain || !hasOwnPlace(format, name)) lost.add(link);
      }
    }
    return lost;
  }

  /** What only one domain's link can have there. */
  function placeName(format: LinkFormat, { alias, domain }: LinkRecord): string {
    if (format === "yourls") return foldAlias(alias);
    return isShlink(format) ? String(domain) : placeOf(domain).host;
  }

  function hasOwnPlace(format: LinkFormat, name: string): boolean {
    return format === "yourls" || isShlink(format) || isPlainHost(name);
  }

  function placeOf(domain: number | undefined): { readonly host: string; readonly prefix: string } {
    const base = domains.baseOf(domain);
    const { hostname, pathname } = URL.parse(base) ?? { hostname: base, pathname: "" };
    return { host: hostname, prefix: pathname.replace(/\/$/, "") };
  }

  async function wayOut(format: LinkFormat, chosenLinks: Chosen): Promise<WayOut> {
    const { preview, exported, leads, present } = await planOf(format, chosenLinks);
    const places = new Map<string, Site & { readonly codes: QrCodeRecord[] }>();
    /** Codes are one of a kind: those of two domains of one host can stand in one place. */
    function add(domain: number | undefined, links: Site["links"], codes: QrCodeRecord[]): void {
      const place = placeOf(domain);
      // Nothing redirects there, and its name may be no name of a file.
      if (!isPlainHost(place.host)) return;
      const known = places.get(place.host);
      if (known === undefined) places.set(place.host, { ...place, links, codes });
      else known.codes.push(...codes);
    }
    const parts = {
      links: store.links,
      bioPages: store.bioPages,
      isChosen: (link: LinkRecord) => exported.has(link),
      present,
    };
    for (const [domain, records] of await byDomain([...exported])) {
      add(domain, () => staticLinks(records, parts), []);
    }
    for (const [domain, codes] of await byDomain([...leads.keys()])) {
      add(domain, () => [], codes);
    }
    const sites = [...places.values()].map(({ host, prefix, links, codes }) => ({
      host,
      prefix,
      *links() {
        yield* links();
        yield* staticCodes(codes, { qrCodes: store.qrCodes, leads });
      },
    }));
    return {
      sites,
      head: headLines(preview.left, timestamps.render(new Date(present.now).toISOString())),
    };
  }

  function* leading(format: LinkFormat, links: readonly LinkRecord[]): Generator<LeadingLink> {
    const present = presentFor(format);
    for (const record of links) {
      const lead = leadOf(record, present);
      if (lead.closed !== undefined) continue;
      const link = wholeLink(record);
      const { parameters = [] } = record;
      // As its owner wrote it, where nothing is added to it.
      const isOwn = parameters.length === 0 && lead.isOwn;
      const encoded = encodedParameters(parameters);
      yield {
        link,
        to: isOwn ? link.url : lead.to,
        short: nameOf(record).short,
        ready: (address) => destination(address, encoded),
      };
    }
  }

  function* whole(links: readonly LinkRecord[]): Generator<WholeLink> {
    for (const link of links) yield wholeLink(link);
  }

  const day = () => new Date(clock()).toISOString().slice(0, 10);

  const file = (name: string, type: string, texts: Texts): ExportedFile => ({
    name,
    type,
    content: bytesOf(texts),
  });
  const zip = (name: string, entries: Entries): ExportedFile => ({
    name,
    type: "application/zip",
    content: zipOf(entries, new Date(clock())),
  });

  async function asLinks(
    format: LinkFormat,
    { links, isAll }: Chosen,
    bom: boolean,
  ): Promise<ExportedFile> {
    switch (format) {
      case "csv":
        return file(`waypost-links-${day()}.csv`, csvType, linksCsv(whole(links), { bom }));
      case "json":
        return file(
          `waypost-links-${day()}.json`,
          "application/json",
          linksJson(whole(links), new Date(clock()).toISOString()),
        );
      case "bookmarks":
        return file(
          `waypost-bookmarks-${day()}.html`,
          "text/html; charset=utf-8",
          bookmarksPage(whole(links)),
        );
      case "shlink":
        return file(`waypost-shlink-${day()}.csv`, csvType, shlinkCsv(leading(format, links)));
      case "shlink-json":
        return file(
          `waypost-shlink-${day()}.json`,
          "application/json",
          shlinkJson(leading(format, links)),
        );
      case "yourls": {
        const lost = await lostOf(format, links, presentFor(format));
        const sorted = await byDomain(links);
        const exported = [...sorted.values()].flat().filter((link) => !lost.has(link));
        return file(`waypost-yourls-${day()}.csv`, csvType, yourlsCsv(leading(format, exported)));
      }
      case "netlify": {
        const { sites, head } = await wayOut(format, { links, isAll });
        const [only, ...more] = sites;
        if (more.length === 0) {
          const rules = only === undefined ? [] : netlifyRules(only, head);
          return file("_redirects", textType, rules);
        }
        return zip(
          "waypost-redirects.zip",
          sites.map((site) => ({
            name: `${site.host}/_redirects`,
            content: bytesOf(netlifyRules(site, head)),
          })),
        );
      }
      case "nginx":
        return file("waypost.conf", textType, nginxMap(await wayOut(format, { links, isAll })));
      case "caddy":
        return file("Caddyfile", textType, caddyfile(await wayOut(format, { links, isAll })));
      case "apache":
        return zip("waypost-apache.zip", apacheMap(await wayOut(format, { links, isAll })));
      case "html": {
        const codes = isAll ? store.qrCodes.size : 0;
        if (links.length + codes > mostPages) {
          throw new Invalid({
            format: `html can have at most ${mostPages} links and QR codes. Select fewer, or choose another format`,
          });
        }
        return zip("waypost-pages.zip", htmlPages(await wayOut(format, { links, isAll })));
      }
    }
  }

  function nameOf(record: LinkRecord): NamedLink {
    const base = domains.baseOf(record.domain);
    return {
      short: `${base}/${encodeURIComponent(record.alias)}`,
      alias: record.alias,
      domain: record.domain === undefined ? "" : (URL.parse(base)?.host ?? base),
    };
  }

  async function* totalEntries(totals: () => Promise<Totals>, bom: boolean, detail: string) {
    const counted = await totals();
    yield { name: "README.txt", content: `${detail}\n` };
    for (const breakdown of breakdowns) {
      yield { name: `${breakdown}.csv`, content: breakdownCsv(counted, breakdown, bom) };
    }
  }

  /** From the counters: they know more than the lines that are still kept. */
  async function everCounted(links: readonly LinkRecord[]): Promise<Totals> {
    const totals = createTotals();
    const pause = createPauses();
    const today = Math.floor(Date.parse(`${localDay(clock())}T00:00:00Z`) / dayLength);
    for (const { id, createdAt } of links) {
      await pause();
      const counts = statistics.of(id, Number.POSITIVE_INFINITY);
      if (counts.clicks + counts.botClicks === 0) continue;
      const { countries, referrers, browsers, systems, languages, bots } = counts;
      const social = Object.entries(counts.social);
      const lists = { countries, referrers, browsers, systems, languages, bots, social };
      for (const [breakdown, list] of Object.entries(lists)) {
        for (const [name, count] of list) {
          // The keys of the line above.
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion
          totals.add(breakdown as keyof typeof lists, name, count);
        }
      }
      // A link that was brought along may have been made long before its first click here.
      const first = Math.max(today - mostDays, Math.floor(Date.parse(createdAt) / dayLength) - 1);
      for (const { start, clicks } of statistics.history(id, "day", first, today)) {
        if (clicks > 0) totals.add("days", dayOf(start * dayLength), clicks);
      }
    }
    return totals;
  }

  const localDay = (at: number) => timestamps.render(new Date(at).toISOString()).slice(0, 10);

  async function countedBetween(ids: ReadonlySet<number>, from: number, to: number) {
    const totals = createTotals();
    for await (const batch of clicksBetween(from, to)) {
      for (const click of batch) {
        if (click.link === undefined || !ids.has(click.link)) continue;
        addToTotals(totals, click, { day: localDay, language: languageName });
      }
    }
    return totals;
  }

  return {
    async links(format, selection, { bom }) {
      const links = await chosen(selection);
      return asLinks(format, { links, isAll: selection.kind === "all" }, bom);
    },
    async clicks(format, selection, { bom, from, to }) {
      const links = await chosen(selection);
      const first = from ?? 0;
      const end = to ?? Number.MAX_SAFE_INTEGER;
      if (format === "clicks-csv") {
        const byId = new Map(links.map((link) => [link.id, link]));
        const content = clicksCsv(clicksBetween(first, end), {
          bom,
          nameOf(id) {
            const link = byId.get(id);
            return link && nameOf(link);
          },
        });
        return file(`waypost-clicks-${day()}.csv`, csvType, content);
      }
      const isWhole = from === undefined && to === undefined;
      const entries = isWhole
        ? totalEntries(
            () => everCounted(links),
            bom,
            `Totals of all clicks on ${links.length} links, including clicks that were deleted from the click log.`,
          )
        : totalEntries(
            () => countedBetween(new Set(links.map(({ id }) => id)), first, end),
            bom,
            `Totals of the clicks on ${links.length} links in the selected range, without clicks that were deleted from the click log.`,
          );
      return zip(`waypost-clicks-${day()}.zip`, entries);
    },
    async preview(format, selection) {
      return previewOf(format, { links: await chosen(selection), isAll: selection.kind === "all" });
    },
  };
}

const dayLength = 86_400_000;
const mostDays = 40 * 366;

function dayOf(moment: number): string {
  return new Date(moment).toISOString().slice(0, 10);
}

/** The service's own address before branded domains, the older ones first; the links as they come. */
async function byDomain<Item extends { readonly domain?: number | undefined }>(
  items: readonly Item[],
): Promise<ReadonlyMap<number | undefined, Item[]>> {
  const found = new Map<number | undefined, Item[]>();
  const pause = createPauses();
  for (const item of items) {
    await pause();
    const there = found.get(item.domain);
    if (there === undefined) found.set(item.domain, [item]);
    else there.push(item);
  }
  return new Map([...found].toSorted(([one = 0], [other = 0]) => one - other));
}
