import type { OverlayRecord } from "../../store/records.ts";
import type { Store } from "../../store/store.ts";
import { type Attachments, createAttachments } from "../links/linkAddons.ts";
import type { ContactSubmissions } from "./contactSubmissions.ts";

export type Overlay = OverlayRecord;

export type OverlayService = Attachments<"overlays">;

export function createOverlays(options: {
  store: Store;
  contactAnswers: Pick<ContactSubmissions, "removeAll">;
  clock: () => number;
}): OverlayService {
  const overlays = createAttachments({
    ...options,
    collection: "overlays",
    name: "Overlay",
  });

  return {
    ...overlays,
    async remove(id) {
      const links = await overlays.remove(id);
      await options.contactAnswers.removeAll(id);
      return links;
    },
  };
}
