import type { pixelOperations } from "../../../contract/resources/pixels.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";
import { createAttachmentHandlers } from "../links/linkAddons.ts";
import type { Pixel } from "./service.ts";

export function createPixelHandlers({
  pixels,
  timestamps,
}: App): HandlersOf<typeof pixelOperations> {
  const { details, list, add, update, remove } = createAttachmentHandlers({
    attachments: pixels,
    collection: "pixels",
    key: "pixels",
    name: "Pixel",
    timestamps,
  });
  const listed = (pixel: Pixel) => ({ ...details(pixel), links: pixels.linksOf(pixel.id) });
  return {
    listPixels: ({ query }) => list(query, listed),
    getPixel: ({ params }) => ({ error: 0, details: listed(pixels.get(params.id)) }),
    addPixel: add,
    updatePixel: update,
    deletePixel: remove,
  };
}
