/**
 * What leads from a version of the database (`user_version`) to the next one. A step that a release
 * has carried is never changed.
 */
export const schemaSteps: readonly string[] = [
  `
  -- Up to where the journals are taken in, and which of them comes next.
  create table taken (
    one integer primary key check (one = 1),
    "commit" integer not null,
    journal integer not null
  ) strict;
  insert into taken values (1, 0, 0);

  -- A change set, under the number of its first commit.
  create table sets (
    id integer primary key,
    at integer not null,
    by text not null,
    operation text not null,
    scope text not null,
    undoes integer,
    is_open integer not null,
    changes integer not null,
    bytes integer not null
  ) strict;
  create index sets_undoing on sets (undoes) where undoes is not null;

  create table set_counts (
    "set" integer not null,
    collection text not null,
    added integer not null,
    changed integer not null,
    removed integer not null,
    primary key ("set", collection)
  ) strict, without rowid;

  -- What a commit did to a record: of a change the fields that changed, else the whole record.
  create table changes (
    number integer primary key,
    "commit" integer not null,
    "set" integer not null,
    at integer not null,
    collection text not null,
    id integer not null,
    kind text not null,
    version integer not null,
    before text,
    after text
  ) strict;
  create index changes_of_set on changes ("set");
  create index changes_of_record on changes (collection, id);
  create index removals on changes (collection) where kind = 'removed';

  -- What links were called; folded. Domain 0 is the service's own address.
  create table former_names (
    name text not null,
    domain integer not null,
    number integer not null,
    link integer not null,
    url text not null,
    until integer not null,
    primary key (name, domain, number)
  ) strict, without rowid;
  create index former_names_of_change on former_names (number);

  -- Hashes of passwords that links had; in changes a word stands for each.
  create table former_passwords (
    word text not null,
    link integer not null,
    "commit" integer not null,
    hash text not null,
    primary key (word, "commit")
  ) strict, without rowid;
  create index former_passwords_of_link on former_passwords (link);
  `,
  `
  -- 1: some of its changes aren't here any more.
  alter table sets add column is_partial integer not null default 0;
  `,
  `
  -- The name of the key that a program used.
  alter table sets add column key_name text;
  `,
  `
  -- What webhooks are to be sent, and were sent.
  create table webhook_deliveries (
    id integer primary key autoincrement,
    hook integer not null,
    message text not null,
    type text not null,
    at integer not null,
    body text not null,
    state text not null,
    tries integer not null,
    next_at integer,
    tried_at integer,
    took integer,
    headers text,
    status integer,
    answer text,
    problem text
  ) strict;
  create unique index webhook_messages on webhook_deliveries (hook, message);
  create index webhook_log on webhook_deliveries (hook, id);
  create index webhook_waiting on webhook_deliveries (hook, next_at) where state = 'waiting';

  -- Up to where everything that happened is among the deliveries; JSON.
  create table webhook_place (
    one integer primary key check (one = 1),
    place text not null
  ) strict;

  -- What is kept about a webhook beside its deliveries; JSON.
  create table webhook_health (
    hook integer primary key,
    health text not null
  ) strict;

  -- Links that webhooks were told of as ended.
  create table webhook_ended_links (link integer primary key) strict;
  `,
];

/** Whoever writes into the file may write numbers that JavaScript can't have: reading them throws. */
export const mostNumber = Number.MAX_SAFE_INTEGER;

export function bounded(column: string, most = mostNumber): string {
  return `max(0, min(${column}, ${most}))`;
}

/** Bytes of a name, and of an address or a hash, at their longest. */
export const longest = { name: 100, address: 1 << 16 } as const;

/**
 * Whoever writes into the file may write texts that fill the memory. Their length is known without
 * reading them; a longer one is an empty text.
 */
export function boundedText(column: string, most: number): string {
  return `case when octet_length(${column}) > ${most} then '' else ${column} end`;
}
