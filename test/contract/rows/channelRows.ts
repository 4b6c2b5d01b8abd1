import { answer, type ContractRow, paged, pageOf, says, type Wire } from "./row.ts";

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
