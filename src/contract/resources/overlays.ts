import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { done, doneForLinks, listOf, success } from "../envelope.ts";
import { flag, id, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { overlayFields } from "../fields/recordTables.ts";
import { overlayTypes } from "../fields/shownFields.ts";

export const counted = {
  answers: z.int().nonnegative().describe("Number of messages"),
};

/** As many as an overlay keeps. */
const mostAnswers = 10_000;

/** In lists: how many links use it, and what its form was answered. */
const listed = {
  id: z.int(),
  type: z.enum(overlayTypes).describe(overlayFields.type.about),
  name: z.string().describe("Name of the overlay"),
  date: timestamp,
  links: z.int().nonnegative().describe("Number of links that use the overlay"),
  ...counted,
  unread: z.int().nonnegative().describe("Number of unread messages"),
};

const details = z.object({ id: z.int(), ...answeredFields(overlayFields), date: timestamp });

/** What a visitor wrote into the form of a contact overlay; fields that it doesn't have are "". */
export const contactAnswer = z.object({
  id: z.int(),
  link: z.int().describe("ID of the link whose visitor sent the message"),
  shorturl: z.string().describe("Short URL of that link, or empty if the link no longer exists"),
  name: z.string().describe("Visitor's name, or empty"),
  email: z.string().describe("Visitor's email address, or empty"),
  phone: z.string().describe("Visitor's phone number, or empty"),
  message: z.string().describe("Visitor's message, or empty"),
  read: z.boolean().describe("Whether the message is read"),
  date: timestamp,
});

/** Those that name none of the overlay's are left out. */
export const someAnswers = z
  .array(id, "must be a list of IDs")
  .min(1, "must have at least one entry")
  .max(mostAnswers, entriesFault(mostAnswers));

/** What is said of messages in the inbox, and in an overlay's list. */
export const markedAnswers = z.object({
  ids: someAnswers.describe("IDs of the messages"),
  read: flag
    .optional()
    .describe("Whether to mark the messages as read (true) or unread (false). Defaults to true"),
});

export const overlayOperations = {
  listOverlays: api.get("/api/overlay", {
    summary: "List overlays.",
    query: z.object({
      ...paging,
      type: z
        .enum(overlayTypes, "must be message or contact")
        .optional()
        .meta({ description: "Only overlays of this type" }),
      unused: flag.optional().meta({ description: "Filter by whether overlays are unused" }),
      ...lenientSorting(
        ["date", "name", "type", "links"],
        "Sort order: date (newest first), name, type or links (most first). Defaults to date",
      ),
    }),
    response: listOf("cta", z.object(listed)),
  }),
  getOverlay: api.get("/api/overlay/:id", {
    summary: "Show an overlay.",
    response: success({ details }),
  }),
  addOverlay: api.post("/api/overlay/add", {
    summary: "Create an overlay.",
    body: z.object(addedFields(overlayFields)),
    response: success({ id: z.int() }),
  }),
  updateOverlay: api.put("/api/overlay/:id/update", {
    summary: "Update an overlay; omitted fields don't change.",
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
    body: markedAnswers,
    response: done("Answers have been updated successfully.", counted),
  }),
  deleteContactAnswers: api.post("/api/overlay/:id/answers/delete", {
    summary: "Delete several messages of an overlay's contact form.",
    body: z.object({ ids: someAnswers.describe("IDs of the messages") }),
    response: done("Answers have been deleted successfully.", counted),
  }),
  deleteContactAnswer: api.delete("/api/overlay/:id/answers/:answerid/delete", {
    summary: "Delete a message of an overlay's contact form.",
    params: z.object({ id, answerid: id }),
    response: done("Answer has been deleted successfully."),
  }),
} as const;
