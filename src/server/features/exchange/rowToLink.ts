import type { OnConflict } from "../../../contract/changes/imports.ts";
import { type Message, message } from "../../../contract/messages/messages.ts";
import { isDeepStrictEqual } from "node:util";
import type {
  CampaignRecord,
  ChannelRecord,
  LinkRecord,
  PixelRecord,
} from "../../store/records.ts";
import type { Change, Store } from "../../store/store.ts";
import type { Aliases } from "../links/aliases.ts";
import { channelColor } from "../channels/service.ts";
import type { LinkTags } from "../tags/linkTags.ts";
import { withoutEmpty } from "../../common/resources.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { AliasAvailability } from "../links/aliasAvailability.ts";
import type { Verdict } from "./importRules.ts";
import { pixelKey } from "../../common/keyHolders.ts";
import type { ImportedNames, NamedKind } from "./importedNames.ts";
import type { ImportTexts } from "./importTexts.ts";
import {
  isPublic,
  type Left,
  linkDetails,
  overwriting,
  publishesStatistics,
  type RestOfLink,
} from "./linkOfRow.ts";
import type { ImportedLink } from "./read/rows.ts";

export interface ForAll {
  readonly tags: readonly string[];
  readonly channel: number | undefined;
  readonly campaign: number | undefined;
}

/** What became of a row. */
export type Outcome =
  | { readonly is: "imported" | "renamed"; readonly record: LinkRecord }
  | { readonly is: "overwritten"; readonly record: LinkRecord; readonly left: Left }
  | { readonly is: "unchanged"; readonly left: Left }
  | { readonly is: "skipped" | "invalid"; readonly field: string | null; readonly reason: Message };

/** Records that one commit puts in, numbered before any of them is there. */
export interface Slice {
  place(link: ImportedLink, verdict: Verdict): Outcome;
  readonly changes: readonly Change[];
  /** Ids of links that weren't there before. */
  readonly added: readonly number[];
  /** Links whose pixels were left out. */
  readonly withoutPixels: () => number;
  /** Links that didn't join the public campaign that they name. */
  readonly withoutCampaign: () => number;
  /** Links whose statistics stayed private. */
  readonly withoutStatistics: () => number;
  /** Links without some of what they name, as there are enough new records. */
  readonly withoutNames: () => number;
}

/** Aliases with a number at their end that are tried where one is taken; then it is a random one. */
const mostTries = 100;

/**
 * Links of rows, as records of one commit. Nothing waits between its making and the commit, so that
 * the ids and names that are free are still free then.
 */
