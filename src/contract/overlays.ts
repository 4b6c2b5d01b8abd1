import { z } from "zod";
import { done, doneForLinks, listOf, success } from "./envelope.ts";
import {
  address,
  bounds,
  clearOf,
  colour,
  expectOf,
  flag,
  id,
  idPath,
  name,
  nothing,
  paging,
  lenientSorting,
  text,
  timestamp,
} from "./fields.ts";
import { operation } from "./operation.ts";

export const overlayTypes = ["message", "contact"] as const;
export const overlayPositions = ["top", "bottom", "left", "right", "center"] as const;
export const contactFields = ["name", "email", "phone", "message"] as const;

/** As many as an overlay keeps. */
export const mostAnswers = 10_000;

const item = {
  id: z.int(),
  type: z.enum(overlayTypes),
  name: z.string(),
  date: timestamp,
};

/** In lists: how many links use it, and what its form was answered. */
const listed = {
  ...item,
  links: z.int().nonnegative(),
  answers: z.int().nonnegative(),
  unread: z.int().nonnegative(),
};

const details = z.object({
  ...item,
  message: z.string(),
  label: z.string(),
  button: z.string(),
  link: z.string(),
  position: z.enum(overlayPositions),
  background: z.string(),
  foreground: z.string(),
  fields: z.array(z.enum(contactFields)),
  thanks: z.string(),
});

/** What a visitor wrote into the form of a contact overlay; fields that it doesn't have are "". */
export const contactAnswer = z.object({
  id: z.int(),
  /** Of the link that showed it, and its short address; "" when the link is gone. */
  link: z.int(),
  shorturl: z.string(),
  name: z.string(),
  email: z.string(),
  phone: z.string(),
  message: z.string(),
  read: z.boolean(),
  date: timestamp,
});

/** Those that name none of the overlay's are left out. */
const someAnswers = z
  .array(id, "must be a list of ids")
  .min(1, "must have at least one entry")
  .max(mostAnswers, `must have at most ${mostAnswers} entries`);

/** Of bodies; all of them may be left out. */
export const overlayFields = {
  message: text(bounds.text).optional(),
  label: text(bounds.title).optional(),
  button: text(bounds.title).optional(),
  link: address.optional(),
  position: z.enum(overlayPositions, `must be one of ${overlayPositions.join(", ")}`).optional(),
  background: colour.optional(),
  foreground: colour.optional(),
  fields: z
    .array(z.enum(contactFields, `must be one of ${contactFields.join(", ")}`), "must be a list")
    .max(contactFields.length, `must have at most ${contactFields.length} entries`)
    .optional(),
  thanks: text(bounds.text).optional(),
};

export const overlayType = z.enum(overlayTypes, "must be message or contact");

export const overlayOperations = {
  listOverlays: operation({
    method: "GET",
    path: "/api/overlay",
    scope: "api",
    summary: "List the call-to-action overlays.",
    params: nothing,
    query: z.object({
      ...paging,
      type: overlayType.optional().meta({ description: "What they show" }),
      unused: flag.optional().meta({ description: "Whether no link uses them" }),
      ...lenientSorting(
        ["date", "name", "type", "links"],
        "date (newest first), name, type, links (most first)",
      ),
    }),
    body: nothing,
    response: listOf("cta", z.object(listed)),
  }),
  getOverlay: operation({
    method: "GET",
    path: "/api/overlay/:id",
    scope: "api",
    summary: "Show a call-to-action overlay.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details }),
  }),
  addOverlay: operation({
    method: "POST",
    path: "/api/overlay/add",
    scope: "api",
    summary: "Create a call-to-action overlay.",
    params: nothing,
    query: nothing,
    body: z.object({ type: overlayType, name, ...overlayFields }),
    response: success({ id: z.int() }),
  }),
  updateOverlay: operation({
    method: "PUT",
    path: "/api/overlay/:id/update",
    scope: "api",
    summary: "Change a call-to-action overlay; fields that aren't given stay as they are.",
    params: idPath,
    query: nothing,
    body: z.object({
      type: overlayType.optional(),
      name: name.optional(),
      ...overlayFields,
      clear: clearOf(["message", "label", "button", "link", "thanks"]).optional(),
      expect: expectOf({ type: overlayType, name, ...overlayFields }).optional(),
    }),
    response: done("Overlay has been updated successfully."),
  }),
  deleteOverlay: operation({
    method: "DELETE",
    path: "/api/overlay/:id/delete",
    scope: "api",
    summary: "Delete an overlay; links that use it become direct.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: doneForLinks("Overlay has been deleted successfully."),
  }),
  listContactAnswers: operation({
    method: "GET",
    path: "/api/overlay/:id/answers",
    scope: "api",
    summary: "List what visitors wrote into an overlay's contact form.",
    params: idPath,
    query: z.object(paging),
    body: nothing,
    response: listOf("answers", contactAnswer),
  }),
  readContactAnswers: operation({
    method: "PUT",
    path: "/api/overlay/:id/answers/read",
    scope: "api",
    summary: "Mark answers to an overlay's contact form as read, or as unread.",
    params: idPath,
    query: nothing,
    body: z.object({ ids: someAnswers, read: flag.optional() }),
    response: success({
      message: z.literal("Answers have been updated successfully."),
      answers: z.int().nonnegative(),
    }),
  }),
  deleteContactAnswers: operation({
    method: "POST",
    path: "/api/overlay/:id/answers/delete",
    scope: "api",
    summary: "Delete many answers to an overlay's contact form.",
    params: idPath,
    query: nothing,
    body: z.object({ ids: someAnswers }),
    response: success({
      message: z.literal("Answers have been deleted successfully."),
      answers: z.int().nonnegative(),
    }),
  }),
  deleteContactAnswer: operation({
    method: "DELETE",
    path: "/api/overlay/:id/answers/:answerid/delete",
    scope: "api",
    summary: "Delete an answer to an overlay's contact form.",
    params: z.object({ id, answerid: id }),
    query: nothing,
    body: nothing,
    response: done("Answer has been deleted successfully."),
  }),
} as const;
