import { counted, entriesFault } from "../counted.ts";
import { z } from "zod";
import { address, bounds, flag, sentEnd, sentTimestamp, text, timestamp } from "./fields.ts";
import { jsonLength } from "./jsonLength.ts";
import { variantIds, wholeSplit } from "./splitShares.ts";

/**
 * What decides where a visit goes beyond the targets of the given contract: rules, splits, limits
 * and dates (docs/decisions.md, "Rules and splits").
 */

/** Names and formats are Shlink's, where it has them. */
export const conditionTypes = [
  "device",
  "language",
  "query-param",
  "any-value-query-param",
  "valueless-query-param",
  "ip-address",
  "geolocation-country-code",
  "geolocation-city-name",
  "before-date",
  "after-date",
  "browser",
  "referrer-domain",
  "time-window",
] as const;
export type ConditionType = (typeof conditionTypes)[number];

/** Devices that Shlink has, too. */
export const shlinkDevices = [
  "android",
  "ios",
  "mobile",
  "windows",
  "macos",
  "linux",
  "chromeos",
  "desktop",
] as const;
export const conditionDevices = [...shlinkDevices, "iphone", "ipad", "tablet"] as const;
export type ConditionDevice = (typeof conditionDevices)[number];

export const conditionBrowsers = [
  "chrome",
  "firefox",
  "edge",
  "safari",
  "opera",
  "android_browser",
] as const;
export type ConditionBrowser = (typeof conditionBrowsers)[number];

/** What each condition's `value` is made of; null: it has none. */
const valueKinds = {
  device: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(conditionDevices, listed(conditionDevices))),
  language: z
    .string()
    .trim()
    .regex(
      /^[A-Za-z]{2,8}(?:[-_][A-Za-z0-9]{1,8})*$/,
      "must be a language code such as en or pt-BR",
    ),
  "query-param": z.string(),
  "any-value-query-param": null,
  "valueless-query-param": null,
  "ip-address": z.string().trim(),
  "geolocation-country-code": z
    .string()
    .trim()
    .toUpperCase()
    .regex(/^[A-Z]{2}$/, "must be a two-letter country code such as DE"),
  "geolocation-city-name": z.string().trim().min(1, "must not be empty"),
  "before-date": sentTimestamp,
  "after-date": sentTimestamp,
  browser: z
    .string()
    .trim()
    .toLowerCase()
    .pipe(z.enum(conditionBrowsers, listed(conditionBrowsers))),
  "referrer-domain": z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^(?:[a-z0-9_-]{1,63}\.)*[a-z0-9-]{1,63}$/, "must be a domain such as example.com"),
  "time-window": null,
} as const satisfies Readonly<Record<ConditionType, z.ZodType<string> | null>>;

function listed(names: readonly string[]): string {
  return `must be one of ${names.join(", ")}`;
}

const keyed: ReadonlySet<string> = new Set([
  "query-param",
  "any-value-query-param",
  "valueless-query-param",
]);

const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, "must be a time such as 09:00");

const timeWindow = z.object({
  days: z
    .array(z.int().min(1).max(7), "must be a list of days, 1 (Monday) to 7")
    .min(1, "must not be empty")
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((one, other) => one - other))
    .describe("Days of the week, 1 (Monday) to 7"),
  from: time.describe("Start of the time window, such as 09:00"),
  to: time.describe(
    "End of the time window, exclusive. If the end isn't later than the start, the window ends on the next day",
  ),
  zone: text(bounds.title)
    .trim()
    .optional()
    .describe("Time zone of the time window. Defaults to the account's time zone"),
});

const values = z.union([
  text(bounds.text),
  z.array(text(bounds.text)).min(1, "must not be empty").max(bounds.entries),
]);

const condition = z
  .object({
    type: z
      .enum(conditionTypes, listed(conditionTypes))
      .describe("Property of the visit to compare"),
    key: text(bounds.parameterName).optional().describe("Name of the query parameter"),
    value: z
      .union([values, timeWindow])
      .optional()
      .describe("Value to match, or a list of values, any of which may match"),
    not: flag.optional().describe("Whether to invert the condition. Defaults to false"),
  })
  .transform((sent, context) => {
    const fault = (field: string, message: string) => {
      context.addIssue({ code: "custom", path: [field], message });
      return z.NEVER;
    };
    const { type, key = "" } = sent;
    const isNot = sent.not === true ? { not: true as const } : {};
    if (keyed.has(type) && key === "") return fault("key", "must name a query parameter");
    const about = keyed.has(type) ? { type, key, ...isNot } : { type, ...isNot };
    if (type === "time-window") {
      const window = timeWindow.safeParse(sent.value);
      return window.success
        ? { ...about, window: window.data }
        : fault("value", "must be an object with days, from and to");
    }
    const kind = valueKinds[type];
    if (kind === null) return about;
    const sentValues = typeof sent.value === "string" ? [sent.value] : sent.value;
    if (!Array.isArray(sentValues)) return fault("value", "must be a string or a list of strings");
    const read = z.array(kind).safeParse(sentValues);
    return read.success
      ? { ...about, values: [...new Set<string>(read.data)] }
      : fault("value", read.error.issues[0]?.message ?? "isn't an accepted value");
  });
