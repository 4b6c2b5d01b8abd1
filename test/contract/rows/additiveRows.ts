import { campaign } from "./campaignRows.ts";
import { countedChannel } from "./channelRows.ts";
import { changeRows } from "./changeRows.ts";
import { domain } from "./domainRows.ts";
import { importRows, jobRows } from "./importRows.ts";
import { linkListItem } from "./linkRows.ts";
import { pixel } from "./pixelRows.ts";
import { additiveQrRows } from "./qrRows.ts";
import { statisticsRows } from "./statisticsRows.ts";
import {
  answer,
  type ContractRow,
  type Fields,
  paged,
  pageOf,
  says,
  type Wire,
  type WireObject,
  withChange,
} from "./row.ts";

/** A row that isn't the contract's, and the decision that adds it. */
export interface AdditiveRow extends ContractRow {
  readonly decision: string;
}

/** The rows of a resource that the contract lists or points at without a way to make one. */
function resource(options: {
  segment: "overlay" | "splash" | "bio";
  called: string;
  required: Fields;
  optional: Fields;
  details: WireObject;
  added?: Readonly<Record<string, Wire>>;
  deleted?: Readonly<Record<string, Wire>>;
}): readonly AdditiveRow[] {
  const { segment, called, required, optional, details, added, deleted } = options;
  const decision = "More of the contract's kind: add, show, update and delete of what it lists";
  return [
    {
      decision,
      method: "GET",
      path: `/api/${segment}/:id`,
      answers: [answer({ details })],
    },
    {
      decision,
      method: "POST",
      path: `/api/${segment}/add`,
      body: { required, optional },
      answers: [answer({ id: "integer", ...added })],
    },
    {
      decision,
      method: "PUT",
      path: `/api/${segment}/:id/update`,
      body: {
        required: {},
        optional: { ...required, ...optional },
        additive: { clear: "entries", expect: "expected" },
      },
      answers: [says(`${called} has been updated successfully.`)],
    },
    {
      decision,
      method: "DELETE",
      path: `/api/${segment}/:id/delete`,
      answers: [says(`${called} has been deleted successfully.`, deleted)],
    },
  ];
}

const overlayRows = resource({
  segment: "overlay",
  called: "Overlay",
  required: { type: "word", name: "name" },
  optional: {
    message: "text",
    label: "text",
    button: "text",
    link: "address",
    position: "word",
    background: "colour",
    foreground: "colour",
    fields: "entries",
    thanks: "text",
  },
  details: {
    keys: {
      id: "integer",
      type: "string",
      name: "string",
      date: "timestamp",
      message: "string",
      label: "string",
      button: "string",
      link: "string",
      position: "string",
      background: "string",
      foreground: "string",
      fields: { listOf: "string" },
      thanks: "string",
    },
  },
  deleted: { links: "count" },
});

const splashRows = resource({
  segment: "splash",
  called: "Splash page",
  required: { name: "name" },
  optional: {
    title: "text",
    message: "text",
    banner: "address",
    logo: "address",
    link: "address",
    delay: "seconds",
  },
  details: {
    keys: {
      id: "integer",
      name: "string",
      date: "timestamp",
      title: "string",
      message: "string",
      banner: "string",
      logo: "string",
      link: "string",
      delay: "integer",
    },
  },
  deleted: { links: "count" },
});

const bioItem = {
  id: "integer",
  name: "string",
  alias: "string",
  shorturl: "address",
  status: "string",
  date: "timestamp",
} as const;

const bioRows: readonly AdditiveRow[] = [
  {
    decision: "Additive resources: bio pages",
    method: "GET",
    path: "/api/bio",
    query: [...paged, "status", "domain", "channel", "order", "direction"],
    answers: [
      pageOf("bios", {
        keys: { ...bioItem, avatar: "string", linkcount: "count", domain: "string" },
      }),
    ],
  },
  ...resource({
    segment: "bio",
    called: "Bio page",
    required: { name: "name" },
    optional: {
      custom: "alias",
      description: "text",
      avatar: "address",
      links: "entries",
      domain: "domain",
      status: "word",
    },
    details: {
      keys: {
        ...bioItem,
        description: "string",
        avatar: "string",
        links: { listOf: { keys: { title: "string", url: "string" } } },
        domain: "string",
        channel: { listOf: "integer" },
      },
    },
    added: { shorturl: "address" },
  }),
];

