import { z } from "zod";
import { done, listOf, success } from "../envelope.ts";
import { address, flag, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { api, owner } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { domainFields } from "../fields/recordTables.ts";
import { reachProblem } from "../server/reach.ts";

export const domain = z.object({
  id: z.int(),
  domain: z.url().describe("Scheme, host and port of the domain, without a trailing slash"),
  /** Answered as "" when unset (docs/api.md, "Domains"). */
  ...answeredFields(domainFields),
});

/** What came of asking a domain who answers there. */
const domainCheck = z.object({
  date: timestamp.describe("Time of the check, in the account's time zone"),
  points: z.boolean().describe("Whether this server answered the check"),
  inside: z
    .boolean()
    .describe(
      "Whether the check stayed on this computer. If true, the check doesn't show whether the domain works from outside",
    ),
  addresses: z
    .array(z.string())
    .describe("IP addresses of the hostname; empty if the hostname doesn't exist"),
  problem: reachProblem
    .nullable()
    .describe("Problem that prevents the domain from working, or null"),
});
export type DomainCheck = z.output<typeof domainCheck>;

const shown = domain.extend({
  date: timestamp,
  links: z.int().nonnegative().describe("Number of links on the domain"),
  pages: z.int().nonnegative().describe("Number of bio pages and QR codes on the domain"),
  checked: domainCheck
    .nullable()
    .describe("Result of the last check since the server started, or null if there was none"),
});
export type ShownDomain = z.output<typeof shown>;

export const domainOperations = {
  listDomains: api.get("/api/domains", {
    summary: "List branded domains.",
    query: z.object({
      ...paging,
      answering: flag.optional().meta({
        description: "Filter by whether domains reached this server at their last check",
      }),
      ...lenientSorting(
        ["date", "domain", "links"],
        "Sort order: date (newest first), domain or links (most first). Defaults to date",
      ),
    }),
    response: listOf("domains", shown),
  }),
  getDomain: api.get("/api/domain/:id", {
    summary: "Show a branded domain.",
    response: success({ details: shown }),
  }),
  addDomain: api.post("/api/domain/add", {
    summary: "Add a branded domain that already points to this server.",
    body: z.object({
      domain: address.describe(
        "Scheme, host and port of a domain that already points to this server",
      ),
      ...addedFields(domainFields),
    }),
    response: success({ id: z.int() }),
  }),
  updateDomain: api.put("/api/domain/:id/update", {
    summary: "Update where a branded domain redirects its root and unknown aliases.",
    body: z.object(updatedFields(domainFields)),
    response: done("Domain has been updated successfully."),
  }),
  checkDomain: owner.post("/api/domain/:id/check", {
    summary: "Check now whether a branded domain reaches this server.",
    response: success({ data: domainCheck }),
  }),
  deleteDomain: api.delete("/api/domain/:id/delete", {
    summary: "Delete a branded domain that no link uses.",
    response: done("Domain has been deleted successfully."),
  }),
} as const;
