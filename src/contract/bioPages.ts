import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
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

const bioLink = z.object({ title: name, url: address });

const item = {
  id: z.int(),
  name: z.string(),
  alias: z.string(),
  shorturl: z.url(),
  status: z.enum(linkStatuses),
  date: timestamp,
};

/** In lists. */
const listed = z.object({
  ...item,
  avatar: z.string(),
  linkcount: z.int().nonnegative(),
  domain: z.string(),
});

const details = z.object({
  ...item,
  description: z.string(),
  avatar: z.string(),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
  domain: z.string(),
  channel: z.array(z.int()),
});

/** Of bodies; all of them may be left out. */
export const bioPageFields = {
  custom: alias.optional(),
  description: text(bounds.text).optional(),
  avatar: address.optional(),
  links: entries(bioLink).optional(),
  domain: text(bounds.address).trim().optional(),
  status: z.enum(linkStatuses, "must be public or private").optional(),
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
    body: z.object({ name, ...bioPageFields }),
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
      name: name.optional(),
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
