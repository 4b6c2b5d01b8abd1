import { z } from "zod";
import { previewOrJob, previewOrRun } from "./changes.ts";
import { bounds, entries, id, tag, text } from "../fields/fields.ts";
import { linkFilter } from "../fields/linkFilter.ts";
import { addLinkBody, updateLinkBody } from "../resources/links.ts";
import { api } from "../operation.ts";
import { listKinds, namedIds } from "./trash.ts";

/** What lists hold, to be put into each record or taken out. */
const members = z.object({
  tags: z.array(tag, "must be a list").max(bounds.tags).optional().describe("Tags"),
  channels: entries(id).optional().describe("IDs of channels"),
  pixels: entries(id).optional().describe("IDs of pixels"),
});

/** Fields as in an update, none of them required. */
export const linkChange = addLinkBody.partial().extend({ clear: updateLinkBody.shape.clear });

export const replacedParts = ["host", "parameter", "text"] as const;

const replace = z.object({
  part: z.enum(replacedParts, `must be one of ${replacedParts.join(", ")}`).meta({
    description:
      "Part of the destinations to replace: the host, the value of a parameter, or any text",
  }),
  from: text(bounds.address)
    .min(1, "must not be empty")
    .meta({ description: "The present host or text; a parameter's name, or name=value" }),
  to: text(bounds.address).min(1, "must not be empty").optional().meta({
    description: "New host, value or text. Omit it to remove the parameter or text",
  }),
});

const selections = "must be one of {ids}, {filter} and {all: true}";

export const bulkOperations = {
  bulkChange: api.post("/api/bulk", {
    isStrict: true,
    summary: "Change or delete many records at once, or preview the effect.",
    body: z.object({
      kind: z.enum(listKinds, `must be one of ${listKinds.join(", ")}`).describe("Kind of record"),
      select: z
        .object({
          ids: namedIds.optional().describe("IDs of the records"),
          filter: linkFilter
            .optional()
            .describe("Filters of the list of links; for other kinds q only"),
          all: z
            .literal(true, "must be true or omitted")
            .optional()
            .describe("true selects every record, archived ones too"),
        })
        .refine(
          (select) => Object.values(select).filter((one) => one !== undefined).length === 1,
          selections,
        )
        .refine(
          ({ filter }) => filter === undefined || Object.keys(filter).length > 0,
          "must have a condition in filter; everything is {all: true}",
        )
        .meta({ description: "Which records" }),
      change: linkChange
        .refine((fields) => Object.keys(fields).length > 0, "must have at least one field")
        .optional()
        .meta({ description: "Fields of links as in an update, with clear" }),
      delete: z.literal(true, "must be true or omitted").optional().meta({
        description: "Delete them",
      }),
      add: members.optional().meta({ description: "What each of them gets" }),
      replace: replace
        .optional()
        .meta({ description: "Replaced in the destinations of links, also those by visitor" }),
      remove: members.optional().meta({ description: "What is taken from each of them" }),
      ...previewOrRun,
    }),
    response: previewOrJob,
  }),
} as const;
