import { listEnvelope } from "../../../contract/envelope.ts";
import type { tagOperations } from "../../../contract/resources/tags.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createTagHandlers({ tags }: App): HandlersOf<typeof tagOperations> {
  return {
    async listTags({ query }) {
      return listEnvelope("tags", await tags.page(query), ({ tag, color, links, clicks }) => ({
        tag,
        color,
        links: links.size,
        clicks,
      }));
    },
    async updateTag({ params, body }) {
      const done = await tags.update(params.tag, body);
      return { error: 0, message: "Tag has been updated successfully.", ...done };
    },
    async deleteTag({ params }) {
      const done = await tags.remove(params.tag);
      return { error: 0, message: "Tag has been deleted successfully.", ...done };
    },
  };
}
