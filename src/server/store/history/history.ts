import type { Migration } from "../document/migrations.ts";
import type { Collection } from "../records.ts";
import {
  erasedPassword,
  type FieldValues,
  type History,
  type RecordChange,
  type SetFilter,
  type SetSummary,
} from "../store.ts";
import { foldAlias } from "../tables/foldAlias.ts";
import { type Document, tableOf } from "../tables/tables.ts";
import type { BlockLines } from "./blocks.ts";
import type { HistoryFile } from "./historyFile.ts";
import { addToSum, type Counts, emptySum, type SetKind } from "./indexParts.ts";
import {
  nameKey,
  readNameRow,
  readRecordRow,
  readRemovalRow,
  readSetRow,
  recordKey,
  removalKey,
  setKey,
  type SetRow,
} from "./indexRows.ts";
import type { HistoryKeeping, HistoryView } from "./historyWriter.ts";
import { isAbout, type LiveLine } from "./liveJournals.ts";
import { isPasswordWord, wordFor } from "./passwords.ts";
import { pauseAfter } from "../pause.ts";
import { formerNameOf, recordChangesOf, type ToldLine } from "./journalEntry.ts";
import { firstIndex } from "../../../util/firstIndex.ts";

export interface HistoryOptions {
  readonly keeping: HistoryKeeping;
  readonly steps: readonly Migration[];
  readonly data: Document;
  /** Sets that are under way. */
  readonly running: ReadonlySet<number>;
}

/** Answers what is asked of the history, from its indexes and the journals that are in none yet. */
export function openHistory(options: HistoryOptions): History {
  const { keeping, steps, data, running } = options;

  return {
    sets: (request) => keeping.using((view) => pageOfSets(view, running, request)),
    set: (id) =>
      keeping.using(async (view) => {
        const found = await sumOf(view, id);
        return found === null ? undefined : summaryOf(view, running, found);
      }),
    records: (set) => keeping.telling((view) => told(view, linesOfSet(keeping, view, set))),
    recordsBackwards: (set) =>
      keeping.telling((view) => told(view, linesOfSet(keeping, view, set, true), true)),
    ofRecord: (collection, id) =>
      keeping.telling(async function* (view) {
        const lines = linesAbout(keeping, view, collection, id);
        for await (const change of told(view, lines, true)) {
          if (change.collection === collection && change.id === id) yield change;
        }
      }),
    removed: (collection) =>
      keeping.telling(async function* (view) {
        const isGone = (id: number) => tableOf(data, collection).get(id) === undefined;
        const removals = removalsOf(keeping, view, collection, isGone);
        for await (const change of told(view, onlyLines(removals), true)) {
          if (change.collection === collection && change.after === null && isGone(change.id)) {
            yield change;
          }
        }
      }),
    formerAlias: (alias, domain) =>
      keeping.using(async (view) => {
        const name = { alias: foldAlias(alias), domain };
        const hasIt = (id: number) => {
          const link = data.links.get(id);
          return (
            link !== undefined && foldAlias(link.alias) === name.alias && link.domain === domain
          );
        };
        for await (const line of linesOfName(keeping, view, name)) {
          for (const change of line.changes.toReversed()) {
            const former = formerNameOf(change);
            const id = linkOf(change);
            if (former?.alias !== name.alias || former.domain !== domain || hasIt(id)) continue;
            return { record: id, url: former.url, until: line.at };
          }
        }
        return undefined;
      }),
    withoutTrace: (collection, ids) =>
      keeping.using((view) => withoutRemoval(view, collection, new Set(ids))),
    keepWithin: (limits) => keeping.keepWithin(limits),
  };

  /** The changes of lines, in the words of today and with the passwords that are still kept. */
  async function* told(
    view: HistoryView,
    lines: AsyncIterable<ToldLine>,
    isBackwards = false,
  ): AsyncIterable<RecordChange> {
    let passwords: ((word: string) => string | undefined) | null = null;
    const pause = pauseAfter();
    for await (const line of lines) {
      const changes = recordChangesOf(line, steps);
      for (const change of isBackwards ? changes.toReversed() : changes) {
        if (pause.isDue()) await pause.now();
        if (change.collection !== "links") {
          yield change;
          continue;
        }
        if (isPasswordWord(change.before?.["password"])) passwords ??= await view.passwords.load();
        yield withPasswords(view, change, passwords);
      }
    }
  }

  function withPasswords(
    view: HistoryView,
    change: RecordChange,
    passwords: ((word: string) => string | undefined) | null,
  ): RecordChange {
    const { id, commit, before, after } = change;
    const present = data.links.get(id)?.password;
    /** What was set shows itself only as long as it holds. */
    const shown = (value: unknown) =>
      isPasswordWord(value) && present !== undefined && wordFor(present) === value
        ? present
        : value;
    const kept = (value: unknown) => {
      if (typeof value !== "string") return value;
      if (view.live.isErased(id, commit)) return erasedPassword;
      return isPasswordWord(value) ? (passwords?.(value) ?? erasedPassword) : value;
    };
    return { ...change, before: withPassword(before, kept), after: withPassword(after, shown) };
  }
}

