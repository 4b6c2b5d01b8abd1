import type {
  BioPageRecord,
  CampaignRecord,
  OverlayRecord,
  PixelRecord,
  SplashPageRecord,
} from "../store/records.ts";
import { createCampaignLinks, type LiveLinks } from "../features/campaigns/campaignLinks.ts";
import type { App } from "./context.ts";

/** What visitors reach besides links, and what pages of links are made of. */
export interface PublicRecords {
  bioPage(alias: string, domain: number | undefined): BioPageRecord | undefined;
  /** Public ones only: the others are nobody's business. */
  campaign(id: number): CampaignRecord | undefined;
  campaignOfSlug(slug: string): CampaignRecord | undefined;
  /** Links that lead nowhere are left out. */
  liveLinks(campaign: number, now: number): LiveLinks;
  splashPage(id: number): SplashPageRecord | undefined;
  overlay(id: number): OverlayRecord | undefined;
  /** Those of the ids that are still there. */
  pixels(ids: readonly number[]): PixelRecord[];
}

export function createPublicRecords({
  store,
  statistics,
}: Pick<App, "store" | "statistics">): PublicRecords {
  const campaigns = store.campaigns;
  const campaignLinks = createCampaignLinks(store.links, statistics);
  const splashPages = store.table("splashPages");
  const overlays = store.table("overlays");
  const pixels = store.table("pixels");
  const isPublic = (campaign: CampaignRecord | undefined) =>
    campaign?.isPublic === true ? campaign : undefined;

  return {
    bioPage: (alias, domain) => store.bioPages.byAlias(alias, domain),
    campaign: (id) => isPublic(campaigns.get(id)),
    campaignOfSlug: (slug) => isPublic(campaigns.byAlias(slug, undefined)),
    liveLinks: (campaign, now) =>
      campaignLinks.live(campaign, now, campaigns.get(campaign)?.linkOrder),
    splashPage: (id) => splashPages.get(id),
    overlay: (id) => overlays.get(id),
    pixels: (ids) => ids.flatMap((id) => pixels.get(id) ?? []),
  };
}