const rows: readonly AdditiveRow[] = [
  ...overlayRows,
  ...splashRows,
  ...bioRows,
  {
    decision: "Membership: taking out is DELETE on the path of the assignment",
    method: "DELETE",
    path: "/api/campaign/:campaignid/assign/:linkid",
    answers: [says("Link successfully removed from the campaign.")],
  },
  {
    decision: "Membership: taking out is DELETE on the path of the assignment",
    method: "DELETE",
    path: "/api/channel/:channelid/assign/:type/:itemid",
    answers: [says("Item successfully removed from the channel.")],
  },
  {
    decision: "More of the contract's kind: show of what it lists",
    method: "GET",
    path: "/api/campaign/:id",
    answers: [answer({ details: campaign })],
  },
  {
    decision: "The links of a campaign",
    method: "GET",
    path: "/api/campaign/:id/links",
    query: paged,
    answers: [pageOf("urls", linkListItem)],
  },
  {
    decision: "Order in a campaign",
    method: "PUT",
    path: "/api/campaign/:id/links",
    body: { required: { ids: "ids that may be gone" }, optional: {} },
    answers: [says("Links of the campaign have been put in order successfully.")],
  },
  {
    decision: "More of the contract's kind: show of what it lists",
    method: "GET",
    path: "/api/channel/:id/details",
    answers: [answer({ details: countedChannel })],
  },
  {
    decision: "More of the contract's kind: show of what it lists",
    method: "GET",
    path: "/api/pixel/:id",
    answers: [answer({ details: pixel })],
  },
  {
    decision: "More of the contract's kind: show of what it lists",
    method: "GET",
    path: "/api/domain/:id",
    answers: [answer({ details: domain })],
  },
  {
    decision: "A deletion can be taken back",
    method: "POST",
    path: "/api/url/:id/restore",
    answers: [says("Link has been restored successfully.")],
  },
  {
    decision: "Clicks over time",
    method: "GET",
    path: "/api/url/:id/history",
    query: ["by", "from", "to"],
    answers: [
      answer({
        id: "integer",
        by: "string",
        history: { listOf: { keys: { date: "timestamp", clicks: "count" } } },
      }),
    ],
  },
  ...statisticsRows,
  {
    decision: "Contact submissions: list, delete",
    method: "GET",
    path: "/api/overlay/:id/answers",
    query: paged,
    answers: [
      pageOf("answers", {
        keys: {
          id: "integer",
          link: "integer",
          shorturl: "string",
          name: "string",
          email: "string",
          phone: "string",
          message: "string",
          read: "boolean",
          date: "timestamp",
        },
      }),
    ],
  },
  {
    decision: "Contact submissions: read, delete many",
    method: "PUT",
    path: "/api/overlay/:id/answers/read",
    body: { required: { ids: "ids that may be gone" }, optional: { read: "boolean" } },
    answers: [
      answer({
        message: { exactly: "Answers have been updated successfully." },
        answers: "count",
      }),
    ],
  },
  {
    decision: "Contact submissions: read, delete many",
    method: "POST",
    path: "/api/overlay/:id/answers/delete",
    body: { required: { ids: "ids that may be gone" }, optional: {} },
    answers: [
      answer({
        message: { exactly: "Answers have been deleted successfully." },
        answers: "count",
      }),
    ],
  },
  {
    decision: "Contact submissions: list, delete",
    method: "DELETE",
    path: "/api/overlay/:id/answers/:answerid/delete",
    answers: [says("Answer has been deleted successfully.")],
  },
  {
    decision: "Aliases",
    method: "GET",
    path: "/api/alias",
    query: ["alias", "domain", "link"],
    answers: [
      answer({
        alias: {
          keys: {
            alias: "string",
            state: "string",
            link: {
              oneOf: [{ keys: { id: "integer", shorturl: "address", longurl: "address" } }, "null"],
            },
            former: {
              oneOf: [{ keys: { id: "integer", longurl: "address", until: "timestamp" } }, "null"],
            },
          },
        },
      }),
    ],
  },
  {
    decision: "Tags",
    method: "GET",
    path: "/api/tags",
    query: [...paged, "order", "direction"],
    answers: [pageOf("tags", { keys: { tag: "string", links: "count", clicks: "count" } })],
  },
  {
    decision: "Tags",
    method: "PUT",
    path: "/api/tag/:tag/update",
    body: { required: { name: "name" }, optional: {} },
    answers: [
      says("Tag has been updated successfully.", {
        links: "count",
        change: { oneOf: ["integer", "null"] },
      }),
    ],
  },
  {
    decision: "Tags",
    method: "DELETE",
    path: "/api/tag/:tag/delete",
    answers: [
      says("Tag has been deleted successfully.", {
        links: "count",
        change: { oneOf: ["integer", "null"] },
      }),
    ],
  },
  {
    decision: "Views",
    method: "GET",
    path: "/api/views",
    query: [...paged, "kind"],
    answers: [
      pageOf("views", {
        keys: {
          id: "integer",
          name: "string",
          kind: "string",
          query: { mapOf: "anything" },
          date: "timestamp",
        },
      }),
    ],
  },
  {
    decision: "Views",
    method: "POST",
    path: "/api/views",
    body: {
      required: { name: "name", query: "parameters of a list" },
      optional: { kind: "view kind" },
    },
    answers: [answer({ id: "integer" })],
  },
  {
    decision: "Views",
    method: "DELETE",
    path: "/api/views/:id",
    answers: [says("View has been deleted successfully.")],
  },
  ...additiveQrRows,
  ...changeRows,
  ...jobRows,
  ...importRows,
  {
    decision: "Export",
    method: "POST",
    path: "/api/export",
    body: {
      required: { what: "word", format: "word", select: "selection" },
      optional: { bom: "boolean", from: "timestamp", to: "timestamp" },
    },
    answersFile: true,
    answers: ["anything"],
  },
  {
    decision: "Export: what can't come along is told before",
    method: "POST",
    path: "/api/export/told",
    body: { required: { format: "word", select: "selection" }, optional: {} },
    answers: [
      answer({
        links: "count",
        left: {
          listOf: {
            keys: {
              what: "string",
              links: "count",
              says: "string",
              aliases: { listOf: "string" },
            },
          },
        },
      }),
    ],
  },
  {
    decision: "The contract as an OpenAPI document, without the envelope",
    method: "GET",
    path: "/api/openapi.json",
    answers: ["anything"],
  },
];

export const additiveRows = rows.map(withChange);
