import { randomBytes } from "node:crypto";
import { z } from "zod";
import { mostWaiting, type WebhookEvent } from "../../../../contract/server/automation/webhooks.ts";
import type { App } from "../../../common/context.ts";
import { createTaskQueue } from "../../../../util/taskQueue.ts";
import { errorText } from "../../../../util/errorText.ts";
import type { NewDelivery, OutboxPlace } from "../../../store/outbox/outbox.ts";
import type { ContactAnswerRecord } from "../../../store/records.ts";
import { bodyOf } from "./bodies.ts";
import { changeEvents, linksIn } from "./changeEvents.ts";
import { clickDeliveries } from "./clickEvents.ts";
import { findEndedLinks } from "./endedLinks.ts";
import { type HookEvent, messageId } from "./events.ts";
import type { Hook } from "./webhookFile.ts";

/** Up to where everything that happened is in the outbox. */
const placeSchema = z.object({
  /** No two beginnings have the same. */
  seed: z.string(),
  /** Change sets up to this one are in the outbox, apart from those that were under way. */
  set: z.number(),
  open: z.array(z.number()),
  /** Messages of visitors up to this one are in the outbox. */
  answer: z.number(),
  /** Clicks up to this place of the log are; null: nobody wants them. */
  click: z.object({ month: z.string(), byte: z.number() }).nullable(),
  /** Links that ended by then are known; false: nobody wants to know. */
  knowsEnded: z.boolean(),
});
type Place = Readonly<z.output<typeof placeSchema>>;

export interface Collector {
  /** From the place at which the last run ended; `isFresh`: from now. */
  begin(isFresh: boolean): Promise<void>;
  /** A link was changed, or a visitor wrote: it is looked at soon. */
  changed(): void;
  /** Once what happened up to now is in the outbox. */
  collect(): Promise<void>;
  /** Other webhooks are on, or want other events. */
  hooksChanged(): void;
  /** Puts an event of no change into the outbox. */
  send(hook: Hook, event: HookEvent): Promise<void>;
  close(): Promise<void>;
}

/** Milliseconds from a change to a look at it, so that those that follow are looked at together. */
const changePause = 100;
/** Milliseconds between two looks at whether long work is done. */
const runningPause = 2_000;
/** Milliseconds between two looks at the click log. */
const clickPause = 30_000;
/** Milliseconds between two looks for links that ended. */
const endPause = 60_000;
/** Milliseconds until the next look where the disk doesn't take something. */
const failurePause = 30_000;
/** Change sets that are read at once. */
const setsOfPage = 100;
/** Messages that are read at once. */
const answersOfPage = 100;
/** Deliveries that are put into the outbox at once. */
const deliveriesOfPut = 50;

const ofLinks: readonly WebhookEvent[] = [
  "link.created",
  "link.updated",
  "link.deleted",
  "change.made",
];

/**
 * Finds what happened in what is on disk anyway: History, messages, the click log. So nothing that
 * was answered is lost, whatever ends the process, and a change costs its caller nothing.
 */
