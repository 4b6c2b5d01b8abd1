import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  alias,
  bounds,
  expectOf,
  flag,
  id,
  idPath,
  name,
  nothing,
  paging,
  lenientSorting,
  timestamp,
} from "./fields.ts";
import { linkListItem } from "./links.ts";
import { operation } from "./operation.ts";

const rotator = z.union([z.url(), z.literal(false)]);

export const campaign = z.object({
  id: z.int(),
  name: z.string(),
  public: z.boolean(),
  rotator,
  list: z.url(),
  // Additive keys: what a screen needs to edit one.
  slug: z.string(),
  links: z.int().nonnegative(),
  clicks: z.int().nonnegative(),
  date: timestamp,
});

/**
 * docs/contract.md, "The name of a campaign": create and update answer the name under the key
 * `domain`.
 */
const campaignResponse = success({
  id: z.int(),
  domain: z.string().meta({ description: "The campaign's name", examples: ["Spring sale"] }),
  public: z.boolean(),
  rotator,
  list: z.url(),
});

const membershipPath = z.object({ campaignid: id, linkid: id });
const changes = { slug: alias.optional(), public: flag.optional() };

export const campaignOperations = {
  listCampaigns: operation({
    method: "GET",
    path: "/api/campaigns",
    scope: "api",
    summary: "List the campaigns.",
    params: nothing,
    query: z.object({
      ...paging,
      public: flag
        .optional()
        .meta({ description: "Whether visitors reach their rotator and their list" }),
      ...lenientSorting(
        ["date", "name", "links", "clicks"],
        "date (newest first), name, links (most first), clicks of its links (most first)",
      ),
    }),
    body: nothing,
    response: listOf("campaigns", campaign),
  }),
  getCampaign: operation({
    method: "GET",
    path: "/api/campaign/:id",
    scope: "api",
    summary: "Show a campaign.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details: campaign }),
  }),
  listCampaignLinks: operation({
    method: "GET",
    path: "/api/campaign/:id/links",
    scope: "api",
    summary: "List the short links of a campaign, in its order.",
    params: idPath,
    query: z.object(paging),
    body: nothing,
    response: listOf("urls", linkListItem),
  }),
  orderCampaignLinks: operation({
    method: "PUT",
    path: "/api/campaign/:id/links",
    scope: "api",
    summary: "Say which short links of a campaign come first; the others follow, newest first.",
    params: idPath,
    query: nothing,
    body: z.object({
      ids: z
        .array(id, "must be a list")
        .max(bounds.listLimit, `must have at most ${bounds.listLimit} entries`),
    }),
    response: done("Links of the campaign have been put in order successfully."),
  }),
  addCampaign: operation({
    method: "POST",
    path: "/api/campaign/add",
    scope: "api",
    summary: "Create a campaign with a rotator and a list address.",
    params: nothing,
    query: nothing,
    body: z.object({ name: name.optional(), ...changes }),
    response: campaignResponse,
  }),
  assignCampaignLink: operation({
    method: "POST",
    path: "/api/campaign/:campaignid/assign/:linkid",
    scope: "api",
    summary: "Put a short link into a campaign (a link is in one at most).",
    params: membershipPath,
    query: nothing,
    body: nothing,
    response: done("Link successfully added to the campaign."),
  }),
  unassignCampaignLink: operation({
    method: "DELETE",
    path: "/api/campaign/:campaignid/assign/:linkid",
    scope: "api",
    summary: "Take a short link out of a campaign.",
    params: membershipPath,
    query: nothing,
    body: nothing,
    response: done("Link successfully removed from the campaign."),
  }),
  updateCampaign: operation({
    method: "PUT",
    path: "/api/campaign/:id/update",
    scope: "api",
    summary: "Change a campaign; slug and access stay when they aren't given.",
    params: idPath,
    query: nothing,
    body: z.object({ name, ...changes, expect: expectOf({ name, ...changes }).optional() }),
    response: campaignResponse,
  }),
  deleteCampaign: operation({
    method: "DELETE",
    path: "/api/campaign/:id/delete",
    scope: "api",
    summary: "Delete a campaign; its links stay.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Campaign has been deleted successfully."),
  }),
} as const;
