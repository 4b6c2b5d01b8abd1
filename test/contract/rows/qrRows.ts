import { socialPlatforms } from "./linkRows.ts";
import { answer, type ContractRow, paged, pageOf, says, type Wire } from "./row.ts";

const item = {
  id: "integer",
  link: "address",
  scans: "integer",
  name: "string",
  date: "timestamp",
} as const;

/** In the QR case an object always, and the counts are strings. */
const topList: Wire = { mapOf: "count as text" };

const details: Wire = {
  keys: item,
  additive: {
    type: "string",
    data: "anything",
    background: "string",
    foreground: "string",
    logo: "string",
    logosize: "integer",
    correction: "string",
    pattern: "string",
    eyes: "string",
    frame: "string",
    caption: "string",
    domain: "string",
    dynamic: "boolean",
    payload: "string",
    named: "boolean",
    leastwidth: "integer",
    channel: { listOf: "integer" },
  },
};

const additiveLooks = {
  name: "text",
  caption: "text",
  correction: "word",
  pattern: "word",
  eyes: "word",
  frame: "word",
  logosize: "logo size",
  channel: "ids",
} as const;
const looks = { background: "rgb", foreground: "rgb", logo: "logo" } as const;

export const qrRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/qr",
    query: [...paged, "type", "channel", "link", "unscanned", "order", "direction"],
    answers: [
      pageOf("qrs", {
        keys: item,
        additive: {
          type: "string",
          channel: { listOf: "integer" },
          leads: "string",
          domain: "string",
          caption: "string",
        },
      }),
    ],
  },
  {
    method: "GET",
    path: "/api/qr/:id",
    answers: [
      answer({
        details,
        data: {
          keys: {
            clicks: "integer",
            uniqueClicks: "integer",
            topCountries: topList,
            topReferrers: topList,
            topBrowsers: topList,
            topOs: topList,
            socialCount: { mapOf: "count", names: socialPlatforms },
          },
        },
      }),
    ],
  },
  {
    method: "POST",
    path: "/api/qr/add",
    body: {
      required: { type: "word", data: "qr data" },
      optional: looks,
      additive: { ...additiveLooks, domain: "domain", dynamic: "boolean" },
    },
    answers: [answer({ id: "integer", link: "address" })],
  },
  {
    method: "PUT",
    alsoMethod: "POST",
    path: "/api/qr/:id/update",
    body: {
      required: { data: "qr data" },
      optional: looks,
      additive: { ...additiveLooks, clear: "entries", expect: "expected" },
    },
    answers: [says("QR has been updated successfully.")],
  },
  {
    method: "DELETE",
    path: "/api/qr/:id/delete",
    answers: [says("QR Code has been deleted successfully.")],
  },
];
