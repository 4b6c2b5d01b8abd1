import { z } from "zod";
import { done, listOf, success } from "../envelope.ts";
import { flag, id, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { channelFields } from "../fields/recordTables.ts";

const created = { id: z.int(), ...answeredFields(channelFields) };

/** What is known of a channel beside what its owner sets. */
const counted = {
  links: z.int().nonnegative().describe("Number of links"),
  bios: z.int().nonnegative().describe("Number of bio pages"),
  qrs: z.int().nonnegative().describe("Number of QR codes"),
  clicks: z.int().nonnegative().describe("Clicks on the channel's links, without bots"),
  date: timestamp,
};

/** As lists and its own page have it. */
export const channel = z.object({ ...created, ...counted });

/** What a channel holds, as the contract's paths name it. */
export const channelItemTypes = ["links", "bio", "qr"] as const;

export const channelItem = z.object({
  type: z.enum(channelItemTypes).describe("Item type: links, bio (bio page) or qr (QR code)"),
  id: z.int(),
  title: z.string().describe("Name or title of the item"),
  preview: z.string().describe("URL of an image of the item, or the item's own URL"),
  link: z.string().describe("Destination URL, or the item's own URL"),
  date: z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/)
    .describe("Date of creation, YYYY-MM-DD in the account's time zone"),
});

const itemTypeFault = `must be one of ${channelItemTypes.join(", ")}`;

const itemPath = z.object({
  channelid: id,
  type: z
    .enum(channelItemTypes, itemTypeFault)
    .describe("Item type: links, bio (bio page) or qr (QR code)"),
  itemid: id,
});

export const channelOperations = {
  listChannels: api.get("/api/channels", {
    summary: "List channels.",
    query: z.object({
      ...paging,
      starred: flag.optional().meta({ description: "Filter by whether channels are starred" }),
      ...lenientSorting(
        ["date", "name", "links", "clicks"],
        "Sort order: date (newest first), name, links (most first) or clicks (most first). Defaults to date",
      ),
    }),
    response: listOf("channels", channel),
  }),
  getChannel: api.get("/api/channel/:id/details", {
    summary: "Show a channel.",
    response: success({ details: channel }),
  }),
  listChannelItems: api.get("/api/channel/:id", {
    summary: "List the links, bio pages and QR codes of a channel.",
    query: z.object({
      ...paging,
      type: z
        .enum(channelItemTypes, itemTypeFault)
        .optional()
        .meta({ description: "Only items of this type: links, bio (bio pages) or qr (QR codes)" }),
    }),
    response: listOf("items", channelItem),
  }),
  addChannel: api.post("/api/channel/add", {
    summary: "Create a channel.",
    body: z.object(addedFields(channelFields)),
    response: success(created),
  }),
  assignChannelItem: api.post("/api/channel/:channelid/assign/:type/:itemid", {
    summary: "Add a link, bio page or QR code to a channel.",
    params: itemPath,
    response: done("Item successfully added to the channel."),
  }),
  unassignChannelItem: api.delete("/api/channel/:channelid/assign/:type/:itemid", {
    summary: "Remove a link, bio page or QR code from a channel.",
    params: itemPath,
    response: done("Item successfully removed from the channel."),
  }),
  updateChannel: api.put("/api/channel/:id/update", {
    summary: "Update a channel; omitted fields don't change.",
    body: z.object(updatedFields(channelFields)),
    response: done("Channel has been updated successfully."),
  }),
  deleteChannel: api.delete("/api/channel/:id/delete", {
    summary: "Delete a channel without deleting its items.",
    response: done("Channel has been deleted successfully."),
  }),
} as const;
