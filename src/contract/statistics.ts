import { z } from "zod";
import { done, success } from "./envelope.ts";
import { bounds, flag, id, idList, nothing, sentTimestamp, text, timestamp } from "./fields.ts";
import { wait } from "./jobs.ts";
import { linkFilter } from "./linkFilter.ts";
import { noJson, operation } from "./operation.ts";

const statisticsSteps = ["hour", "day", "week", "month"] as const;

/** Steps of one answer, at most. */
export const mostStatisticsSteps = 3_660;

/** Entries of one visitor filter, and of one list of an answer, at most. */
const mostValues = 20;
const mostEntries = 250;
/** Links of one answer of small charts. */
const mostCharts = 1_000;

const value = text(bounds.title).trim().min(1, "must not be empty");

/** One, or several of which any may hold. */
function oneOrSeveral(what: string, example: string) {
  return z
    .union(
      [
        z.array(value, "must be a list").max(mostValues, `must have at most ${mostValues} entries`),
        value.transform((one) => [one]),
      ],
      { error: `must be a text of at most ${bounds.title} characters, or a list of ${mostValues}` },
    )
    .optional()
    .meta({ description: `Only visits ${what}, for example ${example}; of several, any of them` });
}

const { archived: _archived, ...filterFields } = linkFilter.shape;

/** Of what: a link, a QR code, the links that a filter finds, or everything. */
const subject = {
  link: id.optional().meta({ description: "Id of the one link that is meant" }),
  qr: id.optional().meta({ description: "Id of the one QR code that is meant" }),
  ...filterFields,
  archived: linkFilter.shape.archived.meta({
    description: "Whether they are archived: true, false or all (all when not given)",
    type: "string",
    enum: ["true", "false", "all"],
  }),
};

const bots = ["out", "in", "only"] as const;
const stepFault = `must be one of ${statisticsSteps.join(", ")}`;
const botsFault = `must be one of ${bots.join(", ")}`;

const question = {
  ...subject,
  by: z.enum(statisticsSteps, stepFault).optional().default("day"),
  from: sentTimestamp
    .optional()
    .meta({ description: "A moment of the first step; 30 days back when not given" }),
  to: sentTimestamp
    .optional()
    .meta({ description: "A moment of the last step; now when not given" }),
  compare: flag
    .optional()
    .meta({ description: "Whether the period before comes along, as long as this one" }),
  lines: flag
    .optional()
    .meta({ description: "Whether the kept lines of clicks are read, for visitors and lists" }),
  bots: z
    .enum(bots, botsFault)
    .optional()
    .default("out")
    .meta({ description: "Whether bots count: out, in or only (out when not given)" }),
  country: oneOrSeveral("from a country", "IR or unknown"),
  browser: oneOrSeveral("with a browser", "Firefox"),
  system: oneOrSeveral("with a system", "Android"),
  device: oneOrSeveral("with a device", "iphone or mobile"),
  language: oneOrSeveral("in a language", "fa"),
  referrer: oneOrSeveral("from a site", "example.com or direct"),
  social: oneOrSeveral("from a social network", "x"),
};

const count = z.int().nonnegative();

const listed = z.object({
  /** What a visitor filter takes; null: what several rare ones are called together. */
  key: z.string().nullable(),
  name: z.string(),
  clicks: count,
});

const list = z.array(listed).max(mostEntries);

const step = z.object({
  /** When it begins, on the account's clocks. */
  date: timestamp,
  clicks: count,
  /** Null where they can't be told apart. */
  visitors: count.nullable(),
  bots: count.nullable(),
});

const statistics = z.object({
  of: z.object({
    kind: z.enum(["everything", "link", "qr", "links"]),
    links: count,
  }),
  by: z.enum(statisticsSteps),
  from: timestamp,
  to: timestamp,
  now: timestamp,
  basis: z.enum(["counters", "lines"]),
  clicks: count.nullable(),
  clicksBefore: count.nullable(),
  scans: count.nullable(),
  scansBefore: count.nullable(),
  visitors: z.object({ count, before: count.nullable(), apart: z.boolean() }).nullable(),
  bots: count.nullable(),
  botsBefore: count.nullable(),
  lastClick: timestamp.nullable(),
  steps: z.array(step),
  stepsBefore: z.array(step).nullable(),
  lists: z.object({
    span: z.enum(["range", "all time"]),
    countries: list,
    referrers: list,
    browsers: list,
    systems: list,
    devices: list.nullable(),
    languages: list,
    social: list,
    bots: list,
  }),
  week: z.array(z.array(count)).nullable(),
  kept: z.object({
    since: timestamp.nullable(),
    isWhole: z.boolean(),
    missing: count.nullable(),
  }),
  reading: z.object({ id: z.int(), done: count, total: count }).nullable(),
});

