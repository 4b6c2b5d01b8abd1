import { z } from "zod";
import { done, doneForLinks, listOf, success } from "../envelope.ts";
import { flag, paging, lenientSorting, timestamp } from "../fields/fields.ts";
import { api } from "../operation.ts";
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
      context.addIssue(`must be one of ${documentNames.join(", ")}`);
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
  listPixels: api.get("/api/pixels", {
    summary: "List tracking pixels.",
    query: z.object({
      ...paging,
      type: pixelType
        .optional()
        .meta({ description: "Only pixels of this platform", type: "string" }),
      unused: flag.optional().meta({ description: "Filter by whether pixels are unused" }),
      ...lenientSorting(
        ["date", "name", "type", "links"],
        "Sort order: date (newest first), name, type or links (most first). Defaults to date",
      ),
    }),
    response: listOf("pixels", listedPixel),
  }),
  getPixel: api.get("/api/pixel/:id", {
    summary: "Show a tracking pixel.",
    response: success({ details: listedPixel }),
  }),
  addPixel: api.post("/api/pixel/add", {
    summary: "Create a tracking pixel.",
    body: z.object({
      ...created,
      type: pixelType.describe(
        "Platform of the pixel. Names such as socialnetpixel and fbpixel mean the same platform",
      ),
      tag,
    }),
    response: success({ id: z.int() }),
  }),
  updatePixel: api.put("/api/pixel/:id/update", {
    summary: "Update a tracking pixel's tag and name.",
    body: z.object({ ...updated, tag }),
    response: done("Pixel has been updated successfully."),
  }),
  deletePixel: api.delete("/api/pixel/:id/delete", {
    summary: "Delete a tracking pixel and remove it from its links.",
    response: doneForLinks("Pixel has been deleted successfully."),
  }),
} as const;
