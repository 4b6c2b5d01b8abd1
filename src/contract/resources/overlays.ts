import { z } from "zod";
import { done, doneForLinks, listOf, success } from "../envelope.ts";
import { flag, id, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { overlayFields } from "../fields/recordTables.ts";
import { overlayTypes } from "../fields/shownFields.ts";

export const counted = {
  answers: z
    .int()
    .nonnegative()
    .describe("Number of messages; in a list, the messages of this page"),
};

/** As many as an overlay keeps. */
const mostAnswers = 10_000;

/** In lists: how many links use it, and what its form was answered. */
const listed = {
  id: z.int(),
  type: z.enum(overlayTypes).describe(overlayFields.type.about),
  name: z.string().describe("Name"),
  date: timestamp,
  links: z
    .int()
    .nonnegative()
    .describe("Number of links that use it; of a deletion, links that are direct now"),
  ...counted,
  unread: z.int().nonnegative().describe("Number of unread messages"),
};

const details = z.object({ id: z.int(), ...answeredFields(overlayFields), date: timestamp });

/** What a visitor wrote into the form of a contact overlay; fields that it doesn't have are "". */
export const contactAnswer = z.object({
  id: z.int(),
  link: z.int().describe("ID of the link that showed the form"),
  shorturl: z.string().describe("Short URL of that link, or empty if it no longer exists"),
  name: z.string().describe("Visitor's name, or empty"),
  email: z.string().describe("Visitor's email address, or empty"),
  phone: z.string().describe("Visitor's phone number, or empty"),
  message: z.string().describe("Visitor's message, or empty"),
  read: z.boolean().describe("Whether the message is read"),
  date: timestamp,
});

/** Those that name none of the overlay's are left out. */
export const someAnswers = z
  .array(id, "must be a list of ids")
  .min(1, "must have at least one entry")
  .max(mostAnswers, `must have at most ${mostAnswers} entries`);

export const overlayOperations = {
  listOverlays: api.get("/api/overlay", {
    summary: "List the call-to-action overlays.",
    query: z.object({
      ...paging,
      type: z
        .enum(overlayTypes, "must be message or contact")
        .optional()
        .meta({ description: "What they show" }),
      unused: flag.optional().meta({ description: "Whether no link uses them" }),
      ...lenientSorting(
        ["date", "name", "type", "links"],
        "date (newest first), name, type, links (most first)",
      ),
    }),
    response: listOf("cta", z.object(listed)),
  }),
  getOverlay: api.get("/api/overlay/:id", {
    summary: "Show a call-to-action overlay.",
    response: success({ details }),
  }),
  addOverlay: api.post("/api/overlay/add", {
    summary: "Create a call-to-action overlay.",
    body: z.object(addedFields(overlayFields)),
    response: success({ id: z.int() }),
  }),
  updateOverlay: api.put("/api/overlay/:id/update", {
    summary: "Change a call-to-action overlay; fields that aren't given stay as they are.",
    body: z.object(updatedFields(overlayFields)),
    response: done("Overlay has been updated successfully."),
  }),
  deleteOverlay: api.delete("/api/overlay/:id/delete", {
    summary: "Delete an overlay; links that use it become direct.",
    response: doneForLinks("Overlay has been deleted successfully."),
  }),
  listContactAnswers: api.get("/api/overlay/:id/answers", {
    summary: "List the messages of an overlay's contact form.",
    query: z.object(paging),
    response: listOf("answers", contactAnswer),
  }),
  readContactAnswers: api.put("/api/overlay/:id/answers/read", {
    summary: "Mark messages of an overlay's contact form as read or unread.",
    body: z.object({
      ids: someAnswers.describe("IDs of messages"),
      read: flag.optional().describe("false marks the messages as unread. Defaults to true"),
    }),
    response: done("Answers have been updated successfully.", counted),
  }),
  deleteContactAnswers: api.post("/api/overlay/:id/answers/delete", {
    summary: "Delete many messages of an overlay's contact form.",
    body: z.object({ ids: someAnswers.describe("IDs of messages") }),
    response: done("Answers have been deleted successfully.", counted),
  }),
  deleteContactAnswer: api.delete("/api/overlay/:id/answers/:answerid/delete", {
    summary: "Delete a message of an overlay's contact form.",
    params: z.object({ id, answerid: id }),
    response: done("Answer has been deleted successfully."),
  }),
} as const;
