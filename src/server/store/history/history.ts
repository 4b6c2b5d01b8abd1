import { mostValues, parseBounded } from "../boundedJson.ts";
import type { Database } from "../database/database.ts";
import { bounded, boundedText, longest, mostNumber } from "../database/schema.ts";
import { isSameValue } from "../document/changeLog.ts";
import { migrateRecord, type Migration, versionAfter } from "../document/migrations.ts";
import { jsonLength } from "../../../contract/fields/jsonLength.ts";
import { isObject } from "../../../util/isObject.ts";
import { type Collection, collections, lastMoment } from "../records.ts";
import type {
  Author,
  FieldValues,
  History,
  Origin,
  RecordChange,
  SetFilter,
  SetSummary,
} from "../store.ts";
import { foldAlias } from "../tables/foldAlias.ts";
import { type Document, tableOf } from "../tables/tables.ts";
import type { HistoryWriter } from "./historyWriter.ts";
import { type ChangeKind, longestKeyName } from "./journalEntry.ts";
import { erasedPassword, isPasswordWord, wordFor } from "./passwords.ts";

export interface HistoryOptions {
  readonly database: Database;
  readonly writer: HistoryWriter;
  readonly steps: readonly Migration[];
  readonly data: Document;
  /** Sets that are under way. */
  readonly running: ReadonlySet<number>;
}

/** Changes that are read at once. */
const pageRows = 500;
/** Characters after which fewer are read at once: one change may have a megabyte. */
const pageText = 1 << 23;
/** Bytes of one side of a change; a record has several requests' worth at most. Others can't be read. */
const longestSide = 1 << 22;

interface ChangeRow {
  readonly number: number;
  readonly set: number;
  readonly commit: number;
  readonly at: number;
  readonly collection: Collection;
  readonly id: number;
  readonly kind: ChangeKind;
  readonly version: number;
  readonly before: string | null;
  readonly after: string | null;
  /** What the word in `before` stands for; null: nothing any more. */
  readonly hash: string | null;
}

/** Far more than a set has; sums of them are numbers, too. */
const mostChanges = 1e12;

const shortColumn = (column: string) => boundedText(column, longest.name);

const changeColumns = `number, ${bounded('"set"')} as "set", ${bounded('"commit"')} as "commit",
  ${bounded("at", lastMoment)} as at, ${shortColumn("collection")} as collection,
  ${bounded("id")} as id, ${shortColumn("kind")} as kind,
  ${bounded("version")} as version,
  ${boundedText("before", longestSide)} as before, ${boundedText("after", longestSide)} as after,
  case when octet_length(before) <= ${longestSide} then
    case when collection = 'links' and kind <> 'added' and json_valid(before) then
      (select ${boundedText("hash", longest.address)} from former_passwords
        where word = before ->> 'password' limit 1) end end as hash`;

interface SetRow {
  readonly id: number;
  readonly at: number;
  readonly by: Author;
  readonly operation: string;
  readonly scope: Origin["scope"];
  /** Name of the key that was used. */
  readonly key: string | null;
  readonly undoes: number | null;
  readonly isOpen: number;
  readonly isPartial: number;
  /** By collection: added, changed, removed. */
  readonly counts: string;
}

const setColumns = `id, ${bounded("at", lastMoment)} as at, ${shortColumn("by")} as by,
  ${shortColumn("operation")} as operation, ${shortColumn("scope")} as scope,
  ${boundedText("key_name", 4 * longestKeyName)} as key,
  case when undoes is not null then ${bounded("undoes")} end as undoes, is_open = 1 as isOpen,
  is_partial = 1 as isPartial,
  (select json_group_object(collection,
      json_array(${["added", "changed", "removed"].map((column) => bounded(column, mostChanges)).join(", ")}))
    from set_counts where "set" = sets.id and collection in (${Object.keys(collections)
      .map((name) => `'${name}'`)
      .join(", ")})) as counts`;

/** Undos of one set that are looked at, the latest: an earlier one was undone before the next could be made. */
const undosOfSet = 10;
/** Undos that are looked at for one page. */
const undosOfPage = 10_000;

const latestUndos = (id: string) => `cross join sets on sets.id in
  (select id from sets where undoes = ${id} and id > ${id} and id < ${mostNumber}
    order by id desc limit ${undosOfSet})`;

/** Sets that undo one of a list, or another of these. */
const undoersOf = `with recursive undoing (id, undoes) as (
    select sets.id, sets.undoes from json_each(?) as listed ${latestUndos("listed.value")}
    union
    select sets.id, sets.undoes from undoing ${latestUndos("undoing.id")}
    limit ${undosOfPage}
  ) select id, undoes from undoing order by id`;

