import { entriesFault } from "../counted.ts";
import { z } from "zod";
import { previewOrJob, previewOrRun } from "./changes.ts";
import { bounds, entries, id, tag, text } from "../fields/fields.ts";
import { mostRules, someRules } from "../fields/decisionFields.ts";
import { linkFilter } from "../fields/linkFilter.ts";
import { addLinkBody, updateLinkBody } from "../resources/links.ts";
import { api } from "../operation.ts";
import { listKinds, namedIds } from "./trash.ts";

/** What lists hold, to be put into each record or taken out. */
const members = z.object({
  tags: z.array(tag, "must be a list").max(bounds.tags).optional().describe("Tags, by name"),
  channels: entries(id).optional().describe("IDs of the channels"),
  pixels: entries(id).optional().describe("IDs of the pixels"),
});

const withName = (rules: readonly { readonly name?: string | undefined }[]) =>
  rules.every(({ name = "" }) => name !== "");

/** Rules of links, which have names instead of ids. */
const replacedRules = someRules.refine(withName, "must each have a name");
const removedRules = z
  .array(text(bounds.title).trim().min(1, "must not be empty"), "must be a list")
  .max(mostRules, entriesFault(mostRules));

/** Fields as in an update, none of them required. */
export const linkChange = addLinkBody.partial().extend({ clear: updateLinkBody.shape.clear });

export const replacedParts = ["host", "parameter", "text"] as const;

const replace = z.object({
  part: z.enum(replacedParts, `must be one of ${replacedParts.join(", ")}`).meta({
    description:
      "Part of the destination URLs to replace: the host, the value of a query parameter, or any text",
  }),
  from: text(bounds.address)
    .min(1, "must not be empty")
    .meta({ description: "Current host or text, or the parameter as name or name=value" }),
  to: text(bounds.address).min(1, "must not be empty").optional().meta({
    description: "New host, value or text. Omit this field to remove the parameter or text",
  }),
});

const selections = "must have exactly one of ids, filter and all";

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
            .describe("Filters, as for the list of links. Other kinds of records only support q"),
          all: z
            .literal(true, "must be true or omitted")
            .optional()
            .describe("true selects all records, including archived links"),
        })
        .refine(
          (select) => Object.values(select).filter((one) => one !== undefined).length === 1,
          selections,
        )
        .refine(
          ({ filter }) => filter === undefined || Object.keys(filter).length > 0,
          "must have a condition in filter. To select everything, send {all: true}",
        )
        .meta({ description: "Records to change: one of ids, filter and all" }),
      change: linkChange
        .refine((fields) => Object.keys(fields).length > 0, "must have at least one field")
        .optional()
        .meta({ description: "New values for links: fields as in an update, including clear" }),
      delete: z.literal(true, "must be true or omitted").optional().meta({
        description: "Whether to delete the selected records",
      }),
      add: members
        .extend({
          rules: someRules
            .optional()
            .describe(
              "Rules to add after each link's own rules. Their names must differ from those of the link's rules",
            ),
        })
        .optional()
        .meta({ description: "Tags, channels, pixels and rules to add to each link" }),
      replacerules: replacedRules
        .optional()
        .describe("Rules that replace the link's rules with the same names"),
      replace: replace.optional().meta({
        description:
          "Text to replace in destination URLs, including those of rules, splits and targeting",
      }),
      remove: members
        .extend({
          rules: removedRules
            .optional()
            .meta({ description: "Names of the rules to remove", examples: [["Germany"]] }),
        })
        .optional()
        .meta({ description: "Tags, channels, pixels and rules to remove from each link" }),
      ...previewOrRun,
    }),
    response: previewOrJob,
  }),
} as const;
