import { longestTexts } from "../../wire/calls.ts";
import { hashSpace } from "../../wire/hash.ts";

/** Sums of hashes stay within their bits; a difference below zero comes out right too. */
const mask = hashSpace - 1;

const tables = [
  "create table if not exists mirror (key text primary key, hash integer not null, data text not null) without rowid",
  // The newest row is never deleted: so ids don't come back, and no row is written to count them.
  "create table if not exists clicks (id integer primary key, line text not null)",
  `create table if not exists answers (id integer primary key, overlay integer not null,
    visitor text not null, at integer not null, line text not null)`,
  // Clicks that limited links have had here, of the generation in which they were handed over last.
  "create table if not exists limits (link integer primary key, generation integer not null, given integer not null)",
];

/** Makes what is missing. */
export const schema: readonly string[] = [
  ...tables,
  `create table if not exists state (id integer primary key check (id = 1), database text not null,
    home text, generation integer, sequence integer not null, rows integer not null default 0,
    sum integer not null default 0, clicks_taken integer not null default 0,
    answers_taken integer not null default 0, lost integer not null default 0,
    unreadable integer not null default 0, day integer not null default 0,
    day_first integer not null default 0, spent integer not null default 0,
    budget integer not null default 95000)`,
  "insert or ignore into state (id, database, sequence) values (1, lower(hex(randomblob(16))), 0)",
];

const lastClick = "(select coalesce(max(id), 0) from clicks)";

/** Rows of the edge's own: `keys.made`, `keys.browser` and both. */
const isMade = "key between 'own/a/' and 'own/a0'";
const isBrowser = "key between 'own/b/' and 'own/b0'";
const isPushed = "key not between 'own/' and 'own0'";

export const readState = `select *, ${lastClick} as clicks_last,
    (select coalesce(min(id), 0) from clicks) as clicks_first,
    (select coalesce(min(id), 0) from answers) as answers_first,
    (select coalesce(max(id), 0) from answers) as answers_last,
    exists (select 1 from limits) as has_limits,
    (select coalesce(min(hash), 0) from mirror where ${isMade}) as made
  from state`;

/**
 * What a call says is ?1 in each of these, as the JSON that it came in.
 *
 * Each call begins with the turn: who is not the owner, or has the wrong sequence, sets it to null, which
 * the table doesn't take, and nothing of the call is done.
 */
export const turnRefused = /NOT NULL constraint failed: state\.sequence/i;

const nextSequence = `case when home = ?1 ->> 'home' and generation = ?1 ->> 'generation'
  and sequence + 1 = ?1 ->> 'sequence' then sequence + 1 end`;
const takeTurn = `update state set sequence = ${nextSequence},
  day_first = iif(?1 ->> '$.budget.day' > day, ${lastClick}, day_first),
  spent = iif(?1 ->> '$.budget.day' < day, spent, ?1 ->> '$.budget.spent'),
  day = max(day, ?1 ->> '$.budget.day'), budget = ?1 ->> '$.budget.limit'`;
const sequenceNow = "select sequence from state";

const addRows = (sign: "+" | "-", keys: string) => `
  rows = rows ${sign} (select count(*) from mirror where key in (${keys})),
  sum = (sum ${sign} (select coalesce(sum(hash), 0) from mirror where key in (${keys}))) & ${mask}`;
// In halves: the sum of a million of them wouldn't fit into 64 bits.
const countAll = `
  rows = (select count(*) from mirror where ${isPushed}),
  sum = (select ((coalesce(sum(hash >> 22), 0) << 22) + coalesce(sum(hash & 4194303), 0)) & ${mask}
    from mirror where ${isPushed})`;

export const adopt: readonly string[] = [
  `update state set home = ?1 ->> 'home', generation = ?1 ->> 'generation',
    sequence = case when home is null or generation + 1 = ?1 ->> 'generation' then sequence + 1 end`,
  sequenceNow,
];

/** The rows go to one statement alone: each is written into the request to the database, and a Worker has 10 ms. */
export const push = {
  /** ?1: the turn, ?2: the keys of all rows that change. */
  begin: `${takeTurn}, ${addRows("-", "select value from json_each(?2)")}`,
  /** ?1: keys. */
  remove: "delete from mirror where key in (select value from json_each(?1))",
  /** ?1: rows. */
  upsert: `insert into mirror (key, hash, data)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(?1) where true
    on conflict (key) do update set hash = excluded.hash, data = excluded.data
    where mirror.data <> excluded.data or mirror.hash <> excluded.hash`,
  /** ?1: the keys again. */
  end: `update state set ${addRows("+", "select value from json_each(?1)")}`,
  recount: `update state set ${countAll}`,
  /** ?1: the turn. In their stead home's own rows are there. */
  release: `delete from mirror where ${isMade} and hash <= ?1 ->> 'made'`,
  result: "select sequence, rows, sum from state",
} as const;

export const list: readonly string[] = [
  takeTurn,
  sequenceNow,
  `select key, hash from mirror
    where key > coalesce(?1 ->> 'after', '') and ${isPushed} order by key limit ?1 ->> 'limit'`,
];

/** Row after row, until there are texts enough: what an answer has no room for isn't read. */
const bounded = (
  table: string,
  [id, text]: readonly [string, string],
  after: string,
  only = "true",
) => `
  with recursive page(${id}, ${text}, size) as (select ${after}, null, 0
    union all select next.${id}, next.${text}, size + length(next.${text}) from page
    join ${table} next on next.${id} = (select min(${id}) from ${table} where ${id} > page.${id} and ${only})
    where size < ${longestTexts} limit 1 + (?1 ->> 'limit'))
  select ${id}, ${text} from page limit -1 offset 1`;