/** Answers what is asked of the history, from the database, once it has what the journals say. */
export function openHistory(options: HistoryOptions): History {
  const { database, writer, steps, data, running } = options;

  return {
    async sets({ offset, limit, ...filter }) {
      await writer.upToDateIfPossible();
      const { where, values } = conditionOf(filter, running);
      const [rows, [count]] = await Promise.all([
        database.select<SetRow>(
          `select ${setColumns} from sets where ${where} order by id desc limit ? offset ?`,
          [...values, limit, offset],
        ),
        database.select<{ count: number }>(
          `select count(*) as count from sets where ${where}`,
          values,
        ),
      ]);
      return { items: await summaries(rows), total: count?.count ?? 0 };
    },
    async set(id) {
      await writer.upToDate();
      const rows = await database.select<SetRow>(`select ${setColumns} from sets where id = ?`, [
        id,
      ]);
      return (await summaries(rows))[0];
    },
    async setsAfter(id, limit) {
      await writer.upToDate();
      const sql = `select ${setColumns} from sets where id > ? order by id limit ?`;
      return summaries(await database.select<SetRow>(sql, [id, limit]));
    },
    async lastSet() {
      await writer.upToDate();
      const sql = `select ${bounded("max(id)")} as id from sets`;
      const [row] = await database.select<{ id: number | null }>(sql);
      return row?.id ?? 0;
    },
    records: (set) =>
      writer.reading(async function* () {
        await writer.upToDate();
        yield* changesWhere('"set" = ?', [set], "oldest first");
      }),
    recordsBackwards: (set) =>
      writer.reading(async function* () {
        await writer.upToDate();
        yield* changesWhere('"set" = ?', [set], "newest first");
      }),
    ofRecord: (collection, id) =>
      writer.reading(async function* () {
        await writer.upToDateIfPossible();
        yield* changesWhere("collection = ? and id = ?", [collection, id], "newest first");
      }),
    removed: (collection) =>
      writer.reading(async function* () {
        await writer.upToDateIfPossible();
        const told = new Set<number>();
        const where = "collection = ? and kind = 'removed'";
        for await (const change of changesWhere(where, [collection], "newest first")) {
          const { id } = change;
          if (told.has(id) || tableOf(data, collection).get(id) !== undefined) continue;
          told.add(id);
          yield change;
        }
      }),
    async formerAlias(alias, domain = 0) {
      const name = foldAlias(alias);
      const { names, areAll } = await writer.recentNames();
      const hasIt = (id: number) => {
        const link = data.links.get(id);
        return (
          link !== undefined && foldAlias(link.alias) === name && (link.domain ?? 0) === domain
        );
      };
      const recent = names.findLast(
        (one) => one.alias === name && one.domain === domain && !hasIt(one.link),
      );
      if (recent !== undefined) {
        return { record: recent.link, url: recent.url, until: recent.until };
      }
      if (areAll) return undefined;
      // Links are made and changed whatever becomes of the history.
      const found = await database
        .select<{ record: number; url: string; until: number }>(
          `select ${bounded("link")} as record, ${boundedText("url", longest.address)} as url,
             ${bounded("until", lastMoment)} as until
           from former_names where name = ? and domain = ?
           order by number desc limit ?`,
          [name, domain, pageRows],
          { mostText: pageText },
        )
        .catch(() => []);
      return found.find(({ record }) => !hasIt(record));
    },
    async withoutTrace(collection, ids) {
      const left = new Set(ids);
      if (left.size === 0) return left;
      await writer.upToDate();
      const found = await database.select<{ id: number }>(
        `select distinct id from changes where collection = ? and kind = 'removed'
           and id in (select value from json_each(?))`,
        [collection, JSON.stringify([...left])],
      );
      for (const { id } of found) left.delete(id);
      return left;
    },
    keepWithin: (limits) => writer.keepWithin(limits),
  };

  /** Page by page, so that nothing is held while somebody is at one. */
  async function* changesWhere(
    where: string,
    values: readonly (string | number)[],
    order: "oldest first" | "newest first",
  ): AsyncIterable<RecordChange> {
    const isForward = order === "oldest first";
    const sql = `select ${changeColumns} from changes where ${where}
      and number > ? and number < ? order by number ${isForward ? "asc" : "desc"} limit ?`;
    let last = isForward ? 0 : mostNumber;
    for (let rows = 1; rows > 0;) {
      const range = isForward ? [last, mostNumber] : [0, last];
      const page = await database.select<ChangeRow>(sql, [...values, ...range, pageRows], {
        mostText: pageText,
      });
      for (const row of page) {
        const change = changeOf(row);
        if (change !== null) yield change;
      }
      last = page.at(-1)?.number ?? last;
      rows = page.length < pageRows && jsonLength(page) < pageText ? 0 : page.length;
    }
  }

  /** As the fields are today, with the passwords that are still kept; null: it can't be read. */
  function changeOf(change: ChangeRow): RecordChange | null {
    const { set, commit, at, collection, id, hash, ...row } = change;
    const before = fieldsOf(row.before);
    const after = fieldsOf(row.after);
    if (!isCollection(collection) || before === undefined || after === undefined) return null;
    const sides = sidesOf({ ...row, before, after }, collection, id);
    if (collection !== "links") return { set, commit, at, collection, id, ...sides };
    const present = data.links.get(id)?.password;
    return {
      set,
      commit,
      at,
      collection,
      id,
      before: withPassword(sides.before, () => hash ?? erasedPassword),
      after: withPassword(sides.after, (word) =>
        present !== undefined && wordFor(present) === word ? present : word,
      ),
    };
  }

  function sidesOf(
    {
      before,
      after,
      kind,
      version,
    }: Pick<RecordChange, "before" | "after"> & Pick<ChangeRow, "kind" | "version">,
    collection: Collection,
    id: number,
  ): Pick<RecordChange, "before" | "after"> {
    const present = (fields: FieldValues) =>
      migrateRecord(collection, { ...fields, id }, version, steps);
    if (kind === "changed" && before !== null && after !== null) {
      if (version === versionAfter(steps))
        return { before: withoutNulls(before), after: withoutNulls(after) };
      const [former, latter] = [present(withoutNulls(before)), present(withoutNulls(after))];
      const fields = Object.keys({ ...former, ...latter });
      const differing = fields.filter((field) => !isSameValue(former[field], latter[field]));
      return { before: picked(former, differing), after: picked(latter, differing) };
    }
    return {
      before: before === null ? null : present(before),
      after: after === null ? null : present(after),
    };
  }

  async function summaries(rows: readonly SetRow[]): Promise<SetSummary[]> {
    if (rows.length === 0) return [];
    const undoers = await database.select<{ id: number; undoes: number }>(undoersOf, [
      JSON.stringify(rows.map(({ id }) => id)),
    ]);
    // An undo is later than what it undoes: from the latest on, each knows whether it was undone itself.
    const undoneBy = new Map<number, number>();
    for (const { id, undoes } of undoers.toReversed()) {
      if (!undoneBy.has(id) && !undoneBy.has(undoes)) undoneBy.set(undoes, id);
    }
    return rows.map(({ id, at, by, operation, scope, key, undoes, isOpen, isPartial, counts }) => ({
      id,
      at,
      origin: {
        by,
        operation,
        scope,
        ...(key !== null && { key }),
        ...(undoes !== null && { undoes }),
      },
      counts: countsOf(counts),
      state: running.has(id)
        ? "running"
        : isPartial === 1
          ? "partial"
          : isOpen === 1
            ? "interrupted"
            : "complete",
      undoneBy: undoneBy.get(id) ?? null,
    }));
  }
}

