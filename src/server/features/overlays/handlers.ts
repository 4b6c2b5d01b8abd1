import { listEnvelope } from "../../../contract/envelope.ts";
import type { overlayOperations } from "../../../contract/overlays.ts";
import type { Overlay, OverlayService } from "./service.ts";
import { overlayLook } from "../../common/shownDefaults.ts";
import type { ContactSubmissions } from "./contactSubmissions.ts";
import type { Timestamps } from "../../common/timestamps.ts";
import type { ContactAnswerOperations } from "./answerHandlers.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { listRequest } from "../../api/listRequest.ts";

export function createOverlayHandlers(
  overlays: OverlayService,
  contactAnswers: Pick<ContactSubmissions, "countsOf">,
  timestamps: Timestamps,
): HandlersOf<Omit<typeof overlayOperations, keyof ContactAnswerOperations>> {
  const item = ({ id, type, name, createdAt }: Overlay) => ({
    id,
    type,
    name,
    date: timestamps.render(createdAt),
  });

  const listed = (overlay: Overlay) => ({
    ...item(overlay),
    links: overlays.linksOf(overlay.id),
    ...contactAnswers.countsOf(overlay.id),
  });

  function details(overlay: Overlay) {
    const { message = "", label = "", button = "", link = "", thanks = "" } = overlay;
    const { fields = [] } = overlay;
    const texts = { message, label, button, link, thanks };
    return { ...item(overlay), ...texts, fields, ...overlayLook(overlay) };
  }

  return {
    async listOverlays({ query }) {
      const { type, unused, order, direction } = query;
      const page = await overlays.page({ ...listRequest(query), type, unused, order, direction });
      return listEnvelope("cta", page, listed);
    },
    getOverlay({ params }) {
      return { error: 0, details: details(overlays.get(params.id)) };
    },
    async addOverlay({ body }) {
      return { error: 0, id: (await overlays.add(body)).id };
    },
    async updateOverlay({ params, body: { clear, expect, ...fields } }) {
      await overlays.update(params.id, fields, clear ?? [], (overlay) => {
        checkExpected(expect, details(overlay));
      });
      return { error: 0, message: "Overlay has been updated successfully." };
    },
    async deleteOverlay({ params }) {
      const links = await overlays.remove(params.id);
      return { error: 0, message: "Overlay has been deleted successfully.", links };
    },
  };
}
