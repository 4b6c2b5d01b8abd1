import { listEnvelope } from "../../../contract/envelope.ts";
import type { viewOperations } from "../../../contract/resources/views.ts";
import type { View } from "./service.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createViewHandlers({ views, timestamps }: App): HandlersOf<typeof viewOperations> {
  const present = ({ id, name, kind, query, createdAt }: View) => ({
    id,
    name,
    kind,
    query,
    date: timestamps.render(createdAt),
  });

  return {
    async listViews({ query }) {
      return listEnvelope("views", await views.page(query), present);
    },
    async addView({ body: { name, kind = "links", query } }) {
      return { error: 0, id: (await views.keep({ name, kind, query })).id };
    },
    async deleteView({ params }) {
      await views.remove(params.id);
      return { error: 0, message: "View has been deleted successfully." };
    },
  };
}
