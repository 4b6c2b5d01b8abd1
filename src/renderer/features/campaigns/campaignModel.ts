import type { z } from "zod";
import { type campaign } from "../../../contract/campaigns.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";
import { isAlias } from "../links/editor/linkModel.ts";

export type Campaign = z.output<typeof campaign>;

export interface CampaignValues {
  readonly name: string;
  /** "": the service draws one. */
  readonly slug: string;
  readonly isPublic: boolean;
}

export async function refreshCampaigns(): Promise<void> {
  await queryClient.refresh(
    ["campaigns"],
    ["edited", "campaigns"],
    ["picked", "campaigns"],
    // Its public list shows links that were put in or moved meanwhile.
    ["preview"],
  );
}

export const campaignModel: RecordModel<CampaignValues, Campaign> = {
  kind: "campaigns",
  empty: { name: "", slug: "", isPublic: true },
  valuesOf: ({ name, slug, public: isPublic }) => ({ name, slug, isPublic }),
  sentOf: ({ name, slug, isPublic }) => ({
    name,
    slug: slug.trim() || undefined,
    public: isPublic,
  }),
  // A new one is public unless its maker says otherwise: the window says so in any case.
  always: ["name", "public"],
  nameOf: ({ name }) => name.trim(),
  read: async (id, signal) => (await api.call("getCampaign", { params: { id } }, signal)).details,
  add: sending("addCampaign", {}),
  update: (id) => sending("updateCampaign", { id }),
  refresh: refreshCampaigns,
  fieldOf: (field) => (field === "public" ? "isPublic" : undefined),
  check: ({ name, slug }, _before, t) => ({
    ...(name.trim() === "" ? { name: t("faults.missing") } : {}),
    ...(isAlias(slug) ? {} : { slug: t("faults.aliasLetters") }),
  }),
};
