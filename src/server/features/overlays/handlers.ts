import type { overlayOperations } from "../../../contract/resources/overlays.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";
import { createAttachmentHandlers } from "../links/linkAddons.ts";
import type { ContactAnswerOperations } from "./answerHandlers.ts";

export function createOverlayHandlers({
  overlays,
  contactAnswers,
  timestamps,
}: App): HandlersOf<Omit<typeof overlayOperations, keyof ContactAnswerOperations>> {
  const { details, list, add, update, remove } = createAttachmentHandlers({
    attachments: overlays,
    collection: "overlays",
    key: "cta",
    name: "Overlay",
    timestamps,
  });
  return {
    listOverlays: ({ query }) =>
      list(query, (overlay) => {
        const { id, type, name, date } = details(overlay);
        return {
          id,
          type,
          name,
          date,
          links: overlays.linksOf(id),
          ...contactAnswers.countsOf(id),
        };
      }),
    getOverlay: ({ params }) => ({ error: 0, details: details(overlays.get(params.id)) }),
    addOverlay: add,
    updateOverlay: update,
    deleteOverlay: remove,
  };
}
