import { listEnvelope } from "../../../contract/envelope.ts";
import type { pixelOperations, PixelType } from "../../../contract/pixels.ts";
import type { Pixel, PixelService } from "./service.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { listRequest } from "../../api/listRequest.ts";

export function createPixelHandlers(
  pixels: PixelService,
  timestamps: Timestamps,
): HandlersOf<typeof pixelOperations> {
  const present = ({ id, type, name, tag, createdAt }: Pixel) => ({
    id,
    // Only what the contract's schema let in is stored.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    type: type as PixelType,
    name,
    tag,
    date: timestamps.render(createdAt),
  });

  const listed = (pixel: Pixel) => ({ ...present(pixel), links: pixels.linksOf(pixel.id) });

  return {
    async listPixels({ query }) {
      const { type, unused, order, direction } = query;
      const page = await pixels.page({ ...listRequest(query), type, unused, order, direction });
      return listEnvelope("pixels", page, listed);
    },
    getPixel: ({ params }) => ({ error: 0, details: listed(pixels.get(params.id)) }),
    async addPixel({ body: { type, name, tag } }) {
      return { error: 0, id: (await pixels.add({ type, name, tag })).id };
    },
    async updatePixel({ params, body: { name, tag, expect } }) {
      await pixels.update(params.id, { name, tag }, [], (pixel) => {
        checkExpected(expect, present(pixel));
      });
      return { error: 0, message: "Pixel has been updated successfully." };
    },
    async deletePixel({ params }) {
      const links = await pixels.remove(params.id);
      return { error: 0, message: "Pixel has been deleted successfully.", links };
    },
  };
}
