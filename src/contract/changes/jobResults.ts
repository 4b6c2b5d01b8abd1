import { z } from "zod";
import { timestamp } from "../fields/fields.ts";
import { restoreChange } from "../fields/restoreChange.ts";
import { codedMessage } from "../messages/messageFields.ts";

const meanings = {
  invalid: "Rows that can't be imported",
  unchanged: "Rows that were imported before",
};

/** What the jobs of each kind come to. */

const count = z.int().nonnegative();

/** Of a job of the kind `import`: what is in a file, and what would become of it. */
export const importPreview = z.object({
  format: z.string().describe("Detected format"),
  sureness: z.enum(["certain", "likely", "guess"]).describe("Confidence in the format"),
  formats: z.array(z.string()).describe("Possible formats, best first"),
  kind: z.enum(["links", "clicks"]).describe("What the rows are"),
  file: z.string(),
  rows: count.describe("Total number of rows"),
  valid: count.describe("Links to create"),
  conflicts: count.describe("Rows whose short link is taken"),
  invalid: count.describe(meanings.invalid),
  skipped: count.describe("Rows that were skipped, such as deleted links"),
  unchanged: count.describe(meanings.unchanged),
  clicks: count.describe("Clicks to count"),
  columns: z.array(
    z.object({
      name: z.string(),
      example: z.string().describe("First value of the column"),
      field: z.string().nullable().describe("Field of the column, or null if it is ignored"),
    }),
  ),
  fields: z
    .array(
      z.object({
        field: z.string().describe("Name of the field in a mapping"),
        label: z.string().describe("Label of the field"),
      }),
    )
    .describe("Fields that a column can be"),
  dropped: z
    .array(z.object({ column: z.string(), why: z.string().describe("Reason"), ...codedMessage }))
    .describe("Data that isn't imported"),
  domains: z
    .array(
      z.object({
        host: z.string(),
        links: count.describe("Number of links"),
        registered: z.boolean().describe("false if these links get the server's own address"),
      }),
    )
    .describe("Hosts in the file"),
  visitorEffects: z
    .array(
      z.object({
        what: z.enum(["pixel", "type", "metaimage", "deeplink"]).describe("Kind of part"),
        name: z
          .string()
          .describe(
            "Name of the part: pixel type and tag, link type, or host. Empty for all further ones",
          ),
        links: count.describe("Number of links"),
      }),
    )
    .describe("Parts of the links that act on visitors, besides the redirect"),
  dates: z
    .object({
      order: z
        .enum(["day first", "month first", "unknown"])
        .describe("unknown if the request has to say how to read dates"),
    })
    .nullable()
    .describe("Dates with ambiguous order, or null"),
  problems: z
    .array(
      z.object({
        line: z.int().describe("Line of the file"),
        column: z.string().nullable().describe("Column of the file"),
        message: z.string().describe("What is wrong"),
        ...codedMessage,
      }),
    )
    .describe("The first 1,000 faulty rows"),
  conflicting: z
    .array(
      z.object({
        line: z.int().describe("Line of the file"),
        alias: z.string(),
        id: z.int().describe("ID of the existing link"),
        present: z.string().describe("Destination URL of the existing link"),
        given: z.string().describe("Destination URL in the row"),
      }),
    )
    .describe("The first 1,000 rows whose short link is taken"),
  withPassword: count.describe("Links with a password in the other product, which isn't imported"),
  records: z
    .array(
      z.object({
        line: z.int().describe("Line of the file"),
        url: z.string().describe("Destination URL"),
        alias: z.string().nullable().describe("Alias, or null for a random one"),
        name: z.string(),
        tags: z.array(z.string()),
        description: z.string(),
        channels: z.array(z.string()).describe("Names of the channels"),
        campaign: z.string().nullable().describe("Name of the campaign, or null"),
        expiry: timestamp.nullable().describe("When the link expires, or null"),
        archived: z.boolean().describe("Whether the link is archived"),
        date: timestamp.nullable().describe("When the link was created"),
        earlierclicks: count.describe("Clicks before the import"),
      }),
    )
    .describe("First 50 links"),
  token: z.string().describe("Token for the request that runs this preview"),
});
export type ImportPreview = z.output<typeof importPreview>;

/** Of a job of the kind `apply`. */
export const importResult = z.object({
  format: z.string().describe("Format of the file"),
  imported: count.describe("Created links"),
  skipped: count.describe("Skipped rows"),
  renamed: count.describe("Links created with a different alias"),
  overwritten: count.describe("Changed links"),
  unchanged: count.describe(meanings.unchanged),
  invalid: count.describe(meanings.invalid),
  clicks: count.describe("Counted clicks"),
  hadPassword: z
    .array(z.string())
    .describe("Aliases of links that had a password in the other product"),
  pixelsLeftOut: count.describe("Links whose pixels were not imported"),
});
export type ImportResult = z.output<typeof importResult>;

/** Of a job of the kind `bulk` or `undo`. */
export const changeResult = z.object({
  matched: count.describe("Selected records"),
  added: count.describe("Created or restored records"),
  changed: count.describe("Changed records"),
  removed: count.describe("Deleted records"),
  unchanged: count.describe("Records that needed no change"),
  conflicts: count.describe("Fields that were not changed because they have changed since"),
});

/** Of a job of the kind `restore`. */
const restoreResult = z.object({
  changes: z.array(restoreChange).describe("Effect of a restore by kind of record"),
  before: z.string().nullable().describe("Backup of the state before, or null if nothing changed"),
});

export const jobResult = z.union([
  importPreview,
  importResult,
  changeResult,
  restoreResult,
  z.null(),
]);
