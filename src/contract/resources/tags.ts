import { z } from "zod";
import { done, listOf } from "../envelope.ts";
import { colour, paging, sorting, tag } from "../fields/fields.ts";
import { api } from "../operation.ts";

/** What was done, to how many links, and the change set that it is; null: nothing had to change. */
function doneToTag<Message extends string>(message: Message) {
  return done(message, {
    links: z.int().nonnegative().describe("Number of links that had the tag"),
    change: z.int().nullable().describe("ID of the change set, or null if nothing changed"),
  });
}

const named = z.object({ tag: tag.describe("Name of the tag") });

export const tagOperations = {
  listTags: api.get("/api/tags", {
    isStrict: true,
    summary: "List the tags of short links.",
    query: z.object({
      ...paging,
      ...sorting(
        ["tag", "date", "links", "clicks"],
        "Sort order: tag (alphabetical), date (newest first), links (most first) or clicks (most first). Defaults to tag",
      ),
    }),
    response: listOf(
      "tags",
      z.object({
        tag: z.string().describe("Tag, in the spelling that was used first"),
        links: z.int().positive().describe("Number of links with the tag"),
        color: z.string().describe("Color of the tag, #RRGGBB"),
        clicks: z.int().nonnegative().describe("Clicks on links with the tag, without bots"),
      }),
    ),
  }),
  updateTag: api.put("/api/tag/:tag/update", {
    isStrict: true,
    summary: "Rename a tag or set its color; renaming to an existing tag merges the two tags.",
    params: named,
    body: z
      .object({
        name: tag.optional().describe("New name of the tag"),
        color: colour.optional().describe("New color of the tag"),
      })
      .refine(({ name, color }) => name !== undefined || color !== undefined, {
        error: "must have name or color",
      }),
    response: doneToTag("Tag has been updated successfully."),
  }),
  deleteTag: api.delete("/api/tag/:tag/delete", {
    isStrict: true,
    summary: "Delete a tag by removing it from all links.",
    params: named,
    response: doneToTag("Tag has been deleted successfully."),
  }),
} as const;
