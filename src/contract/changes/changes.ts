import { z } from "zod";
import { listOf, success } from "../envelope.ts";
import { flag, id, paging, sentTimestamp, text, timestamp } from "../fields/fields.ts";
import { job, wait } from "./jobs.ts";
import { api } from "../operation.ts";
import { recordKinds } from "../fields/records.ts";
import { longestProgramName } from "../server/automation/keys.ts";
import { codedMessage } from "../messages/messageFields.ts";

/** Who changes things: our own window and command line, the owner's scripts, a hand in the data folder, a browser at the copy. */
export const authors = [
  "window",
  "cli",
  "script",
  "import",
  "undo",
  "restore",
  "hand",
  "copy",
] as const;

const deeds = ["added", "changed", "removed"] as const;

const kind = z.enum(recordKinds);
const count = z.int().nonnegative();

/** Everything that one request or one job changed. */
export const changeSet = z.object({
  id: z.int(),
  date: timestamp,
  by: z
    .enum(authors)
    .describe(
      "Author of the change: the app (window), the command line (cli), a script, an import, an undo, a restore, an edit in the data folder (hand), or a paired browser at the always-on copy (copy)",
    ),
  key: z
    .string()
    .optional()
    .describe(
      "Name of the API key that was used. Omitted for the first key, and for changes without a key",
    ),
  operation: z.string().describe("Operation ID, as in this document"),
  records: z
    .array(
      z.object({
        kind: kind.describe("Kind of record"),
        added: count.describe("Number of created or restored records"),
        changed: count.describe("Number of changed records"),
        removed: count.describe("Number of deleted records"),
      }),
    )
    .describe("Number of changed records by kind"),
  total: count.describe("Number of changed records"),
  name: z.string().optional().describe("Name of the record. Omitted if several records changed"),
  archived: z
    .boolean()
    .optional()
    .describe(
      "true if the change only archived links, false if it only unarchived links. Omitted otherwise",
    ),
  state: z
    .enum(["complete", "running", "interrupted", "partial"])
    .describe(
      "State of the change: complete, running, interrupted or partial. An interrupted change keeps what was changed before the server stopped. A partial change can't be undone, because History no longer has all of its records",
    ),
  undone: z.int().nullable().describe("ID of the change that undid this change, or null"),
  undoes: z.int().nullable().describe("ID of the change that this change undid, or null"),
  undoable: z.boolean().describe("Whether the change can be undone now"),
});
export type ChangeSet = z.output<typeof changeSet>;

/** Named as callers send it, with the values that answers show. */
const changedField = z.object({
  field: z.string().describe("Name of the field"),
  before: z.unknown().describe("Value before the change, as in responses, or null"),
  after: z.unknown().describe("Value after the change, as in responses, or null"),
});

export const recordChange = z.object({
  kind: kind.describe("Kind of record"),
  id: z.int(),
  name: z.string(),
  change: z.enum(deeds).describe("Kind of change to the record"),
  fields: z.array(changedField).describe("Changed fields of the record"),
});
export type RecordChange = z.output<typeof recordChange>;

export const listedChange = changeSet.extend({
  change: z
    .enum(deeds)
    .optional()
    .describe("Kind of change to the record. Only in a record's history"),
  fields: z
    .array(changedField)
    .optional()
    .describe("Changed fields of the record. Only in a record's history"),
});

const changeConflict = z.object({
  kind: kind.describe("Kind of record"),
  id: z.int(),
  name: z.string(),
  field: z
    .string()
    .nullable()
    .describe("Name of the field in requests, or null for the whole record"),
  left: z.unknown().describe("Value that the change set"),
  present: z.unknown().describe("Current value"),
  says: z.string().describe("Reason why the record would stay unchanged"),
  ...codedMessage,
});

/** What a bulk change or an undo would do, with nothing done. */
export const changePreview = z.object({
  matched: count.describe("Number of selected records"),
  added: count.describe("Number of records that would be created or restored"),
  changed: count.describe("Number of records that would be changed"),
  removed: count.describe("Number of records that would be deleted"),
  unchanged: count.describe("Number of records that would stay unchanged"),
  records: z.array(recordChange).describe("First 50 records that would change, before and after"),
  conflicts: z
    .array(changeConflict)
    .describe("First 1,000 records that would stay unchanged, with reasons"),
  conflictCount: count.describe("Total number of records that would stay unchanged"),
  warnings: z.array(z.string()),
  token: z.string().describe("Token to send with the request that applies this preview"),
});
export type ChangePreview = z.output<typeof changePreview>;

/** The part of a body that says whether it is done, or only looked at. */
export const previewOrRun = {
  preview: flag
    .optional()
    .meta({ description: "Whether to only preview the effect. Defaults to false" }),
  token: text(100).optional().meta({
    description:
      "Token from the preview, required to apply the change. The change then has exactly the previewed effect",
  }),
  wait,
} as const;

/** A preview, or the job that does it. */
export const previewOrJob = z.union([
  success({
    preview: changePreview.describe("Effect that the request would have. Nothing has been changed"),
  }),
  success({ job: job.describe("Job that does the work, which may continue after the response") }),
]);

const pages = { limit: paging.limit, page: paging.page } as const;

export const changeOperations = {
  listChanges: api.get("/api/changes", {
    isStrict: true,
    summary: "List changes, newest first. With kind and id, list the history of one record.",
    query: z.object({
      ...pages,
      kind: z
        .enum(recordKinds)
        .optional()
        .meta({ description: "Only changes to this kind of record" }),
      id: id
        .optional()
        .meta({ description: "ID of the record whose history to list. Requires kind" }),
      by: z.enum(authors).optional().meta({ description: "Only changes by this author" }),
      key: text(longestProgramName)
        .trim()
        .optional()
        .meta({ description: "Only changes by the program whose key has this name" }),
      from: sentTimestamp.optional().meta({ description: "Only changes at or after this time" }),
      to: sentTimestamp.optional().meta({ description: "Only changes before this time" }),
    }),
    response: listOf("changes", listedChange),
  }),
  getChange: api.get("/api/changes/:id", {
    isStrict: true,
    summary: "Show the records of a change before and after.",
    query: z.object(pages),
    response: listOf("records", recordChange).extend({ change: changeSet }),
  }),
  undoChange: api.post("/api/changes/:id/undo", {
    isStrict: true,
    summary: "Undo a change, or preview the effect. An undo can be undone, too.",
    body: z.object({
      ...previewOrRun,
      force: flag.optional().meta({
        description:
          "Whether to also undo changes to fields that have been changed again since. Defaults to false",
      }),
      ifUnchanged: flag.optional().meta({
        description:
          "Whether to undo immediately, without a token, if nothing conflicts. Otherwise, the response is a preview",
      }),
    }),
    response: previewOrJob,
  }),
} as const;
