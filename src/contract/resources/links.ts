import { z } from "zod";
import { done, listOf, success } from "../envelope.ts";
import {
  aliasRule,
  address,
  alias,
  bounds,
  clearOf,
  entries,
  expectOf,
  flag,
  id,
  idList,
  paging,
  text,
  timestamp,
} from "../fields/fields.ts";
import { sentRules } from "../fields/decisionFields.ts";
import {
  answered,
  answeredInLists,
  clearableLinkFields,
  linkFields,
  sent,
} from "../fields/linkFields.ts";
import { linkFilter, linkSorting } from "../fields/linkFilter.ts";
import { api } from "../operation.ts";
import { socialPlatforms } from "../fields/socialPlatforms.ts";

const meanings = {
  longurl: "Destination URL as it was sent",
  clicks: "Clicks, without bots and link previews",
  title:
    "Title to display: the link's name, its metatitle or the title of the destination page; empty if there is none",
  lastclick: "Time of the last click, in the account's time zone, or null",
};

const count = z.int().nonnegative();

/** docs/api.md, "Top lists": the integer 0 stands for an empty list. */
const topList = z.union([z.literal(0), z.record(z.string(), z.int().positive())]);

const socialCount = z.record(z.enum(socialPlatforms), count);

// Rows of the table that are named before it is taken whole only stand where they always stood.

export const linkListItem = z
  .object({
    id: z.int(),
    alias: z.string(),
    shorturl: z.url(),
    longurl: z.string().describe(meanings.longurl),
    clicks: count.describe(meanings.clicks),
    title: z.string().describe(meanings.title),
    description: answered.description,
    date: timestamp,
    // Additive keys (docs/api.md, "Links").
    name: answered.name,
    uniqueclicks: count.describe("Unique visitors"),
    domain: answered.domain,
    campaign: answered.campaign,
    channel: answered.channel,
    status: answered.status,
    type: answered.type,
    expiry: answered.expiry,
  })
  .extend({ ...answeredInLists, lastclick: timestamp.nullable().describe(meanings.lastclick) });
export type LinkListItem = z.output<typeof linkListItem>;

export const linkDetails = z
  .object({
    id: z.int(),
    shorturl: z.url(),
    longurl: z.string().describe(meanings.longurl),
    title: z.string().describe(meanings.title),
    description: answered.description,
    location: z
      .record(z.string(), z.string())
      .describe("Destination URLs by lowercase English country name"),
    device: z.record(z.string(), z.string()).describe("Destination URLs by device"),
    expiry: answered.expiry,
    date: timestamp,
    // Additive keys: whatever a caller can set, it can read back.
    alias: z.string(),
    domain: answered.domain,
    type: answered.type,
    status: answered.status,
    password: answered.password,
    language: z.record(z.string(), z.string()).describe("Destination URLs by language"),
  })
  .extend({ ...answered, lastclick: timestamp.nullable().describe(meanings.lastclick) });
export type LinkDetails = z.output<typeof linkDetails>;

export const linkStatistics = z.object({
  clicks: count.describe(meanings.clicks),
  uniqueClicks: count.describe(
    "Unique visitors: exact up to 1,000, then estimated with an error of about 1.6%",
  ),
  topCountries: topList.describe("Clicks by country, at most 10, most frequent first"),
  topReferrers: topList.describe("Clicks by referring host, at most 10, most frequent first"),
  topBrowsers: topList.describe("Clicks by browser, at most 10, most frequent first"),
  topOs: topList.describe("Clicks by operating system, at most 10, most frequent first"),
  socialCount: socialCount.describe(
    "Clicks by referring social platform, including platforms without clicks",
  ),
  // Additive keys: visits of programs, which are never in `clicks`.
  botClicks: count.describe("Visits by bots and link previews"),
  topBots: topList.describe("Visits by bot, at most 10, most frequent first"),
  topLanguages: topList.describe(
    "Clicks by the visitor's first language, at most 10, most frequent first",
  ),
  visitsBefore: count
    .optional()
    .describe(
      "Visits redirected to `beforeurl`, which don't count as clicks. Omitted if the link has no `beforeurl`",
    ),
  visitsAfter: count
    .optional()
    .describe(
      "Visits redirected to `afterurl`, which don't count as clicks. Omitted if the link has no `afterurl`",
    ),
});
export type LinkStatistics = z.output<typeof linkStatistics>;

