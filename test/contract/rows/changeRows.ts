import type { AdditiveRow } from "./additiveRows.ts";
import { job } from "./importRows.ts";
import { answer, pageOf, sentence, type Wire, type WireObject } from "./row.ts";

const or = (wire: Wire): Wire => ({ oneOf: [wire, "null"] });

const set: WireObject = {
  keys: {
    id: "integer",
    date: "timestamp",
    by: "string",
    operation: "string",
    records: {
      listOf: {
        keys: { kind: "string", added: "integer", changed: "integer", removed: "integer" },
      },
    },
    total: "integer",
    state: "string",
    undone: or("integer"),
    undoes: or("integer"),
    undoable: "boolean",
  },
  maybe: { name: "string", archived: "boolean" },
};

const fields: Wire = {
  listOf: { keys: { field: "string", before: "anything", after: "anything" } },
};

const record: WireObject = {
  keys: { kind: "string", id: "integer", name: "string", change: "string", fields },
};

const preview: WireObject = {
  keys: {
    matched: "integer",
    added: "integer",
    changed: "integer",
    removed: "integer",
    unchanged: "integer",
    records: { listOf: record },
    conflicts: {
      listOf: {
        keys: {
          kind: "string",
          id: "integer",
          name: "string",
          field: or("string"),
          left: "anything",
          present: "anything",
          says: "string",
        },
        maybe: sentence,
      },
    },
    conflictCount: "integer",
    warnings: { listOf: "string" },
    token: "string",
  },
};

const previewOrRun = { preview: "boolean", token: "token", wait: "wait" } as const;
const previewOrJob = [answer({ preview }), answer({ job })];

const listedSet: WireObject = { ...set, maybe: { ...set.maybe, change: "string", fields } };

export const changeRows: readonly AdditiveRow[] = [
  {
    decision: "Changes",
    method: "GET",
    path: "/api/changes",
    query: ["limit", "page", "kind", "id", "by", "from", "to"],
    answers: [pageOf("changes", listedSet)],
  },
  {
    decision: "Changes",
    method: "GET",
    path: "/api/changes/:id",
    query: ["limit", "page"],
    answers: [
      { ...pageOf("records", record), keys: { ...pageOf("records", record).keys, change: set } },
    ],
  },
  {
    decision: "Changes",
    method: "POST",
    path: "/api/changes/:id/undo",
    body: { required: {}, optional: { ...previewOrRun, force: "boolean", ifUnchanged: "boolean" } },
    // With `ifUnchanged` it runs at once.
    startsJob: true,
    answers: previewOrJob,
  },
  {
    decision: "Bulk changes",
    method: "POST",
    path: "/api/bulk",
    body: {
      required: { kind: "word", select: "selection" },
      optional: {
        ...previewOrRun,
        change: "fields of a link",
        delete: "true",
        add: "members",
        remove: "members",
        replace: "replacement",
      },
    },
    answers: previewOrJob,
  },
  {
    decision: "The trash",
    method: "GET",
    path: "/api/trash",
    query: ["limit", "page", "q", "kind"],
    answers: [
      pageOf("records", {
        keys: {
          kind: "string",
          id: "integer",
          name: "string",
          shorturl: or("string"),
          date: "timestamp",
          change: "integer",
          restorable: "boolean",
          obstacle: or("string"),
        },
        maybe: sentence,
      }),
    ],
  },
  {
    decision: "The trash",
    method: "POST",
    path: "/api/trash/restore",
    body: { required: { kind: "word", ids: "many ids" }, optional: { wait: "wait" } },
    startsJob: true,
    answers: [answer({ job })],
  },
];
