import { counted, entriesFault } from "../counted.ts";
import { z } from "zod";
import { done, success } from "../envelope.ts";
import { bounds, flag, id, idList, sentTimestamp, text, timestamp } from "../fields/fields.ts";
import { wait } from "../changes/jobs.ts";
import { linkFilter } from "../fields/linkFilter.ts";
import { splitShares } from "./splitShares.ts";
import { api, noJson } from "../operation.ts";

const meanings = {
  key: "Value to filter by, or null for the total of rare values",
  clicks: "Clicks, without bots and link previews",
  link: "Link, or null if the link no longer exists",
};

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
        z.array(value, "must be a list").max(mostValues, entriesFault(mostValues)),
        value.transform((one) => [one]),
      ],
      {
        error: `must be a string of at most ${counted(bounds.title, "character")}, or a list of at most ${mostValues} such strings`,
      },
    )
    .optional()
    .meta({
      description: `Only visits ${what}, such as ${example}. Several values select visits that match any of the values`,
    });
}

const { archived: _archived, ...filterFields } = linkFilter.shape;

/** Of what: a link, a QR code, the links that a filter finds, or everything. */
const subject = {
  link: id.optional().meta({ description: "Only clicks on the link with this ID" }),
  qr: id.optional().meta({ description: "Only scans of the QR code with this ID" }),
  ...filterFields,
  archived: linkFilter.shape.archived.meta({
    description:
      "Whether to include archived links only (true), other links only (false) or all. Defaults to all",
    type: "string",
    enum: ["true", "false", "all"],
  }),
};

const bots = ["out", "in", "only"] as const;
const stepFault = `must be one of ${statisticsSteps.join(", ")}`;
const botsFault = `must be one of ${bots.join(", ")}`;

const question = {
  ...subject,
  by: z
    .enum(statisticsSteps, stepFault)
    .optional()
    .default("day")
    .describe("Length of each interval"),
  from: sentTimestamp.optional().meta({
    description:
      "Start of the range. The interval that contains this time is the first interval. Defaults to 30 days ago",
  }),
  to: sentTimestamp.optional().meta({
    description:
      "End of the range. The interval that contains this time is the last interval. Defaults to now",
  }),
  compare: flag.optional().meta({
    description: "Whether to include the previous period of the same length. Defaults to false",
  }),
  lines: flag.optional().meta({
    description:
      "Whether to read the click log, which gives unique visitors and lists for the range. Defaults to false",
  }),
  bots: z.enum(bots, botsFault).optional().default("out").meta({
    description:
      "Whether to exclude bots (out), include them (in) or count only bots (only). Defaults to out",
  }),
  country: oneOrSeveral("from this country", "IR or unknown"),
  browser: oneOrSeveral("with this browser", "Firefox"),
  system: oneOrSeveral("with this operating system", "Android"),
  device: oneOrSeveral("with this device or device group", "iphone or mobile"),
  language: oneOrSeveral("from visitors who prefer this language", "fa"),
  referrer: oneOrSeveral("from this referring site", "example.com or direct"),
  social: oneOrSeveral("from this social platform", "x"),
  rule: oneOrSeveral("that this rule redirected", "Phones"),
  variant: oneOrSeveral("that got this variant of a split", "a"),
};

const count = z.int().nonnegative();

const listed = z.object({
  key: z.string().nullable().describe(meanings.key),
  name: z.string().describe("English name"),
  clicks: count.describe(meanings.clicks),
});

const list = z.array(listed).max(mostEntries);

const step = z.object({
  date: timestamp.describe("Start of the interval, in the account's time zone"),
  clicks: count,
  visitors: count
    .nullable()
    .describe("Unique visitors in the interval, or null if the click log wasn't read"),
  bots: count
    .nullable()
    .describe("Visits by bots in the interval, or null if the click log wasn't read"),
});

