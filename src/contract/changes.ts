import { z } from "zod";
import { listOf, success } from "./envelope.ts";
import { flag, id, idPath, nothing, paging, sentTimestamp, text, timestamp } from "./fields.ts";
import { job, wait } from "./jobs.ts";
import { operation } from "./operation.ts";
import { recordKinds } from "./records.ts";
import { codedMessage } from "./messageFields.ts";

/** Who changes things: our own window and command line, the owner's scripts, a hand in the data folder. */
export const authors = ["window", "cli", "script", "import", "undo", "restore", "hand"] as const;

const deeds = ["added", "changed", "removed"] as const;

const kind = z.enum(recordKinds);
const count = z.int().nonnegative();

/** Everything that one request or one job changed. */
export const changeSet = z.object({
  id: z.int(),
  date: timestamp,
  by: z.enum(authors),
  /** Name of the operation, for example `updateLink`. */
  operation: z.string(),
  records: z.array(z.object({ kind, added: count, changed: count, removed: count })),
  /** How many changes of records that is. */
  total: count,
  /** Of the one record that it changed; of more there is none. */
  name: z.string().optional(),
  /** Links that it only archived, or took out of the archive. */
  archived: z.boolean().optional(),
  /** `cut off`: its job ended with the service; what it did stands. */
  state: z.enum(["whole", "running", "cut off"]),
  /** The set that took it back, and stands. */
  undone: z.int().nullable(),
  /** The set that it takes back. */
  undoes: z.int().nullable(),
  undoable: z.boolean(),
});
export type ChangeSet = z.output<typeof changeSet>;

/** Named as callers send it, with the values that answers show. */
const changedField = z.object({ field: z.string(), before: z.unknown(), after: z.unknown() });

export const recordChange = z.object({
  kind,
  id: z.int(),
  name: z.string(),
  change: z.enum(deeds),
  fields: z.array(changedField),
});
export type RecordChange = z.output<typeof recordChange>;

export const listedChange = changeSet.extend({
  /** Of one record's history: what became of it. */
  change: z.enum(deeds).optional(),
  fields: z.array(changedField).optional(),
});

const changeConflict = z.object({
  kind,
  id: z.int(),
  name: z.string(),
  /** Null: it is about the record as a whole. */
  field: z.string().nullable(),
  /** What the change left there, and what is there now; null: nothing. */
  left: z.unknown(),
  present: z.unknown(),
  says: z.string(),
  ...codedMessage,
});

/** What a bulk change or an undo would do, with nothing done. */
export const changePreview = z.object({
  matched: count,
  added: count,
  changed: count,
  removed: count,
  unchanged: count,
  /** The first 50 that change. */
  records: z.array(recordChange),
  /** The first 1,000; what they are about is left as it is. */
  conflicts: z.array(changeConflict),
  conflictCount: count,
  warnings: z.array(z.string()),
  /** For the run: it does this, or nothing. */
  token: z.string(),
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
export const previewOrJob = z.union([success({ preview: changePreview }), success({ job })]);

const pages = { limit: paging.limit, page: paging.page } as const;

export const changeOperations = {
  listChanges: operation({
    method: "GET",
    path: "/api/changes",
    scope: "api",
    isStrict: true,
    summary: "List what was changed, newest first; with kind and id, of one record.",
    params: nothing,
    query: z.object({
      ...pages,
      kind: z.enum(recordKinds).optional().meta({ description: "Only where such were changed" }),
      id: id.optional().meta({ description: "With kind: the history of this one record" }),
      by: z.enum(authors).optional().meta({ description: "Only of these" }),
      from: sentTimestamp.optional().meta({ description: "From this moment on" }),
      to: sentTimestamp.optional().meta({ description: "Before this moment" }),
    }),
    body: nothing,
    response: listOf("changes", listedChange),
  }),
  getChange: operation({
    method: "GET",
    path: "/api/changes/:id",
    scope: "api",
    isStrict: true,
    summary: "Show what a change changed, record by record, before and after.",
    params: idPath,
    query: z.object(pages),
    body: nothing,
    response: listOf("records", recordChange).extend({ change: changeSet }),
  }),
  undoChange: operation({
    method: "POST",
    path: "/api/changes/:id/undo",
    scope: "api",
    isStrict: true,
    summary: "Take a change back, or only say what that would do; an undo can be undone too.",
    params: idPath,
    query: nothing,
    body: z.object({
      ...previewOrRun,
      force: flag.optional().meta({
        description: "Take back also what has been changed again since (false when not given)",
      }),
      ifUnchanged: flag.optional().meta({
        description: "Undo at once if nothing conflicts, without a token; otherwise only preview",
      }),
    }),
    response: previewOrJob,
  }),
} as const;
