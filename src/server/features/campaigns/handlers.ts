import type { campaignOperations } from "../../../contract/resources/campaigns.ts";
import { answersOf, campaignFields } from "../../../contract/fields/recordTables.ts";
import { listEnvelope } from "../../../contract/envelope.ts";
import type { Campaign, CountedCampaign } from "./service.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createCampaignHandlers(app: App): HandlersOf<typeof campaignOperations> {
  const { account, campaigns, linkPresenter, settings, timestamps } = app;

  const addresses = ({ id, slug, isPublic }: Campaign) => ({
    public: isPublic === true,
    rotator:
      isPublic === true ? `${settings.shortBase}/r/${encodeURIComponent(slug)}` : (false as const),
    list: `${settings.shortBase}/u/${encodeURIComponent(account.get().username)}/list-${id}`,
  });

  /**
   * docs/api.md, "The name of a campaign": create and update answer the name under the key
   * `domain`.
   */
  const created = (campaign: Campaign) => ({
    error: 0 as const,
    id: campaign.id,
    domain: campaign.name,
    ...addresses(campaign),
  });

  const details = ({ record, links, clicks }: CountedCampaign) => ({
    id: record.id,
    name: record.name,
    ...addresses(record),
    slug: record.slug,
    links,
    clicks,
    date: timestamps.render(record.createdAt),
  });

  return {
    async listCampaigns({ query }) {
      return listEnvelope("campaigns", await campaigns.page(query), details);
    },
    async getCampaign({ params }) {
      return { error: 0, details: details(await campaigns.counted(params.id)) };
    },
    async listCampaignLinks({ params, query }) {
      const page = await campaigns.pageOfLinks(params.id, query);
      return listEnvelope("urls", page, (link) => linkPresenter.listItem(link));
    },
    async orderCampaignLinks({ params, body }) {
      await campaigns.order(params.id, body.ids);
      return {
        error: 0,
        message: "Links of the campaign have been put in order successfully.",
      };
    },
    async addCampaign({ body }) {
      return created(await campaigns.add(body));
    },
    async assignCampaignLink({ params }) {
      await campaigns.assign(params.campaignid, params.linkid);
      return { error: 0, message: "Link successfully added to the campaign." };
    },
    async unassignCampaignLink({ params }) {
      await campaigns.unassign(params.campaignid, params.linkid);
      return { error: 0, message: "Link successfully removed from the campaign." };
    },
    async updateCampaign({ params, body: { expect, ...fields } }) {
      const updated = await campaigns.update(params.id, fields, (campaign) => {
        checkExpected(expect, answersOf(campaignFields, campaign));
      });
      return created(updated);
    },
    async deleteCampaign({ params }) {
      await campaigns.remove(params.id);
      return { error: 0, message: "Campaign has been deleted successfully." };
    },
  };
}
