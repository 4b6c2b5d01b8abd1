import type {
  Author,
  Change,
  OpenSet,
  Origin,
  RecordChange,
  SetFilter,
  SetSummary,
  Store,
} from "../../../../src/server/store/store.ts";
import type { Collection } from "../../../../src/server/store/records.ts";
import { link } from "../testFolder.ts";

type ToldChange = Omit<RecordChange, "commit">;

/** A book of what a store was told, kept beside it, to hold its history against. */
export interface Bookkeeper {
  /** One commit of some kind, by somebody. */
  step(store: Store): Promise<void>;
  sets(filter: SetFilter): Pick<SetSummary, "id" | "at" | "origin" | "state">[];
  readonly changes: readonly ToldChange[];
  readonly links: ReadonlyMap<number, { readonly alias: string }>;
  /** The store was closed: what is under way will never end. */
  closed(): void;
  now(): number;
}

const authors = ["window", "cli", "script", "restore"] as const satisfies readonly Author[];

export function seededRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

interface Book extends Pick<SetSummary, "id" | "at" | "origin"> {
  state: SetSummary["state"];
  readonly collections: Set<Collection>;
}

export function keepBooks(seed: number, start: number): Bookkeeper {
  const random = seededRandom(seed);
  const sets: Book[] = [];
  const changes: ToldChange[] = [];
  const links = new Map<number, ReturnType<typeof link>>();
  let open: OpenSet | null = null;
  let at = start;
  let serial = 0;

  const below = (count: number) => Math.floor(random() * count);

  function draw(store: Store): { change: Change; told: Pick<RecordChange, "before" | "after"> } {
    serial += 1;
    const present = [...links.values()];
    const one = present[below(present.length)];
    const kind = below(10);
    if (one === undefined || kind < 4) {
      const record = link(store.nextId("links"), {
        alias: `name-${serial}`,
        ...(kind === 0 && { password: `scrypt$${serial}` }),
      });
      links.set(record.id, record);
      return { change: { put: "links", record }, told: { before: null, after: record } };
    }
    if (kind < 6) {
      links.delete(one.id);
      return { change: { remove: "links", id: one.id }, told: { before: one, after: null } };
    }
    const alias = kind === 6 ? `name-${serial}` : one.alias;
    const record = { ...one, alias, url: `https://example.com/${serial}` };
    links.set(one.id, record);
    const fields = alias === one.alias ? ["url"] : ["alias", "url"];
    const picked = (of: object) =>
      Object.fromEntries(Object.entries(of).filter(([key]) => fields.includes(key)));
    return {
      change: { put: "links", record },
      told: { before: picked(one), after: picked(record) },
    };
  }

  const origin = (): Origin => ({
    by: authors[below(authors.length)] ?? "script",
    operation: `operation${below(5)}`,
    scope: below(4) === 0 ? "owner" : "api",
  });

  return {
    changes,
    links,
    now: () => at,
    async step(store) {
      at += below(5_000_000);
      const kind = below(12);
      if (kind === 0 && open === null) {
        open = await store.beginSet({ ...origin(), by: "import" });
        sets.push({
          id: open.id,
          at,
          origin: open.origin,
          state: "running",
          collections: new Set(),
        });
        return;
      }
      if (kind === 1 && open !== null) {
        const { id } = open;
        await open.end();
        open = null;
        const book = sets.find((set) => set.id === id);
        if (book !== undefined) book.state = "complete";
        return;
      }
      if (kind === 2) {
        await store.commit([{ put: "contactAnswers", record: answer(store) }], { isLearned: true });
        return;
      }
      const drawn = Array.from({ length: 1 + below(3) }, () => draw(store));
      const set = open !== null && below(2) === 0 ? open : null;
      const one = set?.origin ?? origin();
      const number = await storeWith(one, () =>
        store.commit(
          drawn.map(({ change }) => change),
          set === null ? {} : { set },
        ),
      );
      const id = Number(number);
      if (set === null)
        sets.push({ id, at, origin: one, state: "complete", collections: new Set() });
      sets.find((book) => book.id === id)?.collections.add("links");
      for (const { change, told } of drawn) {
        const record = "put" in change ? change.record.id : change.id;
        changes.push({ set: id, at, collection: "links", id: record, ...told });
      }
    },
    closed() {
      for (const set of sets) if (set.state === "running") set.state = "interrupted";
      open = null;
    },
    sets({ by, scope, collection, from = 0, to = Number.POSITIVE_INFINITY }) {
      return sets
        .filter(
          (set) =>
            (set.collections.size > 0 || set.state === "running") &&
            (by === undefined || set.origin.by === by) &&
            (scope === undefined || set.origin.scope === scope) &&
            (collection === undefined || set.collections.has(collection)) &&
            set.at >= from &&
            set.at < to,
        )
        .map(({ id, at: moment, origin: one, state }) => ({ id, at: moment, origin: one, state }))
        .toReversed();
    },
  };
}

let present: Origin | undefined;

/** For `openStore`: who is at it at the moment. */
export const presentOrigin = () => present;

function storeWith<T>(origin: Origin, work: () => T): T {
  present = origin;
  try {
    return work();
  } finally {
    present = undefined;
  }
}

function answer(store: Store) {
  const id = store.nextId("contactAnswers");
  const createdAt = "2026-01-01T00:00:00Z";
  return { id, overlay: 1, link: 1, fields: { name: "A" }, visitor: "", createdAt };
}
