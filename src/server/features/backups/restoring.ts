import { randomUUID } from "node:crypto";
import {
  AliasTaken,
  type Change,
  type OpenSet,
  type Store,
  type NamedTable,
} from "../../store/store.ts";
import { message } from "../../../contract/messages/messages.ts";
import type { Statistics } from "../clicks/statistics.ts";
import type { JobRun } from "../jobs/jobs.ts";
import { createPauses } from "../../common/paging.ts";
import { pointedAt } from "./restoreChoice.ts";
import { answeredOverlays, type RestorePlan, type Step } from "./restorePlan.ts";
import { type Restored, withPresent } from "./restoredRecord.ts";
import type { Collection } from "../../store/records.ts";

/**
 * The order in which records come and change: what others point at first, and what passes a name on
 * before what takes it.
 */
const order = [
  ...pointedAt,
  "links",
  "bioPages",
  "qrCodes",
  "contactAnswers",
  "views",
  "clickImports",
  "account",
  "settings",
] as const satisfies readonly Collection[];

type Named = { readonly id: number; readonly domain?: number | undefined };

function keyOf(collection: Collection, id: number): string {
  return `${collection} ${id}`;
}

function text(record: Restored, field: "alias" | "slug" | "code"): string {
  const value: unknown = Object.getOwnPropertyDescriptor(record, field)?.value;
  return typeof value === "string" ? value : "";
}

/** Who has the name now that a record is to get; undefined: nobody else. */
function holderOf(store: Store, { collection, id, record }: Step): string | undefined {
  if (record === undefined) return undefined;
  const find = (
    other: "campaigns" | "qrCodes" | "links" | "bioPages",
    name: string,
    domain?: number,
  ): string | undefined => {
    const table: NamedTable<Restored> = store[other];
    const holder = table
      .spelled(name, domain)
      .find((item) => other !== collection || item.id !== id);
    return holder === undefined ? undefined : keyOf(other, holder.id);
  };
  if (collection === "campaigns") return find("campaigns", text(record, "slug"));
  if (collection === "qrCodes") return find("qrCodes", text(record, "code"));
  if (collection !== "links" && collection !== "bioPages") return undefined;
  const alias = text(record, "alias");
  const { domain }: Named = record;
  return find("links", alias, domain) ?? find("bioPages", alias, domain);
}

/** Its present record under a name that nobody has, so that another one gets its own. */
function standInFor(store: Store, { collection, id, change }: Step): Step {
  const present = store.table(collection).get(id);
  const field = collection === "campaigns" ? "slug" : collection === "qrCodes" ? "code" : "alias";
  return { collection, id, change, record: present && { ...present, [field]: randomUUID() } };
}

/**
 * Steps in an order in which no two records ever have one name: removals first, then whoever gives a
 * name up before whoever gets it. A ring of names begins with a stand-in for one of them. Names
 * that are only alike may meet.
 */
async function* restoreOrder(store: Store, steps: readonly Step[]): AsyncGenerator<Step> {
  const pause = createPauses();
  const byCollection = Map.groupBy(steps, ({ collection }) => collection);
  const stepsOf = (collection: Collection) => byCollection.get(collection) ?? [];
  for (const collection of order.toReversed()) {
    for (const step of stepsOf(collection)) if (step.record === undefined) yield step;
  }
  const waiting = new Map<string, Step>();
  for (const collection of order) {
    for (const step of stepsOf(collection)) {
      if (step.record !== undefined) waiting.set(keyOf(collection, step.id), step);
      await pause();
    }
  }
  for (const key of waiting.keys()) yield* chainFrom(key);

  /** A step after those that give its name up, one after the other. */
  async function* chainFrom(first: string): AsyncGenerator<Step> {
    const path = new Map<string, Step>();
    let key: string | undefined = first;
    for (;;) {
      const step: Step | undefined = key === undefined ? undefined : waiting.get(key);
      if (key === undefined || step === undefined || path.has(key)) break;
      path.set(key, step);
      key = holderOf(store, step);
      await pause();
    }
    const opener = key === undefined ? undefined : path.get(key);
    if (opener !== undefined) yield standInFor(store, opener);
    for (const [known, step] of [...path].toReversed()) {
      waiting.delete(known);
      yield step;
    }
  }
}

