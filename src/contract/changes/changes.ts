import { z } from "zod";
import { listOf, success } from "../envelope.ts";
import { flag, id, paging, sentTimestamp, text, timestamp } from "../fields/fields.ts";
import { job, wait } from "./jobs.ts";
import { api } from "../operation.ts";
import { recordKinds } from "../fields/records.ts";
import { codedMessage } from "../messages/messageFields.ts";

/** Who changes things: our own window and command line, the owner's scripts, a hand in the data folder. */
export const authors = ["window", "cli", "script", "import", "undo", "restore", "hand"] as const;

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
      "Author of the change: the app, the command line, a script, a job, or an edit in the data folder",
    ),
  operation: z.string().describe("Operation ID"),
  records: z
    .array(
      z.object({
        kind: kind.describe("Kind of record"),
        added: count.describe("Records created or restored"),
        changed: count.describe("Records changed"),
        removed: count.describe("Records deleted"),
      }),
    )
    .describe("Number of changed records by kind"),
  total: count.describe("Number of changed records"),
  name: z.string().optional().describe("Name of the record; omitted for several records"),
  archived: z
    .boolean()
    .optional()
    .describe(
      "true if the change only archived links, false if it only unarchived them; else omitted",
    ),
  state: z
    .enum(["complete", "running", "interrupted"])
    .describe(
      "complete, running or interrupted. An interrupted change stays; the server ended before its job did",
    ),
  undone: z.int().nullable().describe("ID of the change that undid this one, or null"),
  undoes: z.int().nullable().describe("ID of the change that this one undid, or null"),
  undoable: z.boolean().describe("Whether the change can be undone now"),
});
export type ChangeSet = z.output<typeof changeSet>;

/** Named as callers send it, with the values that answers show. */
const changedField = z.object({
  field: z.string().describe("Name of the field in a mapping"),
  before: z.unknown().describe("Value in responses before, or null"),
  after: z.unknown().describe("Value in responses after, or null"),
});

export const recordChange = z.object({
  kind: kind.describe("Kind of record"),
  id: z.int(),
  name: z.string(),
  change: z.enum(deeds).describe("Kind of change to the record"),
  fields: z.array(changedField).describe("Changed fields"),
});
export type RecordChange = z.output<typeof recordChange>;

export const listedChange = changeSet.extend({
  change: z.enum(deeds).optional().describe("In a record's history: kind of change to the record"),
  fields: z.array(changedField).optional().describe("In a record's history: its changed fields"),
});

const changeConflict = z.object({
  kind: kind.describe("Kind of record"),
  id: z.int(),
  name: z.string(),
  field: z.string().nullable().describe("Field as requests name it, or null for the whole record"),
  left: z.unknown().describe("Value after the change"),
  present: z.unknown().describe("Current value"),
  says: z.string().describe("Why the record stays unchanged"),
  ...codedMessage,
});

/** What a bulk change or an undo would do, with nothing done. */
export const changePreview = z.object({
  matched: count.describe("Selected records"),
  added: count.describe("Records that would be restored"),
  changed: count.describe("Records that would be changed"),
  removed: count.describe("Records that would be deleted"),
  unchanged: count.describe("Records that would stay unchanged"),
  records: z.array(recordChange).describe("First 50 records that would change, before and after"),
  conflicts: z
    .array(changeConflict)
    .describe("The first 1,000 records that would stay unchanged, with reasons"),
  conflictCount: count.describe("Total number"),
  warnings: z.array(z.string()),
  token: z.string().describe("Token that runs exactly this preview"),
});
export type ChangePreview = z.output<typeof changePreview>;

/** The part of a body that says whether it is done, or only looked at. */
export const previewOrRun = {
  preview: flag
    .optional()
    .meta({ description: "Only say what would happen (false when not given)" }),
  token: text(100)
    .optional()
    .meta({ description: "Of the preview; a run needs it, and does what the preview said" }),
  wait,
} as const;

/** A preview, or the job that does it. */
export const previewOrJob = z.union([
  success({ preview: changePreview.describe("Effect of the request; nothing has changed yet") }),
  success({ job: job.describe("Job for work that outlasts the request") }),
]);

const pages = { limit: paging.limit, page: paging.page } as const;

export const changeOperations = {
  listChanges: api.get("/api/changes", {
    isStrict: true,
    summary: "List changes, newest first; with kind and id, those of one record.",
    query: z.object({
      ...pages,
      kind: z.enum(recordKinds).optional().meta({ description: "Only where such were changed" }),
      id: id.optional().meta({ description: "With kind: the history of this one record" }),
      by: z.enum(authors).optional().meta({ description: "Only of these" }),
      from: sentTimestamp.optional().meta({ description: "From this moment on" }),
      to: sentTimestamp.optional().meta({ description: "Before this moment" }),
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
    summary: "Undo a change, or preview the effect; an undo can be undone, too.",
    body: z.object({
      ...previewOrRun,
      force: flag.optional().meta({
        description: "Whether to also undo records that have changed since. Defaults to false",
      }),
      ifUnchanged: flag.optional().meta({
        description: "Undo at once if nothing conflicts, without a token; otherwise only preview",
      }),
    }),
    response: previewOrJob,
  }),
} as const;
