import type { Message } from "../../../contract/messages/messages.ts";
import type { Collection } from "../../store/records.ts";
import type { RecordChange } from "../../store/store.ts";
import { currentOrigin } from "../../common/origin.ts";
import type { Link } from "../links/service.ts";
import { createPauses, offsetOf, type PageOf, type PageRequest } from "../../common/paging.ts";
import { Conflict, NotFound } from "../../common/problems.ts";
import { createSearch } from "../../common/search.ts";
import { calledAs, isChange } from "./decision.ts";
import { createStagedStore } from "./stagedStore.ts";
import { reverse } from "./reverse.ts";
import type { BatchChange } from "./batchChange.ts";
import { isSeenBy } from "./changeSets.ts";
import { weightOfChange } from "./undo.ts";
import type { Reader } from "../../common/origin.ts";
import type { App } from "../../common/context.ts";

/** A deleted record that can still come back. */
export interface Trashed {
  readonly collection: Collection;
  readonly id: number;
  readonly name: string;
  /** As it was. Null: not a link. */
  readonly link: Pick<Link, "alias" | "domain"> | null;
  /** When it was deleted; milliseconds since 1970. */
  readonly at: number;
  /** The set that deleted it. */
  readonly set: number;
  /** Why it can't come back as things are; null: it can. */
  readonly obstacle: Message | null;
}

export interface Trash {
  /** Latest deletion first. */
  page(
    request: PageRequest & {
      readonly collections: readonly Collection[];
      readonly q?: string | undefined;
    },
    reader: Reader,
  ): Promise<PageOf<Trashed>>;
  /** Brings deleted records back. */
  restoring(
    collection: Collection,
    ids: readonly number[],
    reader: Reader,
  ): BatchChange<RecordChange>;
  /** The same of one record, at once. */
  restore(collection: Collection, id: number, reader: Reader): Promise<void>;
}

export function createTrash(app: Pick<App, "store" | "batchChanges" | "invariants">): Trash {
  const { store, batchChanges, invariants } = app;
  const { history } = store;

  /** The sets of the deletions that were looked at: many are of one. */
  function createSeen(reader: Reader) {
    const isSeen = isSeenBy(reader);
    const known = new Map<number, boolean>();
    return async ({ set }: RecordChange): Promise<boolean> => {
      const before = known.get(set);
      if (before !== undefined) return before;
      const summary = await history.set(set);
      const isShown = summary !== undefined && isSeen(summary);
      known.set(set, isShown);
      return isShown;
    };
  }

  function obstacleTo(change: RecordChange): Message | null {
    const draft = createStagedStore(store);
    const decision = reverse(change, { draft, force: false });
    if (!isChange(decision)) return decision.conflicts[0]?.detail ?? null;
    return invariants.violation(draft, change.collection, decision, decision.wasAt)?.detail ?? null;
  }

  function present(change: RecordChange): Trashed {
    const { collection, id, at, set, before } = change;
    const record = before ?? {};
    // Somebody may have written into the history.
    const { alias, domain } = record;
    const isLink = collection === "links" && typeof alias === "string";
    const link = isLink ? { alias, ...(typeof domain === "number" && { domain }) } : null;
    return { collection, id, name: calledAs(record), link, at, set, obstacle: obstacleTo(change) };
  }

  /** What deleted a record that is gone; undefined: it is there, was never, or is forgotten. */
  async function removalOf(collection: Collection, id: number): Promise<RecordChange | undefined> {
    if (store.table(collection).get(id) !== undefined) return undefined;
    for await (const change of history.ofRecord(collection, id)) {
      return change.after === null ? change : undefined;
    }
    return undefined;
  }

  function restoring(collection: Collection, ids: readonly number[], reader: Reader) {
    const isShown = createSeen(reader);
    async function* items(): AsyncGenerator<RecordChange> {
      for (const id of ids) {
        const removal = await removalOf(collection, id);
        if (removal !== undefined && (await isShown(removal))) yield removal;
      }
    }
    return {
      about: { restore: collection, ids },
      items,
      keyOf: ({ id }: RecordChange) => String(id),
      weightOf: weightOfChange,
      decide: (change: RecordChange, draft: ReturnType<typeof createStagedStore>) =>
        reverse(change, { draft, force: false }),
      total: ids.length,
    };
  }

  return {
    restoring,
    async page({ collections, q, page, limit }, reader) {
      const finds = createSearch(q);
      const isShown = createSeen(reader);
      const pause = createPauses();
      const first = offsetOf({ page, limit });
      const items: Trashed[] = [];
      let total = 0;
      for await (const change of latestFirst(collections.map((name) => history.removed(name)))) {
        await pause();
        if (finds !== undefined && !finds(wordsOf(change))) continue;
        if (!(await isShown(change))) continue;
        if (total >= first && items.length < limit) items.push(present(change));
        total += 1;
      }
      return { items, total, page, limit };
    },
    async restore(collection, id, reader) {
      const origin = currentOrigin();
      if (origin === undefined) throw new Error("Nobody asked for this.");
      const conflicts: Message[] = [];
      const { counts } = await batchChanges.run(restoring(collection, [id], reader), origin, {
        signal: new AbortController().signal,
        progress: () => undefined,
        conflict: ({ detail }) => conflicts.push(detail),
      });
      const [conflict] = conflicts;
      if (conflict !== undefined && counts.added === 0)
        throw new Conflict("blocked", conflict.message);
      if (counts.matched === 0) throw new NotFound("The record isn't in the trash.");
    },
  };
}

/** The words that a search looks through: every text of the record. */
function wordsOf({ before }: RecordChange): string[] {
  const { password: _, ...fields } = before ?? {};
  return Object.values(fields).filter((value) => typeof value === "string");
}

/** Several lists that are each in order, as one. */
async function* latestFirst(
  lists: readonly AsyncIterable<RecordChange>[],
): AsyncGenerator<RecordChange> {
  const readers = lists.map((list) => list[Symbol.asyncIterator]());
  try {
    const heads = await Promise.all(readers.map(async (reader) => reader.next()));
    for (;;) {
      let latest = -1;
      for (const [place, head] of heads.entries()) {
        const before = heads[latest];
        if (head.done === true) continue;
        if (
          before === undefined ||
          before.done === true ||
          head.value.commit > before.value.commit
        ) {
          latest = place;
        }
      }
      const head = heads[latest];
      const reader = readers[latest];
      if (head === undefined || reader === undefined || head.done === true) return;
      yield head.value;
      heads[latest] = await reader.next();
    }
  } finally {
    await Promise.all(readers.map(async (reader) => reader.return?.()));
  }
}
