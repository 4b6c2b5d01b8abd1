import type { PixelRecord } from "../../store/records.ts";
import { type Attachments, createAttachments } from "../links/linkAddons.ts";
import type { App } from "../../common/context.ts";

export type Pixel = PixelRecord;

export type PixelService = Attachments<"pixels">;

export function createPixels(app: Pick<App, "store" | "clock">): PixelService {
  return createAttachments({
    ...app,
    collection: "pixels",
    name: "Pixel",
  });
}
