import { z } from "zod";
import { timestamp } from "../fields/fields.ts";
import { restoreChange } from "../fields/restoreChange.ts";
import { codedMessage } from "../messages/messageFields.ts";

const meanings = {
  invalid: "Number of rows that can't be imported",
  unchanged: "Number of rows that an earlier import already imported",
};

/** What the jobs of each kind come to. */

const count = z.int().nonnegative();

/** Of a job of the kind `import`: what is in a file, and what would become of it. */
export const importPreview = z.object({
  format: z.string().describe("Detected format of the file"),
  sureness: z.enum(["certain", "likely", "guess"]).describe("Confidence in the detected format"),
  formats: z.array(z.string()).describe("Possible formats, most likely first"),
  kind: z.enum(["links", "clicks"]).describe("Content of the file: links or clicks"),
  file: z.string(),
  rows: count.describe("Number of rows in the file"),
  valid: count.describe("Number of links to create"),
  conflicts: count.describe("Number of rows whose short link is taken"),
  invalid: count.describe(meanings.invalid),
  skipped: count.describe("Number of skipped rows, such as deleted links"),
  unchanged: count.describe(meanings.unchanged),
  different: count.describe(
    "Number of rows that an earlier import already imported, and that now differ from their link. With overwrite, the link gets the row's values",
  ),
  clicks: count.describe("Number of clicks to import"),
  newChannels: count.describe("Number of channels to create, at most 2,000"),
  newCampaigns: count.describe("Number of campaigns to create, at most 2,000"),
  newPixels: count.describe("Number of pixels to create, if pixels are imported, at most 2,000"),
  columns: z.array(
    z.object({
      name: z.string(),
      example: z.string().describe("First value of the column"),
      field: z
        .string()
        .nullable()
        .describe("Field that the column is matched to, or null if the column is ignored"),
    }),
  ),
  fields: z
    .array(
      z.object({
        field: z.string().describe("Name of the field in a mapping"),
        label: z.string().describe("Label of the field"),
      }),
    )
    .describe("Fields that columns can be matched to"),
  dropped: z
    .array(
      z.object({
        column: z.string(),
        why: z.string().describe("Reason why the column isn't imported"),
        ...codedMessage,
      }),
    )
    .describe("Columns that are imported only partly or not at all"),
  domains: z
    .array(
      z.object({
        host: z.string(),
        links: count.describe("Number of links"),
        registered: z
          .boolean()
          .describe(
            "Whether the host is a registered domain. If false, these links use the server's own address",
          ),
      }),
    )
    .describe("Hosts in the file"),
  visitorEffects: z
    .array(
      z.object({
        what: z
          .enum([
            "pixel",
            "type",
            "metaimage",
            "deeplink",
            "targeting",
            "campaign",
            "statistics",
            "alias",
          ])
          .describe(
            "Kind of effect: a pixel, a link type, a preview image, an app link, another destination (targeting, rules and splits), an existing public campaign, statistics that become public, or an existing alias in another spelling",
          ),
        name: z
          .string()
          .describe(
            "Pixel type and tag, link type, host, campaign, or existing alias. Empty for the statistics of new links, and for the total of effects that aren't listed",
          ),
        links: count.describe("Number of links"),
      }),
    )
    .describe("Effects of the links on visitors, other than the redirect"),
  dates: z
    .object({
      order: z
        .enum(["day first", "month first", "unknown"])
        .describe("Order of day and month. If unknown, set the order with the field dates"),
    })
    .nullable()
    .describe("Dates whose day and month could be swapped, or null if there are none"),
  problems: z
    .array(
      z.object({
        line: z.int().describe("Line number in the file"),
        column: z.string().nullable().describe("Column in the file, or null"),
        message: z.string().describe("Description of the problem"),
        ...codedMessage,
      }),
    )
    .describe("First 1,000 rows that can't be imported"),
  conflicting: z
    .array(
      z.object({
        line: z.int().describe("Line number in the file"),
        alias: z.string(),
        id: z.int().describe("ID of the existing link"),
        present: z.string().describe("Destination URL of the existing link, cut to 500 characters"),
        given: z.string().describe("Destination URL in the row, cut to 500 characters"),
      }),
    )
    .describe("First 1,000 rows whose short link is taken"),
  withPassword: count.describe(
    "Number of links whose password can't be imported from the other product",
  ),
  records: z
    .array(
      z.object({
        line: z.int().describe("Line number in the file"),
        url: z.string().describe("Destination URL"),
        alias: z.string().nullable().describe("Alias of the link, or null for a random alias"),
        name: z.string(),
        tags: z.array(z.string()),
        description: z.string(),
        channels: z.array(z.string()).describe("Names of the link's channels"),
        campaign: z.string().nullable().describe("Name of the campaign, or null"),
        expiry: timestamp.nullable().describe("Time when the link expires, or null"),
        archived: z.boolean().describe("Whether the link is archived"),
        date: timestamp.nullable().describe("Time when the link was created, or null"),
        earlierclicks: count.describe("Number of clicks before the import"),
      }),
    )
    .describe("First 50 links to import"),
  token: z.string().describe("Token to send with the request that applies this preview"),
});
export type ImportPreview = z.output<typeof importPreview>;

/** Of a job of the kind `apply`. */
export const importResult = z.object({
  format: z.string().describe("Format of the file"),
  imported: count.describe("Number of created links"),
  skipped: count.describe("Number of skipped rows"),
  renamed: count.describe("Number of links created with a different alias"),
  overwritten: count.describe("Number of overwritten links"),
  unchanged: count.describe(meanings.unchanged),
  invalid: count.describe(meanings.invalid),
  clicks: count.describe("Number of imported clicks"),
  hadPassword: z
    .array(z.string())
    .describe("Aliases of imported links whose password couldn't be imported"),
  pixelsLeftOut: count.describe("Number of links whose pixels weren't imported"),
  campaignsLeftOut: count.describe("Number of links that weren't added to their public campaign"),
  statisticsLeftOut: count.describe(
    "Number of links whose statistics stayed private, although the file says public",
  ),
  namesLeftOut: count.describe(
    "Number of links imported without some of their tags, channels, campaigns or pixels, because the file has too many",
  ),
});
export type ImportResult = z.output<typeof importResult>;

/** Of a job of the kind `bulk` or `undo`. */
export const changeResult = z.object({
  matched: count.describe("Number of selected records"),
  added: count.describe("Number of created or restored records"),
  changed: count.describe("Number of changed records"),
  removed: count.describe("Number of deleted records"),
  unchanged: count.describe("Number of records that needed no change"),
  conflicts: count.describe(
    "Number of fields that weren't undone, because they have changed since",
  ),
});

/** Of a job of the kind `restore`. */
const restoreResult = z.object({
  changes: z.array(restoreChange).describe("Restored records by kind"),
  before: z
    .string()
    .nullable()
    .describe("Name of the backup created before the restore, or null if nothing changed"),
});

export const jobResult = z.union([
  importPreview,
  importResult,
  changeResult,
  restoreResult,
  z.null(),
]);