export const listDeep: readonly string[] = [
  takeTurn,
  sequenceNow,
  bounded("mirror", ["key", "data"], "coalesce(?1 ->> 'after', '')", isPushed),
];

const waiting = (table: string, upTo: string) => bounded(table, ["id", "line"], `?1 ->> '${upTo}'`);
const deleteTaken = (table: string, upTo: string) => `delete from ${table}
  where id <= ?1 ->> '${upTo}' and id < (select max(id) from ${table})`;

export const drain: readonly string[] = [
  `${takeTurn}, clicks_taken = ?1 ->> 'clicksUpTo', answers_taken = ?1 ->> 'answersUpTo'`,
  `${deleteTaken("clicks", "clicksUpTo")} and id < (select min(id) from clicks) + (?1 ->> 'deletes')`,
  // What somebody wrote leaves at once; that it was written counts for an hour, as at home.
  "update answers set line = '' where id <= ?1 ->> 'answersUpTo' and line <> ''",
  `${deleteTaken("answers", "answersUpTo")} and at < (unixepoch() - 3600) * 1000`,
  // A database that was put back to an earlier state gives no id out that home has met already.
  `insert into clicks (id, line) select ?1 ->> 'clicksUpTo', ''
    where ?1 ->> 'clicksUpTo' > ${lastClick}`,
  `insert into answers (id, overlay, visitor, at, line) select ?1 ->> 'answersUpTo', 0, '', 0, ''
    where ?1 ->> 'answersUpTo' > (select coalesce(max(id), 0) from answers)`,
  sequenceNow,
  waiting("clicks", "clicksUpTo"),
  waiting("answers", "answersUpTo"),
];

/** Dropped, not emptied: that costs a few rows of the day's budget, however much there was. */
export const wipe: readonly string[] = [
  `${takeTurn}, home = null, generation = null, database = lower(hex(randomblob(16))), rows = 0,
    sum = 0, day_first = day_first - ${lastClick}, clicks_taken = 0, answers_taken = 0, lost = 0, unreadable = 0`,
  sequenceNow,
  "drop table mirror",
  "drop table clicks",
  "drop table answers",
  "drop table limits",
  ...tables,
];

export const wipeRows: readonly string[] = [
  `${takeTurn}, rows = 0, sum = 0`,
  sequenceNow,
  "drop table mirror",
  ...tables,
];

/** ?1: the day. Counted from here on, a day's clicks are known without a row for each. */
export const beginDay = `update state set day = ?1, day_first = ${lastClick}, spent = 0 where day < ?1`;

/**
 * ?1: a click's line. The network refuses everything, visits too, to whoever has written a day's rows:
 * a click that would come near that is not written.
 */
export const insertClick = `insert into clicks (line)
  select ?1 from state where ${lastClick} - day_first + spent < budget`;

/**
 * ?1 the link, ?2 the generation of its limit, ?3 clicks that this copy may give in it, ?4 and ?5 the key and
 * hash of the row that says so: where home has another row by now, that one decides. A click of a limited link
 * that can't be written isn't given. It is worth two of the day's rows, its own and this one.
 */
export const takeClick = `insert into limits (link, generation, given)
  select ?1, ?2, 1 from state where ?3 > 0 and ${lastClick} - day_first + spent + 1 < budget
    and exists (select 1 from mirror where key = ?4 and hash = ?5)
  on conflict (link) do update set generation = excluded.generation,
    given = iif(limits.generation < excluded.generation, 1, limits.given + 1)
  where limits.generation < excluded.generation
    or limits.generation = excluded.generation and limits.given < ?3`;

/** ?1: the line of a click that the statement before has taken. An id is left out for the row of that statement. */
export const insertTaken = `insert into clicks (id, line)
  select ${lastClick} + 2, ?1 where changes() > 0`;

/** ?1: ids of links. */
export const readGiven = `select link, generation, given from limits
  where link in (select value from json_each(?1))`;

const hasBudget = `${lastClick} - day_first + spent < budget`;

/** Links made there that may wait for home. */
const mostMade = 500;

/** ?1 the link's line for home, ?2 and ?3 the keys under which another one may have its alias. */
export const insertMade = `insert into answers (overlay, visitor, at, line)
  select 0, '', 0, ?1 from state where ${hasBudget}
    and not exists (select 1 from mirror where key in (?2, ?3))
    and (select count(*) from mirror where ${isMade}) < ${mostMade}`;

/** ?1 its key, ?2 its row. Where the statement before has written its line, whose number it keeps as its hash. */
export const insertMadeRow = `insert into mirror (key, hash, data)
  select ?1, (select max(id) from answers), ?2 where changes() > 0`;

/** ?1 and ?2 the keys that say why a link couldn't be made. */
export const readTaken = "select key from mirror where key in (?1, ?2)";

/** ?1 the browser's key, ?2 the hash of its cookie: once for each. */
export const insertBrowser = `insert into mirror (key, hash, data)
  select ?1, 0, ?2 from state where ${hasBudget} on conflict (key) do nothing`;

/** ?1 its line for home. */
export const insertPaired = `insert into answers (overlay, visitor, at, line)
  select 0, '', 0, ?1 where changes() > 0`;

/** ?1 the keys of those that home has. */
export const deleteBrowsers = `delete from mirror where ${isBrowser}
  and key not in (select value from json_each(?1))`;