export function createSlice(options: {
  store: Store;
  aliases: Pick<Aliases, "random">;
  availability: Pick<AliasAvailability, "isTaken">;
  tags: Pick<LinkTags, "spelled" | "find" | "size">;
  timestamps: Timestamps;
  texts: ImportTexts;
  names: ImportedNames;
  readExtraFields: (link: ImportedLink) => RestOfLink;
  onConflict: OnConflict;
  /** Whether the pixels of the file are imported. */
  pixels: boolean;
  /** Whether links join the public campaigns that the file names. */
  publicCampaigns: boolean;
  /** Whether links have public statistics if the file says so. */
  publicStatistics: boolean;
  forAll: ForAll;
  /** Links made since the preview, which it couldn't name as conflicts. */
  firstUnseen: number;
  /** Milliseconds since 1970. */
  now: number;
}): Slice {
  const { store, aliases, availability, texts, names, forAll, onConflict } = options;
  const parts = { texts, timestamps: options.timestamps };
  const madeNow = new Date(options.now).toISOString();
  const changes: Change[] = [];
  const added: number[] = [];
  const places = new Set<string>();
  /** What earlier rows of the slice have made of links that are there. */
  const latest = new Map<number, LinkRecord>();
  let withoutPixels = 0;
  let withoutCampaign = 0;
  let withoutStatistics = 0;
  let withoutNames = 0;
  /** Names without a record. */
  let missing = 0;
  const pending = new Set<string>();

  function idOf(
    kind: NamedKind,
    name: string,
    make: (id: number) => CampaignRecord | ChannelRecord | PixelRecord,
  ): number | undefined {
    const put = (): number => {
      const id = store.nextId(kind);
      pending.add(`${kind} ${id}`);
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- `make` makes one of the kind
      changes.push({ put: kind, record: make(id) } as Change);
      return id;
    };
    const isThere = (id: number) =>
      store.table(kind).get(id) !== undefined || pending.has(`${kind} ${id}`);
    const id = names.idOf(kind, name, put, isThere);
    if (id === undefined) missing += 1;
    return id;
  }

  const campaignOf = (name: string) =>
    idOf("campaigns", name, (id) => ({
      id,
      name,
      slug: aliases.random((drawn) => store.campaigns.withAlias(drawn).length > 0),
      createdAt: madeNow,
    }));
  const channelOf = (name: string) =>
    idOf("channels", name, (id) => ({ id, name, color: channelColor(id), createdAt: madeNow }));
  const pixelOf = (pixel: RestOfLink["pixels"][number]) =>
    idOf("pixels", pixelKey(pixel), (id) => ({ id, ...pixel, createdAt: madeNow }));

  function isFree(alias: string, domain: number | undefined): boolean {
    return !places.has(`${domain ?? 0}/${alias}`) && !availability.isTaken(alias, domain);
  }

  function otherAlias(alias: string, domain: number | undefined): string {
    for (let count = 2; count < mostTries; count += 1) {
      const other = `${alias.slice(0, 95)}-${count}`;
      if (isFree(other, domain)) return other;
    }
    return aliases.random((drawn) => !isFree(drawn, domain));
  }

  function channelsOf(link: ImportedLink): number[] {
    const given = (link.channels ?? []).flatMap((name) => texts.name(name) ?? []);
    const isTaken = names.takesChannels(given.length);
    if (!isTaken) missing += 1;
    const named = isTaken ? given.flatMap((name) => channelOf(name) ?? []) : [];
    return [...new Set([...named, ...(forAll.channel === undefined ? [] : [forAll.channel])])];
  }

  function campaignFor(link: ImportedLink): number | undefined {
    if (forAll.campaign !== undefined) return forAll.campaign;
    const name = texts.name(link.campaign);
    const id = name === undefined ? undefined : campaignOf(name);
    if (id === undefined || options.publicCampaigns || !isPublic(store, id)) return id;
    withoutCampaign += 1;
    return undefined;
  }

  /** What a row says of its link, without public statistics that nobody asked for. */
  function restFor(link: ImportedLink, before: LinkRecord | undefined): RestOfLink {
    const rest = options.readExtraFields(link);
    if (options.publicStatistics || !publishesStatistics(rest, before)) return rest;
    withoutStatistics += 1;
    return { ...rest, details: { ...rest.details, status: undefined } };
  }

  function detailsOf(link: ImportedLink, before?: LinkRecord): Partial<LinkRecord> {
    const missingBefore = missing;
    const { details, pixels } = restFor(link, before);
    const wanted = texts.tags(link.tags, forAll.tags);
    const fitting = names.tagsOf(wanted);
    if (fitting.length < wanted.length) missing += 1;
    const tags = options.tags.spelled(fitting);
    const ids = options.pixels ? [...new Set(pixels.flatMap((pixel) => pixelOf(pixel) ?? []))] : [];
    if (!options.pixels && pixels.length > 0) withoutPixels += 1;
    const channels = channelsOf(link);
    const campaign = campaignFor(link);
    if (missing > missingBefore) withoutNames += 1;
    return linkDetails(link, details, { tags, pixels: ids, channels, campaign }, parts);
  }

  function made(link: ImportedLink, alias: string, domain: number | undefined): LinkRecord {
    const details = detailsOf(link);
    const id = store.nextId("links");
    const record = withoutEmpty<LinkRecord>({
      createdAt: madeNow,
      url: "",
      ...details,
      id,
      alias,
      domain,
    });
    changes.push({ put: "links", record });
    added.push(id);
    places.add(`${domain ?? 0}/${alias}`);
    return record;
  }

  function overwritten(link: ImportedLink, judged: LinkRecord): Outcome {
    const before = latest.get(judged.id) ?? judged;
    const details = detailsOf(link, before);
    const { record, left } = overwriting(details, before);
    if (isDeepStrictEqual(record, before)) return { is: "unchanged", left };
    changes.push({ put: "links", record });
    latest.set(record.id, record);
    return { is: "overwritten", record, left };
  }

  function conflict(link: ImportedLink, verdict: Verdict & { is: "conflict" }): Outcome {
    const { place, holder } = verdict;
    const alias = place.alias ?? "";
    switch (onConflict) {
      case "skip":
        return { is: "skipped", field: "custom", reason: takenReason(holder) };
      case "rename":
        return { is: "renamed", record: made(link, otherAlias(alias, place.domain), place.domain) };
      case "overwrite":
        if (holder.is === "bioPage" || holder.link.id >= options.firstUnseen) {
          return { is: "skipped", field: "custom", reason: takenReason(holder) };
        }
        return overwritten(link, holder.link);
    }
  }

  return {
    changes,
    added,
    withoutPixels: () => withoutPixels,
    withoutCampaign: () => withoutCampaign,
    withoutStatistics: () => withoutStatistics,
    withoutNames: () => withoutNames,
    place(link, verdict) {
      switch (verdict.is) {
        case "invalid":
          return { is: "invalid", field: verdict.field, reason: verdict.reason };
        case "known":
          return onConflict === "overwrite" &&
            verdict.link !== undefined &&
            verdict.link.id < options.firstUnseen
            ? overwritten(link, verdict.link)
            : { is: "unchanged", left: [] };
        case "conflict":
          return conflict(link, verdict);
        case "new": {
          const { alias, domain } = verdict.place;
          if (alias !== undefined && places.has(`${domain ?? 0}/${alias}`)) {
            return { is: "skipped", field: "custom", reason: message("row.justTaken") };
          }
          const chosen = alias ?? aliases.random((drawn) => !isFree(drawn, domain));
          return { is: "imported", record: made(link, chosen, domain) };
        }
      }
    },
  };
}

function takenReason(holder: (Verdict & { is: "conflict" })["holder"]): Message {
  return holder.is === "link"
    ? message("row.takenByLink", { id: holder.link.id, url: holder.link.url.slice(0, 200) })
    : message("row.takenByBioPage", { name: holder.page.name });
}
