import type { LinkPresenter } from "../../links/presentLink.ts";
import type { Store, SetSummary } from "../../../store/store.ts";
import { linkRecord } from "../../../store/records.ts";
import { fittingLink, type HookEvent, messageId, partsOf } from "./events.ts";

/** An event that was found, with the id of its message. */
export interface FoundEvent {
  readonly message: string;
  readonly event: HookEvent;
}

/** What became of a link in a change set. */
interface LinkChange {
  readonly wasThere: boolean;
  readonly isThere: boolean;
  /** As it was created, or as it was when it was deleted. */
  readonly record: unknown;
}

/** How many links a change set may have changed. */
export function linksIn({ counts }: SetSummary): number {
  const { added, changed, removed } = counts.get("links") ?? { added: 0, changed: 0, removed: 0 };
  return added + changed + removed;
}

/** What a change set comes to: one event for a link, and for several links their ids. */
export async function* changeEvents(
  app: { readonly store: Store; readonly linkPresenter: LinkPresenter },
  set: SetSummary,
  seed: string,
): AsyncGenerator<FoundEvent> {
  const { store, linkPresenter } = app;
  const links = new Map<number, LinkChange>();
  for await (const { collection, id, before, after } of store.history.records(set.id)) {
    if (collection !== "links") continue;
    const earlier = links.get(id);
    links.set(id, {
      wasThere: earlier?.wasThere ?? before !== null,
      isThere: after !== null,
      // Of many links nothing but their ids is sent.
      record: links.size > 1 ? null : after === null ? before : before === null ? after : null,
    });
  }
  const common = { at: set.at, change: set.id, by: set.origin.by } as const;
  const ids = (wasThere: boolean, isThere: boolean) =>
    [...links].flatMap(([id, link]) =>
      link.wasThere === wasThere && link.isThere === isThere ? [id] : [],
    );
  const [created, updated, deleted] = [ids(false, true), ids(true, true), ids(true, false)];
  if (created.length + updated.length + deleted.length > 1) {
    const parts = [...partsOf({ created, updated, deleted })];
    for (const [index, part] of parts.entries()) {
      const { operation } = set.origin;
      yield {
        message: messageId(seed, "set", set.id, index),
        event: {
          ...common,
          type: "change.made",
          data: { operation, part: index + 1, parts: parts.length, links: part },
        },
      };
    }
    return;
  }
  for (const [id, { wasThere, isThere, record }] of links) {
    if (!wasThere && !isThere) continue;
    const type = isThere ? (wasThere ? "link.updated" : "link.created") : "link.deleted";
    // As it is by now; of one that is gone as it was in this change.
    const link = store.links.get(id) ?? linkRecord.safeParse(record).data;
    if (link === undefined) continue;
    const data = fittingLink(linkPresenter.details(link));
    yield { message: messageId(seed, "set", set.id), event: { ...common, type, data } };
  }
}