function withPassword(
  fields: FieldValues | null,
  say: (value: unknown) => unknown,
): FieldValues | null {
  return fields === null || !("password" in fields)
    ? fields
    : { ...fields, password: say(fields["password"]) };
}

function linkOf(change: unknown): number {
  const { record, id } = change as { record?: { id: number }; id?: number };
  return record?.id ?? id ?? 0;
}

/** What is known of one set, over all that the history holds of it. */
interface FoundSet extends Pick<SetSummary, "id" | "at" | "origin"> {
  readonly counts: Map<Collection, Counts>;
  readonly isOpen: boolean;
}

function fromRows(file: HistoryFile, rows: readonly SetRow[]): FoundSet | null {
  const [first] = rows;
  if (first === undefined) return null;
  const counts = new Map<Collection, Counts>();
  for (const { collection, added, changed, removed } of rows) {
    if (collection !== null) counts.set(collection, { added, changed, removed });
  }
  const { set: id, by, scope, undoes } = first;
  const at = Math.min(...rows.map((row) => row.at));
  const operation = file.operations[first.operation] ?? "";
  const origin = { by, operation, scope, ...(undoes !== 0 && { undoes }) };
  const isOpen = rows.some(({ isBegun }) => isBegun) && !rows.some(({ isEnded }) => isEnded);
  return { id, at, origin, counts, isOpen };
}

function joined(one: FoundSet | null, other: FoundSet | null, isEnded: boolean): FoundSet | null {
  if (one === null || other === null) return one ?? other;
  const counts = new Map(one.counts);
  for (const [collection, { added, changed, removed }] of other.counts) {
    const before = counts.get(collection) ?? { added: 0, changed: 0, removed: 0 };
    counts.set(collection, {
      added: before.added + added,
      changed: before.changed + changed,
      removed: before.removed + removed,
    });
  }
  return { ...one, counts, isOpen: one.isOpen && !isEnded };
}

async function rowsOfSet(file: HistoryFile, set: number): Promise<SetRow[]> {
  const { sets } = file.rows;
  const found: SetRow[] = [];
  for (let index = await sets.lowerBound(setKey(set)); index < sets.count; index += 1) {
    const row = readSetRow(await sets.at(index));
    if (row.set !== set) break;
    found.push(row);
  }
  return found;
}

/** Null: the history doesn't hold its beginning. */
async function sumOf(view: HistoryView, id: number): Promise<FoundSet | null> {
  let found: FoundSet | null = null;
  let isEnded = false;
  for (const file of view.files) {
    if (file.last < id) continue;
    const isHome = file.first <= id;
    if (!isHome && (found === null || !found.isOpen)) break;
    if (!isHome && !file.summary.continued.includes(id)) continue;
    const rows = await rowsOfSet(file, id);
    isEnded ||= rows.some((row) => row.isEnded);
    found = joined(found, fromRows(file, rows), isEnded);
  }
  const live = sumsOf(view).get(id);
  if (live === undefined) return found;
  if (found === null && !live.isHome) return null;
  return joined(found, live, isEnded || live.isEnded);
}

interface LiveSet extends FoundSet {
  readonly isEnded: boolean;
  /** Its first commit is there. */
  readonly isHome: boolean;
}

