import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  address,
  alias,
  bounds,
  clearOf,
  entries,
  expectOf,
  idPath,
  name,
  nothing,
  paging,
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
    query: z.object(paging),
    body: nothing,
    response: listOf("bios", z.object(item)),
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
