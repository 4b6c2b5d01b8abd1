import type { PixelRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { type Attachments, createAttachments } from "../links/linkAddons.ts";

export type Pixel = PixelRecord;

export type PixelService = Attachments<"pixels">;

export function createPixels(options: { store: Store; clock: () => number }): PixelService {
  return createAttachments({
    ...options,
    collection: "pixels",
    name: "Pixel",
  });
}
