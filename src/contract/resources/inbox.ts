import { z } from "zod";
import { listOf, success } from "../envelope.ts";
import { flag, id, nothing, paging } from "../fields/fields.ts";
import { noJson, operation } from "../operation.ts";
import { contactAnswer, mostAnswers } from "./overlays.ts";

/** Of whichever form. */
const received = contactAnswer.extend({
  /** The form that it was written into. */
  overlay: z.int(),
  form: z.string(),
});
export type ReceivedAnswer = z.output<typeof received>;

const filter = {
  q: paging.q,
  overlay: id.optional().meta({ description: "Id of the form that they were written into" }),
  read: flag.optional().meta({ description: "Whether they have been read" }),
};

const ids = z
  .array(id, "must be a list of ids")
  .min(1, "must have at least one entry")
  .max(mostAnswers, `must have at most ${mostAnswers} entries`);

const many = { answers: z.int().nonnegative() };

/** What visitors wrote into all forms together; those of one form stand with the overlays. */
export const inboxOperations = {
  listInbox: operation({
    method: "GET",
    path: "/api/answers",
    scope: "owner",
    summary: "List what visitors wrote into all contact forms, newest first.",
    params: nothing,
    query: z.object({ ...paging, ...filter }),
    body: nothing,
    response: listOf("answers", received),
  }),
  exportInbox: operation({
    method: "GET",
    path: "/api/answers/csv",
    scope: "owner",
    summary: "Take along what visitors wrote into contact forms, as a CSV file.",
    params: nothing,
    query: z.object(filter),
    body: nothing,
    response: noJson,
    answer: "file",
  }),
  readInbox: operation({
    method: "PUT",
    path: "/api/answers/read",
    scope: "owner",
    summary: "Mark answers to contact forms as read, or as unread.",
    params: nothing,
    query: nothing,
    body: z.object({ ids, read: flag.optional() }),
    response: success({
      message: z.literal("Answers have been updated successfully."),
      ...many,
      /** Ids of those that were not so before. */
      changed: z.array(z.int()),
    }),
  }),
  deleteInbox: operation({
    method: "POST",
    path: "/api/answers/delete",
    scope: "owner",
    summary: "Delete many answers to contact forms.",
    params: nothing,
    query: nothing,
    body: z.object({ ids }),
    response: success({
      message: z.literal("Answers have been deleted successfully."),
      ...many,
    }),
  }),
} as const;