const singleLink = success({
  id: z.int(),
  details: linkDetails,
  data: linkStatistics.describe("Statistics of the link"),
});

export const addLinkBody = z
  .object({
    url: address.describe("Destination URL"),
    custom: alias.optional().describe(`Alias of the link. Random by default. ${aliasRule}`),
    type: sent.type,
    password: sent.password,
    domain: sent.domain,
  })
  .extend(sent)
  .extend({
    channels: entries(id)
      .optional()
      .describe("IDs of all channels of the link. Replaces the current list"),
  });

export const updateLinkBody = addLinkBody.extend({
  clear: clearOf(clearableLinkFields).optional(),
  expect: expectOf(addLinkBody.shape).optional(),
});

/** What a name would be for a link that took it. */
const aliasStates = ["free", "taken", "reserved"] as const;

export const linkOperations = {
  listLinks: api.get("/api/urls", {
    summary: "List short links, or find one by its short URL.",
    query: z.object({
      ...paging,
      ...linkFilter.shape,
      ...linkSorting,
      ids: idList(bounds.listLimit).optional().meta({
        description: "Only links with these IDs, separated by commas or repeated",
      }),
      short: text(bounds.address + bounds.alias)
        .trim()
        .optional()
        .meta({
          description:
            "Short URL or alias of one link to return. The server then ignores all other parameters",
        }),
    }),
    soleQuery: "short",
    response: z.union([listOf("urls", linkListItem), singleLink]),
  }),
  getLink: api.get("/api/url/:id", {
    summary: "Show a short link and its statistics.",
    response: singleLink,
  }),
  checkAlias: api.get("/api/alias", {
    isStrict: true,
    summary: "Check whether an alias is free and whether another link had it before.",
    query: z.object({
      alias: alias.meta({ description: "Alias to check" }),
      domain: sent.domain.meta({
        description: "Domain of the alias. Defaults to the server's own address",
      }),
      link: id.optional().meta({
        description:
          "ID of the link that would use the alias. The link's current alias counts as free",
      }),
    }),
    response: success({
      alias: z
        .object({
          alias: z.string().describe("Alias as it would be stored"),
          state: z
            .enum(aliasStates)
            .describe("State of the alias: free, taken, or reserved by the server"),
          link: z
            .object({
              id: z.int(),
              shorturl: z.url(),
              longurl: z.string().describe(meanings.longurl),
            })
            .nullable()
            .describe("Link that currently has the alias, or null"),
          former: z
            .object({
              id: z.int().describe("ID of the link, even if the link no longer exists"),
              longurl: z.string().describe("Destination URL of the link"),
              until: timestamp.describe("Time when the link lost the alias"),
            })
            .nullable()
            .describe("Link that had the alias previously, or null"),
        })
        .describe("Availability of the alias for a link"),
    }),
  }),
  addLink: api.post("/api/url/add", {
    summary: "Create a short link.",
    body: addLinkBody.extend({
      reuse: flag.optional().meta({
        description:
          "Whether to return the newest link with this url and domain instead of creating a link, if that link has all values of the request. Defaults to false",
      }),
    }),
    response: success({ id: z.int(), shorturl: z.url() }),
  }),
  updateLink: api.put("/api/url/:id/update", {
    alsoMethod: "POST",
    summary: "Update a short link; omitted fields don't change.",
    body: updateLinkBody,
    response: success({ id: z.int(), short: z.url() }),
  }),
  setLinkRules: api.put("/api/url/:id/rules", {
    isStrict: true,
    summary: "Replace all rules of a short link; an empty list removes them.",
    body: z.object({
      rules: sentRules.describe(linkFields.rules.meaning),
      expect: expectOf(addLinkBody.shape).optional(),
    }),
    response: success({ id: z.int(), short: z.url() }),
  }),
  deleteLink: api.delete("/api/url/:id/delete", {
    summary: "Delete a short link.",
    response: done("Link has been deleted successfully"),
  }),
  /** The undo of a deletion: the same id, alias and statistics, as long as the history holds it. */
  restoreLink: api.post("/api/url/:id/restore", {
    summary: "Restore a deleted short link.",
    response: done("Link has been restored successfully."),
  }),
} as const;
