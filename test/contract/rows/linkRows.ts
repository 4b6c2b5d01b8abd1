import { answer, type ContractRow, type Fields, paged, pageOf, says, type Wire } from "./row.ts";

export const socialPlatforms = [
  "facebook",
  "twitter",
  "instagram",
  "linkedin",
  "telegram",
  "whatsapp",
  "youtube",
  "reddit",
  "tiktok",
  "pinterest",
] as const;

const source: Wire = { oneOf: [{ keys: { service: "string", id: "string" } }, "null"] };

const linkListItem: Wire = {
  keys: {
    id: "integer",
    alias: "string",
    shorturl: "address",
    longurl: "address",
    clicks: "integer",
    title: "string",
    description: "string",
    date: "timestamp",
  },
  additive: {
    name: "string",
    uniqueclicks: "count",
    domain: "string",
    campaign: { oneOf: ["integer", "null"] },
    channel: { listOf: "integer" },
    status: "string",
    type: "string",
    expiry: { oneOf: ["timestamp", "null"] },
    password: "boolean",
    tags: { listOf: "string" },
    archived: "boolean",
    source,
    earlierclicks: "count",
    lastclick: { oneOf: ["timestamp", "null"] },
  },
};

const targets: Wire = { mapOf: "address" };

const details: Wire = {
  keys: {
    id: "integer",
    shorturl: "address",
    longurl: "address",
    title: "string",
    description: "string",
    location: targets,
    device: targets,
    expiry: { oneOf: ["timestamp", "null"] },
    date: "timestamp",
  },
  additive: {
    alias: "string",
    domain: "string",
    type: "string",
    status: "string",
    password: "boolean",
    language: targets,
    geotarget: { listOf: { keys: { location: "string", link: "address" } } },
    devicetarget: { listOf: { keys: { device: "string", link: "address" } } },
    languagetarget: { listOf: { keys: { language: "string", link: "address" } } },
    name: "string",
    metatitle: "string",
    metadescription: "string",
    metaimage: "string",
    pixels: { listOf: "integer" },
    channel: { listOf: "integer" },
    campaign: { oneOf: ["integer", "null"] },
    deeplink: {
      oneOf: [{ keys: { auto: "boolean" }, maybe: { apple: "string", google: "string" } }, "null"],
    },
    parameters: { listOf: { keys: { name: "string", value: "string" } } },
    tags: { listOf: "string" },
    archived: "boolean",
    source,
    earlierclicks: "count",
    lastclick: { oneOf: ["timestamp", "null"] },
  },
  // A link without them answers as if they didn't exist.
  maybe: {
    rules: {
      listOf: {
        keys: {
          url: "string",
          conditions: {
            listOf: {
              keys: { type: "string" },
              maybe: {
                key: "string",
                value: {
                  oneOf: [
                    "string",
                    { listOf: "string" },
                    {
                      keys: {
                        days: { listOf: "integer" },
                        from: "string",
                        to: "string",
                        zone: "string",
                      },
                    },
                  ],
                },
                not: { exactly: true },
              },
            },
          },
          enabled: "boolean",
        },
        maybe: { name: "string" },
      },
    },
    starts: "timestamp",
    startspublic: { exactly: true },
    beforeurl: "string",
    maxclicks: "integer",
    afterurl: "string",
    split: {
      keys: {
        variants: { listOf: { keys: { id: "string", url: "string", weight: "integer" } } },
        ends: { oneOf: ["timestamp", "null"] },
        winner: { oneOf: ["string", "null"] },
        started: { oneOf: ["timestamp", "null"] },
      },
    },
  },
};

/** Integer or object: 0 when empty. */
const topList: Wire = { oneOf: [{ exactly: 0 }, { mapOf: "count" }] };

const statistics: Wire = {
  keys: {
    clicks: "integer",
    uniqueClicks: "integer",
    topCountries: topList,
    topReferrers: topList,
    topBrowsers: topList,
    topOs: topList,
    socialCount: { mapOf: "count", names: socialPlatforms },
  },
  additive: { botClicks: "count", topBots: topList, topLanguages: topList },
  maybe: { visitsBefore: "count", visitsAfter: "count" },
};

const single = answer({ id: "integer", details, data: statistics });

/** The table of body parameters, as far as add and update agree. */
const optional: Fields = {
  custom: "alias",
  type: "type",
  password: "password",
  domain: "domain",
  expiry: "timestamp",
  geotarget: "entries",
  devicetarget: "entries",
  languagetarget: "entries",
  metatitle: "text",
  metadescription: "text",
  metaimage: "address",
  pixels: "ids",
  channel: "id",
  deeplink: "object",
  parameters: "entries",
};

/** What of the links a list shows: all of it ours. */
const filters = [
  "channel",
  "campaign",
  "domain",
  "type",
  "pixel",
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
  "rising",
  "source",
] as const;

const ours: Fields = {
  channels: "ids",
  tags: "tags",
  archived: "boolean",
  source: "source",
  earlierclicks: "number",
  rules: "entries",
  starts: "timestamp",
  startspublic: "boolean",
  beforeurl: "address",
  maxclicks: "number",
  afterurl: "address",
  split: "object",
};

export const linkRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/urls",
    query: [...paged, "order", "direction", "ids", "short", ...filters],
    answers: [pageOf("urls", linkListItem), single],
  },
  { method: "GET", path: "/api/url/:id", answers: [single] },
  {
    method: "POST",
    path: "/api/url/add",
    body: {
      required: { url: "address" },
      optional: { ...optional, description: "text", status: "word" },
      additive: { name: "text", campaign: "id", ...ours, reuse: "boolean" },
    },
    answers: [answer({ id: "integer", shorturl: "address" })],
  },
  {
    method: "PUT",
    alsoMethod: "POST",
    path: "/api/url/:id/update",
    body: {
      required: { url: "address" },
      optional,
      additive: {
        name: "text",
        description: "text",
        status: "word",
        campaign: "id",
        ...ours,
        clear: "entries",
        expect: "expected",
      },
    },
    answers: [answer({ id: "integer", short: "address" })],
  },
  {
    method: "DELETE",
    path: "/api/url/:id/delete",
    // Without a full stop, in the contract too.
    answers: [says("Link has been deleted successfully")],
  },
];
