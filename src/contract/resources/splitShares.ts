import { z } from "zod";
import { timestamp } from "../fields/fields.ts";
import { wholeSplit } from "../fields/splitShares.ts";

const count = z.int().nonnegative();
/** Hundredths of a percent. */
const share = z.int().min(0).max(wholeSplit);

/** How a split turned out, beside its weights. */
export const splitShares = z.object({
  since: timestamp.describe("Start of the test: earlier clicks don't count"),
  isAsAsked: z
    .boolean()
    .nullable()
    .describe(
      "Whether the shares are consistent with the weights (χ², p ≥ 0.001), or null for fewer than 100 visitors",
    ),
  byChance: count.describe(
    "Clicks that got a random variant, because the visitor's IP address is unknown. The visitors of these clicks aren't counted",
  ),
  variants: z
    .array(
      z.object({
        id: z.string().describe("ID of the variant"),
        url: z.string(),
        weight: share.describe("Requested share, out of 10,000"),
        clicks: count.describe("Clicks in the range, without bots"),
        visitors: count.describe("Number of unique visitors in the range"),
        share: share.describe("Share of unique visitors, out of 10,000"),
        low: share.describe("Lower end of the share's expected range (95%), out of 10,000"),
        high: share.describe("Upper end of the share's expected range (95%), out of 10,000"),
      }),
    )
    .describe("Variants of the split, without bots"),
});
