import { z } from "zod";
import { unshown, untrusted } from "./untrusted.ts";
import { isWithinReach, limit, linkId, moment, readTool, usualLimit } from "./tool.ts";

const url = z.string().describe("URL");

const shortLink = {
  id: z.int(),
  short_url: z.string(),
  destination: url.describe("URL that the link redirects to"),
  created: z.string(),
  expires: z.string().nullable(),
  clicks: z.int().describe("Clicks, without bots"),
  tags: z.array(z.string()),
  untrusted_title: z.string(),
  untrusted_note: z.string(),
};

interface Listed {
  readonly id: number;
  readonly shorturl: string;
  readonly longurl: string;
  readonly date: string;
  readonly expiry: string | null;
  readonly title: string;
  readonly description: string;
  readonly tags: readonly string[];
}

function shortOf(link: Listed, clicks: number) {
  return {
    id: link.id,
    short_url: link.shorturl,
    destination: unshown(link.longurl),
    created: link.date,
    expires: link.expiry,
    clicks,
    tags: link.tags.map(untrusted),
    untrusted_title: untrusted(link.title),
    untrusted_note: untrusted(link.description),
  };
}

const rule = z.record(z.string(), z.unknown());

/** Rules as they are sent, with the names that their owner gave. */
function rulesOf(rules: unknown): Record<string, unknown>[] {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the contract's own answer, as JSON has it
  return JSON.parse(unshown(JSON.stringify(rules ?? []))) as Record<string, unknown>[];
}

const findLinks = readTool({
  title: "Find links",
  description:
    "Search your short links by words, tag or destination. Look here before you create or change a link.",
  input: z.strictObject({
    query: z
      .string()
      .max(200)
      .optional()
      .describe("Words in the alias, title, note or destination"),
    tag: z.string().max(50).optional().describe("Only links with this tag"),
    archived: z
      .boolean()
      .optional()
      .describe("Whether to return archived links. Defaults to false"),
    limit,
    page: z.int().min(1).max(10_000).optional().describe("Page, from 1"),
  }),
  output: z.object({ total: z.int(), page: z.int(), links: z.array(z.object(shortLink)) }),
  async run({ query: q, tag, archived, limit: most = usualLimit, page = 1 }, { call, record }) {
    const query = { q, tag, archived, limit: most, page };
    const answer = await call("listLinks", { query }, { key: record.name });
    if (!("urls" in answer.data)) throw new Error("A list was asked for.");
    const links = answer.data.urls.map((link) => shortOf(link, link.clicks));
    return { total: answer.data.result, page, links };
  },
});

const getLink = readTool({
  title: "Show a link",
  description: "Show one short link with its rules and limits.",
  input: z.strictObject({ id: linkId }),
  output: z.object({
    ...shortLink,
    starts: z.string().nullable(),
    max_clicks: z.int().nullable(),
    archived: z.boolean(),
    has_password: z.boolean(),
    rules: z.array(rule).describe("Rules in the form that set_rules accepts"),
  }),
  async run({ id }, { call, record }) {
    const { details, data } = await call("getLink", { params: { id } }, { key: record.name });
    return {
      ...shortOf(details, data.clicks),
      starts: details.starts ?? null,
      max_clicks: details.maxclicks ?? null,
      archived: details.archived,
      has_password: details.password,
      rules: rulesOf(details.rules),
    };
  },
});

/** Visitors send their language, and files that were imported have any names. */
const counted = z.array(z.object({ untrusted_name: z.string(), clicks: z.int() }));