/** Undefined: not fields, as in a database that somebody else wrote. */
function fieldsOf(text: string | null): FieldValues | null | undefined {
  if (text === null) return null;
  try {
    const fields = parseBounded(text, mostValues.record);
    return isObject(fields) ? fields : undefined;
  } catch {
    return undefined;
  }
}

function isCollection(name: string): name is Collection {
  return Object.hasOwn(collections, name);
}

/** Of a change: null stands for what a record didn't have. */
function withoutNulls(fields: FieldValues): FieldValues {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [field, value ?? undefined]),
  );
}

function picked(record: FieldValues, fields: readonly string[]): FieldValues {
  return Object.fromEntries(fields.map((field) => [field, record[field]]));
}

function withPassword(
  fields: FieldValues | null,
  say: (word: string) => unknown,
): FieldValues | null {
  const word = fields?.["password"];
  return fields === null ||
    typeof word !== "string" ||
    !(isPasswordWord(word) || word === erasedPassword)
    ? fields
    : { ...fields, password: say(word) };
}

function countsOf(text: string): SetSummary["counts"] {
  const counts = JSON.parse(text) as Readonly<
    Partial<Record<Collection, readonly [added: number, changed: number, removed: number]>>
  >;
  return new Map(
    Object.entries(counts).flatMap(([collection, [added, changed, removed]]) =>
      isCollection(collection) ? [[collection, { added, changed, removed }]] : [],
    ),
  );
}

/** Sets that changed something, or are under way. */
function conditionOf(
  { collection, by, key, scope, from, to }: SetFilter,
  running: ReadonlySet<number>,
): { where: string; values: (string | number)[] } {
  const conditions: [string, ...(string | number)[]][] = [
    ["id between 1 and ?", mostNumber],
    collection === undefined
      ? ["(changes > 0 or id in (select value from json_each(?)))", JSON.stringify([...running])]
      : ['exists (select 1 from set_counts where "set" = sets.id and collection = ?)', collection],
    ...(by === undefined ? [] : [[`${shortColumn("by")} = ?`, by] as [string, string]]),
    ...(key === undefined ? [] : [["key_name = ?", key] as [string, string]]),
    ...(scope === undefined ? [] : [[`${shortColumn("scope")} = ?`, scope] as [string, string]]),
    ...(from === undefined || from === -Infinity ? [] : [["at >= ?", from] as [string, number]]),
    ...(to === undefined || to === Infinity ? [] : [["at < ?", to] as [string, number]]),
  ];
  return {
    where: conditions.map(([sql]) => sql).join(" and "),
    values: conditions.flatMap(([, ...values]) => values),
  };
}