/** The sets that have lines in journals, by number. */
function sumsOf({ journals }: HistoryView): Map<number, LiveSet> {
  const sums = new Map<number, ReturnType<typeof emptySum>>();
  for (const line of journals.flat()) {
    const sum = sums.get(line.set) ?? emptySum(line, 0);
    sums.set(line.set, sum);
    addToSum(sum, line);
  }
  return new Map(
    [...sums].map(([id, { line, counts, isBegun, isEnded }]) => [
      id,
      {
        id,
        at: line.at,
        origin: line.origin,
        counts,
        isOpen: isBegun && !isEnded,
        isEnded,
        isHome: line.commit === id,
      },
    ]),
  );
}

function summaryOf(
  view: HistoryView,
  running: ReadonlySet<number>,
  { id, at, origin, counts, isOpen }: FoundSet,
): SetSummary {
  const state = running.has(id) ? "running" : isOpen ? "cut off" : "whole";
  return { id, at, origin, counts, state, undoneBy: undoerOf(view, id) };
}

/** The set that took one back, unless it was taken back itself. */
function undoerOf(view: HistoryView, id: number): number | null {
  const undoers = undoersOf(view, id);
  return undoers.findLast((undoer) => undoerOf(view, undoer) === null) ?? null;
}

function undoersOf({ files, journals }: HistoryView, id: number): number[] {
  const inFiles = files.flatMap(({ summary, last }) =>
    last <= id ? [] : summary.undoes.filter(([, undone]) => undone === id).map(([set]) => set),
  );
  const inJournals = journals.flat().filter(({ origin }) => origin.undoes === id);
  return [...new Set([...inFiles, ...inJournals.map(({ set }) => set)])];
}

type PageRequest = SetFilter & { readonly offset: number; readonly limit: number };

async function pageOfSets(
  view: HistoryView,
  running: ReadonlySet<number>,
  { offset, limit, ...filter }: PageRequest,
): Promise<{ items: SetSummary[]; total: number }> {
  const items: SetSummary[] = [];
  let total = 0;
  const isShown = (set: FoundSet) =>
    (set.counts.size > 0 || running.has(set.id)) && matches(set, filter);
  const show = (set: FoundSet) => {
    if (total >= offset && items.length < limit) items.push(summaryOf(view, running, set));
    total += 1;
  };
  const live = sumsOf(view);
  for (const set of [...live.values()].toReversed()) {
    if (set.isHome && isShown(set)) show(set);
  }
  for (const file of view.files.toReversed()) {
    const known = knownCount(file, filter);
    const open = (await Promise.all(file.summary.open.map((id) => sumOf(view, id)))).filter(
      (set) => set !== null && isShown(set),
    );
    const count = known === null ? null : known + open.length;
    const isPast = total >= offset + limit;
    const isBefore = count !== null && total + count <= offset;
    if (count !== null && (isPast || isBefore)) {
      total += count;
      continue;
    }
    const before = total;
    if (known === 0) {
      // Few, and known by their numbers: nothing of the rest is looked through for them.
      for (const set of open.toReversed()) if (set !== null) show(set);
      continue;
    }
    for await (const set of setsOf(file)) {
      if (count !== null && (total >= offset + limit || total - before === count)) break;
      const whole = file.summary.open.includes(set.id) ? await sumOf(view, set.id) : set;
      if (whole !== null && isShown(whole)) show(whole);
    }
    if (count !== null) total = before + count;
  }
  return { items, total };
}

/** How many of the sets that are whole in a file match; null: it has to be counted. */
function knownCount({ summary }: HistoryFile, filter: SetFilter): number | null {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  if (summary.lastAt < from || summary.firstAt >= to) return 0;
  if (summary.firstAt < from || summary.lastAt >= to) return null;
  return summary.kinds
    .filter((kind) => isKind(kind, filter))
    .reduce((sum, { count }) => sum + count, 0);
}

function isKind(
  kind: Pick<SetKind, "by" | "scope" | "collections">,
  { by, scope, collection }: SetFilter,
): boolean {
  return (
    (by === undefined || kind.by === by) &&
    (scope === undefined || kind.scope === scope) &&
    (collection === undefined || kind.collections.includes(collection))
  );
}

