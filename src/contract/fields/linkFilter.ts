import { z } from "zod";
import { bounds, count, direction, flag, id, paging, sentTimestamp, tag, text } from "./fields.ts";
import { linkStatuses, linkType } from "./linkFields.ts";

const typeFault =
  "must be direct, frame, splash, overlay, overlay-<id>, or the id of a splash page or an overlay";

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
    description: "Archived links: true, false or all. Defaults to false",
    type: "string",
    enum: [...archivedChoices],
  });

/** One, or several. */
const tags = z.union(
  [
    z.array(tag, "must be a list").max(bounds.tags, `must have at most ${bounds.tags} entries`),
    tag.transform((one) => [one]),
  ],
  {
    error: `must be a tag of at most ${bounds.tag} characters, or a list of ${bounds.tags} at most`,
  },
);

/**
 * Which links are meant, wherever links are chosen: by the list, by what changes or takes along many
 * of them, by views, by the command line and the window's address. All that is given must hold.
 */
export const linkFilter = z.object({
  q: paging.q,
  channel: id.optional().meta({ description: "Id of a channel that they are in" }),
  campaign: id.optional().meta({ description: "Id of the campaign that they are in" }),
  domain: text(bounds.address)
    .trim()
    .optional()
    .meta({ description: "The domain that they are on, or the service's own address" }),
  type: filteredType.optional().meta({
    description:
      "Link type: direct, frame, splash, overlay, overlay-<id>, or the id of a splash page or an overlay",
    type: "string",
  }),
  pixel: id.optional().meta({ description: "Id of a tracking pixel that fires at their visits" }),
  status: z
    .enum(linkStatuses, "must be public or private")
    .optional()
    .meta({ description: "Whether their statistics are public" }),
  tag: tags.optional().meta({ description: "A tag that they have; of several, all of them" }),
  archived: archived.optional(),
  expired: flag.optional().meta({ description: "Whether they have expired" }),
  expiresBefore: sentTimestamp
    .optional()
    .meta({ description: "Expiring before this moment, or expired", type: "string" }),
  protected: flag.optional().meta({ description: "Whether they ask for a password" }),
  madeAfter: sentTimestamp
    .optional()
    .meta({ description: "Made at this moment or later", type: "string" }),
  madeBefore: sentTimestamp
    .optional()
    .meta({ description: "Made before this moment", type: "string" }),
  minClicks: count.optional().meta({ description: "Followed so many times at least" }),
  maxClicks: count.optional().meta({ description: "Followed so many times at most" }),
  noClicksSince: sentTimestamp
    .optional()
    .meta({ description: "Not followed since this moment", type: "string" }),
  rising: flag.optional().meta({
    description: "Whether the last 7 days have more clicks than the 7 days before",
  }),
  source: text(bounds.title)
    .trim()
    .meta({ examples: ["bitly"] })
    .optional()
    .meta({ description: "Service the links were imported from, or service:id" }),
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
        "date (newest first), click (most first), alias, url, expiry (soonest first), lastclick (latest first), match (with q: the alias before the title, tags and addresses, then most clicks)",
      type: "string",
      enum: [...linkOrders],
    }),
  direction,
};
