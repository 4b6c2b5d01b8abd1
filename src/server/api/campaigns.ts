import type { campaignOperations } from "../../contract/campaigns.ts";
import { listEnvelope } from "../../contract/envelope.ts";
import type { Campaign, CampaignService } from "../services/campaigns.ts";
import { checkExpected } from "./expectedFields.ts";
import type { HandlersOf } from "./handlers.ts";
import { listRequest } from "./listRequest.ts";
import type { LinkPresenter } from "./presentLink.ts";

export function createCampaignHandlers(options: {
  campaigns: CampaignService;
  shortBase: string;
  /** In the address of a campaign's list. */
  username: () => string;
  presentLink: LinkPresenter["listItem"];
}): HandlersOf<typeof campaignOperations> {
  const { campaigns, shortBase, username, presentLink } = options;

  const addresses = ({ id, slug, isPublic }: Campaign) => ({
    public: isPublic === true,
    rotator: isPublic === true ? `${shortBase}/r/${encodeURIComponent(slug)}` : (false as const),
    list: `${shortBase}/u/${encodeURIComponent(username())}/list-${id}`,
  });

  /**
   * docs/contract.md, "The name of a campaign": create and update answer the name under the key
   * `domain`.
   */
  const created = (campaign: Campaign) => ({
    error: 0 as const,
    id: campaign.id,
    domain: campaign.name,
    ...addresses(campaign),
  });

  const details = (campaign: Campaign) => ({
    id: campaign.id,
    name: campaign.name,
    ...addresses(campaign),
    slug: campaign.slug,
    links: campaigns.links(campaign.id).size,
  });

  return {
    async listCampaigns({ query }) {
      return listEnvelope("campaigns", await campaigns.page(listRequest(query)), details);
    },
    getCampaign: ({ params }) => ({ error: 0, details: details(campaigns.get(params.id)) }),
    async listCampaignLinks({ params, query }) {
      const page = await campaigns.pageOfLinks(params.id, listRequest(query));
      return listEnvelope("urls", page, presentLink);
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
      const campaign = await campaigns.update(
        params.id,
        fields,
        ({ name, slug, isPublic = false }) => {
          checkExpected(expect, { name, slug, public: isPublic });
        },
      );
      return created(campaign);
    },
    async deleteCampaign({ params }) {
      await campaigns.remove(params.id);
      return { error: 0, message: "Campaign has been deleted successfully." };
    },
  };
}
