import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import { address, clearOf, expectOf, idPath, nothing, paging } from "./fields.ts";
import { operation } from "./operation.ts";

export const domain = z.object({
  id: z.int(),
  /** With its scheme, without a trailing slash. */
  domain: z.url(),
  /** Answered as "" when unset (docs/contract.md, "Domains"). */
  redirectroot: z.string(),
  redirect404: z.string(),
});

export const clearableDomainFields = ["redirectroot", "redirect404"] as const;

const changes = { redirectroot: address.optional(), redirect404: address.optional() };

export const domainOperations = {
  listDomains: operation({
    method: "GET",
    path: "/api/domains",
    scope: "api",
    summary: "List the branded domains.",
    params: nothing,
    query: z.object(paging),
    body: nothing,
    response: listOf("domains", domain),
  }),
  getDomain: operation({
    method: "GET",
    path: "/api/domain/:id",
    scope: "api",
    summary: "Show a branded domain.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details: domain }),
  }),
  addDomain: operation({
    method: "POST",
    path: "/api/domain/add",
    scope: "api",
    summary: "Register a branded domain that already points to this service.",
    params: nothing,
    query: nothing,
    body: z.object({ domain: address, ...changes }),
    response: success({ id: z.int() }),
  }),
  updateDomain: operation({
    method: "PUT",
    path: "/api/domain/:id/update",
    scope: "api",
    summary: "Change where a branded domain's bare address and unknown aliases lead.",
    params: idPath,
    query: nothing,
    body: z.object({
      ...changes,
      clear: clearOf(clearableDomainFields).optional(),
      expect: expectOf(changes).optional(),
    }),
    response: done("Domain has been updated successfully."),
  }),
  deleteDomain: operation({
    method: "DELETE",
    path: "/api/domain/:id/delete",
    scope: "api",
    summary: "Delete a branded domain that no link uses.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: done("Domain has been deleted successfully."),
  }),
} as const;
