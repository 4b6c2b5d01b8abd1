import { type ContractRow, paged, pageOf } from "./row.ts";

/** Overlays and splash pages: the contract lists them, and shows nothing else of them. */
export const pageRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/overlay",
    query: [...paged, "type", "unused", "order", "direction"],
    answers: [
      pageOf("cta", {
        keys: { id: "integer", type: "string", name: "string", date: "timestamp" },
        additive: { links: "count", answers: "count", unread: "count" },
      }),
    ],
  },
  {
    method: "GET",
    path: "/api/splash",
    query: [...paged, "unused", "order", "direction"],
    answers: [
      pageOf("splash", {
        keys: { id: "integer", name: "string", date: "timestamp" },
        additive: { links: "count" },
      }),
    ],
  },
];
