import { join } from "node:path";
import { journalName, journalNumber } from "../document/journal.ts";
import type { Migration } from "../document/migrations.ts";
import type { FileSystem } from "../fileSystem.ts";
import { readLines, unseal } from "../lines.ts";
import type { Collection } from "../records.ts";
import type { History, RecordChange, SetFilter, SetSummary } from "../store.ts";
import { foldAlias } from "../tables/foldAlias.ts";
import type { Document } from "../tables/tables.ts";
import { tableOf } from "../tables/tables.ts";
import type { ToldLine } from "./toldLine.ts";
import { deedOf, recordChangesOf, toldLine } from "./toldLine.ts";

export interface HistoryOptions {
  readonly files: FileSystem;
  readonly dir: string;
  readonly steps: readonly Migration[];
  readonly data: Document;
  /** Sets that are under way. */
  readonly running: ReadonlySet<number>;
}

type Counts = Map<Collection, { added: number; changed: number; removed: number }>;

export function openHistory(options: HistoryOptions): History {
  const { files, dir, steps, data, running } = options;

  /** Every line of a set there is, oldest first. */
  async function lines(): Promise<ToldLine[]> {
    const numbers = (await files.list(dir)).map(journalNumber).filter((found) => found !== null);
    const found: ToldLine[] = [];
    for (const number of numbers.toSorted((a, b) => a - b)) {
      let version = 1;
      await readLines(files, join(dir, journalName(number)), 0, (bytes) => {
        const line = unseal(bytes);
        if (line === undefined) return;
        if (typeof line["version"] === "number") ({ version } = line as { version: number });
        const told = toldLine(line, version);
        if (told !== null) found.push(told);
      });
    }
    return found;
  }

  async function summaries(): Promise<SetSummary[]> {
    const bySet = Map.groupBy(await lines(), ({ set }) => set);
    const undoers = new Map<number, number>();
    for (const [id, [first]] of bySet) {
      if (first?.origin.undoes !== undefined) undoers.set(first.origin.undoes, id);
    }
    function undoneBy(id: number): number | null {
      const undoer = undoers.get(id);
      return undoer === undefined || undoneBy(undoer) !== null ? null : undoer;
    }
    return [...bySet].flatMap(([id, [first, ...rest]]) => {
      if (first === undefined) return [];
      const counts: Counts = new Map();
      for (const change of [first, ...rest].flatMap(({ changes }) => changes)) {
        const deed = deedOf(change);
        if (deed === null) continue;
        const count = counts.get(deed.collection) ?? { added: 0, changed: 0, removed: 0 };
        count[deed.kind] += 1;
        counts.set(deed.collection, count);
      }
      const isEnded = first.mark === null || rest.some(({ mark }) => mark === "end");
      const state = running.has(id) ? "running" : isEnded ? "whole" : "cut off";
      if (counts.size === 0 && state !== "running") return [];
      return [{ id, at: first.at, origin: first.origin, counts, state, undoneBy: undoneBy(id) }];
    });
  }

  async function allChanges(): Promise<RecordChange[]> {
    return (await lines()).flatMap((line) => recordChangesOf(line, steps));
  }

  return {
    async sets({ offset, limit, ...filter }) {
      const found = (await summaries()).filter(matching(filter)).toReversed();
      return { items: found.slice(offset, offset + limit), total: found.length };
    },
    async set(id) {
      return (await summaries()).find((summary) => summary.id === id);
    },
    async *records(set) {
      yield* (await allChanges()).filter((change) => change.set === set);
    },
    async *recordsBackwards(set) {
      yield* (await allChanges()).filter((change) => change.set === set).toReversed();
    },
    async *ofRecord(collection, id) {
      yield* (await allChanges())
        .filter((change) => change.collection === collection && change.id === id)
        .toReversed();
    },
    async *removed(collection) {
      const told = new Set<number>();
      for (const change of (await allChanges()).toReversed()) {
        if (change.collection !== collection || change.after !== null) continue;
        if (told.has(change.id) || tableOf(data, collection).get(change.id)) continue;
        told.add(change.id);
        yield change;
      }
    },
    async formerAlias(alias, domain) {
      const folded = foldAlias(alias);
      for (const change of (await allChanges()).toReversed()) {
        const { before, id, at } = change;
        if (change.collection !== "links" || before === null) continue;
        const present = data.links.get(id);
        const named: Readonly<Record<string, unknown>> = { ...present, ...before };
        if (typeof named["alias"] !== "string" || foldAlias(named["alias"]) !== folded) continue;
        if (named["domain"] !== domain) continue;
        if (present !== undefined && foldAlias(present.alias) === folded) continue;
        return { record: id, url: String(named["url"]), until: at };
      }
      return undefined;
    },
  };
}

function matching(filter: SetFilter): (set: SetSummary) => boolean {
  const { collection, by, scope, from = 0, to = Number.POSITIVE_INFINITY } = filter;
  return ({ at, origin, counts }) =>
    at >= from &&
    at < to &&
    (by === undefined || origin.by === by) &&
    (scope === undefined || origin.scope === scope) &&
    (collection === undefined || counts.has(collection));
}
