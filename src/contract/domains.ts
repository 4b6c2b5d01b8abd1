import { z } from "zod";
import { done, listOf, success } from "./envelope.ts";
import {
  address,
  clearOf,
  expectOf,
  flag,
  idPath,
  nothing,
  paging,
  lenientSorting,
  timestamp,
} from "./fields.ts";
import { operation } from "./operation.ts";
import { reachProblem } from "./reach.ts";

export const domain = z.object({
  id: z.int(),
  /** With its scheme, without a trailing slash. */
  domain: z.url(),
  /** Answered as "" when unset (docs/contract.md, "Domains"). */
  redirectroot: z.string(),
  redirect404: z.string(),
});

/** What came of asking a domain who answers there. */
const domainCheck = z.object({
  date: timestamp,
  /** Whether this very service answered. */
  points: z.boolean(),
  /** True: the answer came without leaving this computer, which proves nothing to others. */
  inside: z.boolean(),
  /** Numeric addresses that the name leads to; empty: there is no such name. */
  addresses: z.array(z.string()),
  problem: reachProblem.nullable(),
});
export type DomainCheck = z.output<typeof domainCheck>;

const shown = domain.extend({
  date: timestamp,
  /** How many links are on it; and how many bio pages and QR codes. */
  links: z.int().nonnegative(),
  pages: z.int().nonnegative(),
  /** The last one since the service was started; null: none. */
  checked: domainCheck.nullable(),
});
export type ShownDomain = z.output<typeof shown>;

export const clearableDomainFields = ["redirectroot", "redirect404"] as const;

const changes = { redirectroot: address.optional(), redirect404: address.optional() };

export const domainOperations = {
  listDomains: operation({
    method: "GET",
    path: "/api/domains",
    scope: "api",
    summary: "List the branded domains.",
    params: nothing,
    query: z.object({
      ...paging,
      answering: flag.optional().meta({
        description:
          "Whether this service answered there when it was last asked; false: or never was",
      }),
      ...lenientSorting(
        ["date", "domain", "links"],
        "date (newest first), domain, links (most first)",
      ),
    }),
    body: nothing,
    response: listOf("domains", shown),
  }),
  getDomain: operation({
    method: "GET",
    path: "/api/domain/:id",
    scope: "api",
    summary: "Show a branded domain.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details: shown }),
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
  checkDomain: operation({
    method: "POST",
    path: "/api/domain/:id/check",
    scope: "owner",
    summary: "Ask a branded domain now whether this service answers there.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ data: domainCheck }),
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
