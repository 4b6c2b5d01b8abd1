import type { ContactAnswerRecord } from "../store/records.ts";
import type { Store } from "../store/store.ts";
import type { ContactFields } from "./contactForm.ts";
import type { PageOf } from "./paging.ts";
import { NotFound } from "./problems.ts";
import { pageOf, type ListRequest } from "./resources.ts";

export type ContactAnswer = ContactAnswerRecord;

/** Answers that an overlay keeps; more are refused, so that none is lost to a flood. */
const mostOfOverlay = 10_000;
/** Answers that one visitor may give in an hour. */
const mostOfVisitor = 5;
/** As many as may be several people: their addresses can't be told apart. */
const mostOfCrowd = 60;
/** Milliseconds. */
const hour = 60 * 60_000;
/** Records that one commit takes out. */
const batch = 500;

export interface GivenAnswer {
  readonly overlay: number;
  readonly link: number;
  readonly fields: ContactFields;
  readonly visitor: {
    /** Keyed hash; no address is kept. */
    readonly key: string;
    /** Whether the visitor's address is known; else the key stands for all with one browser. */
    readonly isAddressKnown: boolean;
  };
}

export interface ContactAnswers {
  /** `full`: the overlay keeps no more. `tooMany`: this visitor has given enough for now. */
  add(answer: GivenAnswer): Promise<"kept" | "full" | "tooMany">;
  /** Newest first. */
  page(overlay: number, request: ListRequest): Promise<PageOf<ContactAnswer>>;
  /** Refuses an id that names none of this overlay. */
  remove(overlay: number, id: number): Promise<void>;
  /** Along with a deleted overlay. */
  removeAll(overlay: number): Promise<void>;
}

export function createContactAnswers(options: {
  store: Store;
  clock: () => number;
}): ContactAnswers {
  const { store, clock } = options;
  const table = store.table("contactAnswers");
  const overlays = store.table("overlays");
  /** Ids by overlay, oldest first. */
  const ofOverlay = new Map<number, Set<number>>();
  /** Moments of the last hour by visitor, oldest first; visitors in the order of their last one. */
  const ofVisitor = new Map<string, number[]>();

  for (const { id, overlay, visitor, createdAt } of table.values()) {
    idsOf(overlay).add(id);
    const at = Date.parse(createdAt);
    if (at > clock() - hour) momentsOf(visitor, at).push(at);
  }

  function idsOf(overlay: number): Set<number> {
    const ids = ofOverlay.get(overlay) ?? new Set();
    ofOverlay.set(overlay, ids);
    return ids;
  }

  /** Those that still count; whoever gave none for an hour is forgotten. */
  function momentsOf(visitor: string, now: number): number[] {
    const moments = (ofVisitor.get(visitor) ?? []).filter((moment) => moment > now - hour);
    ofVisitor.delete(visitor);
    for (const [other, [...past]] of ofVisitor) {
      if ((past.at(-1) ?? 0) > now - hour) break;
      ofVisitor.delete(other);
    }
    ofVisitor.set(visitor, moments);
    return moments;
  }

  function takeBack(visitor: string, now: number): void {
    const moments = ofVisitor.get(visitor) ?? [];
    const place = moments.indexOf(now);
    if (place >= 0) moments.splice(place, 1);
  }

  async function removeAll(overlay: number): Promise<void> {
    const ids = [...idsOf(overlay)];
    ofOverlay.delete(overlay);
    for (let start = 0; start < ids.length; start += batch) {
      const some = ids.slice(start, start + batch);
      await store.commit(some.map((id) => ({ remove: "contactAnswers" as const, id })));
    }
  }

  // Those of an overlay that was deleted just before the service was killed.
  for (const overlay of ofOverlay.keys()) {
    if (overlays.get(overlay) === undefined) removeAll(overlay).catch(() => undefined);
  }

  return {
    removeAll,
    async add({ overlay, link, fields, visitor }) {
      const now = clock();
      const moments = momentsOf(visitor.key, now);
      if (moments.length >= (visitor.isAddressKnown ? mostOfVisitor : mostOfCrowd)) {
        return "tooMany";
      }
      const ids = idsOf(overlay);
      if (ids.size >= mostOfOverlay) return "full";
      const record: ContactAnswer = {
        id: store.nextId("contactAnswers"),
        overlay,
        link,
        fields,
        visitor: visitor.key,
        createdAt: new Date(now).toISOString(),
      };
      // Counted before it is written, so that many at once don't slip through.
      moments.push(now);
      ids.add(record.id);
      try {
        await store.commit([{ put: "contactAnswers", record }]);
      } catch (error) {
        ids.delete(record.id);
        takeBack(visitor.key, now);
        throw error;
      }
      return "kept";
    },
    async page(overlay, request) {
      if (overlays.get(overlay) === undefined) throw new NotFound("Overlay does not exist.");
      const answers = [...idsOf(overlay)].toReversed().flatMap((id) => table.get(id) ?? []);
      return pageOf(
        {
          size: answers.length,
          newest: (offset, limit) => answers.slice(offset, offset + limit),
        },
        ({ fields }) => Object.values(fields),
        request,
      );
    },
    async remove(overlay, id) {
      if (table.get(id)?.overlay !== overlay) throw new NotFound("Answer does not exist.");
      await store.commit([{ remove: "contactAnswers", id }]);
      ofOverlay.get(overlay)?.delete(id);
    },
  };
}