const statistics = z.object({
  of: z
    .object({
      kind: z
        .enum(["everything", "link", "qr", "links"])
        .describe(
          "Subject of the statistics: everything, a link, a QR code (qr), or the links that match a filter (links)",
        ),
      links: count.describe("Number of links"),
    })
    .describe("Links or QR code whose clicks are counted"),
  by: z.enum(statisticsSteps).describe("Length of each interval"),
  from: timestamp.describe("Start of the first interval"),
  to: timestamp.describe("End of the last interval"),
  now: timestamp.describe("Time of the response"),
  basis: z
    .enum(["counters", "lines"])
    .describe("Source of visitors and lists: totals (counters) or the click log (lines)"),
  clicks: count
    .nullable()
    .describe("Clicks in the range, or null while the click log is being read"),
  clicksBefore: count
    .nullable()
    .describe("Clicks in the previous period, or null if not requested"),
  scans: count
    .nullable()
    .describe(
      "Scans of these links' QR codes, or of all QR codes in the statistics of all links. Null if visits are filtered",
    ),
  scansBefore: count
    .nullable()
    .describe("QR code scans in the previous period, or null if not requested"),
  visitors: z
    .object({
      count: count.describe("Number of unique visitors in the range"),
      before: count
        .nullable()
        .describe("Number of unique visitors in the previous period, or null if not requested"),
      apart: z
        .boolean()
        .describe(
          "Whether visitors are counted once in the whole range (true) or once a day (false)",
        ),
    })
    .nullable()
    .describe("Unique visitors, or null if the click log wasn't read"),
  bots: count
    .nullable()
    .describe("Visits by bots in the range, or null if the click log wasn't read"),
  botsBefore: count
    .nullable()
    .describe("Visits by bots in the previous period, or null if not requested"),
  lastClick: timestamp
    .nullable()
    .describe(
      "Time of the last click, or null. If visits are filtered, only clicks in the range count",
    ),
  steps: z.array(step).describe("Clicks by interval (hour, day, week or month), oldest first"),
  stepsBefore: z
    .array(step)
    .nullable()
    .describe("Intervals of the previous period, or null if not requested"),
  lists: z
    .object({
      span: z
        .enum(["range", "all time"])
        .describe("Period that the lists cover: the range or all time"),
      countries: list,
      referrers: list,
      browsers: list,
      systems: list.describe("Clicks by operating system"),
      devices: list
        .nullable()
        .describe("Clicks by device, or null for all time, because totals don't include devices"),
      languages: list.describe("Clicks by the visitor's preferred language"),
      social: list.describe("Clicks by referring social platform"),
      rules: list.nullable().describe("Clicks by rule (its name or number), or null for all time"),
      variants: list
        .nullable()
        .describe("Clicks by variant of a split (its ID), or null for all time"),
      bots: list.describe("Visits by bot, which aren't counted as clicks"),
    })
    .describe("Clicks by country, browser and other properties, most frequent first"),
  split: splitShares
    .nullable()
    .describe(
      "Result of the link's split, or null if the link has no split or the click log wasn't read",
    ),
  week: z
    .array(z.array(count))
    .nullable()
    .describe("Clicks by weekday (Monday first) and hour, or null if the click log wasn't read"),
  kept: z
    .object({
      since: timestamp
        .nullable()
        .describe("Time before which the click log has been deleted, or null"),
      isWhole: z.boolean().describe("Whether the click log covers the whole range"),
      missing: count
        .nullable()
        .describe("Clicks in the range that aren't in the click log, or null if unknown"),
    })
    .describe("Part of the range that the click log covers"),
  reading: z
    .object({
      id: z.int().describe("ID for stopping the reading"),
      done: count.describe("Bytes read"),
      total: count.describe("Total number of bytes"),
    })
    .nullable()
    .describe(
      "Progress of reading the click log, or null once done. Repeat the request until this is null",
    ),
});

const namedLink = z.object({
  id: z.int(),
  alias: z.string(),
  shorturl: z.string(),
  title: z.string(),
});
const keyed = z.object({
  key: z.string().describe(meanings.key),
  name: z.string().describe("English name"),
});

const lastClick = z.object({
  date: timestamp,
  link: namedLink.nullable().describe(meanings.link),
  qr: z.object({ id: z.int(), name: z.string() }).nullable().describe("Scanned QR code, or null"),
  country: keyed.nullable().describe("Visitor's country, or null"),
  browser: z.string().nullable().describe("Visitor's browser, or null"),
  system: z.string().nullable().describe("Visitor's operating system, or null"),
  device: z.string().nullable().describe("Visitor's device, or null"),
  language: keyed.nullable().describe("Visitor's preferred language, or null"),
  referrer: z
    .string()
    .nullable()
    .describe(
      "Referring site, or null if the browser sent none, as for direct visits and links in email",
    ),
  social: z.string().nullable().describe("Referring social platform, or null"),
  rule: z.string().nullable().describe("Rule that chose the destination, or null"),
  variant: z.string().nullable().describe("Variant of the split that the visitor got, or null"),
  bot: z.string().nullable().describe("Name of the bot, or null if the visitor isn't a bot"),
});

/** What visits are broken down by. */
export const visitLists = [
  "countries",
  "referrers",
  "browsers",
  "systems",
  "devices",
  "languages",
  "social",
  "rules",
  "variants",
  "bots",
] as const;

/** Documents of numbers that a file can be made of. */
const csvSubjects = ["clicks", ...visitLists, "week"] as const;

