import type { z } from "zod";
import type { campaign } from "../../../contract/resources/campaigns.ts";
import { campaignFields } from "../../../contract/fields/recordTables.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { sending } from "../../ui/edit/recordModel.ts";
import { type FormValues, tableModel } from "../../ui/edit/tableModel.ts";
import { isAlias } from "../links/editor/linkModel.ts";

export type Campaign = z.output<typeof campaign>;

export type CampaignValues = FormValues<typeof campaignFields>;

export async function refreshCampaigns(): Promise<void> {
  await queryClient.refresh(
    ["campaigns"],
    ["edited", "campaigns"],
    ["picked", "campaigns"],
    // Its public list shows links that were put in or moved meanwhile.
    ["preview"],
  );
}

export const campaignModel = tableModel<typeof campaignFields, Campaign>(campaignFields, {
  kind: "campaigns",
  // A new one is public unless its maker says otherwise: the app says so in any case.
  empty: { public: true },
  always: ["name", "public"],
  read: async (id, signal) => (await api.call("getCampaign", { params: { id } }, signal)).details,
  add: sending("addCampaign", {}),
  update: (id) => sending("updateCampaign", { id }),
  refresh: refreshCampaigns,
  check: ({ name, slug }, _before, t) => ({
    ...(name.trim() === "" ? { name: t("faults.missing") } : {}),
    ...(isAlias(slug) ? {} : { slug: t("faults.aliasLetters") }),
  }),
});
