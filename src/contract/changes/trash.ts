import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { listOf, success } from "../envelope.ts";
import { paging, timestamp } from "../fields/fields.ts";
import { job, wait } from "./jobs.ts";
import { api } from "../operation.ts";
import { recordKinds } from "../fields/records.ts";
import { codedMessage } from "../messages/messageFields.ts";

/** Kinds of which there can be many: all but the account and the settings. */
export const listKinds = recordKinds.filter(
  (kind) => kind !== "account" && kind !== "settings" && kind !== "answers",
);

export type ListKind = (typeof listKinds)[number];

const kind = z.enum(listKinds, `must be one of ${listKinds.join(", ")}`);

/** The most records that one request names. */
export const mostNamed = 100_000;

/** Records of one kind by their ids; numbers only, as there may be many. */
export const namedIds = z
  .array(
    z.int("must be a positive integer").positive("must be a positive integer"),
    "must be a list",
  )
  .min(1, "must have at least one entry")
  .max(mostNamed, entriesFault(mostNamed));

export const trashOperations = {
  listTrash: api.get("/api/trash", {
    isStrict: true,
    summary: "List deleted records, latest deletion first.",
    query: z.object({ ...paging, kind: kind.optional().describe("Kind of record") }),
    response: listOf(
      "records",
      z.object({
        kind: z.enum(recordKinds).describe("Kind of record"),
        id: z.int(),
        name: z.string(),
        shorturl: z.string().nullable().describe("Short URL of a deleted link, or null"),
        date: timestamp.describe("Time when the record was deleted"),
        change: z.int().describe("ID of the change that deleted the record"),
        restorable: z.boolean().describe("Whether the record can be restored now"),
        obstacle: z
          .string()
          .nullable()
          .describe("Reason why the record can't be restored, or null"),
        ...codedMessage,
      }),
    ),
  }),
  restoreFromTrash: api.post("/api/trash/restore", {
    isStrict: true,
    summary: "Restore deleted records with their IDs and statistics.",
    body: z.object({
      kind: kind.describe("Kind of record"),
      ids: namedIds.describe("IDs of the records"),
      wait,
    }),
    response: success({
      job: job.describe("Job that does the work, which may continue after the response"),
    }),
  }),
} as const;