export function createCollector(
  app: Pick<
    App,
    | "store"
    | "clock"
    | "alarm"
    | "log"
    | "linkPresenter"
    | "presentAnswer"
    | "statistics"
    | "timestamps"
  >,
  parts: {
    /** Those that are on. */
    readonly hooks: () => readonly Hook[];
    /** Deliveries were put into the outbox; some were refused, by webhook. */
    readonly put: (refused: ReadonlyMap<number, number>) => void;
  },
): Collector {
  const { store, clock, alarm, log } = app;
  const { outbox, history } = store;
  const answers = store.table("contactAnswers");
  const lane = createTaskQueue();
  let place: Place | null = null;
  /** As it is in the database. */
  let keptSet = 0;
  let isClosed = false;
  const isEnding = () => isClosed;
  let isPlanned = false;
  let hasFailed = false;
  let callOffChange = () => {};
  let callOffClicks: (() => void) | null = null;
  let callOffEnds: (() => void) | null = null;

  const wanting = (...types: readonly WebhookEvent[]) =>
    parts.hooks().filter(({ events }) => types.some((type) => events.includes(type)));

  function planChange(milliseconds: number): void {
    if (isClosed || isPlanned || place === null) return;
    isPlanned = true;
    callOffChange = alarm(milliseconds, () => {
      isPlanned = false;
      run(changes);
    });
  }

  /** One after the other; what fails is looked at again later. */
  function run(work: () => Promise<void>): void {
    lane
      .run(async () => {
        if (isClosed || place === null) return;
        try {
          await work();
          hasFailed = false;
        } catch (error) {
          // While the store is being closed, the next start goes on from here.
          if (isClosed) return;
          if (!hasFailed) log(`Events couldn't be saved for webhooks: ${errorText(error)}`);
          hasFailed = true;
          planChange(failurePause);
        }
      })
      .catch(() => undefined);
  }

  async function put(
    deliveries: readonly NewDelivery[],
    next: Place,
    ended?: { readonly add: readonly number[]; readonly remove: readonly number[] },
  ): Promise<void> {
    // The content is read back by the same schema.
    const kept: OutboxPlace = next;
    const more = ended === undefined ? {} : { ended };
    const refused = await outbox.put({
      at: clock(),
      deliveries,
      place: kept,
      most: mostWaiting,
      ...more,
    });
    place = next;
    keptSet = next.set;
    if (deliveries.length > 0) parts.put(refused);
  }

  function deliveriesOf(message: string, event: HookEvent): NewDelivery[] {
    const { type } = event;
    if (type === "test") return [];
    return wanting(type).map(({ id, kind, chat }) => ({
      hook: id,
      message,
      type,
      body: bodyOf(event, kind, chat),
    }));
  }

  async function changes(): Promise<void> {
    await changedLinks();
    await newAnswers();
    // Its end is no change of a link.
    if (place !== null && place.open.length > 0) planChange(runningPause);
  }

  async function changedLinks(): Promise<void> {
    if (place === null) return;
    if (wanting(...ofLinks).length === 0) {
      place = { ...place, set: await history.lastSet(), open: [] };
      return;
    }
    for (let isOver = false; !isOver && !isEnding();) {
      const { set, open, seed }: Place = place;
      const found = await history.setsAfter(set, setsOfPage);
      isOver = found.length < setsOfPage;
      const known = await Promise.all(open.map((id) => history.set(id)));
      const sets = [...known.filter((one) => one !== undefined), ...found];
      const running = sets.filter(({ state }) => state === "running").map(({ id }) => id);
      const last = found.at(-1)?.id ?? set;
      let deliveries: NewDelivery[] = [];
      for (const one of sets) {
        if (one.state === "running" || linksIn(one) === 0) continue;
        for await (const { message, event } of changeEvents(app, one, { seed, isEnding })) {
          deliveries.push(...deliveriesOf(message, event));
          if (deliveries.length < deliveriesOfPut) continue;
          // The place stays: after a crash they are found again, and are there already.
          await put(deliveries, place);
          deliveries = [];
        }
      }
      if (isEnding()) return;
      const next: Place = { ...place, set: last, open: running };
      if (deliveries.length > 0 || last - keptSet >= setsOfPage) await put(deliveries, next);
      else place = next;
    }
  }

  /** Oldest first. */
  function answersAfter(id: number) {
    const found: ContactAnswerRecord[] = [];
    for (let isOver = false; !isOver;) {
      const page = answers.newest(found.length, answersOfPage);
      const later = page.filter((one) => one.id > id);
      found.push(...later);
      isOver = later.length < answersOfPage;
    }
    return found.toReversed();
  }

  async function newAnswers(): Promise<void> {
    if (place === null) return;
    const { answer, seed } = place;
    const isWanted = wanting("contact.received").length > 0;
    const found = answersAfter(answer);
    const last = found.at(-1)?.id ?? answer;
    if (last === answer) return;
    const deliveries = found.flatMap((one) => {
      const at = Date.parse(one.createdAt);
      const data = app.presentAnswer(one);
      return deliveriesOf(messageId(seed, "answer", one.id), {
        at,
        type: "contact.received",
        data,
      });
    });
    const next = { ...place, answer: last };
    if (isWanted) await put(deliveries, next);
    else place = next;
  }

  async function clicks(): Promise<void> {
    if (place === null) return;
    const hooks = wanting("link.clicked");
    const from = place.click;
    const to = hooks.length === 0 ? null : store.clicks.place;
    if (from?.month === to?.month && from?.byte === to?.byte) return;
    const next = { ...place, click: to };
    if (from === null || to === null) return put([], next);
    let deliveries: NewDelivery[] = [];
    const found = clickDeliveries(app, hooks, { from, to, at: clock(), seed: place.seed });
    for await (const some of found) {
      deliveries.push(...some);
      if (deliveries.length < deliveriesOfPut) continue;
      await put(deliveries, place);
      deliveries = [];
    }
    await put(deliveries, next);
  }

  async function ends(): Promise<void> {
    if (place === null) return;
    const isWanted = wanting("link.ended").length > 0;
    const { knowsEnded, seed } = place;
    if (!isWanted) {
      if (knowsEnded) await put([], { ...place, knowsEnded: false });
      return;
    }
    for (let isOver = false; !isOver && !isEnding();) {
      const { events, add, remove, isAll } = await findEndedLinks(app, await outbox.ended());
      isOver = isAll;
      if (isAll && add.length === 0 && remove.length === 0 && place.knowsEnded) return;
      // Those that had ended before anybody asked are no news.
      const deliveries = knowsEnded
        ? events.flatMap((event) =>
            deliveriesOf(messageId(seed, "ended", event.data.id, event.at), event),
          )
        : [];
      await put(deliveries, { ...place, knowsEnded: knowsEnded || isAll }, { add, remove });
    }
  }

  /** Timers run for what somebody wants, and for nothing else. */
  function planLooks(): void {
    if (isClosed) return;
    if (wanting("link.clicked").length > 0) {
      callOffClicks ??= alarm(clickPause, () => {
        callOffClicks = null;
        run(clicks);
        planLooks();
      });
    }
    if (wanting("link.ended").length > 0) {
      callOffEnds ??= alarm(endPause, () => {
        callOffEnds = null;
        run(ends);
        planLooks();
      });
    }
  }

  async function beginning(isFresh: boolean): Promise<Place> {
    const kept = isFresh ? undefined : placeSchema.safeParse(await outbox.place()).data;
    const lastSet = await history.lastSet();
    const [lastAnswer] = answers.newest(0, 1);
    const answer = lastAnswer?.id ?? 0;
    if (kept !== undefined) {
      // A folder that was put back counts from an earlier place.
      return { ...kept, set: Math.min(kept.set, lastSet), answer: Math.min(kept.answer, answer) };
    }
    const seed = randomBytes(12).toString("base64url");
    return { seed, set: lastSet, open: [], answer, click: null, knowsEnded: false };
  }

  return {
    begin: (isFresh) =>
      lane.run(async () => {
        const first = await beginning(isFresh);
        await put([], first);
      }),
    changed: () => planChange(changePause),
    collect: () =>
      lane.run(async () => {
        await changes();
        await clicks();
        await ends();
      }),
    hooksChanged() {
      run(clicks);
      run(ends);
      run(changes);
      planLooks();
    },
    send: ({ id, kind, chat }, event) =>
      lane.run(async () => {
        if (place === null) return;
        const message = messageId(place.seed, "sent", randomBytes(12).toString("base64url"));
        const { type } = event;
        await put([{ hook: id, message, type, body: bodyOf(event, kind, chat) }], place);
      }),
    async close() {
      isClosed = true;
      callOffChange();
      callOffClicks?.();
      callOffEnds?.();
      await lane.idle();
    },
  };
}
