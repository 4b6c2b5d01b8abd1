import { type ContractRow, paged, pageOf } from "./row.ts";

/** Overlays and splash pages: the contract lists them, and shows nothing else of them. */
export const pageRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/overlay",
    query: paged,
    answers: [
      pageOf("cta", {
        keys: { id: "integer", type: "string", name: "string", date: "timestamp" },
      }),
    ],
  },
  {
    method: "GET",
    path: "/api/splash",
    query: paged,
    answers: [pageOf("splash", { keys: { id: "integer", name: "string", date: "timestamp" } })],
  },
];
