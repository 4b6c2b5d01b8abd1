import type { AdditiveRow } from "./additiveRows.ts";
import { answer, pageOf, sentence, type Wire, type WireObject } from "./row.ts";

const or = (wire: Wire): Wire => ({ oneOf: [wire, "null"] });
const words = (...names: readonly string[]): Wire => ({
  oneOf: names.map((exactly) => ({ exactly })),
});

const preview: WireObject = {
  keys: {
    format: "string",
    sureness: words("certain", "likely", "guess"),
    formats: { listOf: "string" },
    kind: words("links", "clicks"),
    file: "string",
    rows: "integer",
    valid: "integer",
    conflicts: "integer",
    invalid: "integer",
    skipped: "integer",
    unchanged: "integer",
    clicks: "integer",
    columns: { listOf: { keys: { name: "string", example: "string", field: or("string") } } },
    fields: { listOf: { keys: { field: "string", label: "string" } } },
    dropped: { listOf: { keys: { column: "string", why: "string" }, maybe: sentence } },
    domains: { listOf: { keys: { host: "string", links: "integer", registered: "boolean" } } },
    dates: or({ keys: { order: words("day first", "month first", "unknown") } }),
    problems: {
      listOf: {
        keys: { line: "integer", column: or("string"), message: "string" },
        maybe: sentence,
      },
    },
    conflicting: {
      listOf: {
        keys: {
          line: "integer",
          alias: "string",
          id: "integer",
          present: "string",
          given: "string",
        },
      },
    },
    withPassword: "integer",
    visitorEffects: { listOf: { keys: { what: "string", name: "string", links: "integer" } } },
    records: {
      listOf: {
        keys: {
          line: "integer",
          url: "string",
          alias: or("string"),
          name: "string",
          tags: { listOf: "string" },
          description: "string",
          channels: { listOf: "string" },
          campaign: or("string"),
          expiry: or("timestamp"),
          archived: "boolean",
          date: or("timestamp"),
          earlierclicks: "integer",
        },
      },
    },
    token: "string",
  },
};

const result: WireObject = {
  keys: {
    format: "string",
    imported: "integer",
    skipped: "integer",
    renamed: "integer",
    overwritten: "integer",
    unchanged: "integer",
    invalid: "integer",
    clicks: "integer",
    hadPassword: { listOf: "string" },
    pixelsLeftOut: "integer",
  },
};

const changed: WireObject = {
  keys: {
    matched: "integer",
    added: "integer",
    changed: "integer",
    removed: "integer",
    unchanged: "integer",
    conflicts: "integer",
  },
};

const restored: WireObject = {
  keys: {
    changes: {
      listOf: {
        keys: {
          kind: words(
            "links",
            "domains",
            "channels",
            "campaigns",
            "pixels",
            "overlays",
            "splash",
            "qr",
            "bio",
            "answers",
            "views",
            "clicks",
            "account",
            "settings",
          ),
          added: "integer",
          changed: "integer",
          removed: "integer",
          examples: {
            listOf: {
              keys: {
                id: "integer",
                name: "string",
                change: words("added", "changed", "removed"),
                fields: { listOf: "string" },
              },
            },
          },
        },
      },
    },
    before: or("string"),
  },
};

/** Work that takes longer than a request waits. */
export const job: WireObject = {
  keys: {
    id: "integer",
    kind: words("bulk", "undo", "import", "apply", "restore"),
    state: words("running", "done", "failed", "cancelled", "cut off"),
    phase: or("string"),
    done: "integer",
    total: or("integer"),
    started: "timestamp",
    ended: or("timestamp"),
    change: or("integer"),
    message: or("string"),
    problem: or("string"),
    reason: or({ keys: { message: "string" }, maybe: sentence }),
    failures: {
      listOf: {
        keys: {
          line: or("integer"),
          column: or("string"),
          kind: or("string"),
          id: or("integer"),
          message: "string",
        },
        maybe: { ...sentence, name: "string" },
      },
    },
    failureCount: "integer",
    result: { oneOf: [preview, result, changed, restored, "null"] },
  },
};

const reading = { format: "word", mapping: "columns", dates: "word", domain: "domain" } as const;

export const jobRows: readonly AdditiveRow[] = [
  {
    decision: "Jobs",
    method: "GET",
    path: "/api/jobs",
    query: ["limit", "page"],
    answers: [pageOf("jobs", job)],
  },
  { decision: "Jobs", method: "GET", path: "/api/jobs/:id", answers: [answer({ job })] },
  { decision: "Jobs", method: "DELETE", path: "/api/jobs/:id", answers: [answer({ job })] },
];

export const importRows: readonly AdditiveRow[] = [
  {
    decision: "Import",
    method: "POST",
    path: "/api/import",
    query: ["name", "format", "wait"],
    takesFile: true,
    startsJob: true,
    answers: [answer({ job })],
  },
  {
    decision: "Import",
    method: "POST",
    path: "/api/import/:id/preview",
    body: { required: {}, optional: { ...reading, wait: "wait" } },
    startsJob: true,
    answers: [answer({ job })],
  },
  {
    decision: "Import",
    method: "POST",
    path: "/api/import/:id/apply",
    body: {
      required: { token: "token" },
      optional: {
        ...reading,
        onConflict: "word",
        pixels: "boolean",
        tags: "tags",
        channel: "id",
        campaign: "id",
        wait: "wait",
      },
    },
    startsJob: true,
    answers: [answer({ job })],
  },
  {
    decision: "Import",
    method: "GET",
    path: "/api/import/:id/failures",
    answersFile: true,
    answers: ["anything"],
  },
];
