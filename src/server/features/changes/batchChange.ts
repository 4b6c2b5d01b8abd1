import { createHash } from "node:crypto";
import type { Collection } from "../../store/records.ts";
import type { CommitOptions, OpenSet, Origin } from "../../store/store.ts";
import { createPauses } from "../../common/paging.ts";
import { Conflict } from "../../common/problems.ts";
import { endSet } from "../jobs/jobs.ts";
import { changeOf, type ChangeConflict, type Decision, isChange } from "./decision.ts";
import { createStagedStore, type StagedStore } from "./stagedStore.ts";
import type { App } from "../../common/context.ts";
import { jsonLength } from "../../../contract/fields/jsonLength.ts";

/** As how many items one counts that takes longer than others, because it is so large as JSON. */
export function weightOfSize(characters: number): number {
  return 1 + Math.floor(characters / fewCharacters);
}

/** Characters that are gone through in a fifth of a millisecond. */
const fewCharacters = 8192;

/** What many records are gone through for: to take a set back, to change all that a filter finds. */
export interface BatchChange<Item> {
  /** What is asked for, as JSON: two runs of one are the same. */
  readonly about: unknown;
  /** In the order in which they are done; read anew for each run. */
  items(): AsyncIterable<Item>;
  /** Pure, but for the draft that it looks at. */
  decide(item: Item, draft: StagedStore): Decision;
  /** Of two with one key the second is decided on after the first is done. */
  keyOf(item: Item): string;
  /** No two have one key: a preview need not remember what became of each. */
  readonly isEachOnce?: true;
  /** Of an item that takes longer than others to decide on: as how many it counts. */
  weightOf?(item: Item): number;
  /** How many there are, where that is known. */
  readonly total: number | null;
}

/** What would come of it, with nothing done. */
export interface BatchPreview {
  readonly matched: number;
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** The first of those that change. */
  readonly examples: readonly Decision[];
  /** The first of them. */
  readonly conflicts: readonly ChangeConflict[];
  readonly conflictCount: number;
  /** Of the same outcome it is the same. */
  readonly token: string;
}

export type BatchCounts = Pick<
  BatchPreview,
  "matched" | "added" | "changed" | "removed" | "unchanged" | "conflictCount"
>;

/** What came of it. */
export interface BatchOutcome {
  readonly counts: BatchCounts;
  /** Its change set; null: nothing was changed. */
  readonly change: number | null;
}

/** Whoever follows a run. */
export interface BatchListener {
  readonly signal: AbortSignal;
  progress(done: number, total: number | null): void;
  conflict(conflict: ChangeConflict): void;
  /** As soon as there is one, before anything is changed. */
  readonly began?: (set: number) => Promise<void>;
}

/** What was asked for isn't any more what its preview said. */
export class OutcomeChanged extends Conflict {
  readonly preview: BatchPreview;
  constructor(preview: BatchPreview) {
    super("outdated", "The request would now have a different effect than in its preview.");
    this.preview = preview;
  }
}

export interface BatchChanges {
  preview<Item>(batch: BatchChange<Item>): Promise<BatchPreview>;
  /** Refuses a run whose outcome isn't that of a preview any more: {@link OutcomeChanged}. */
  checkToken<Item>(batch: BatchChange<Item>, token: string): Promise<void>;
  /** Commits piece by piece; what changed since the preview is decided anew. */
  run<Item>(
    batch: BatchChange<Item>,
    origin: Origin,
    follower: BatchListener,
  ): Promise<BatchOutcome>;
}

/** Records that one commit changes: few enough to hold nobody up. */
const slice = 100;
const mostExamples = 50;
const mostConflicts = 1_000;
/** Characters of a preview's conflicts, about. */
const mostConflictText = 1 << 24;

