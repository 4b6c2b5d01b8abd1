import { answer, type ContractRow, says, type Wire, paged, pageOf, withChange } from "./row.ts";
import { linkRows } from "./linkRows.ts";
import { qrRows } from "./qrRows.ts";

const account: Wire = {
  keys: {
    id: "integer",
    email: "string",
    username: "string",
    avatar: "address",
    status: "string",
    expires: "timestamp",
    registered: "timestamp",
  },
};

export const accountRows: readonly ContractRow[] = [
  { method: "GET", path: "/api/account", answers: [answer({ data: account })] },
  {
    method: "PUT",
    path: "/api/account/update",
    body: {
      required: {},
      optional: { email: "email", password: "password" },
      additive: { username: "alias", expect: "expected" },
    },
    answers: [says("Account has been successfully updated.")],
  },
  // Shown without a body and without an answer; it answers as GET does (docs/api.md,
  // "Account").
  { method: "POST", path: "/api/account", answers: [answer({ data: account })] },
];

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

const channel = {
  id: "integer",
  name: "string",
  description: "string",
  color: "colour",
  starred: "boolean",
} as const;

/** With what is in it, as lists have it. */
const countedChannel: Wire = {
  keys: channel,
  additive: { links: "count", bios: "count", qrs: "count", clicks: "count", date: "timestamp" },
};

const looks = { description: "text", color: "colour", starred: "boolean" } as const;

export const channelRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/channels",
    query: [...paged, "starred", "order", "direction"],
    answers: [pageOf("channels", countedChannel)],
  },
  {
    method: "GET",
    path: "/api/channel/:id",
    query: [...paged, "type"],
    answers: [
      pageOf("items", {
        keys: {
          type: { oneOf: [{ exactly: "links" }, { exactly: "bio" }, { exactly: "qr" }] },
          id: "integer",
          title: "string",
          preview: "string",
          link: "string",
          date: "date",
        },
      }),
    ],
  },
  {
    method: "POST",
    path: "/api/channel/add",
    body: { required: { name: "name" }, optional: looks },
    answers: [answer(channel)],
  },
  {
    method: "POST",
    path: "/api/channel/:channelid/assign/:type/:itemid",
    answers: [says("Item successfully added to the channel.")],
  },
  {
    method: "PUT",
    path: "/api/channel/:id/update",
    body: {
      required: {},
      optional: { name: "name", ...looks },
      additive: { clear: "entries", expect: "expected" },
    },
    answers: [says("Channel has been updated successfully.")],
  },
  {
    method: "DELETE",
    path: "/api/channel/:id/delete",
    answers: [says("Channel has been deleted successfully.")],
  },
];

/**
 * docs/api.md, "Pixels", in the service's order; and the names that real clients send for
 * them.
 */
export const pixelTypes = {
  tagmanagerpixel: "gtmpixel",
  analyticspixel: "gapixel",
  socialnetpixel: "fbpixel",
  adsplatformpixel: "adwordspixel",
  professionalnetpixel: "linkedinpixel",
  microblogpixel: "twitterpixel",
  retargetingpixel: "adrollpixel",
  qapixel: "quorapixel",
  imageboardpixel: "pinterest",
  searchenginepixel: "bing",
  messagingpixel: "snapchat",
  forumpixel: "reddit",
  shortvideopixel: "tiktok",
} as const;

const type: Wire = { oneOf: Object.keys(pixelTypes).map((name) => ({ exactly: name })) };

const pixel: Wire = {
  keys: { id: "integer", type, name: "string", tag: "string", date: "timestamp" },
  additive: { links: "count" },
};

export const pixelRows: readonly ContractRow[] = [
  {
    method: "GET",
    path: "/api/pixels",
    query: [...paged, "type", "unused", "order", "direction"],
    answers: [pageOf("pixels", pixel)],
  },
  {
    method: "POST",
    path: "/api/pixel/add",
    body: { required: { type: "word", name: "name", tag: "word" }, optional: {} },
    answers: [answer({ id: "integer" })],
  },
  {
    method: "PUT",
    path: "/api/pixel/:id/update",
    body: {
      required: { tag: "word" },
      optional: { name: "name" },
      additive: { expect: "expected" },
    },
    answers: [says("Pixel has been updated successfully.")],
  },
  {
    method: "DELETE",
    path: "/api/pixel/:id/delete",
    answers: [says("Pixel has been deleted successfully.", { links: "count" })],
  },
];

const rows: readonly ContractRow[] = [
  ...accountRows,
  ...domainRows,
  ...pageRows,
  ...campaignRows,
  ...channelRows,
  ...linkRows,
  ...pixelRows,
  ...qrRows,
];

/** Every row of the contract's endpoint tables, in their order. */
export const contractRows = rows.map(withChange);
