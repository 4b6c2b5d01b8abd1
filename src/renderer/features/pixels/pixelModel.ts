import type { ResponseOf } from "../../../contract/operation.ts";
import { pixelOperations, type PixelType } from "../../../contract/resources/pixels.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { type RecordModel, sending } from "../../ui/edit/recordModel.ts";
import { platformOf } from "./platforms.ts";

export type Pixel = ResponseOf<typeof pixelOperations.getPixel>["details"];

export interface PixelValues {
  /** "": not chosen yet. */
  readonly type: PixelType | "";
  readonly name: string;
  readonly tag: string;
}

/** Whether a tag is none that its platform would give. */
export function isOdd({ type, tag }: Pick<PixelValues, "type" | "tag">): boolean {
  const typed = tag.trim();
  return type !== "" && typed !== "" && !platformOf(type).looks.test(typed);
}

export const pixelModel: RecordModel<PixelValues, Pixel> = {
  kind: "pixels",
  empty: { type: "", name: "", tag: "" },
  valuesOf: ({ type, name, tag }) => ({ type, name, tag }),
  sentOf: ({ type, name, tag }) => ({ type, name, tag: tag.trim() }),
  always: ["tag"],
  nameOf: ({ name }) => name,
  read: async (id, signal) => (await api.call("getPixel", { params: { id } }, signal)).details,
  add: sending("addPixel", {}),
  update: (id) => sending("updatePixel", { id }),
  check: ({ type }, _before, t) => (type === "" ? { type: t("pixels.platformNeeded") } : {}),
  isDoubtful: (values, before) => values.tag !== before?.tag && isOdd(values),
  refresh: () => queryClient.refresh(["pixels"]),
};
