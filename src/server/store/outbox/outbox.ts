import { isObject } from "../../../util/isObject.ts";
import { boundedJson } from "../boundedJson.ts";
import type { Database } from "../database/database.ts";
import { bounded, boundedText } from "../database/schema.ts";
import { lastMoment } from "../records.ts";
import type { Tried } from "./outboxJobs.ts";

export type DeliveryState = "waiting" | "delivered" | "failed" | "dropped";

/** What one webhook is to be sent. */
export interface NewDelivery {
  readonly hook: number;
  /** The same over all tries, and made of what happened: what is found twice is sent once. */
  readonly message: string;
  readonly type: string;
  readonly body: string;
}

/** One delivery, without its texts. */
export interface Delivery extends Omit<NewDelivery, "body"> {
  readonly id: number;
  /** Milliseconds since 1970, like all moments here. */
  readonly at: number;
  readonly state: DeliveryState;
  readonly tries: number;
  /** Of `waiting`. */
  readonly nextAt: number | null;
  readonly triedAt: number | null;
  /** Milliseconds that the last try took. */
  readonly took: number | null;
  /** Of the last answer. */
  readonly status: number | null;
  readonly problem: string | null;
}

export interface FullDelivery extends Delivery {
  readonly body: string;
  /** Of the last try, one per line. */
  readonly headers: string | null;
  /** The beginning of the last answer. */
  readonly answer: string | null;
}

/** Up to where everything that happened is in the outbox; its content belongs to whoever puts it there. */
export type OutboxPlace = Readonly<Record<string, unknown>>;

export interface Put {
  readonly at: number;
  readonly deliveries: readonly NewDelivery[];
  readonly place: OutboxPlace;
  /** Links that ended, and links that go on. */
  readonly ended?: { readonly add: readonly number[]; readonly remove: readonly number[] };
  /** Deliveries that one webhook may have waiting: further ones aren't taken. */
  readonly most: number;
}

/**
 * What webhooks are still to be sent, and what they were sent: in `waypost.sqlite`, so that it
 * outlives whatever ends this process. Nothing of it is opened before somebody asks.
 */
export interface Outbox {
  /** Null: nothing was ever put into it. */
  place(): Promise<OutboxPlace | null>;
  /** On disk when it resolves: all of it, or nothing. Answers how many were not taken, by webhook. */
  put(put: Put): Promise<ReadonlyMap<number, number>>;
  /** Ids of links that were told to have ended. */
  ended(): Promise<ReadonlySet<number>>;
  /** The one that is due first; null: none waits. */
  next(hook: number): Promise<FullDelivery | null>;
  tried(tried: Tried): Promise<void>;
  /** What is kept about each webhook beside its deliveries. */
  health(): Promise<ReadonlyMap<number, unknown>>;
  /** By webhook, how many wait. */
  waiting(): Promise<ReadonlyMap<number, number>>;
  /** Newest first. */
  page(
    hook: number,
    request: { readonly offset: number; readonly limit: number; readonly state?: DeliveryState },
  ): Promise<{ readonly items: readonly Delivery[]; readonly total: number }>;
  get(hook: number, id: number): Promise<FullDelivery | null>;
  /** It is due now, as if it had never been tried. */
  again(hook: number, id: number, now: number): Promise<void>;
  /** What waits for a webhook isn't sent any more. */
  drop(hook: number): Promise<void>;
  /** What is kept beside its deliveries begins anew. */
  forgetHealth(hook: number): Promise<void>;
  /** With its log. */
  forget(hook: number): Promise<void>;
  /** Keeps so many of each webhook, and none from before a moment. */
  trim(limits: { readonly before: number; readonly most: number }): Promise<void>;
}

const moment = (column: string) =>
  `case when ${column} is not null then ${bounded(column, lastMoment)} end as ${column}`;
/** Bytes; longer ones come from whoever else wrote into the file. */
const most = { name: 200, body: 1 << 16, note: 1 << 15, place: 1 << 20 } as const;
/** Rows that only somebody else's file has more of. */
const mostRows = { hooks: 1_000, ended: 1_000_000 } as const;

