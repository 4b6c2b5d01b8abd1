import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { success } from "../envelope.ts";
import { bounds, flag, id, name, tag, text } from "../fields/fields.ts";
import { job, wait } from "./jobs.ts";
import { api, noJson } from "../operation.ts";

const meanings = {
  format: "Format of the file. Detected by default",
  job: "Job that does the work, which may continue after the response",
};

/** What a file can be read as: other products' exports, our own, any table, a list. */
export const importFormats = [
  "waypost",
  "bitly",
  "dub",
  "shlink",
  "shlink-visits",
  "shortio",
  "rebrandly",
  "tinyurl",
  "yourls",
  "kutt",
  "linketry",
  "spoo",
  "gempixel",
  "pocket",
  "raindrop",
  "pinboard",
  "linkding",
  "shaarli",
  "firefox",
  "bookmarks",
  "shortcut",
  "csv",
  "list",
] as const;

export type ImportFormat = (typeof importFormats)[number];

/** Forms that no product's name stands for, and our own. */
const plainFormats = ["waypost", "shlink-visits", "bookmarks", "shortcut", "csv", "list"] as const;

type ProductFormat = Exclude<ImportFormat, (typeof plainFormats)[number]>;

/** Products whose files are read, in the order in which they are told. */
export const productFormats = importFormats.filter(
  (format): format is ProductFormat => !plainFormats.some((plain) => plain === format),
);

const format = z
  .enum(importFormats, `must be one of ${importFormats.join(", ")}`)
  .meta({ examples: ["csv"] });

/** Bytes of a file that is brought along. */
export const largestImport = 256 * 1024 * 1024;

/** What happens to a row whose short address is somebody else's here. */
export const conflictChoices = ["skip", "rename", "overwrite"] as const;

export type OnConflict = (typeof conflictChoices)[number];

/** How the file is read; without it as it looks. */
export const readingFields = {
  format: format.optional().describe(meanings.format),
  mapping: z
    .record(text(bounds.text), z.string().max(50), "must be an object with a field for each column")
    .optional()
    .describe("Field for each column, by the column's name. Use none to ignore a column"),
  dates: z
    .enum(["day first", "month first"], "must be day first or month first")
    .optional()
    .describe(
      "Order of day and month in dates such as 03/04/2025, if the file doesn't make the order clear",
    ),
  domain: text(bounds.address)
    .trim()
    .min(1)
    .optional()
    .describe("Registered domain for all links. Defaults to the domains in the file"),
};

export const importOperations = {
  startImport: api.post("/api/import", {
    summary: "Upload a file of links or clicks. The job's result is a preview of the import.",
    query: z.object({
      name: name.optional().describe("Name of the file"),
      format: format.optional().describe(meanings.format),
      wait,
    }),
    bytes: { most: largestImport },
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  previewImport: api.post("/api/import/:id/preview", {
    summary: "Create a new preview of an import, with different options.",
    body: z.object({ ...readingFields, wait }),
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  applyImport: api.post("/api/import/:id/apply", {
    summary: "Import the links or clicks of a preview.",
    body: z.object({
      ...readingFields,
      token: text(bounds.title).min(1).describe("Token from the preview"),
      onConflict: z
        .enum(conflictChoices, `must be one of ${conflictChoices.join(", ")}`)
        .optional()
        .describe(
          "Action if a short link is taken: skip the row, rename the new link (a different alias), or overwrite the existing link. Defaults to skip",
        ),
      pixels: flag
        .optional()
        .describe(
          "Whether to create the file's pixels and add them to the links. Defaults to false",
        ),
      publicCampaigns: flag
        .optional()
        .describe(
          "Whether to add links to existing public campaigns that the file names. Defaults to false",
        ),
      publicStatistics: flag
        .optional()
        .describe(
          "Whether to make the statistics of links public if the file says so. Defaults to false",
        ),
      tags: z
        .array(tag, "must be a list")
        .max(bounds.tags, entriesFault(bounds.tags))
        .optional()
        .describe("Tags to add to all links"),
      channel: id.optional().describe("ID of a channel to add all links to"),
      campaign: id.optional().describe("ID of a campaign to add all links to"),
      wait,
    }),
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  importFailures: api.get("/api/import/:id/failures", {
    summary: "Download the rows that couldn't be imported as CSV, with reasons.",
    isStrict: true,
    answer: "file",
    response: noJson,
  }),
} as const;