function oneOf(numbers: readonly number[]) {
  const fault = `must be one of ${numbers.join(", ")}`;
  return z
    .union(
      [z.literal([...numbers], fault), z.enum(numbers.map(String), fault).transform(Number)],
      fault,
    )
    .optional()
    .default(30)
    .meta({ description: `Number of days: ${numbers.join(", ")}. Defaults to 30` });
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
    .meta({ description: `Maximum number of results, from 1 to ${most}. Defaults to ${usual}` });
}

const ids = idList(mostCharts).meta({
  description: "IDs of the links, separated by commas or repeated",
});

const mover = z.object({
  link: namedLink.describe(meanings.link),
  clicks: count.describe(meanings.clicks),
  before: count.describe("Clicks in the previous period"),
});

const group = z.object({
  id: z.int(),
  name: z.string(),
  clicks: count.describe(meanings.clicks),
});
const groups = (meaning: string) => z.array(group).describe(meaning);

export const statisticsOperations = {
  getStatistics: api.get("/api/statistics", {
    summary: "Show the click statistics of all links, one link, filtered links, or a QR code.",
    query: z.object({ ...question, wait }),
    isStrict: true,
    response: success({ statistics }),
  }),
  cancelStatistics: api.delete("/api/statistics/reading", {
    summary: "Stop reading the click log for a statistics request.",
    query: z.object({
      reading: id.meta({ description: "ID of the reading, from statistics.reading.id" }),
    }),
    isStrict: true,
    response: done("Reading has stopped."),
  }),
  getLastClicks: api.get("/api/statistics/last", {
    summary: "List the latest clicks.",
    query: z.object({ ...subject, limit: limit(10, 50) }),
    isStrict: true,
    response: success({ clicks: z.array(lastClick).describe(meanings.clicks) }),
  }),
  getMovers: api.get("/api/statistics/movers", {
    summary: "List rising, falling and inactive links.",
    query: z.object({ ...subject, days: oneOf([7, 30, 90]), limit: limit(10, 100) }),
    isStrict: true,
    response: success({
      days: z.int().describe("Number of days"),
      rising: z
        .array(mover)
        .describe("Links with more clicks than in the previous period, largest gain first"),
      falling: z
        .array(mover)
        .describe("Links with fewer clicks than in the previous period, largest loss first"),
      quiet: z
        .object({
          total: count.describe("Number of inactive links"),
          links: z
            .array(
              z.object({
                link: namedLink.describe(meanings.link),
                clicks: count.describe(meanings.clicks),
                lastClick: timestamp.nullable().describe("Time of the last click, or null"),
              }),
            )
            .describe("Inactive links, most clicks first"),
        })
        .describe("Links created more than 90 days ago without a click in the last 90 days"),
    }),
  }),
  getTopClicks: api.get("/api/statistics/top", {
    summary:
      "List the links, tags, channels, campaigns, QR codes and bio pages with the most clicks.",
    query: z.object({
      ...subject,
      from: question.from,
      to: question.to,
      limit: limit(10, 100),
    }),
    isStrict: true,
    response: success({
      links: z
        .array(
          z.object({
            link: namedLink.describe(meanings.link),
            clicks: count.describe(meanings.clicks),
          }),
        )
        .describe("Links, most clicks first"),
      tags: z
        .array(z.object({ name: z.string(), clicks: count.describe(meanings.clicks) }))
        .describe("Tags of the links, most clicks first"),
      channels: groups("Channels of the links, most clicks first"),
      campaigns: groups("Campaigns of the links, most clicks first"),
      qrs: groups("QR codes, most scans first"),
      bio: groups("Bio pages by clicks on the short links that they list, most clicks first"),
    }),
  }),
  exportStatistics: api.get("/api/statistics/csv", {
    summary: "Export a statistics table as a CSV file.",
    query: z.object({
      ...question,
      what: z
        .enum(csvSubjects, `must be one of ${csvSubjects.join(", ")}`)
        .optional()
        .default("clicks")
        .describe("Table to export. Defaults to clicks by interval"),
      bom: flag
        .optional()
        .describe(
          "Whether to start the file with a byte order mark, which some spreadsheets need. Defaults to false",
        ),
    }),
    isStrict: true,
    response: noJson,
    answer: "file",
  }),
  getSparklines: api.get("/api/statistics/sparklines", {
    summary: "Show the daily clicks of several links, for small charts.",
    query: z.object({ ids, days: oneOf([7, 30]) }),
    isStrict: true,
    response: success({
      days: z.int().describe("Number of days"),
      first: timestamp.describe("Start of the first day"),
      links: z
        .array(z.object({ id: z.int(), clicks: z.array(count).describe(meanings.clicks) }))
        .describe("Daily clicks of the requested links that exist"),
    }),
  }),
} as const;
