import { answer, type ContractRow, paged, pageOf, says, type Wire } from "./row.ts";

const redirects = { redirectroot: "address", redirect404: "address" } as const;

const domain: Wire = {
  keys: { id: "integer", domain: "address", redirectroot: "string", redirect404: "string" },
  additive: {
    date: "timestamp",
    links: "count",
    pages: "count",
    checked: {
      oneOf: [
        "null",
        {
          keys: {
            date: "timestamp",
            points: "boolean",
            inside: "boolean",
            addresses: { listOf: "string" },
            problem: {
              oneOf: [
                "null",
                {
                  keys: {
                    code: "string",
                    message: "string",
                    status: { oneOf: ["null", "integer"] },
                  },
                },
              ],
            },
          },
        },
      ],
    },
  },
};

export const domainRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/domains",
    query: [...paged, "answering", "order", "direction"],
    answers: [pageOf("domains", domain)],
  },
  {
    method: "POST",
    path: "/api/domain/add",
    body: { required: { domain: "address" }, optional: redirects },
    answers: [answer({ id: "integer" })],
  },
  {
    method: "PUT",
    path: "/api/domain/:id/update",
    body: {
      required: {},
      optional: redirects,
      additive: { clear: "entries", expect: "expected" },
    },
    answers: [says("Domain has been updated successfully.")],
  },
  {
    method: "DELETE",
    path: "/api/domain/:id/delete",
    answers: [says("Domain has been deleted successfully.")],
  },
];
