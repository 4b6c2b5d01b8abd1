import { listEnvelope } from "../../../../contract/envelope.ts";
import type {
  assistantOperations,
  PendingChange,
} from "../../../../contract/server/automation/assistants.ts";
import type { Handlers, HandlersOf } from "../../../api/handlers.ts";
import type { App } from "../../../common/context.ts";
import { offsetOf } from "../../../common/paging.ts";
import { Conflict } from "../../../common/problems.ts";
import { createCallOperation } from "../callOperation.ts";
import type { PendingRecord } from "./pending.ts";

/** `others` are the handlers of what can wait. */
export function createAssistantHandlers(
  { pendingChanges, timestamps }: Pick<App, "pendingChanges" | "timestamps">,
  others: () => Handlers,
): HandlersOf<typeof assistantOperations> {
  const present = ({ id, key, tool, at, asked }: PendingRecord): PendingChange => ({
    id,
    key,
    tool,
    date: timestamps.render(at),
    operation: asked.operation,
    asked: { ...asked.params, ...asked.body },
  });
  const accepting = new Set<number>();
  /** With what only a change that waits needs. */
  const withTools = async () => ({
    ...(await import("./tools/runWrite.ts")),
    call: createCallOperation(others()),
  });

  return {
    async listPending({ query: { page, limit } }) {
      const all = await pendingChanges.all();
      const from = offsetOf({ page, limit });
      const items = all.slice(from, from + limit);
      return listEnvelope("pending", { items, total: all.length, page, limit }, present);
    },
    async previewPending({ params: { id } }) {
      const pending = await pendingChanges.get(id);
      const { previewAsked, call } = await withTools();
      const preview = await previewAsked({ call }, pending.asked, pending);
      return { error: 0, details: present(pending), preview };
    },
    async acceptPending({ params: { id }, body: { token } }) {
      // Twice at once would create two of the same.
      if (accepting.has(id)) throw new Conflict("running", "The change is already being made.");
      accepting.add(id);
      try {
        const pending = await pendingChanges.get(id);
        const { perform, call } = await withTools();
        const { change_id: change } = await perform({ call }, pending.asked, {
          token,
          author: pending,
        });
        await pendingChanges.remove(id);
        // It was made under the assistant's name, so the router doesn't know of it.
        return { error: 0, message: "Change has been accepted.", change };
      } finally {
        accepting.delete(id);
      }
    },
    async dropPending({ params: { id } }) {
      await pendingChanges.remove(id);
      return { error: 0, message: "Change has been rejected." };
    },
  };
}