const short = (column: string, bytes: number) => `${boundedText(column, bytes)} as ${column}`;
const columns = `${bounded("id")} as id, hook, ${short("message", most.name)}, ${short("type", most.name)},
  ${bounded("at", lastMoment)} as at, ${short("state", most.name)}, ${bounded("tries")} as tries,
  ${moment("next_at")}, ${moment("tried_at")}, ${moment("took")}, ${moment("status")},
  ${short("problem", most.name)}`;
const texts = [
  short("body", most.body),
  short("headers", most.note),
  short("answer", most.note),
].join();
/** A body that can't be read isn't sent. */
const isSendable = `state = 'waiting' and octet_length(body) <= ${most.body}`;

interface Row extends Omit<FullDelivery, "nextAt" | "triedAt"> {
  readonly next_at: number | null;
  readonly tried_at: number | null;
}

function deliveryOf({ next_at: nextAt, tried_at: triedAt, ...row }: Row): FullDelivery {
  return { ...row, nextAt, triedAt };
}

export function createOutbox(database: Database): Outbox {
  async function one(condition: string, ...values: readonly number[]) {
    const sql = `select ${columns}, ${texts} from webhook_deliveries where ${condition} limit 1`;
    const [row] = await database.select<Row>(sql, values);
    return row === undefined ? null : deliveryOf(row);
  }

  return {
    async place() {
      const [row] = await database.select<{ place: string }>(
        `select ${short("place", most.place)} from webhook_place`,
      );
      const place: unknown = row === undefined ? null : parsed(row.place);
      return isObject(place) ? place : null;
    },
    async put({ place, ...put }) {
      const input = { ended: { add: [], remove: [] }, ...put, place: JSON.stringify(place) };
      return new Map(await database.write("putDeliveries", input, { isSafe: true }));
    },
    async ended() {
      const sql = `select ${bounded("link")} as link from webhook_ended_links limit ${mostRows.ended}`;
      return new Set((await database.select<{ link: number }>(sql)).map(({ link }) => link));
    },
    next: (hook) => one(`hook = ? and ${isSendable} order by next_at, id`, hook),
    tried: (tried) => database.write("noteTry", tried),
    async health() {
      const rows = await database.select<{ hook: number; health: string }>(
        `select hook, ${short("health", most.note)} from webhook_health limit ${mostRows.hooks}`,
      );
      return new Map(rows.map(({ hook, health }) => [hook, parsed(health)]));
    },
    async waiting() {
      const rows = await database.select<{ hook: number; count: number }>(
        `select hook, count(*) as count from webhook_deliveries where state = 'waiting'
         group by hook limit ${mostRows.hooks}`,
      );
      return new Map(rows.map(({ hook, count }) => [hook, count]));
    },
    async page(hook, { offset, limit, state }) {
      const where = `hook = ?${state === undefined ? "" : " and state = ?"}`;
      const values = [hook, ...(state === undefined ? [] : [state])];
      const [rows, [count]] = await Promise.all([
        database.select<Row>(
          `select ${columns} from webhook_deliveries where ${where} order by id desc limit ? offset ?`,
          [...values, limit, offset],
        ),
        database.select<{ count: number }>(
          `select count(*) as count from webhook_deliveries where ${where}`,
          values,
        ),
      ]);
      return { items: rows.map(deliveryOf), total: count?.count ?? 0 };
    },
    get: (hook, id) => one("hook = ? and id = ?", hook, id),
    again: (hook, id, now) => database.write("sendAgain", { hook, id, now }),
    drop: (hook) => database.write("dropWaiting", hook),
    forgetHealth: (hook) => database.write("forgetHealth", hook),
    forget: (hook) => database.write("forgetWebhook", hook),
    async trim(limits) {
      // As short as others are to wait.
      for (let isMore = true; isMore;) isMore = await database.write("trimDeliveries", limits);
    },
  };
}

function parsed(text: string): unknown {
  try {
    return boundedJson(text) ?? null;
  } catch {
    return null;
  }
}
