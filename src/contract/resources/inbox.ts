import { z } from "zod";
import { done, listOf } from "../envelope.ts";
import { flag, id, paging } from "../fields/fields.ts";
import { noJson, owner } from "../operation.ts";
import { contactAnswer, counted, markedAnswers, someAnswers } from "./overlays.ts";

/** Of whichever form. */
const received = contactAnswer.extend({
  /** The form that it was written into. */
  overlay: z.int(),
  form: z.string(),
});
export type ReceivedAnswer = z.output<typeof received>;

const filter = {
  q: paging.q,
  overlay: id
    .optional()
    .meta({ description: "Only messages from the contact form of the overlay with this ID" }),
  read: flag.optional().meta({ description: "Filter by whether messages have been read" }),
};

/** What visitors wrote into all forms together; those of one form stand with the overlays. */
export const inboxOperations = {
  listInbox: owner.get("/api/answers", {
    summary: "List the messages of all contact forms, newest first.",
    query: z.object({ ...paging, ...filter }),
    response: listOf("answers", received),
  }),
  exportInbox: owner.get("/api/answers/csv", {
    summary: "Export contact form messages as a CSV file.",
    query: z.object(filter),
    response: noJson,
    answer: "file",
  }),
  readInbox: owner.put("/api/answers/read", {
    summary: "Mark contact form messages as read or unread.",
    body: markedAnswers,
    response: done("Answers have been updated successfully.", {
      ...counted,
      /** Ids of those that were not so before. */
      changed: z.array(z.int()),
    }),
  }),
  deleteInbox: owner.post("/api/answers/delete", {
    summary: "Delete contact form messages.",
    body: z.object({ ids: someAnswers.describe("IDs of the messages") }),
    response: done("Answers have been deleted successfully.", counted),
  }),
} as const;
