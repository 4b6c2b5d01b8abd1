import { answeredCondition } from "../fields/decisionFields.ts";
import { z } from "zod";
import { deviceName } from "../fields/linkFields.ts";
import { success } from "../envelope.ts";
import { bounds, flag, id, sentTimestamp, text, timestamp } from "../fields/fields.ts";
import { owner } from "../operation.ts";
import { addLinkBody } from "./links.ts";
import { previewLooks } from "./preview.ts";

/** Whoever may come to a link. */
export const triedVisitors = ["person", "bot", "preview"] as const;

/** What a decision looks at, in the order in which it does. */
export const triedRules = [
  "starts",
  "expiry",
  "limit",
  "password",
  "rule",
  "language",
  "country",
  "device",
  "split",
  "otherwise",
  "preview",
  "app",
  "opens",
  "pixels",
] as const;

/** What a visitor may get. */
export const triedOutcomes = [
  "redirect",
  "direct",
  "notFound",
  "notStarted",
  "expired",
  "password",
  "circle",
  "preview",
  "deepLink",
  "frame",
  "splash",
  "overlay",
  "pixels",
] as const;

const keyed = z.object({ key: z.string(), name: z.string() });

const trial = z.object({
  visitor: z.object({
    at: timestamp,
    country: keyed.nullable(),
    languages: z.array(z.string()),
    device: z.string().nullable(),
    browser: z.string().nullable(),
    system: z.string().nullable(),
    referrer: z.string().nullable(),
    bot: z.string().nullable(),
  }),
  rules: z.array(
    z.object({
      rule: z.enum(triedRules),
      value: z.string().nullable(),
      url: z.string().nullable(),
      outcome: z.enum(["holds", "fails", "passed"]),
      conditions: z
        .array(
          answeredCondition.extend({
            fact: z.string().nullable().describe("The visitor's value, or null if unknown"),
            holds: z
              .boolean()
              .nullable()
              .describe("Whether the condition matches, or null if unknown"),
          }),
        )
        .optional(),
      draw: z
        .object({
          by: z
            .enum(["visitor", "chance", "machine", "winner", "ended"])
            .describe(
              "Reason for the variant: the visitor's IP address and user agent (visitor), chance because the IP address is unknown (chance), the largest share because the visitor is a bot or link preview (machine), the winner after the end (winner), or no variant after the end (ended)",
            ),
          bucket: z
            .int()
            .nullable()
            .describe("Bucket from 0 to 9,999, or null if all visitors get the same variant"),
        })
        .optional()
        .describe("Choice of the split's variant"),
    }),
  ),
  gets: z.object({
    kind: z.enum(triedOutcomes),
    status: z.int(),
    location: z.string().nullable(),
    to: z.string().nullable(),
    page: z.string().nullable(),
  }),
  counts: z.enum(["click", "bot", "nothing"]),
  curl: z.string(),
});
export type Trial = z.output<typeof trial>;

const triedVisitor = z.object({
  country: text(bounds.title)
    .trim()
    .optional()
    .describe("Country of the visitor: English name or ISO 3166 alpha-2 code"),
  device: deviceName.optional().describe("Device of the visitor. Defaults to desktop"),
  language: text(bounds.title)
    .trim()
    .optional()
    .describe("Preferred language of the visitor, or an Accept-Language header"),
  at: sentTimestamp.optional().describe("Time of the visit. Defaults to now"),
  referrer: text(bounds.text)
    .trim()
    .optional()
    .describe("URL of the page that the visitor comes from"),
  password: flag
    .optional()
    .describe("Whether the visitor has entered the link's password. Defaults to false"),
  query: text(bounds.address)
    .trim()
    .optional()
    .describe("Query string of the visited URL, such as from=mail"),
  ip: text(bounds.title).trim().optional().describe("IP address of the visitor"),
  useragent: text(bounds.text)
    .trim()
    .optional()
    .describe("User agent of the visitor, used instead of the parameters device and as"),
  as: z
    .enum(triedVisitors, `must be one of ${triedVisitors.join(", ")}`)
    .optional()
    .default("person")
    .describe("Kind of visitor: person, bot or preview (link preview). Defaults to person"),
  look: z
    .enum(previewLooks, `must be one of ${previewLooks.join(", ")}`)
    .optional()
    .describe("Color scheme of the page: light or dark. Defaults to light"),
});

export const tryLinkOperations = {
  tryLink: owner.post("/api/url/:id/try", {
    summary: "Show what a visitor of a short link would get and why. Nothing is counted.",
    body: triedVisitor,
    isStrict: true,
    response: success({ trial }),
  }),
  tryDraft: owner.post("/api/try", {
    summary: "Show what a visitor would get from an unsaved link and why. Nothing is counted.",
    body: triedVisitor.extend({
      link: id.optional().describe("ID of the edited link. Omit this field for a new link"),
      draft: addLinkBody
        .omit({ custom: true, password: true })
        .describe("Fields that the link would have"),
    }),
    response: success({ trial }),
  }),
} as const;
