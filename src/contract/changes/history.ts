import { z } from "zod";
import { success } from "../envelope.ts";
import { sentTimestamp, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";

/** How a history is divided: hours are told apart for at least 35 days back, days for ever. */
const historySteps = ["hour", "day"] as const;

/** Steps of one answer, at most: 35 days of hours, ten years of days. */
export const mostHistorySteps = 3_660;

const step = z.object({
  date: timestamp.describe("Start of the interval, in the account's time zone"),
  clicks: z.int().nonnegative().describe("Clicks in the interval"),
});

export const historyOperations = {
  getHistory: api.get("/api/url/:id/history", {
    summary: "Show the clicks of a short link by hour or by day.",
    query: z.object({
      by: z
        .enum(historySteps, "must be hour or day")
        .optional()
        .default("day")
        .describe("Length of each interval"),
      from: sentTimestamp.optional().meta({
        description:
          "Start of the range. Defaults to 29 days (by day) or 47 hours (by hour) before the end",
      }),
      to: sentTimestamp.optional().meta({ description: "End of the range. Defaults to now" }),
    }),
    response: success({
      id: z.int(),
      by: z.enum(historySteps).describe("Length of each interval"),
      history: z
        .array(step)
        .describe("Intervals, oldest first, including intervals without clicks"),
    }),
  }),
} as const;