export function createBatchChanges(
  app: Pick<App, "store" | "invariants" | "statistics">,
  watchers: {
    /** Told of the collections that were changed, at once and when the disk has refused. */
    changed: (collections: ReadonlySet<Collection>) => void;
    /** Told of each record that is safe on disk. */
    saved: (decision: Decision) => void;
  },
): BatchChanges {
  const { store, invariants, statistics } = app;
  const { changed, saved } = watchers;

  /**
   * Decides on some records together, so that names may go round among them. What breaks a rule is
   * left as it is, and may then stand in the way of others.
   */
  function decide<Item>(
    batch: BatchChange<Item>,
    items: readonly Item[],
    draft: StagedStore,
  ): Decision[] {
    const decisions = items.map((item) => {
      const decision = batch.decide(item, draft);
      if (isChange(decision)) draft.apply(changeOf(decision));
      return decision;
    });
    while (refuseLast(decisions, draft));
    return decisions;
  }

  /** Of those that want one name the first gets it. Whether any was refused. */
  function refuseLast(decisions: Decision[], draft: StagedStore): boolean {
    let isRefused = false;
    for (let place = decisions.length - 1; place >= 0; place -= 1) {
      const decision = decisions[place];
      if (decision === undefined || !isChange(decision)) continue;
      const { collection, id, name, before, conflicts, wasAt } = decision;
      const violation = invariants.violation(draft, collection, decision, wasAt);
      if (violation === null) continue;
      const left = { ...decision, after: before };
      decisions[place] = {
        ...left,
        conflicts: [...conflicts, { collection, id, name, ...violation }],
      };
      draft.apply(changeOf(left));
      isRefused = true;
    }
    return isRefused;
  }

  async function* slices<Item>(batch: BatchChange<Item>): AsyncGenerator<Item[]> {
    let piece = new Map<string, Item>();
    let weight = 0;
    for await (const item of batch.items()) {
      const key = batch.keyOf(item);
      if (weight >= slice || piece.has(key)) {
        yield [...piece.values()];
        piece = new Map();
        weight = 0;
      }
      piece.set(key, item);
      weight += batch.weightOf?.(item) ?? 1;
    }
    if (piece.size > 0) yield [...piece.values()];
  }

  async function preview<Item>(batch: BatchChange<Item>): Promise<BatchPreview> {
    const draft = createStagedStore(store);
    const pause = createPauses();
    const counts = createCounts();
    const examples: Decision[] = [];
    const conflicts: ChangeConflict[] = [];
    let conflictText = 0;
    const token = createHash("sha256").update(JSON.stringify(batch.about));
    for await (const piece of slices(batch)) {
      for (const decision of decide(batch, piece, draft)) {
        counts.add(decision);
        if (isChange(decision) && examples.length < mostExamples) examples.push(decision);
        for (const conflict of decision.conflicts) {
          if (conflicts.length === mostConflicts || conflictText > mostConflictText) break;
          conflicts.push(conflict);
          conflictText += jsonLength(conflict);
        }
        token.update(lineOf(decision));
      }
      if (batch.isEachOnce === true) draft.forgetValues();
      await pause();
    }
    return {
      ...counts.now(),
      examples,
      conflicts,
      token: token.digest("base64url").slice(0, 32),
    };
  }

  function updateStatistics(decisions: readonly Decision[], isBack: boolean): void {
    for (const { collection, id, before, after } of decisions) {
      if (collection !== "links" || (before === undefined) === (after === undefined)) continue;
      if ((after === undefined) === isBack) statistics.linkAdded(id);
      else statistics.linkRemoved(id);
    }
    changed(new Set(decisions.map(({ collection }) => collection)));
  }

  async function commit(decisions: readonly Decision[], set: OpenSet): Promise<void> {
    const comesBack = decisions.some(({ wasAt }) => wasAt !== undefined);
    const how: CommitOptions = { set, ...(comesBack && { allowsAlike: true }) };
    const safe = store.commit(decisions.map(changeOf), how);
    updateStatistics(decisions, false);
    try {
      await safe;
    } catch (error) {
      updateStatistics(decisions, true);
      throw error;
    }
  }

  return {
    preview,
    async checkToken(batch, token) {
      const present = await preview(batch);
      if (present.token !== token) throw new OutcomeChanged(present);
    },
    async run(batch, origin, follower) {
      const counts = createCounts();
      const draft = createStagedStore(store);
      let set: OpenSet | null = null as OpenSet | null;
      try {
        for await (const piece of slices(batch)) {
          follower.signal.throwIfAborted();
          draft.clear();
          if (set === null && decide(batch, piece, draft).some(isChange)) {
            set = await store.beginSet(origin, follower.began);
          }
          // From here to the commit nothing waits.
          draft.clear();
          const decisions = decide(batch, piece, draft);
          const changes = decisions.filter(isChange);
          if (set !== null && changes.length > 0) await commit(changes, set);
          for (const decision of decisions) {
            counts.add(decision);
            for (const conflict of decision.conflicts) follower.conflict(conflict);
          }
          for (const decision of changes) saved(decision);
          follower.progress(counts.now().matched, batch.total);
        }
      } finally {
        await endSet(set, follower.signal);
      }
      return { counts: counts.now(), change: counts.hasChanges() ? (set?.id ?? null) : null };
    },
  };
}

function lineOf({ collection, id, before, after, conflicts }: Decision): string {
  const outcome =
    before === after
      ? "same"
      : after === undefined
        ? "removed"
        : before === undefined
          ? "added"
          : "changed";
  const fields =
    outcome === "changed"
      ? Object.keys({ ...before, ...after }).filter((key) => before?.[key] !== after?.[key])
      : [];
  const seen = fields.map((key) => (key === "password" ? null : (before?.[key] ?? null)));
  const kept = conflicts.map(({ field, present }) => [field, field === "password" ? 0 : present]);
  return `${JSON.stringify([collection, id, outcome, fields, seen, kept])}\n`;
}

function createCounts() {
  let matched = 0;
  let added = 0;
  let changed = 0;
  let removed = 0;
  let conflictCount = 0;
  return {
    add({ before, after, conflicts }: Decision) {
      matched += 1;
      conflictCount += conflicts.length;
      if (before === after) return;
      if (before === undefined) added += 1;
      else if (after === undefined) removed += 1;
      else changed += 1;
    },
    hasChanges: () => added + changed + removed > 0,
    now(): BatchCounts {
      const unchanged = matched - added - changed - removed;
      return { matched, added, changed, removed, unchanged, conflictCount };
    },
  };
}