/** Records of a commit, at most; fewer where they are long. */
const mostRecords = 250;
/** Characters of a commit's records, about. */
const mostLength = 256 << 10;

export interface RestoringParts {
  readonly store: Store;
  readonly statistics: Pick<Statistics, "linkAdded" | "linkRemoved">;
  /** Told when records were changed here, and again when the disk has refused. */
  readonly changed: (collections: ReadonlySet<Collection>) => void;
}

/**
 * Commits what a plan says, in slices of one change set. Whatever ends it between two of them leaves
 * records that are whole and names that are anyone's once.
 */
export async function commitPlan(
  parts: RestoringParts,
  { steps, used, allowedSettings }: RestorePlan,
  set: OpenSet,
  job: Pick<JobRun, "progress" | "fail" | "signal">,
): Promise<void> {
  const { store, statistics, changed } = parts;
  const pause = createPauses();
  let done = 0;
  let slice: Step[] = [];
  let length = 0;

  /**
   * As things are now: the present ones of what no backup takes back, and only what is still there.
   * A form that a visitor has sent a message with meanwhile stays.
   */
  function changesOf(changing: readonly Step[]): Change[] {
    const hasForms = changing.some(
      ({ collection, record }) => collection === "overlays" && record === undefined,
    );
    const answered = hasForms ? answeredOverlays(store) : new Set();
    const changes = changing
      .filter(({ collection, id, record }) => record ?? store.table(collection).get(id))
      .filter((step) => step.record ?? !(step.collection === "overlays" && answered.has(step.id)))
      .map(({ collection, id, record }) =>
        record === undefined
          ? { remove: collection, id }
          : { put: collection, record: withPresent(store, collection, record, allowedSettings) },
      );
    // Each record was checked against its collection's schema when the backup was read.
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion
    return changes as Change[];
  }

  async function commit(changing: readonly Step[]): Promise<void> {
    const collections = new Set(changing.map(({ collection }) => collection));
    const ids = changing.flatMap(({ collection, id }) => (collection === "links" ? id : []));
    const wasThere = new Map(ids.map((id) => [id, store.links.get(id) !== undefined]));
    const safe = store.commit(changesOf(changing), { set, allowsAlike: true });
    const moved = ids.filter((id) => (store.links.get(id) !== undefined) !== wasThere.get(id));
    const count = (isBack: boolean) => {
      for (const id of moved) {
        if (wasThere.get(id) === isBack) statistics.linkAdded(id);
        else statistics.linkRemoved(id);
      }
      changed(collections);
    };
    count(false);
    await safe.catch((error: unknown) => {
      count(true);
      throw error;
    });
  }

  /** Whoever took a name meanwhile keeps it: then the rest comes back without that record. */
  async function commitEach(changing: readonly Step[]): Promise<void> {
    for (const step of changing) {
      try {
        await commit([step]);
      } catch (error) {
        if (!(error instanceof AliasTaken)) throw error;
        const { collection, id } = step;
        job.fail({ ...message("record.nameTaken", { name: error.taken }), kind: collection, id });
      }
    }
  }

  async function flush(): Promise<void> {
    if (slice.length === 0) return;
    const changing = slice;
    slice = [];
    length = 0;
    job.signal.throwIfAborted();
    try {
      await commit(changing);
    } catch (error) {
      if (!(error instanceof AliasTaken)) throw error;
      await commitEach(changing);
    }
    done += changing.length;
    job.progress(Math.min(done, steps.length));
  }

  // No id is given twice: what the backup has used up stays used, though nothing stands for it. What
  // was added since the plan was made stays.
  const changes = used
    .filter(({ collection, id }) => store.table(collection).get(id) === undefined)
    .map(({ collection, id }) => ({ remove: collection, id }));
  if (changes.length > 0) await store.commit(changes, { isLearned: true });
  job.progress(0, steps.length);
  let isRemoving = true;
  for await (const step of restoreOrder(store, steps)) {
    // Names that went are free only for what is committed after them.
    const isRemoval = step.record === undefined;
    if (isRemoving !== isRemoval) await flush();
    isRemoving = isRemoval;
    slice.push(step);
    length += JSON.stringify(step.record)?.length ?? 0;
    if (slice.length >= mostRecords || length >= mostLength) await flush();
    await pause();
  }
  await flush();
}
