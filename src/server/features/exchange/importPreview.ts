import { isDeepStrictEqual } from "node:util";
import { destinationsOf } from "../links/destinations.ts";
import type { ImportPreview } from "../../../contract/changes/jobResults.ts";
import { type Message, message } from "../../../contract/messages/messages.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { LinkRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import type { LinkTags } from "../tags/linkTags.ts";
import type { ClickRules } from "./clickRules.ts";
import type { FailedRows, Failure } from "./failedRows.ts";
import {
  expiryOf,
  isPublic,
  linkDetails,
  overwriting,
  publishesStatistics,
  type RestOfLink,
} from "./linkOfRow.ts";
import type { ImportRules, Place, Verdict } from "./importRules.ts";
import { createNameCounts, type ImportedNames, type NamedKind } from "./importedNames.ts";
import { pixelKey } from "../../common/keyHolders.ts";
import { createImportTexts, type ImportTexts } from "./importTexts.ts";
import { columnOf, type OpenImport } from "./openImport.ts";
import { type ImportedLink, type LeftOut, longestHost, type Row, shownCell } from "./read/rows.ts";
import { Unreadable } from "./read/unreadable.ts";

/** A part of imported links that acts on visitors, besides the redirect itself. */
type VisitorEffect = ImportPreview["visitorEffects"][number];

/** ID of a record that the import would create. */
const unborn = 0;

/** More are counted under one empty name. */
const mostNamed = 100;

function hostOf(url: string): string {
  return URL.parse(url)?.host.slice(0, longestHost) ?? "";
}

/** The link that a row would overwrite. */
function overwrittenBy(verdict: Verdict): LinkRecord | undefined {
  if (verdict.is === "known") return verdict.link;
  if (verdict.is !== "conflict" || verdict.holder.is !== "link") return undefined;
  return verdict.holder.link;
}

/** Collects the effects, by their names. */
function createVisitorEffects() {
  const found = new Map<string, VisitorEffect>();

  function add(what: VisitorEffect["what"], name: string): void {
    const key = `${what}\n${name}`;
    const known = found.get(key);
    if (known !== undefined) known.links += 1;
    else if (found.size < mostNamed || name === "") found.set(key, { what, name, links: 1 });
    else add(what, "");
  }

  return {
    add,
    take({ details, pixels }: RestOfLink): void {
      for (const name of new Set(pixels.map(({ type, tag }) => `${type} ${tag}`))) {
        add("pixel", name);
      }
      const { type, metaImage, deepLink } = details;
      if (type !== undefined && type.kind !== "direct") add("type", type.kind);
      if (metaImage !== undefined) add("metaimage", hostOf(metaImage));
      const apps = [deepLink?.apple, deepLink?.google].flatMap((url) => url ?? []);
      for (const host of new Set(apps.map(hostOf))) add("deeplink", host);
      const targets = destinationsOf(details).map(([, url]) => url);
      for (const host of new Set(targets.map(hostOf))) add("targeting", host);
    },
    list: (): readonly VisitorEffect[] => [...found.values()],
  };
}

/** Values without which links are imported, counted by column and reason, with the first of each. */
function createLeftOutValues() {
  const counts = new Map<string, LeftOut & { cells: number; readonly line: number }>();
  return {
    add(line: number, leftOut: readonly LeftOut[]): void {
      for (const one of leftOut) {
        const key = `${one.why} ${one.column}`;
        const known = counts.get(key);
        const { cells = 1 } = one;
        if (known === undefined) counts.set(key, { ...one, cells, line });
        else known.cells += cells;
      }
    },
    list: (): { readonly column: string; readonly reason: Message }[] =>
      [...counts.values()].map(({ column, cell: example, why, cells, line }) => ({
        column,
        reason: message(`column.${why}`, { cells, example, line }),
      })),
  };
}

/** All that a link comes without. */
function leftOutOf({ leftOut = [] }: ImportedLink, { unread }: RestOfLink): readonly LeftOut[] {
  return [
    ...leftOut,
    ...unread.map(({ field, value }) => ({
      column: field,
      cell: shownCell(value),
      why: "unreadable" as const,
    })),
  ];
}

