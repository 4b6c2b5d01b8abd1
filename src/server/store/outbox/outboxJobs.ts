import type { DatabaseSync } from "node:sqlite";

/** What became of a try. */
export interface Tried {
  readonly id: number;
  readonly hook: number;
  readonly state: "waiting" | "delivered" | "failed";
  readonly tries: number;
  /** Milliseconds since 1970, like all moments here; null: there is no further try. */
  readonly nextAt: number | null;
  readonly triedAt: number;
  /** Milliseconds. */
  readonly took: number;
  readonly headers: string;
  /** Null: nobody answered. */
  readonly status: number | null;
  readonly answer: string | null;
  readonly problem: string | null;
  /** What is kept about the webhook from now on, as JSON. */
  readonly health: string;
}

export interface PutInput {
  readonly at: number;
  readonly deliveries: readonly {
    readonly hook: number;
    readonly message: string;
    readonly type: string;
    readonly body: string;
  }[];
  /** JSON. */
  readonly place: string;
  readonly ended: { readonly add: readonly number[]; readonly remove: readonly number[] };
  readonly most: number;
}

/** Deliveries that one go deletes, at most. */
const mostDropped = 2_000;

export const outboxJobs = {
  putDeliveries(
    database: DatabaseSync,
    { at, deliveries, place, ended, most }: PutInput,
  ): readonly (readonly [hook: number, count: number])[] {
    const insert = database.prepare(
      `insert or ignore into webhook_deliveries (hook, message, type, at, body, state, tries, next_at)
       values (?, ?, ?, ?, ?, 'waiting', 0, ?)`,
    );
    const count = database.prepare(
      "select count(*) as count from webhook_deliveries where hook = ? and state = 'waiting'",
    );
    const room = new Map<number, number>();
    const refused = new Map<number, number>();
    for (const { hook, message, type, body } of deliveries) {
      const free = room.get(hook) ?? most - Number(count.get(hook)?.["count"]);
      if (free <= 0) refused.set(hook, (refused.get(hook) ?? 0) + 1);
      else insert.run(hook, message, type, at, body, at);
      room.set(hook, free - 1);
    }
    const end = database.prepare("insert or ignore into webhook_ended_links (link) values (?)");
    for (const link of ended.add) end.run(link);
    const goOn = database.prepare("delete from webhook_ended_links where link = ?");
    for (const link of ended.remove) goOn.run(link);
    database
      .prepare(
        `insert into webhook_place (one, place) values (1, ?)
         on conflict (one) do update set place = excluded.place`,
      )
      .run(place);
    return [...refused];
  },

  noteTry(database: DatabaseSync, { id, hook, health, ...tried }: Tried): void {
    const { state, tries, nextAt, triedAt, took, headers, status, answer, problem } = tried;
    database
      .prepare(
        `update webhook_deliveries set state = ?, tries = ?, next_at = ?, tried_at = ?, took = ?,
           headers = ?, status = ?, answer = ?, problem = ?
         where id = ? and hook = ? and state = 'waiting'`,
      )
      .run(state, tries, nextAt, triedAt, took, headers, status, answer, problem, id, hook);
    database
      .prepare(
        `insert into webhook_health (hook, health) values (?, ?)
         on conflict (hook) do update set health = excluded.health`,
      )
      .run(hook, health);
  },

  sendAgain(
    database: DatabaseSync,
    { hook, id, now }: { readonly hook: number; readonly id: number; readonly now: number },
  ): void {
    database
      .prepare(
        `update webhook_deliveries set state = 'waiting', tries = 0, next_at = ?
         where hook = ? and id = ?`,
      )
      .run(now, hook, id);
  },

  dropWaiting(database: DatabaseSync, hook: number): void {
    database
      .prepare(
        `update webhook_deliveries set state = 'dropped', next_at = null
         where hook = ? and state = 'waiting'`,
      )
      .run(hook);
  },

  forgetHealth(database: DatabaseSync, hook: number): void {
    database.prepare("delete from webhook_health where hook = ?").run(hook);
  },

  forgetWebhook(database: DatabaseSync, hook: number): void {
    database.prepare("delete from webhook_deliveries where hook = ?").run(hook);
    database.prepare("delete from webhook_health where hook = ?").run(hook);
  },

  /** Whether there is more to delete. */
  trimDeliveries(
    database: DatabaseSync,
    { before, most }: { readonly before: number; readonly most: number },
  ): boolean {
    const { changes } = database
      .prepare(
        `delete from webhook_deliveries where id in (
           select id from (
             select id, at, row_number() over (partition by hook order by id desc) as place
             from webhook_deliveries where state <> 'waiting'
           ) where at < ? or place > ? limit ?)`,
      )
      .run(before, most, mostDropped);
    return Number(changes) === mostDropped;
  },
};
