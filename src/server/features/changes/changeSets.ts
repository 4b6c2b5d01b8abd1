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
import { textLength } from "../../../util/textLength.ts";
import { changesOf } from "./undo.ts";
import { mayRead, type Reader } from "../../common/origin.ts";

export interface ChangeSetRequest extends PageRequest {
  readonly collection?: Collection | undefined;
  readonly by?: Author | undefined;
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
  /** In the order in which they were made. */
  records(set: SetSummary, request: PageRequest): Promise<PageOf<RecordChange>>;
  /** What became of one record, newest first. */
  ofRecord(
    record: { readonly collection: Collection; readonly id: number },
    request: Omit<ChangeSetRequest, "collection">,
    reader: Reader,
  ): Promise<PageOf<SetOfRecord>>;
}

export function isSeenBy(reader: Reader): (set: Pick<SetSummary, "origin">) => boolean {
  return ({ origin }) => mayRead(reader, origin.scope);
}

/** Bounds the text of a page, and that of all pages that are read at once. */
function createTextBounds() {
  let all = 0;
  return async function bounded<Page>(
    read: (bound: <Item>(item: Item) => Item) => Promise<Page>,
  ): Promise<Page> {
    let length = 0;
    try {
      return await read((item) => {
        const added = textLength(item);
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
  const bounded = createTextBounds();
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
    async records(set, request) {
      const first = offsetOf(request);
      const items: RecordChange[] = [];
      const total = changesOf(set);
      if (first >= total) return { items, total, ...request };
      const pause = createPauses();
      return bounded(async (bound) => {
        let place = 0;
        for await (const change of history.records(set.id)) {
          if (place >= first) items.push(bound(change));
          place += 1;
          if (items.length === request.limit) break;
          await pause();
        }
        return { items, total, ...request };
      });
    },
    async ofRecord({ collection, id }, { by, from = 0, to = Infinity, ...request }, reader) {
      const first = offsetOf(request);
      const items: SetOfRecord[] = [];
      const isSeen = isSeenBy(reader);
      const sets = new Map<number, SetSummary | undefined>();
      return bounded(async (bound) => {
        let total = 0;
        for await (const change of history.ofRecord(collection, id)) {
          if (!sets.has(change.set)) sets.set(change.set, await history.set(change.set));
          const set = sets.get(change.set);
          if (set === undefined || !isSeen(set)) continue;
          if (set.at < from || set.at >= to || (by !== undefined && set.origin.by !== by)) continue;
          if (total >= first && items.length < request.limit)
            items.push({ set, change: bound(change) });
          total += 1;
        }
        return { items, total, ...request };
      });
    },
  };
}