/** Texts of a link as it is imported. */
function textsOf(link: ImportedLink, texts: ImportTexts) {
  return {
    name: texts.name(link.name) ?? "",
    tags: [...texts.tags(link.tags, [])],
    description: texts.description(link.description) ?? "",
    channels: (link.channels ?? []).flatMap((name) => texts.name(name) ?? []),
    campaign: texts.name(link.campaign) ?? null,
  };
}

type Texts = ReturnType<typeof textsOf>;

const mostRows = 1_000_000;
const maxListed = 1000;
/** Characters of a conflicting destination. */
const longestShown = 500;
const mostRecords = 50;

/** What a preview tells, as its rows come. */
export function createImportPreview(
  { known, reading }: OpenImport,
  {
    store,
    tags: linkTags,
    rules,
    clickRules,
    timestamps,
    readExtraFields,
    names,
  }: {
    store: Pick<Store, "campaigns" | "links" | "bioPages">;
    tags: Pick<LinkTags, "spelled">;
    rules: ImportRules;
    clickRules: ClickRules;
    timestamps: Timestamps;
    readExtraFields: (link: ImportedLink) => RestOfLink;
    names: ImportedNames;
  },
) {
  const texts: ImportTexts = createImportTexts();
  /** For links that aren't imported again. */
  const uncounted: ImportTexts = createImportTexts();
  const nameCounts = createNameCounts(names);
  const leftOut = createLeftOutValues();
  const effects = createVisitorEffects();
  const counts = {
    rows: 0,
    valid: 0,
    conflicts: 0,
    invalid: 0,
    skipped: 0,
    unchanged: 0,
    different: 0,
    clicks: 0,
    withPassword: 0,
  };
  const problems: Failure[] = [];
  const conflicting: ImportPreview["conflicting"] = [];
  const records: ImportPreview["records"] = [];

  function refuse(row: Row, failed: FailedRows, column: string | null, reason: Message): void {
    counts.invalid += 1;
    const failure = failed.add(row, column, reason);
    if (problems.length < maxListed) problems.push(failure);
  }

  function show(link: ImportedLink, alias: string | undefined, shown: Texts): void {
    if (records.length >= mostRecords) return;
    const { createdAt } = link;
    const expiry = expiryOf(link, timestamps);
    records.push({
      line: link.line,
      url: link.url ?? "",
      alias: alias ?? null,
      ...shown,
      expiry: expiry === undefined ? null : timestamps.render(expiry),
      archived: link.archived === true,
      date: createdAt === undefined ? null : timestamps.render(new Date(createdAt).toISOString()),
      earlierclicks: link.clicks ?? 0,
    });
  }

  /** Whether a link that is there would be another one if the row overwrote it. */
  function isDifferent(link: ImportedLink, before: LinkRecord): boolean {
    const { details, pixels } = readExtraFields(link);
    const idOf = (kind: NamedKind) => (name: string) => names.find(kind, name) ?? unborn;
    const { channels, campaign, tags } = textsOf(link, uncounted);
    const named = {
      tags: linkTags.spelled(tags),
      pixels: [...new Set(pixels.map(pixelKey).map(idOf("pixels")))],
      channels: [...new Set(channels.map(idOf("channels")))],
      campaign: campaign === null ? undefined : idOf("campaigns")(campaign),
    };
    const parts = { texts: uncounted, timestamps };
    const { record } = overwriting(linkDetails(link, details, named, parts), before);
    return !isDeepStrictEqual(record, before);
  }

  /** Visitors who spell an alias as the new link does don't come to the present one any more. */
  function tellAlike({ alias, domain }: Place): void {
    if (alias === undefined) return;
    const [link] = store.links.alike(alias, domain);
    const [page] = store.bioPages.alike(alias, domain);
    const alike = link ?? page;
    if (alike !== undefined) effects.add("alias", alike.alias);
  }

  /** Links that are there are named; the others would come with the file. */
  function tellStatistics(verdict: Verdict, restOfLink: RestOfLink): void {
    const before = overwrittenBy(verdict);
    if (verdict.is === "known" && before === undefined) return;
    if (publishesStatistics(restOfLink, before)) effects.add("statistics", before?.alias ?? "");
  }

  function takeLink(row: Row & { kind: "link" }, failed: FailedRows): void {
    const { link } = row;
    const verdict = rules.judge(link);
    if (link.hadPassword === true) counts.withPassword += 1;
    if (verdict.is !== "invalid") {
      const isKnown = verdict.is === "known";
      const shown = textsOf(link, isKnown ? uncounted : texts);
      show(link, verdict.place.alias, shown);
      const restOfLink = readExtraFields(link);
      effects.take(restOfLink);
      tellStatistics(verdict, restOfLink);
      if (!isKnown) {
        leftOut.add(link.line, leftOutOf(link, restOfLink));
        const { channels, campaign, tags } = shown;
        const pixels = restOfLink.pixels.map(pixelKey);
        nameCounts.take({ channels, campaigns: campaign === null ? [] : [campaign], pixels, tags });
        if (campaign !== null && isPublic(store, names.find("campaigns", campaign))) {
          effects.add("campaign", campaign);
        }
      }
    }
    switch (verdict.is) {
      case "invalid":
        refuse(row, failed, columnOf(reading, verdict.field), verdict.reason);
        break;
      case "known":
        if (verdict.link !== undefined && isDifferent(link, verdict.link)) counts.different += 1;
        else counts.unchanged += 1;
        break;
      case "new":
        counts.valid += 1;
        tellAlike(verdict.place);
        break;
      case "conflict": {
        counts.conflicts += 1;
        if (conflicting.length >= maxListed) break;
        const { holder, place } = verdict;
        const { id } = holder.is === "link" ? holder.link : holder.page;
        const present = holder.is === "link" ? holder.link.url : holder.page.name;
        conflicting.push({
          line: row.line,
          alias: place.alias ?? "",
          id,
          present: present.slice(0, longestShown),
          given: (link.url ?? "").slice(0, longestShown),
        });
        break;
      }
    }
  }

  function takeClick(row: Row & { kind: "click" }, failed: FailedRows): void {
    const verdict = clickRules.judge(row.click);
    switch (verdict.is) {
      case "invalid":
        refuse(row, failed, null, verdict.reason);
        break;
      case "known":
        counts.unchanged += 1;
        break;
      case "new":
        counts.clicks += 1;
        break;
    }
  }

  const city = known.kind === "clicks" ? reading.columnOf("city") : null;

  function columnNamed(kind: NamedKind | "tags"): string {
    const fields = { channels: "channel", campaigns: "campaign", tags: "tags" } as const;
    return (kind === "pixels" ? null : reading.columnOf(fields[kind])) ?? kind;
  }

  return {
    take(row: Row, failed: FailedRows): void {
      counts.rows += 1;
      if (counts.rows > mostRows) {
        throw new Unreadable(message("file.tooManyRows", { most: mostRows }));
      }
      switch (row.kind) {
        case "link":
          takeLink(row, failed);
          break;
        case "click":
          takeClick(row, failed);
          break;
        case "skipped":
          counts.skipped += 1;
          break;
        case "invalid":
          refuse(row, failed, row.column, row.reason);
          break;
      }
    },
    result() {
      const { format, sureness, formats, kind, columns, fields, dropped } = known;
      const named = [...rules.domains].filter(([, { links }]) => links > 0);
      const gone = named.filter(([, { id }]) => id === null);
      return {
        format,
        sureness,
        formats,
        kind,
        ...counts,
        newChannels: nameCounts.created.channels,
        newCampaigns: nameCounts.created.campaigns,
        newPixels: nameCounts.created.pixels,
        columns,
        fields,
        dropped: [
          ...dropped,
          ...(city === null ? [] : [{ column: city, reason: message("column.country") }]),
          ...texts.list(),
          ...nameCounts
            .leftOut()
            .map(({ what, reason }) => ({ column: columnNamed(what), reason })),
          ...leftOut.list(),
          ...(gone.length === 0
            ? []
            : [
                {
                  column: "domain",
                  reason: message("column.domains", {
                    hosts: gone
                      .slice(0, 20)
                      .map(([host]) => host)
                      .join(", "),
                  }),
                },
              ]),
        ].map(({ column, reason: { message: why, code, values } }) => ({
          column,
          why,
          code,
          values,
        })),
        domains: named.map(([host, { links, id }]) => ({
          host,
          links,
          registered: id !== null,
        })),
        dates: reading.dates(),
        visitorEffects: effects.list(),
        problems,
        conflicting,
        records,
      };
    },
  };
}
