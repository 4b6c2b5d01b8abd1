import type { QueryOf } from "../../../contract/operation.ts";
import type { campaignOperations } from "../../../contract/resources/campaigns.ts";
import {
  campaignFields,
  type GivenOf,
  searchedWords,
  updatedBy,
} from "../../../contract/fields/recordTables.ts";
import type { CampaignRecord, LinkRecord } from "../../store/records.ts";
import { aliasTaken } from "../links/aliases.ts";
import { type CountedGroup, createLinkGroups } from "../links/linkGroups.ts";
import { refuseSurplus } from "../../common/mostOf.ts";
import type { PageOf } from "../../common/paging.ts";
import { Conflict, NotFound } from "../../common/problems.ts";
import {
  changed,
  type Check,
  createResources,
  type ListRequest,
  pageOf,
  type Resources,
  withoutEmpty,
} from "../../common/resources.ts";
import { inListOrder } from "./campaignLinks.ts";
import type { App, Core } from "../../common/context.ts";

export type Campaign = CampaignRecord;

type Given = GivenOf<typeof campaignFields>;

/** A campaign with how much is in it. */
export type CountedCampaign = CountedGroup<Campaign>;

export type CampaignList = QueryOf<typeof campaignOperations.listCampaigns>;

export interface CampaignService extends Pick<Resources<Campaign>, "get" | "has"> {
  /** Newest first where nothing else is asked for. */
  page(request: CampaignList): Promise<PageOf<CountedCampaign>>;
  counted(id: number): Promise<CountedCampaign>;
  add(fields: Given): Promise<Campaign>;
  update(
    id: number,
    fields: Given & { readonly name: string },
    check: Check<Campaign>,
  ): Promise<Campaign>;
  /** Its links stay, in no campaign. */
  remove(id: number): Promise<void>;
  /** A link is in one campaign at most: assigning moves it. Twice is as good as once. */
  assign(campaign: number, link: number): Promise<void>;
  unassign(campaign: number, link: number): Promise<void>;
  /** These come first, in this order; the others follow, newest first. What isn't in it is passed over. */
  order(id: number, links: readonly number[]): Promise<void>;
  /** In its order. */
  pageOfLinks(id: number, request: ListRequest): Promise<PageOf<LinkRecord>>;
}

export function createCampaigns(app: Core & Pick<App, "aliases" | "wordsOfLink">): CampaignService {
  const { store, aliases, wordsOfLink, statistics, clock } = app;
  const searched = searchedWords(campaignFields);
  const campaigns = createResources(store, "campaigns", "Campaign", searched);
  const linksOf = ({ id }: Campaign) => store.links.using("campaigns", id);
  const groups = createLinkGroups({
    table: store.campaigns,
    searched,
    linksOf,
    statistics,
    nameTaken: "You already have a campaign with that name.",
  });

  function isTaken(slug: string, self?: number): boolean {
    const holders = store.campaigns.withAlias(slug);
    const isOwn = holders.some((holder) => holder.id === self && holder.slug === slug);
    return !isOwn && holders.some((holder) => holder.id !== self);
  }

  function chosenSlug(slug: string | undefined, self?: number): string | undefined {
    if (slug === undefined) return undefined;
    const checked = aliases.check(slug, "slug");
    if (isTaken(checked, self)) {
      throw new Conflict("taken", aliasTaken, { slug: { code: "taken", detail: "is taken" } });
    }
    return checked;
  }

  function linkOf(id: number): LinkRecord {
    const link = store.links.get(id);
    if (link === undefined) throw new NotFound("Link does not exist.");
    return link;
  }

  return {
    get: campaigns.get,
    has: campaigns.has,
    page({ public: isWanted, ...request }) {
      return groups.page(
        request,
        isWanted === undefined ? undefined : ({ isPublic = false }) => isPublic === isWanted,
      );
    },
    async counted(id) {
      return groups.counted(campaigns.get(id));
    },
    async order(id, links) {
      const before = campaigns.get(id);
      const members = linksOf(before);
      const linkOrder = [...new Set(links)].filter((link) => members.has(link));
      const record = withoutEmpty<Campaign>({ ...before, linkOrder });
      await store.commit([{ put: "campaigns", record }]);
    },
    pageOfLinks(id, request) {
      const campaign = campaigns.get(id);
      const ids = inListOrder(linksOf(campaign), campaign.linkOrder);
      const newest = (offset: number, limit: number) =>
        ids.slice(offset, offset + limit).flatMap((link) => store.links.get(link) ?? []);
      return pageOf({ size: ids.length, newest }, wordsOfLink, request);
    },
    async add(fields) {
      refuseSurplus(store, "campaigns");
      groups.checkName(fields.name);
      const slug = chosenSlug(fields.slug) ?? aliases.random((drawn) => isTaken(drawn));
      const id = store.nextId("campaigns");
      const record: Campaign = {
        ...updatedBy(campaignFields, { id, name: `Campaign ${id}`, slug }, { ...fields, slug }),
        createdAt: new Date(clock()).toISOString(),
      };
      await store.commit([{ put: "campaigns", record }]);
      return record;
    },
    async update(id, fields, check) {
      const before = campaigns.get(id);
      check(before);
      // Two may share a name that was made up for one of them; neither need change for that.
      if (fields.name !== before.name) groups.checkName(fields.name, id);
      const slug = chosenSlug(fields.slug, id);
      const record = updatedBy(campaignFields, before, { ...fields, slug });
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