const getStatistics = readTool({
  title: "Show statistics",
  description:
    "Show clicks over time and by country, device and referrer, of one link or of all links. Individual visitors aren't shown.",
  input: z.strictObject({
    id: linkId.optional(),
    tag: z.string().max(50).optional().describe("Only links with this tag"),
    by: z.enum(["hour", "day", "week", "month"]).optional().describe("Interval. Defaults to day"),
    from: moment.optional(),
    to: moment.optional(),
  }),
  output: z.object({
    from: z.string(),
    to: z.string(),
    clicks: z.int().nullable(),
    bots: z.int().nullable(),
    steps: z.array(z.object({ date: z.string(), clicks: z.int() })),
    lists_cover: z.string().describe("Period of the lists: range or all time"),
    countries: counted,
    browsers: counted,
    systems: counted,
    languages: counted,
    referrers: counted,
  }),
  async run({ id: link, ...question }, { call, record }) {
    const query = { link, ...question };
    const { statistics: found } = await call("getStatistics", { query }, { key: record.name });
    const first = (list: readonly { readonly name: string; readonly clicks: number }[]) =>
      list.slice(0, 10).map(({ name, clicks }) => ({ untrusted_name: untrusted(name), clicks }));
    const { lists } = found;
    return {
      from: found.from,
      to: found.to,
      clicks: found.clicks,
      bots: found.bots,
      steps: found.steps.slice(-400).map(({ date, clicks }) => ({ date, clicks })),
      lists_cover: lists.span,
      countries: first(lists.countries),
      browsers: first(lists.browsers),
      systems: first(lists.systems),
      languages: first(lists.languages),
      referrers: first(lists.referrers),
    };
  },
});

const tryLink = readTool({
  title: "Try a link",
  description:
    "Show where a visitor of a link would go, and which rule decides. Nothing is counted.",
  input: z.strictObject({
    id: linkId,
    country: z.string().max(100).optional().describe("Country of the visitor, such as DE"),
    device: z.string().max(100).optional().describe("Device of the visitor, such as iphone"),
    language: z.string().max(100).optional().describe("Language of the visitor, such as de"),
    at: moment.optional(),
  }),
  output: z.object({
    outcome: z.string(),
    status: z.int(),
    destination: z.string().nullable(),
    decided_by: z.string().nullable().describe("Kind of the first rule that applies"),
  }),
  async run({ id, ...visitor }, { call, record }) {
    const body = Object.fromEntries(
      Object.entries(visitor).filter(([, value]) => value !== undefined),
    );
    const { trial } = await call("tryLink", { params: { id }, body }, { key: record.name });
    const { kind, status, to, location } = trial.gets;
    const destination = to ?? location;
    return {
      outcome: kind,
      status,
      destination: destination === null ? null : unshown(destination),
      decided_by: trial.rules.find(({ outcome }) => outcome === "holds")?.rule ?? null,
    };
  },
});

const listChanges = readTool({
  title: "List changes",
  description: "List what was changed, newest first, with the IDs that undo_change accepts.",
  input: z.strictObject({
    link: linkId.optional().describe("Only changes to the link with this ID"),
    limit,
  }),
  output: z.object({
    changes: z.array(
      z.object({
        id: z.int(),
        date: z.string(),
        by: z.string(),
        operation: z.string(),
        records: z.int(),
        undoable: z.boolean(),
        untrusted_name: z.string().nullable().describe("Name of the record, if there is only one"),
        untrusted_key: z.string().nullable().describe("Name of the key that was used"),
      }),
    ),
  }),
  async run({ link: id, limit: most = usualLimit }, { call, record }) {
    const query = { limit: most, ...(id !== undefined && { kind: "links" as const, id }) };
    const { data } = await call("listChanges", { query }, { key: record.name });
    return {
      changes: data.changes.filter(isWithinReach).map((change) => ({
        id: change.id,
        date: change.date,
        by: change.by,
        operation: change.operation,
        records: change.total,
        undoable: change.undoable,
        untrusted_name: change.name === undefined ? null : untrusted(change.name),
        untrusted_key: change.key === undefined ? null : untrusted(change.key),
      })),
    };
  },
});

export const readTools = {
  find_links: findLinks,
  get_link: getLink,
  get_statistics: getStatistics,
  try_link: tryLink,
  list_changes: listChanges,
} as const;
