import { counted, entriesFault } from "../counted.ts";
import { z } from "zod";
import { bounds, count, direction, flag, id, paging, sentTimestamp, tag, text } from "./fields.ts";
import { linkStatuses, linkType } from "./linkFields.ts";

const typeFault =
  "must be direct, frame, splash, overlay, overlay-<id>, or the ID of a splash page or an overlay";

/** Beside the types that a link is given: `overlay`, whichever it is. */
const filteredType = z.union(
  [z.literal("overlay").transform(() => ({ kind: "overlay" as const, id: undefined })), linkType],
  { error: typeFault },
);

const archivedChoices = ["true", "false", "all"] as const;
const archivedFault = `must be one of ${archivedChoices.join(", ")}`;

/** true, false or all; as a text or a truth value, so that it is the same in a query and in a body. */
const archived = z
  .unknown()
  .transform((value, context) => {
    const chosen = archivedChoices.find((one) => one === String(value));
    if (chosen !== undefined) return chosen;
    context.addIssue({ code: "custom", message: archivedFault, params: { code: "choice" } });
    return z.NEVER;
  })
  .meta({
    description:
      "Whether to include archived links only (true), other links only (false) or all. Defaults to false",
    type: "string",
    enum: [...archivedChoices],
  });

/** One, or several. */
const tags = z.union(
  [
    z.array(tag, "must be a list").max(bounds.tags, entriesFault(bounds.tags)),
    tag.transform((one) => [one]),
  ],
  {
    error: `must be a tag of at most ${counted(bounds.tag, "character")}, or a list of at most ${counted(bounds.tags, "tag")}`,
  },
);

/**
 * Which links are meant, wherever links are chosen: by the list, by what changes or takes along many
 * of them, by views, by the command line and the window's address. All that is given must hold.
 */
export const linkFilter = z.object({
  q: paging.q,
  channel: id.optional().meta({ description: "Only links in the channel with this ID" }),
  campaign: id.optional().meta({ description: "Only links in the campaign with this ID" }),
  domain: text(bounds.address)
    .trim()
    .optional()
    .meta({ description: "Only links on this domain, which may also be the server's own address" }),
  type: filteredType.optional().meta({
    description:
      "Only links of this type: direct, frame, splash, overlay, overlay-<id>, or the ID of a splash page or an overlay",
    type: "string",
  }),
  pixel: id
    .optional()
    .meta({ description: "Only links that fire the tracking pixel with this ID" }),
  status: z
    .enum(linkStatuses, "must be public or private")
    .optional()
    .meta({ description: "Only links whose statistics are public or private" }),
  tag: tags.optional().meta({
    description: "Only links with this tag. Several tags select links that have all of the tags",
  }),
  archived: archived.optional(),
  expired: flag.optional().meta({ description: "Filter by whether links have expired" }),
  expiresBefore: sentTimestamp
    .optional()
    .meta({ description: "Only links that expire or expired before this time", type: "string" }),
  protected: flag.optional().meta({ description: "Filter by whether links have a password" }),
  madeAfter: sentTimestamp
    .optional()
    .meta({ description: "Only links created at or after this time", type: "string" }),
  madeBefore: sentTimestamp
    .optional()
    .meta({ description: "Only links created before this time", type: "string" }),
  minClicks: count.optional().meta({ description: "Only links with at least this many clicks" }),
  maxClicks: count.optional().meta({ description: "Only links with at most this many clicks" }),
  noClicksSince: sentTimestamp
    .optional()
    .meta({ description: "Only links without a click since this time", type: "string" }),
  rising: flag.optional().meta({
    description:
      "Filter by whether links have more clicks in the last 7 days than in the 7 days before",
  }),
  source: text(bounds.title)
    .trim()
    .meta({ examples: ["bitly"] })
    .optional()
    .meta({
      description:
        "Only links imported from this service, such as bitly. service:id selects one link of that service",
    }),
});

/** All that is given must hold. */
export type LinkFilter = Readonly<z.output<typeof linkFilter>>;

export const linkOrders = [
  "date",
  "click",
  "alias",
  "url",
  "expiry",
  "lastclick",
  "match",
] as const;
type LinkOrder = (typeof linkOrders)[number];

/** What a list of links is sorted by. */
export const linkSorting = {
  /** An unknown order means `date`, and is named in `warnings`; `clicks` is `click`. */
  order: z
    .unknown()
    .optional()
    .transform((value): LinkOrder => {
      const named = value === "clicks" ? "click" : value;
      return linkOrders.find((one) => one === named) ?? "date";
    })
    .meta({
      description:
        "Sort order: date (newest first), click (most first), alias, url, expiry (soonest first), lastclick (latest first) or match (for searches: alias matches first, then other matches by clicks). Defaults to date",
      type: "string",
      enum: [...linkOrders],
    }),
  direction,
};
