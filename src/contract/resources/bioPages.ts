import { z } from "zod";
import { done, listOf, success } from "../envelope.ts";
import {
  aliasRule,
  address,
  alias,
  bounds,
  clearOf,
  entries,
  expectOf,
  id,
  name,
  paging,
  sorting,
  text,
  timestamp,
} from "../fields/fields.ts";
import { linkStatuses } from "../fields/linkFields.ts";
import { api } from "../operation.ts";
import { addedFields, answeredFields, optionalFields } from "../fields/recordSchemas.ts";
import { bioPageFields, clearableIn } from "../fields/recordTables.ts";

const meanings = {
  domain: "Scheme and host of the page's URL, without a trailing slash",
  links: "Links on the page, in display order",
};

/** Bytes of the links of a bio page, as JSON. */
export const longestBioLinks = 65_536;

const bioLink = z.object({
  title: name.describe("Label of the link"),
  url: address.describe("Destination URL of the link"),
});

const { name: heading, status, ...texts } = answeredFields(bioPageFields);

const item = {
  id: z.int(),
  name: heading,
  alias: z.string(),
  shorturl: z.url(),
  status,
  date: timestamp,
};

/** In lists. */
const listed = z.object({
  ...item,
  avatar: texts.avatar,
  linkcount: z.int().nonnegative().describe("Number of links"),
  domain: z.string().describe(meanings.domain),
});

const details = z.object({
  ...item,
  ...texts,
  links: z
    .array(
      z.object({
        title: z.string().describe("Label of the link"),
        url: z.string().describe("Destination URL of the link"),
      }),
    )
    .describe(meanings.links),
  domain: z.string().describe(meanings.domain),
  channel: z.array(z.int()).describe("IDs of the channels"),
});

/** Of bodies, beside the table; all of them may be left out. */
const placeFields = {
  custom: alias.optional().describe(`Alias of the page. Random by default. ${aliasRule}`),
  links: entries(bioLink).optional().describe(meanings.links),
  domain: text(bounds.address)
    .trim()
    .optional()
    .describe(
      "Registered domain, with or without its scheme. Defaults to the server's own address",
    ),
};

/** What the draft of a bio page has. */
export const bioPageDraft = { ...optionalFields(bioPageFields), ...placeFields };

export const bioPageOperations = {
  listBioPages: api.get("/api/bio", {
    summary: "List bio pages.",
    query: z.object({
      ...paging,
      status: z
        .enum(linkStatuses, "must be public or private")
        .optional()
        .meta({ description: "Only public or only private bio pages" }),
      domain: text(bounds.address).trim().optional().meta({
        description: "Only bio pages on this domain, which may also be the server's own address",
      }),
      channel: id.optional().meta({ description: "Only bio pages in the channel with this ID" }),
      ...sorting(
        ["date", "name", "alias", "links"],
        "Sort order: date (newest first), name, alias or links (most first). Defaults to date",
      ),
    }),
    response: listOf("bios", listed),
  }),
  getBioPage: api.get("/api/bio/:id", {
    summary: "Show a bio page.",
    response: success({ details }),
  }),
  addBioPage: api.post("/api/bio/add", {
    summary: "Create a bio page.",
    body: z.object({ ...addedFields(bioPageFields), ...placeFields }),
    response: success({ id: z.int(), shorturl: z.url() }),
  }),
  updateBioPage: api.put("/api/bio/:id/update", {
    summary: "Update a bio page; omitted fields don't change.",
    body: z.object({
      ...bioPageDraft,
      clear: clearOf([...clearableIn(bioPageFields), "links", "domain"]).optional(),
      expect: expectOf(bioPageDraft).optional(),
    }),
    response: done("Bio page has been updated successfully."),
  }),
  deleteBioPage: api.delete("/api/bio/:id/delete", {
    summary: "Delete a bio page.",
    response: done("Bio page has been deleted successfully."),
  }),
} as const;
