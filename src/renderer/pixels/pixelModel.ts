import type { ResponseOf } from "../../contract/operation.ts";
import { pixelOperations, type PixelType } from "../../contract/pixels.ts";
import { api, queryClient } from "../api.ts";
import { type RecordModel, sending } from "../edit/recordModel.ts";

export type Pixel = ResponseOf<typeof pixelOperations.getPixel>["details"];

export interface PixelValues {
  /** "": not chosen yet. */
  readonly type: PixelType | "";
  readonly name: string;
  readonly tag: string;
}

export const pixelModel: RecordModel<PixelValues, Pixel> = {
  kind: "pixels",
  empty: { type: "", name: "", tag: "" },
  valuesOf: ({ type, name, tag }) => ({ type, name, tag }),
  sentOf: ({ type, name, tag }) => ({ type, name, tag: tag.trim() }),
  always: ["tag"],
  nameOf: ({ name }) => name,
  read: async (id, signal) => (await api.call("getPixel", { params: { id } }, signal)).details,
  add: sending(pixelOperations.addPixel.body, (body) => api.call("addPixel", { body })),
  update: (id) =>
    sending(pixelOperations.updatePixel.body, (body) =>
      api.call("updatePixel", { params: { id }, body }),
    ),
  check: ({ type }, _before, t) => (type === "" ? { type: t("pixels.platformNeeded") } : {}),
  refresh: () => queryClient.invalidateQueries({ queryKey: ["pixels"] }),
};