export type SentCondition = z.output<typeof condition>;

export const mostRules = 50;
export const mostConditions = 10;

export const sentRule = z.object({
  url: address.describe("Destination URL for visits that match"),
  conditions: z
    .array(condition, "must be a list")
    .min(1, "must not be empty")
    .max(mostConditions, entriesFault(mostConditions))
    .describe("Conditions of the rule, all of which must match"),
  name: text(bounds.title)
    .trim()
    .optional()
    .describe("Name of the rule in tests, History and bulk changes. Defaults to the rule's number"),
  enabled: flag.optional().describe("Whether the rule is checked. Defaults to true"),
});
export type SentRule = z.output<typeof sentRule>;
/** As callers write it. */
export type RuleToSend = z.input<typeof sentRule>;

/** Bytes of a link's rules and split as JSON. */
export const longestDecisions = 8192;
export const decisionsFault = `must be shorter: rules and split can have at most ${counted(longestDecisions, "byte")} in total, as JSON`;

/** Whether rules are too large however they are stored; no value of theirs has to be read. */
export function areTooLarge(rules: unknown): boolean {
  // What is stored may be shorter than what was sent, without spaces and repeated values.
  const most = 2 * longestDecisions;
  return jsonLength(rules, most) > most;
}

const ruleList = z.array(sentRule, "must be a list").max(mostRules, entriesFault(mostRules));

/** Fifty rules have room for 50,000 dates, which take seconds to read. */
function ofBoundedSize(list: typeof ruleList) {
  const read = (sent: z.input<typeof list>, context: z.RefinementCtx) => {
    if (!areTooLarge(sent)) return sent;
    context.addIssue({
      code: "custom",
      message: decisionsFault,
      params: { code: "long", most: longestDecisions, unit: "bytes" },
    });
    return z.NEVER;
  };
  return z.preprocess(read, list);
}

export const sentRules = ofBoundedSize(ruleList);
export const someRules = ofBoundedSize(ruleList.min(1, "must not be empty"));

const answeredWindow = z.object({
  days: z.array(z.int()),
  from: z.string(),
  to: z.string(),
  zone: z.string(),
});

export const answeredCondition = z.object({
  type: z.enum(conditionTypes),
  key: z.string().optional(),
  value: z.union([z.string(), z.array(z.string()), answeredWindow]).optional(),
  not: z.literal(true).optional(),
});

export const answeredRules = z.array(
  z.object({
    url: z.string(),
    conditions: z.array(answeredCondition),
    name: z.string().optional(),
    enabled: z.boolean(),
  }),
);
export type AnsweredRule = z.output<typeof answeredRules>[number];

const variantId = z.enum(variantIds, listed(variantIds));

const variant = z.object({
  id: variantId.describe(
    "ID of the variant. The statistics belong to this ID, even if the URL changes",
  ),
  url: address.describe("Destination of the variant"),
  weight: z
    .int("must be a whole number")
    .nonnegative("must be 0 or more")
    .max(wholeSplit)
    .describe("Share of the visitors, in hundredths of a percent"),
});

export const sentSplit = z
  .object({
    variants: z
      .array(variant, "must be a list")
      .min(2, "must have at least 2 entries")
      .max(variantIds.length, entriesFault(variantIds.length))
      .refine(
        (all) => new Set(all.map(({ id }) => id)).size === all.length,
        "must have different IDs",
      )
      .refine(
        (all) => all.reduce((sum, { weight }) => sum + weight, 0) === wholeSplit,
        `must have weights that sum to ${wholeSplit.toLocaleString("en")}`,
      )
      .describe(`2 to 10 destinations, whose weights sum to ${wholeSplit.toLocaleString("en")}`),
    ends: sentEnd.optional().describe("Time when the split ends"),
    winner: variantId.optional().describe("ID of the variant that gets all visits after the end"),
    restart: flag
      .optional()
      .describe(
        "Whether to start a new test, in which each visitor is assigned again. Defaults to false",
      ),
  })
  .refine(
    ({ variants, winner }) => winner === undefined || variants.some(({ id }) => id === winner),
    { path: ["winner"], error: "must be the ID of one of the variants" },
  );
export type SentSplit = z.output<typeof sentSplit>;

export const answeredSplit = z.object({
  variants: z.array(z.object({ id: z.string(), url: z.string(), weight: z.int() })),
  ends: timestamp.nullable(),
  winner: z.string().nullable(),
  started: timestamp
    .nullable()
    .describe("Time when visitors were last assigned, or null if unknown"),
});

export type AnsweredSplit = z.output<typeof answeredSplit>;
