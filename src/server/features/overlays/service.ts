import { type Attachments, createAttachments } from "../links/linkAddons.ts";
import type { App } from "../../common/context.ts";

export type OverlayService = Attachments<"overlays">;

export function createOverlays(
  app: Pick<App, "store" | "contactAnswers" | "clock">,
): OverlayService {
  const overlays = createAttachments({
    ...app,
    collection: "overlays",
    name: "Overlay",
  });

  return {
    ...overlays,
    async remove(id) {
      const links = await overlays.remove(id);
      await app.contactAnswers.removeAll(id);
      return links;
    },
  };
}
