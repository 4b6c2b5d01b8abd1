import { counted, entriesFault } from "../counted.ts";
import { z } from "zod";
import { done, listOf, success } from "../envelope.ts";
import { bounds, name, paging, text, timestamp } from "../fields/fields.ts";
import { linkFilter, linkSorting } from "../fields/linkFilter.ts";
import { api } from "../operation.ts";

const meanings = {
  kind: "Kind of view: links (link filters), mapping (columns of an import), parameters (UTM parameters) or tags (color of the tag that the view is named after). Defaults to links",
  query: "Content of the view: list parameters by name, or fields by column",
};

/**
 * What a view is of: the list of links, the columns of a file that is imported, or parameters that
 * links get together (campaign parameters), or the color of the tag that it is called after.
 */
export const viewKinds = ["links", "mapping", "parameters", "tags"] as const;

const kind = z.enum(viewKinds, `must be one of ${viewKinds.join(", ")}`);

const value = z.union([text(bounds.text), z.number(), z.boolean()], {
  error: "must be a string, a number, true or false",
});

/** Characters of what is kept, as JSON: a list has a thousand of them. One that was larger before stays. */
const longestQuery = 16_384;

/** What is kept: parameters by name, or fields by the columns that they are read from. */
const query = z
  .record(
    text(bounds.title),
    z.union([value, z.array(value).max(bounds.entries)], {
      error: `must be a string, a number, true or false, or a list of at most ${bounds.entries} such values`,
    }),
    "must be an object",
  )
  .refine((entries) => Object.keys(entries).length <= bounds.entries, {
    error: entriesFault(bounds.entries),
  })
  .refine((entries) => JSON.stringify(entries).length <= longestQuery, {
    error: `must be at most ${counted(longestQuery, "character")} as JSON`,
    params: { code: "long" },
  });

/** What a view of the links may say; whatever else is in it is the window's own. */
const viewOfLinks = z.object({ ...linkFilter.shape, ...linkSorting });

const view = z.object({
  id: z.int(),
  name: z.string(),
  kind: z
    .enum(viewKinds)
    .describe(
      "Kind of view: links (link filters), mapping (columns of an import), parameters (UTM parameters) or tags (color of the tag that the view is named after)",
    ),
  query: z.record(z.string(), z.unknown()).describe(meanings.query),
  date: timestamp,
});

export const viewOperations = {
  listViews: api.get("/api/views", {
    isStrict: true,
    summary: "List saved views: link filters, import mappings, UTM parameters and tag colors.",
    query: z.object({ ...paging, kind: kind.optional().describe(meanings.kind) }),
    response: listOf("views", view),
  }),
  addView: api.post("/api/views", {
    isStrict: true,
    summary: "Save a view; a view with the same kind and name is replaced.",
    body: z
      .object({
        name: name.describe("Name of the view"),
        kind: kind.optional().describe(meanings.kind),
        query: query.describe(meanings.query),
      })
      .superRefine((sent, context) => {
        if (sent.kind !== undefined && sent.kind !== "links") return;
        for (const { message, path } of viewOfLinks.safeParse(sent.query).error?.issues ?? []) {
          context.addIssue({ code: "custom", message, path: ["query", ...path] });
        }
      }),
    response: success({ id: z.int() }),
  }),
  deleteView: api.delete("/api/views/:id", {
    isStrict: true,
    summary: "Delete a view without deleting links.",
    response: done("View has been deleted successfully."),
  }),
} as const;
