import type { AdditiveRow } from "./additiveRows.ts";
import { answer, says, type Wire } from "./row.ts";

const nullable = (wire: Wire): Wire => ({ oneOf: [wire, "null"] });

/** Of what: the fields of the filter of links, with one link and one QR code. */
const subject = [
  "link",
  "qr",
  "q",
  "channel",
  "campaign",
  "domain",
  "pixel",
  "type",
  "status",
  "tag",
  "archived",
  "expired",
  "expiresBefore",
  "protected",
  "madeAfter",
  "madeBefore",
  "minClicks",
  "maxClicks",
  "noClicksSince",
  "source",
];

const question = [
  ...subject,
  "by",
  "from",
  "to",
  "compare",
  "lines",
  "bots",
  "country",
  "browser",
  "system",
  "device",
  "language",
  "referrer",
  "social",
];

const steps: Wire = {
  listOf: {
    keys: {
      date: "timestamp",
      clicks: "count",
      visitors: nullable("count"),
      bots: nullable("count"),
    },
  },
};
const list: Wire = {
  listOf: { keys: { key: nullable("string"), name: "string", clicks: "count" } },
};
const link: Wire = {
  keys: { id: "integer", alias: "string", shorturl: "address", title: "string" },
};
const keyed = nullable({ keys: { key: "string", name: "string" } });
const mover: Wire = { keys: { link, clicks: "count", before: "count" } };

const decision = "Statistics of everything, a link, a QR code or any filter";

export const statisticsRows: readonly AdditiveRow[] = [
  {
    decision,
    method: "GET",
    path: "/api/statistics",
    query: [...question, "wait"],
    answers: [
      answer({
        statistics: {
          keys: {
            of: { keys: { kind: "string", links: "count" } },
            by: "string",
            from: "timestamp",
            to: "timestamp",
            now: "timestamp",
            basis: "string",
            clicks: nullable("count"),
            clicksBefore: nullable("count"),
            scans: nullable("count"),
            scansBefore: nullable("count"),
            visitors: nullable({
              keys: { count: "count", before: nullable("count"), apart: "boolean" },
            }),
            bots: nullable("count"),
            botsBefore: nullable("count"),
            lastClick: nullable("timestamp"),
            steps,
            stepsBefore: nullable(steps),
            lists: {
              keys: {
                span: "string",
                countries: list,
                referrers: list,
                browsers: list,
                systems: list,
                devices: nullable(list),
                languages: list,
                social: list,
                bots: list,
              },
            },
            week: nullable({ listOf: { listOf: "count" } }),
            kept: {
              keys: {
                since: nullable("timestamp"),
                isWhole: "boolean",
                missing: nullable("count"),
              },
            },
            reading: nullable({ keys: { id: "integer", done: "count", total: "count" } }),
          },
        },
      }),
    ],
  },
  {
    decision: "Reading the lines of clicks can be stopped",
    method: "DELETE",
    path: "/api/statistics/reading",
    query: ["reading"],
    answers: [says("Nothing is read for it any more.")],
  },
  {
    decision,
    method: "GET",
    path: "/api/statistics/last",
    query: [...subject, "limit"],
    answers: [
      answer({
        clicks: {
          listOf: {
            keys: {
              date: "timestamp",
              link: nullable(link),
              qr: nullable({ keys: { id: "integer", name: "string" } }),
              country: keyed,
              browser: nullable("string"),
              system: nullable("string"),
              device: nullable("string"),
              language: keyed,
              referrer: nullable("string"),
              social: nullable("string"),
              bot: nullable("string"),
            },
          },
        },
      }),
    ],
  },
  {
    decision,
    method: "GET",
    path: "/api/statistics/movers",
    query: [...subject, "days", "limit"],
    answers: [
      answer({
        days: "integer",
        rising: { listOf: mover },
        falling: { listOf: mover },
        quiet: {
          keys: {
            total: "count",
            links: {
              listOf: { keys: { link, clicks: "count", lastClick: nullable("timestamp") } },
            },
          },
        },
      }),
    ],
  },
  {
    decision,
    method: "GET",
    path: "/api/statistics/csv",
    query: [...question, "what", "bom"],
    answersFile: true,
    answers: ["anything"],
  },
  {
    decision,
    method: "GET",
    path: "/api/statistics/sparklines",
    query: ["ids", "days"],
    answers: [
      answer({
        days: "integer",
        first: "timestamp",
        links: { listOf: { keys: { id: "integer", clicks: { listOf: "count" } } } },
      }),
    ],
  },
];
