import type { Collection } from "../../store/records.ts";
import type { Author, RecordChange, SetSummary, Store } from "../../store/store.ts";
import { createPauses, offsetOf, type PageOf, type PageRequest } from "../../common/paging.ts";
import {
  manyLargeAnswers,
  mostText,
  mostTextAtOnce,
  NotFound,
  pageTooLarge,
} from "../../common/problems.ts";
import { jsonLength } from "../../../contract/fields/jsonLength.ts";
import { changesOf } from "./undo.ts";
import { mayRead, type Reader } from "../../common/origin.ts";

export interface ChangeSetRequest extends PageRequest {
  readonly collection?: Collection | undefined;
  readonly by?: Author | undefined;
  /** Name of the key that was used. */
  readonly key?: string | undefined;
  /** Milliseconds since 1970: from this moment on, and before that one. */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
}

/** What a set did to one record. */
export interface SetOfRecord {
  readonly set: SetSummary;
  readonly change: RecordChange;
}

/** What was changed, for those who may know. */
export interface ChangeSets {
  /** Newest first. */
  page(request: ChangeSetRequest, reader: Reader): Promise<PageOf<SetSummary>>;
  /** Refuses a number that names none. */
  get(id: number, reader: Reader): Promise<SetSummary>;
  /** In the order in which they were made. They are presented one by one, with pauses. */
  records<Item>(
    set: SetSummary,
    request: PageRequest,
    present: (change: RecordChange) => Item,
  ): Promise<PageOf<Item>>;
  /** What became of one record, newest first; presented as those of a set are. */
  ofRecord<Item>(
    record: { readonly collection: Collection; readonly id: number },
    request: Omit<ChangeSetRequest, "collection"> & { readonly reader: Reader },
    present: (change: SetOfRecord) => Item,
  ): Promise<PageOf<Item>>;
}

export function isSeenBy(reader: Reader): (set: Pick<SetSummary, "origin">) => boolean {
  return ({ origin }) => mayRead(reader, origin.scope);
}

/** Bounds the size of a page, and that of all pages that are read at once. */
function createSizeBounds() {
  let all = 0;
  return async function bounded<Page>(
    read: (bound: <Item>(item: Item) => Item) => Promise<Page>,
  ): Promise<Page> {
    let length = 0;
    try {
      return await read((item) => {
        const added = jsonLength(item, mostText);
        length += added;
        all += added;
        if (length > mostText) throw pageTooLarge();
        if (all > mostTextAtOnce) throw manyLargeAnswers();
        return item;
      });
    } finally {
      all -= length;
    }
  };
}

export function createChangeSets({ history }: Pick<Store, "history">): ChangeSets {
  const bounded = createSizeBounds();
  return {
    async page({ page, limit, ...filter }, { isLocal }) {
      const scope = isLocal ? undefined : "api";
      const offset = offsetOf({ page, limit });
      return { ...(await history.sets({ ...filter, scope, offset, limit })), page, limit };
    },
    async get(id, reader) {
      const set = await history.set(id);
      if (set === undefined || !isSeenBy(reader)(set)) {
        throw new NotFound("Change does not exist, or is older than History.");
      }
      return set;
    },
    async records<Item>(
      set: SetSummary,
      request: PageRequest,
      present: (change: RecordChange) => Item,
    ) {
      const first = offsetOf(request);
      const items: Item[] = [];
      const total = changesOf(set);
      if (first >= total) return { items, total, ...request };
      const pause = createPauses();
      return bounded(async (bound) => {
        let place = 0;
        for await (const change of history.records(set.id)) {
          if (place >= first) items.push(present(bound(change)));
          place += 1;
          if (items.length === request.limit) break;
          await pause();
        }
        return { items, total, ...request };
      });
    },
    async ofRecord<Item>(
      { collection, id }: Pick<RecordChange, "collection" | "id">,
      asked: Omit<ChangeSetRequest, "collection"> & { readonly reader: Reader },
      present: (change: SetOfRecord) => Item,
    ) {
      const { by, key: program, from = 0, to = Infinity, reader, ...request } = asked;
      const first = offsetOf(request);
      const items: Item[] = [];
      const pause = createPauses();
      const isSeen = isSeenBy(reader);
      const sets = new Map<number, SetSummary | undefined>();
      return bounded(async (bound) => {
        let total = 0;
        for await (const change of history.ofRecord(collection, id)) {
          if (!sets.has(change.set)) sets.set(change.set, await history.set(change.set));
          const set = sets.get(change.set);
          if (set === undefined || !isSeen(set)) continue;
          const { by: side, key: user } = set.origin;
          if (set.at < from || set.at >= to || (by !== undefined && side !== by)) continue;
          if (program !== undefined && user !== program) continue;
          if (total >= first && items.length < request.limit)
            items.push(present({ set, change: bound(change) }));
          total += 1;
          await pause();
        }
        return { items, total, ...request };
      });
    },
  };
}
