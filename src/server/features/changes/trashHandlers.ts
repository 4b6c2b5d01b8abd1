import { listEnvelope } from "../../../contract/envelope.ts";
import { listKinds, type trashOperations } from "../../../contract/changes/trash.ts";
import type { Link } from "../links/service.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import { collectionOf, kindOf } from "./presentChanges.ts";
import type { App } from "../../common/context.ts";

export function createTrashHandlers(app: App): HandlersOf<typeof trashOperations> {
  const { trash, batchAnswers: answers, domains, addresses, timestamps } = app;

  /** Null: the link's domain was deleted as well. */
  function shortUrl(link: Pick<Link, "alias" | "domain">): string | null {
    return link.domain === undefined || domains.has(link.domain) ? addresses.short(link) : null;
  }

  return {
    async listTrash({ query: { kind, q, ...page } }, reader) {
      const kinds = kind === undefined ? listKinds : [kind];
      const request = { ...page, collections: kinds.map(collectionOf), q };
      const found = await trash.page(request, reader);
      return listEnvelope(
        "records",
        found,
        ({ collection, id, name, link, at, set, obstacle }) => ({
          kind: kindOf[collection],
          id,
          name,
          shorturl: link && shortUrl(link),
          date: timestamps.render(new Date(at).toISOString()),
          change: set,
          restorable: obstacle === null,
          obstacle: obstacle?.message ?? null,
          ...(obstacle !== null && { code: obstacle.code, values: obstacle.values }),
        }),
      );
    },
    async restoreFromTrash({ body: { kind, ids, wait } }, reader) {
      const batch = trash.restoring(collectionOf(kind), ids, reader);
      return { error: 0, job: await answers.run(batch, { kind: "undo", wait }) };
    },
  };
}
