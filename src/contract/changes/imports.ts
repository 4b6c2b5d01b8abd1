import { z } from "zod";
import { success } from "../envelope.ts";
import { bounds, flag, id, name, tag, text } from "../fields/fields.ts";
import { job, wait } from "./jobs.ts";
import { api, noJson } from "../operation.ts";

const meanings = {
  format: "Format of the file; detected by default",
  job: "Job for work that outlasts the request",
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

const mostColumns = 500;

/** How the file is read; without it as it looks. */
const reading = {
  format: format.optional().describe(meanings.format),
  mapping: z
    .record(text(bounds.text), z.string().max(50), "must name a field for each column")
    .refine((columns) => Object.keys(columns).length <= mostColumns, "has too many columns")
    .optional()
    .describe("Field for each column; none ignores a column"),
  dates: z
    .enum(["day first", "month first"], "must be day first or month first")
    .optional()
    .describe("Whether 03/04/2025 is in April or in March, if the file doesn't say"),
  domain: text(bounds.address)
    .trim()
    .min(1)
    .optional()
    .describe("Registered domain for all links. Defaults to the domains in the file"),
};

export const importOperations = {
  startImport: api.post("/api/import", {
    summary: "Upload a file of links or clicks; its job ends with a preview of the import.",
    query: z.object({
      name: name.optional().describe("File name"),
      format: format.optional().describe(meanings.format),
      wait,
    }),
    bytes: { most: largestImport },
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  previewImport: api.post("/api/import/:id/preview", {
    summary: "Read the file of an import again, with other options.",
    body: z.object({ ...reading, wait }),
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  applyImport: api.post("/api/import/:id/apply", {
    summary: "Import the links or clicks of a preview.",
    body: z.object({
      ...reading,
      token: text(bounds.title).min(1).describe("Token of the preview to run"),
      onConflict: z
        .enum(conflictChoices, `must be one of ${conflictChoices.join(", ")}`)
        .optional()
        .describe(
          "What happens to a row whose short link is taken: skip it, rename the new link, or overwrite the existing one. Defaults to skip",
        ),
      pixels: flag
        .optional()
        .describe("Whether to create and attach the pixels of the file. Defaults to false"),
      tags: z
        .array(tag, "must be a list")
        .max(bounds.tags, `must have at most ${bounds.tags} entries`)
        .optional()
        .describe("Tags for all links, besides their own"),
      channel: id.optional().describe("ID of a channel for all links"),
      campaign: id.optional().describe("ID of a campaign for all links"),
      wait,
    }),
    isStrict: true,
    response: success({ job: job.describe(meanings.job) }),
  }),
  importFailures: api.get("/api/import/:id/failures", {
    summary: "Download the rows that couldn't be imported, with reasons, as CSV.",
    isStrict: true,
    answer: "file",
    response: noJson,
  }),
} as const;
