import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  aliasRule,
  address,
  alias,
  bounds,
  clearOf,
  entries,
  expectOf,
  id,
  idPath,
  name,
  nothing,
  paging,
  sorting,
  text,
  timestamp,
} from "./fields.ts";
import { linkStatuses } from "./linkFields.ts";
import { operation } from "./operation.ts";

const meanings = {
  domain: "Scheme and host of its URLs, without a slash at the end",
  links: "Links on the page, in this order",
};

const bioLink = z.object({
  title: name.describe("Text of the link"),
  url: address.describe("Destination URL"),
});

const item = {
  id: z.int(),
  name: z.string().describe("Heading of the page"),
  alias: z.string(),
  shorturl: z.url(),
  status: z
    .enum(linkStatuses)
    .describe("Whether search engines may list the page: public or private"),
  date: timestamp,
};

/** In lists. */
const listed = z.object({
  ...item,
  avatar: z.string().describe("URL of a picture"),
  linkcount: z.int().nonnegative().describe("Number of links"),
  domain: z.string().describe(meanings.domain),
});

const details = z.object({
  ...item,
  description: z.string().describe("Text of the page"),
  avatar: z.string().describe("URL of a picture"),
  links: z
    .array(
      z.object({
        title: z.string().describe("Text of the link"),
        url: z.string().describe("Destination URL"),
      }),
    )
    .describe(meanings.links),
  domain: z.string().describe(meanings.domain),
  channel: z.array(z.int()).describe("IDs of the channels"),
});

/** Of bodies; all of them may be left out. */
export const bioPageFields = {
  custom: alias.optional().describe(`Alias of the page; random by default. ${aliasRule}`),
  description: text(bounds.text).optional().describe("Text of the page"),
  avatar: address.optional().describe("URL of a picture"),
  links: entries(bioLink).optional().describe(meanings.links),
  domain: text(bounds.address)
    .trim()
    .optional()
    .describe("Registered domain, with or without scheme. Defaults to the server's own address"),
  status: z
    .enum(linkStatuses, "must be public or private")
    .optional()
    .describe("private keeps the page out of search engines. Defaults to private"),
};

export const bioPageOperations = {
  listBioPages: operation({
    method: "GET",
    path: "/api/bio",
    scope: "api",
    summary: "List the bio pages.",
    params: nothing,
    query: z.object({
      ...paging,
      status: z
        .enum(linkStatuses, "must be public or private")
        .optional()
        .meta({ description: "Whether they are public or private" }),
      domain: text(bounds.address)
        .trim()
        .optional()
        .meta({ description: "The domain that they are on, or the service's own address" }),
      channel: id.optional().meta({ description: "Id of a channel that they are in" }),
      ...sorting(
        ["date", "name", "alias", "links"],
        "date (newest first), name, alias, links (most first)",
      ),
    }),
    body: nothing,
    response: listOf("bios", listed),
  }),
  getBioPage: operation({
    method: "GET",
    path: "/api/bio/:id",
    scope: "api",
    summary: "Show a bio page.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details }),
  }),
  addBioPage: operation({
    method: "POST",
    path: "/api/bio/add",
    scope: "api",
    summary: "Create a bio page.",
    params: nothing,
    query: nothing,
    body: z.object({ name: name.describe("Heading of the page"), ...bioPageFields }),
    response: success({ id: z.int(), shorturl: z.url() }),
  }),
  updateBioPage: operation({
    method: "PUT",
    path: "/api/bio/:id/update",
    scope: "api",
    summary: "Change a bio page; fields that aren't given stay as they are.",
    params: idPath,
    query: nothing,
    body: z.object({
      name: name.optional().describe("Heading of the page"),
      ...bioPageFields,
      clear: clearOf(["description", "avatar", "links", "domain", "status"]).optional(),
      expect: expectOf({ name, ...bioPageFields }).optional(),
    }),
    response: done("Bio page has been updated successfully."),
  }),
  deleteBioPage: operation({
    method: "DELETE",
    path: "/api/bio/:id/delete",
    scope: "api",
    summary: "Delete a bio page.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Bio page has been deleted successfully."),
  }),
} as const;