function matches({ at, origin, counts }: FoundSet, filter: SetFilter): boolean {
  const { from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY } = filter;
  const kind = { by: origin.by, scope: origin.scope, collections: [...counts.keys()] };
  return at >= from && at < to && isKind(kind, filter);
}

/** The sets that begin in a file, newest first, as far as it knows them. */
async function* setsOf(file: HistoryFile): AsyncIterable<FoundSet> {
  let rows: SetRow[] = [];
  const pause = pauseAfter();
  const close = () => fromRows(file, rows.toReversed());
  for await (const chunk of file.rows.sets.chunks(file.rows.sets.count - 1, "backwards")) {
    for (const bytes of chunk) {
      const row = readSetRow(bytes);
      if (row.set < file.first) break;
      if (pause.isDue()) await pause.now();
      if (rows[0] !== undefined && rows[0].set !== row.set) {
        const set = close();
        rows = [];
        if (set !== null) yield set;
      }
      rows.push(row);
    }
  }
  const last = close();
  if (last !== null) yield last;
}

/** The lines of a set, oldest first or newest first, a block at a time. */
async function* linesOfSet(
  keeping: HistoryKeeping,
  view: HistoryView,
  set: number,
  isBackwards = false,
): AsyncIterable<ToldLine> {
  const live = view.journals.flat().filter((line) => line.set === set);
  const inOrder = <T>(items: readonly T[]) => (isBackwards ? items.toReversed() : items);
  const files = view.files.filter(
    ({ first, last, summary }) => last >= set && (first <= set || summary.continued.includes(set)),
  );
  if (isBackwards) yield* liveLines(view, live.toReversed());
  for (const file of inOrder(files)) {
    const rows = await rowsOfSet(file, set);
    if (rows.length === 0) continue;
    const first = Math.min(...rows.map(({ firstBlock }) => firstBlock));
    const last = Math.max(...rows.map(({ lastBlock }) => lastBlock));
    for (let step = 0; step <= last - first; step += 1) {
      const block = await keeping.block(file, isBackwards ? last - step : first + step);
      if (block === null) continue;
      yield* linesIn(block, (index) => block.setAt(index) === set, isBackwards);
    }
  }
  if (!isBackwards) yield* liveLines(view, live);
}

function* linesIn(
  block: BlockLines,
  isWanted: (index: number) => boolean,
  isBackwards: boolean,
): Iterable<ToldLine> {
  for (let step = 0; step < block.count; step += 1) {
    const index = isBackwards ? block.count - 1 - step : step;
    const line = isWanted(index) ? block.lineAt(index) : null;
    if (line !== null) yield line;
  }
}

async function* liveLines(
  { live }: HistoryView,
  lines: readonly LiveLine[],
): AsyncIterable<ToldLine> {
  for (const line of lines) {
    const found = await live.read(line);
    if (found !== null) yield found;
  }
}

async function lineOf(
  keeping: HistoryKeeping,
  file: HistoryFile,
  { block, commit }: { readonly block: number; readonly commit: number },
): Promise<ToldLine | null> {
  const lines = await keeping.block(file, block);
  if (lines === null) return null;
  // Commits stand in their order.
  const low = firstIndex(lines.count, (place) => lines.commitAt(place) < commit);
  return low < lines.count && lines.commitAt(low) === commit ? lines.lineAt(low) : null;
}

/** Newest first. */
async function* linesAbout(
  keeping: HistoryKeeping,
  view: HistoryView,
  collection: Collection,
  id: number,
): AsyncIterable<ToldLine> {
  const live = view.journals.flat().filter((line) => isAbout(line, collection, id));
  yield* liveLines(view, live.toReversed());
  for (const file of view.files.toReversed()) {
    const start = recordKey(collection, id);
    const places = await rowsFrom(file.rows.records, start, readRecordRow);
    let told = 0;
    for (const place of places.toReversed()) {
      if (place.commit === told) continue;
      told = place.commit;
      const line = await lineOf(keeping, file, place);
      if (line !== null) yield line;
    }
  }
}

