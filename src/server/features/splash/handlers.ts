import type { splashPageOperations } from "../../../contract/resources/splashPages.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";
import { createAttachmentHandlers } from "../links/linkAddons.ts";

export function createSplashPageHandlers({
  splashPages: pages,
  timestamps,
}: App): HandlersOf<typeof splashPageOperations> {
  const { details, list, add, update, remove } = createAttachmentHandlers({
    attachments: pages,
    collection: "splashPages",
    key: "splash",
    name: "Splash page",
    timestamps,
  });
  return {
    listSplashPages: ({ query }) =>
      list(query, (page) => {
        const { id, name, date } = details(page);
        return { id, name, date, links: pages.linksOf(id) };
      }),
    getSplashPage: ({ params }) => ({ error: 0, details: details(pages.get(params.id)) }),
    addSplashPage: add,
    updateSplashPage: update,
    deleteSplashPage: remove,
  };
}
