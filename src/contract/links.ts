import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  address,
  alias,
  bounds,
  clearOf,
  entries,
  expectOf,
  flag,
  id,
  idList,
  idPath,
  nothing,
  paging,
  text,
  timestamp,
} from "./fields.ts";
import { answered, answeredInLists, clearableLinkFields, sent } from "./linkFields.ts";
import { linkFilter, linkSorting } from "./linkFilter.ts";
import { operation } from "./operation.ts";

/** Keys of `socialCount`, in the order of docs/contract.md, "Social platforms". */
export const socialPlatforms = [
  "facebook",
  "twitter",
  "instagram",
  "linkedin",
  "telegram",
  "whatsapp",
  "youtube",
  "reddit",
  "tiktok",
  "pinterest",
] as const;

const count = z.int().nonnegative();

/** docs/contract.md, "Top lists": the integer 0 stands for an empty list. */
const topList = z.union([z.literal(0), z.record(z.string(), z.int().positive())]);

const socialCount = z.record(z.enum(socialPlatforms), count);

// Rows of the table that are named before it is taken whole only stand where they always stood.

export const linkListItem = z
  .object({
    id: z.int(),
    alias: z.string(),
    shorturl: z.url(),
    longurl: z.string(),
    clicks: count,
    /** `name`, else `metatitle`, else the target's own title, else "" (docs/contract.md, "Links"). */
    title: z.string(),
    description: answered.description,
    date: timestamp,
    // Additive keys (docs/contract.md, "Links").
    name: answered.name,
    uniqueclicks: count,
    domain: answered.domain,
    campaign: answered.campaign,
    channel: answered.channel,
    status: answered.status,
    type: answered.type,
    expiry: answered.expiry,
  })
  .extend({ ...answeredInLists, lastclick: timestamp.nullable() });
export type LinkListItem = z.output<typeof linkListItem>;

export const linkDetails = z
  .object({
    id: z.int(),
    shorturl: z.url(),
    longurl: z.string(),
    title: z.string(),
    description: answered.description,
    location: z.record(z.string(), z.string()),
    device: z.record(z.string(), z.string()),
    expiry: answered.expiry,
    date: timestamp,
    // Additive keys: whatever a caller can set, it can read back.
    alias: z.string(),
    domain: answered.domain,
    type: answered.type,
    status: answered.status,
    password: answered.password,
    language: z.record(z.string(), z.string()),
  })
  .extend({ ...answered, lastclick: timestamp.nullable() });
export type LinkDetails = z.output<typeof linkDetails>;

export const linkStatistics = z.object({
  clicks: count,
  uniqueClicks: count,
  topCountries: topList,
  topReferrers: topList,
  topBrowsers: topList,
  topOs: topList,
  socialCount,
  // Additive keys: visits of programs, which are never in `clicks`.
  botClicks: count,
  topBots: topList,
  topLanguages: topList,
});
export type LinkStatistics = z.output<typeof linkStatistics>;

const singleLink = success({ id: z.int(), details: linkDetails, data: linkStatistics });

export const addLinkBody = z
  .object({
    url: address,
    custom: alias.optional(),
    type: sent.type,
    password: sent.password,
    domain: sent.domain,
  })
  .extend(sent)
  .extend({
    /** All that it is in, where `channel` joins one. */
    channels: entries(id).optional(),
  });

export const updateLinkBody = addLinkBody.extend({
  clear: clearOf(clearableLinkFields).optional(),
  expect: expectOf(addLinkBody.shape).optional(),
});

/** What a name would be for a link that took it. */
const aliasStates = ["free", "taken", "reserved"] as const;

export const linkOperations = {
  listLinks: operation({
    method: "GET",
    path: "/api/urls",
    scope: "api",
    summary: "List short links, or find one by its short address.",
    params: nothing,
    query: z.object({
      ...paging,
      ...linkFilter.shape,
      ...linkSorting,
      ids: idList(bounds.listLimit).optional().meta({
        description: "Only those of these ids, given several times or with commas between them",
      }),
      short: text(bounds.address + bounds.alias)
        .trim()
        .optional()
        .meta({ description: "A short address or alias; everything else is then ignored" }),
    }),
    soleQuery: "short",
    body: nothing,
    response: z.union([listOf("urls", linkListItem), singleLink]),
  }),
  getLink: operation({
    method: "GET",
    path: "/api/url/:id",
    scope: "api",
    summary: "Show a short link and its statistics.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: singleLink,
  }),
  checkAlias: operation({
    method: "GET",
    path: "/api/alias",
    scope: "api",
    isStrict: true,
    summary: "Say whether an alias is free, and whether another link had it before.",
    params: nothing,
    query: z.object({
      alias: alias.meta({ description: "The alias that a link would take" }),
      domain: sent.domain.meta({ description: "The domain that it would be on" }),
      link: id.optional().meta({ description: "Id of the link that would take it" }),
    }),
    body: nothing,
    response: success({
      alias: z.object({
        /** In the form in which it would be kept. */
        alias: z.string(),
        state: z.enum(aliasStates),
        /** The link that has it; null: none, or a bio page. */
        link: z.object({ id: z.int(), shorturl: z.url(), longurl: z.string() }).nullable(),
        /** The latest other link that had it, and has it no more. */
        former: z.object({ id: z.int(), longurl: z.string(), until: timestamp }).nullable(),
      }),
    }),
  }),
  addLink: operation({
    method: "POST",
    path: "/api/url/add",
    scope: "api",
    summary: "Create a short link.",
    params: nothing,
    query: nothing,
    body: addLinkBody.extend({
      reuse: flag.optional().meta({
        description:
          "Answer the newest link with this url and domain, if it has all given fields, instead of creating another (false when not given)",
      }),
    }),
    response: success({ id: z.int(), shorturl: z.url() }),
  }),
  updateLink: operation({
    method: "PUT",
    alsoMethod: "POST",
    path: "/api/url/:id/update",
    scope: "api",
    summary: "Change a short link; fields that aren't given stay as they are.",
    params: idPath,
    query: nothing,
    body: updateLinkBody,
    response: success({ id: z.int(), short: z.url() }),
  }),
  deleteLink: operation({
    method: "DELETE",
    path: "/api/url/:id/delete",
    scope: "api",
    summary: "Delete a short link.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Link has been deleted successfully"),
  }),
  /** The undo of a deletion: the same id, alias and statistics, as long as the history holds it. */
  restoreLink: operation({
    method: "POST",
    path: "/api/url/:id/restore",
    scope: "api",
    summary: "Take back the deletion of a short link.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Link has been restored successfully."),
  }),
} as const;