/** The rows that begin with these bytes. */
async function rowsFrom<Row>(
  rows: HistoryFile["rows"]["records"],
  start: Buffer,
  read: (row: Buffer) => Row,
): Promise<Row[]> {
  const found: Row[] = [];
  const from = await rows.lowerBound(start);
  for await (const chunk of rows.chunks(from, "forwards")) {
    for (const row of chunk) {
      if (!row.subarray(0, start.length).equals(start)) return found;
      found.push(read(row));
    }
  }
  return found;
}

interface Removal {
  readonly id: number;
  readonly line: ToldLine;
}

/** The latest removal of each record that is gone, newest first. */
async function* removalsOf(
  keeping: HistoryKeeping,
  view: HistoryView,
  collection: Collection,
  isGone: (id: number) => boolean,
): AsyncIterable<Removal> {
  const told = new Set<number>();
  const isNew = (id: number) => {
    if (told.has(id) || !isGone(id)) return false;
    told.add(id);
    return true;
  };
  for (const line of view.journals.flat().toReversed()) {
    const removed = line.deeds.filter(
      (deed) => deed.collection === collection && deed.kind === "removed",
    );
    const ids = removed.map(({ id }) => id).filter(isNew);
    if (ids.length === 0) continue;
    for await (const found of liveLines(view, [line]))
      yield { id: ids[0] ?? 0, line: only(found, collection, ids) };
  }
  for (const file of view.files.toReversed()) {
    const rows = file.rows.removals;
    const from = (await rows.lowerBound(keyAfter(removalKey(collection)))) - 1;
    for await (const chunk of rows.chunks(from, "backwards")) {
      for (const row of chunk) {
        if (row[0] !== removalKey(collection)[0]) break;
        const { id, commit, block } = readRemovalRow(row);
        if (!isNew(id)) continue;
        const line = await lineOf(keeping, file, { commit, block });
        if (line !== null) yield { id, line: only(line, collection, [id]) };
      }
    }
  }
}

/** The key after all that begin with these bytes. */
function keyAfter(key: Buffer): Buffer {
  const next = Buffer.from(key);
  next[next.length - 1] = (next.at(-1) ?? 0) + 1;
  return next;
}

/** A line with nothing but the removals of some records. */
function only(line: ToldLine, collection: Collection, ids: readonly number[]): ToldLine {
  const changes = line.changes.filter((change) => {
    const { remove, id } = change as { remove?: unknown; id?: unknown };
    return remove === collection && ids.some((one) => one === id);
  });
  return { ...line, changes };
}

async function* onlyLines(removals: AsyncIterable<Removal>): AsyncIterable<ToldLine> {
  for await (const { line } of removals) yield line;
}

/** The lines after which a name may have been free, newest first. */
async function* linesOfName(
  keeping: HistoryKeeping,
  view: HistoryView,
  name: { readonly alias: string; readonly domain: number | undefined },
): AsyncIterable<ToldLine> {
  const live = view.journals
    .flat()
    .filter(({ names }) =>
      names.some(({ alias, domain }) => alias === name.alias && domain === name.domain),
    );
  yield* liveLines(view, live.toReversed());
  const key = nameKey(name.alias, name.domain);
  for (const file of view.files.toReversed()) {
    const places = await rowsFrom(file.rows.names, key, readNameRow);
    for (const place of places.toReversed()) {
      const line = await lineOf(keeping, file, place);
      if (line !== null) yield line;
    }
  }
}

/** Those of some records of whose removal the history knows nothing. */
async function withoutRemoval(
  view: HistoryView,
  collection: Collection,
  ids: Set<number>,
): Promise<ReadonlySet<number>> {
  const pause = pauseAfter();
  for (const { deeds } of view.journals.flat()) {
    for (const { collection: of, id } of deeds) if (of === collection) ids.delete(id);
  }
  const key = removalKey(collection);
  for (const { rows } of view.files) {
    const from = await rows.removals.lowerBound(key);
    for await (const chunk of rows.removals.chunks(from, "forwards")) {
      if (ids.size === 0) return ids;
      for (const row of chunk) {
        if (row[0] === key[0]) ids.delete(readRemovalRow(row).id);
        if (pause.isDue()) await pause.now();
      }
    }
  }
  return ids;
}
