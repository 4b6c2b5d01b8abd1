import { z } from "zod";
import { done, doneForLinks, listOf, success } from "../envelope.ts";
import { flag, idPath, nothing, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { operation } from "../operation.ts";
import { addedFields, answeredFields, updatedFields } from "../fields/recordSchemas.ts";
import { pixelFields, pixelTypes } from "../fields/recordTables.ts";

export type PixelType = (typeof pixelTypes)[number][0];

const documentNames = pixelTypes.map(([type]) => type);
const vendorNames = new Map<string, PixelType>(pixelTypes.map(([type, vendor]) => [vendor, type]));

const pixelType = z.union(
  [
    z.enum(documentNames),
    z.enum(pixelTypes.map(([, vendor]) => vendor)).transform((sent, context): PixelType => {
      const type = vendorNames.get(sent);
      if (type !== undefined) return type;
      context.addIssue("must be a pixel type");
      return z.NEVER;
    }),
  ],
  { error: `must be one of ${documentNames.join(", ")}` },
);

export const pixel = z.object({ id: z.int(), ...answeredFields(pixelFields), date: timestamp });

/** As lists and its own page have it. */
const listedPixel = pixel.extend({
  links: z.int().nonnegative().describe("Number of links that use the pixel"),
});

/** The type of a pixel stays what it is, and its tag is sent each time. */
const { clear: _clear, type: _type, ...updated } = updatedFields(pixelFields);
const { tag, ...created } = addedFields(pixelFields);

export const pixelOperations = {
  listPixels: operation({
    method: "GET",
    path: "/api/pixels",
    scope: "api",
    summary: "List the tracking pixels.",
    params: nothing,
    query: z.object({
      ...paging,
      type: pixelType.optional().meta({ description: "Whose pixels they are", type: "string" }),
      unused: flag.optional().meta({ description: "Whether no link uses them" }),
      ...lenientSorting(
        ["date", "name", "type", "links"],
        "date (newest first), name, type, links (most first)",
      ),
    }),
    body: nothing,
    response: listOf("pixels", listedPixel),
  }),
  getPixel: operation({
    method: "GET",
    path: "/api/pixel/:id",
    scope: "api",
    summary: "Show a tracking pixel.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: success({ details: listedPixel }),
  }),
  addPixel: operation({
    method: "POST",
    path: "/api/pixel/add",
    scope: "api",
    summary: "Create a tracking pixel.",
    params: nothing,
    query: nothing,
    body: z.object({
      ...created,
      type: pixelType.describe("Platform of the pixel; the platforms' own names work too"),
      tag,
    }),
    response: success({ id: z.int() }),
  }),
  updatePixel: operation({
    method: "PUT",
    path: "/api/pixel/:id/update",
    scope: "api",
    summary: "Change a tracking pixel's tag and name.",
    params: idPath,
    query: nothing,
    body: z.object({ ...updated, tag }),
    response: done("Pixel has been updated successfully."),
  }),
  deletePixel: operation({
    method: "DELETE",
    path: "/api/pixel/:id/delete",
    scope: "api",
    summary: "Delete a tracking pixel and take it off its links.",
    params: idPath,
    query: nothing,
    body: nothing,
    response: doneForLinks("Pixel has been deleted successfully."),
  }),
} as const;
