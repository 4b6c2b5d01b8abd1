import type { CampaignRecord, LinkRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import { type Aliases, aliasTaken } from "./aliases.ts";
import type { WordsOfLink } from "./linkSearch.ts";
import type { PageOf } from "./paging.ts";
import { Conflict, NotFound } from "./problems.ts";
import {
  changed,
  type Check,
  createResources,
  type ListRequest,
  pageOf,
  type Resources,
  withoutEmpty,
} from "./resources.ts";

export type Campaign = CampaignRecord;

interface Sent {
  readonly name?: string | undefined;
  readonly slug?: string | undefined;
  readonly public?: boolean | undefined;
}

export interface CampaignService extends Resources<Campaign> {
  add(fields: Sent): Promise<Campaign>;
  update(
    id: number,
    fields: Sent & { readonly name: string },
    check: Check<Campaign>,
  ): Promise<Campaign>;
  /** Its links stay, in no campaign. */
  remove(id: number): Promise<void>;
  /** A link is in one campaign at most: assigning moves it. Twice is as good as once. */
  assign(campaign: number, link: number): Promise<void>;
  unassign(campaign: number, link: number): Promise<void>;
  /** Ids of the links in it. */
  links(id: number): ReadonlySet<number>;
  /** Newest first. */
  pageOfLinks(id: number, request: ListRequest): Promise<PageOf<LinkRecord>>;
}

const nameTaken = "You already have a campaign with that name.";

export function createCampaigns(options: {
  store: Store;
  aliases: Aliases;
  wordsOfLink: WordsOfLink;
  clock: () => number;
}): CampaignService {
  const { store, aliases, wordsOfLink, clock } = options;
  const campaigns = createResources(store, "campaigns", "Campaign", ({ name, slug }) => [
    name,
    slug,
  ]);

  function checkName(name: string | undefined, self?: number): void {
    for (const campaign of store.campaigns.values()) {
      if (campaign.name === name && campaign.id !== self) {
        throw new Conflict("taken", nameTaken, { name: { code: "taken", says: "is taken" } });
      }
    }
  }

  function isTaken(slug: string, self?: number): boolean {
    const holders = store.campaigns.withAlias(slug);
    const isOwn = holders.some((holder) => holder.id === self && holder.slug === slug);
    return !isOwn && holders.some((holder) => holder.id !== self);
  }

  function chosenSlug(slug: string | undefined, self?: number): string | undefined {
    if (slug === undefined) return undefined;
    const checked = aliases.check(slug, "slug");
    if (isTaken(checked, self)) {
      throw new Conflict("taken", aliasTaken, { slug: { code: "taken", says: "is taken" } });
    }
    return checked;
  }

  function linkOf(id: number): LinkRecord {
    const link = store.links.get(id);
    if (link === undefined) throw new NotFound("Link does not exist.");
    return link;
  }

  return {
    ...campaigns,
    links: (id) => store.links.using("campaigns", id),
    pageOfLinks(id, request) {
      campaigns.get(id);
      const ids = [...store.links.using("campaigns", id)].toSorted((one, other) => other - one);
      const newest = (offset: number, limit: number) =>
        ids.slice(offset, offset + limit).flatMap((link) => store.links.get(link) ?? []);
      return pageOf({ size: ids.length, newest }, wordsOfLink, request);
    },
    async add(fields) {
      checkName(fields.name);
      const slug = chosenSlug(fields.slug) ?? aliases.random((drawn) => isTaken(drawn));
      const id = store.nextId("campaigns");
      const record: Campaign = {
        id,
        name: fields.name ?? `Campaign ${id}`,
        slug,
        ...(fields.public === true && { isPublic: true as const }),
        createdAt: new Date(clock()).toISOString(),
      };
      await store.commit([{ put: "campaigns", record }]);
      return record;
    },
    async update(id, fields, check) {
      const before = campaigns.get(id);
      check(before);
      // Two may share a name that was made up for one of them; neither need change for that.
      if (fields.name !== before.name) checkName(fields.name, id);
      const slug = chosenSlug(fields.slug, id);
      const kept = fields.public === undefined ? [] : (["isPublic"] as const);
      const record = withoutEmpty<Campaign>(
        changed(
          before,
          { name: fields.name, slug, ...(fields.public === true && { isPublic: true as const }) },
          kept,
        ),
      );
      await store.commit([{ put: "campaigns", record }]);
      return record;
    },
    async remove(id) {
      campaigns.get(id);
      await store.commit([{ remove: "campaigns", id }]);
    },
    async assign(campaign, link) {
      campaigns.get(campaign);
      const before = linkOf(link);
      if (before.campaign === campaign) return;
      await store.commit([{ put: "links", record: { ...before, campaign } }]);
    },
    async unassign(campaign, link) {
      campaigns.get(campaign);
      const before = linkOf(link);
      if (before.campaign !== campaign) return;
      await store.commit([{ put: "links", record: changed(before, {}, ["campaign"]) }]);
    },
  };
}
