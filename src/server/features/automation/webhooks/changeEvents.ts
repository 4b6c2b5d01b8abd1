import type { LinkPresenter } from "../../links/presentLink.ts";
import type { Store, SetSummary } from "../../../store/store.ts";
import { createPauses } from "../../../common/paging.ts";
import { linkRecord } from "../../../store/records.ts";
import { fittingLink, type HookEvent, messageId, partsOf } from "./events.ts";

/** An event that was found, with the id of its message. */
export interface FoundEvent {
  readonly message: string;
  readonly event: HookEvent;
}

/** What became of a link in a change set: a number, as an import may have a million of them. */
const wasThere = 1;
const isThere = 2;

/** How many links a change set may have changed. */
export function linksIn({ counts }: SetSummary): number {
  const { added, changed, removed } = counts.get("links") ?? { added: 0, changed: 0, removed: 0 };
  return added + changed + removed;
}

/**
 * What a change set comes to: one event for a link, and for several links their ids. Others get their
 * turn meanwhile. Once `isEnding`, it comes to nothing, and is looked at again after the next start.
 */
export async function* changeEvents(
  app: { readonly store: Pick<Store, "history" | "links">; readonly linkPresenter: LinkPresenter },
  set: SetSummary,
  { seed, isEnding }: { readonly seed: string; readonly isEnding: () => boolean },
): AsyncGenerator<FoundEvent> {
  const { store, linkPresenter } = app;
  const pause = createPauses();
  const links = new Map<number, number>();
  /** Of many links nothing but their ids is sent: of one, as it was created or deleted. */
  let record: unknown = null;
  for await (const { collection, id, before, after } of store.history.records(set.id)) {
    await pause();
    if (isEnding()) return;
    if (collection !== "links") continue;
    const earlier = (links.get(id) ?? (before === null ? 0 : wasThere)) & wasThere;
    links.set(id, earlier | (after === null ? 0 : isThere));
    const known = after === null ? before : before === null ? after : null;
    record = links.size > 1 ? null : known;
  }
  const common = { at: set.at, change: set.id, by: set.origin.by } as const;
  const changed = { created: [] as number[], updated: [] as number[], deleted: [] as number[] };
  const lists = new Map([
    [isThere, changed.created],
    [wasThere | isThere, changed.updated],
    [wasThere, changed.deleted],
  ]);
  for (const [id, became] of links) {
    await pause();
    lists.get(became)?.push(id);
  }
  const { created, updated, deleted } = changed;
  if (created.length + updated.length + deleted.length > 1) {
    let parts = 0;
    for (const _ of partsOf(changed)) {
      await pause();
      parts += 1;
    }
    const { operation } = set.origin;
    let part = 0;
    for (const ids of partsOf(changed)) {
      await pause();
      if (isEnding()) return;
      part += 1;
      yield {
        message: messageId(seed, "set", set.id, part - 1),
        event: { ...common, type: "change.made", data: { operation, part, parts, links: ids } },
      };
    }
    return;
  }
  const [id] = [...created, ...updated, ...deleted];
  if (id === undefined) return;
  // As it is by now; of one that is gone as it was in this change.
  const link = store.links.get(id) ?? linkRecord.safeParse(record).data;
  if (link === undefined) return;
  const type =
    deleted.length > 0 ? "link.deleted" : created.length > 0 ? "link.created" : "link.updated";
  const data = fittingLink(linkPresenter.details(link));
  yield { message: messageId(seed, "set", set.id), event: { ...common, type, data } };
}