const namedLink = z.object({
  id: z.int(),
  alias: z.string(),
  shorturl: z.string(),
  title: z.string(),
});
const keyed = z.object({ key: z.string(), name: z.string() });

const lastClick = z.object({
  date: timestamp,
  link: namedLink.nullable(),
  qr: z.object({ id: z.int(), name: z.string() }).nullable(),
  country: keyed.nullable(),
  browser: z.string().nullable(),
  system: z.string().nullable(),
  device: z.string().nullable(),
  language: keyed.nullable(),
  referrer: z.string().nullable(),
  social: z.string().nullable(),
  bot: z.string().nullable(),
});

/** Documents of numbers that a file can be made of. */
const csvSubjects = [
  "clicks",
  "countries",
  "referrers",
  "browsers",
  "systems",
  "devices",
  "languages",
  "social",
  "bots",
  "week",
] as const;

function oneOf(numbers: readonly number[]) {
  const fault = `must be one of ${numbers.join(", ")}`;
  return z
    .union(
      [z.literal([...numbers], fault), z.enum(numbers.map(String), fault).transform(Number)],
      fault,
    )
    .optional()
    .default(30)
    .meta({ description: `Days: ${numbers.join(", ")} (30 when not given)` });
}

function limit(usual: number, most: number) {
  const fault = `must be a whole number from 1 to ${most}`;
  return z
    .union(
      [
        z.int(fault).min(1, fault).max(most, fault),
        z
          .string()
          .regex(/^[1-9]\d{0,3}$/, fault)
          .transform(Number)
          .refine((number) => number <= most, fault),
      ],
      fault,
    )
    .optional()
    .default(usual)
    .meta({ description: `How many, 1 to ${most} (${usual} when not given)` });
}

const ids = idList(mostCharts).meta({
  description: "Ids of links, given several times or with commas between them",
});

const mover = z.object({ link: namedLink, clicks: count, before: count });

export const statisticsOperations = {
  getStatistics: operation({
    method: "GET",
    path: "/api/statistics",
    scope: "api",
    summary: "Show the clicks of everything, of a link, a QR code, or the links of a filter.",
    params: nothing,
    query: z.object({ ...question, wait }),
    body: nothing,
    isStrict: true,
    response: success({ statistics }),
  }),
  cancelStatistics: operation({
    method: "DELETE",
    path: "/api/statistics/reading",
    scope: "api",
    summary: "Stop reading the kept lines of clicks for an answer that nobody waits for.",
    params: nothing,
    query: z.object({ reading: id.meta({ description: "As the answer names it that waits" }) }),
    body: nothing,
    isStrict: true,
    response: done("Nothing is read for it any more."),
  }),
  getLastClicks: operation({
    method: "GET",
    path: "/api/statistics/last",
    scope: "api",
    summary: "Show the last clicks, one by one.",
    params: nothing,
    query: z.object({ ...subject, limit: limit(10, 50) }),
    body: nothing,
    isStrict: true,
    response: success({ clicks: z.array(lastClick) }),
  }),
  getMovers: operation({
    method: "GET",
    path: "/api/statistics/movers",
    scope: "api",
    summary: "Say which links rise, which fall, and which are quiet.",
    params: nothing,
    query: z.object({ ...subject, days: oneOf([7, 30, 90]), limit: limit(10, 100) }),
    body: nothing,
    isStrict: true,
    response: success({
      days: z.int(),
      rising: z.array(mover),
      falling: z.array(mover),
      quiet: z.object({
        total: count,
        links: z.array(
          z.object({ link: namedLink, clicks: count, lastClick: timestamp.nullable() }),
        ),
      }),
    }),
  }),
  exportStatistics: operation({
    method: "GET",
    path: "/api/statistics/csv",
    scope: "api",
    summary: "Take one of the tables of statistics along as a CSV file.",
    params: nothing,
    query: z.object({
      ...question,
      what: z
        .enum(csvSubjects, `must be one of ${csvSubjects.join(", ")}`)
        .optional()
        .default("clicks"),
      bom: flag.optional(),
    }),
    body: nothing,
    isStrict: true,
    response: noJson,
    answer: "file",
  }),
  getSparklines: operation({
    method: "GET",
    path: "/api/statistics/sparklines",
    scope: "api",
    summary: "Show the clicks of several links day by day, for small charts.",
    params: nothing,
    query: z.object({ ids, days: oneOf([7, 30]) }),
    body: nothing,
    isStrict: true,
    response: success({
      days: z.int(),
      /** The first day, on the account's clocks. */
      first: timestamp,
      links: z.array(z.object({ id: z.int(), clicks: z.array(count) })),
    }),
  }),
} as const;
