import { answer, type ContractRow, paged, pageOf, says, type Wire } from "./row.ts";

/** An address, or false when there is no rotator. */
const rotator: Wire = { oneOf: ["address", { exactly: false }] };

/** The name is answered under the key `domain`. */
const changed = answer({
  id: "integer",
  domain: "string",
  public: "boolean",
  rotator,
  list: "address",
});

const campaign: Wire = {
  keys: { id: "integer", name: "string", public: "boolean", rotator, list: "address" },
  additive: { slug: "string", links: "count", clicks: "count", date: "timestamp" },
};

export const campaignRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/campaigns",
    query: [...paged, "public", "order", "direction"],
    answers: [pageOf("campaigns", campaign)],
  },
  {
    method: "POST",
    path: "/api/campaign/add",
    body: { required: {}, optional: { name: "name", slug: "alias", public: "boolean" } },
    answers: [changed],
  },
  {
    method: "POST",
    path: "/api/campaign/:campaignid/assign/:linkid",
    answers: [says("Link successfully added to the campaign.")],
  },
  {
    method: "PUT",
    path: "/api/campaign/:id/update",
    body: {
      required: { name: "name" },
      optional: { slug: "alias", public: "boolean" },
      additive: { expect: "expected" },
    },
    answers: [changed],
  },
  {
    method: "DELETE",
    path: "/api/campaign/:id/delete",
    answers: [says("Campaign has been deleted successfully.")],
  },
];
