import type { App } from "../../../common/context.ts";
import type { FullDelivery } from "../../../store/outbox/outbox.ts";
import { errorText } from "../../../../util/errorText.ts";
import type { Attempt, Send } from "./attempt.ts";
import {
  afterFailure,
  afterSuccess,
  goodHealth,
  type Health,
  healthOf,
  isHopeless,
  warnedAt,
} from "./health.ts";
import { offlinePause, pauseAfter, slowdownAfter } from "./schedule.ts";
import type { Hook, HookSecrets } from "./webhookFile.ts";

export interface Sender {
  begin(): Promise<void>;
  /** There may be something to send, or other webhooks are on. */
  look(): void;
  /** A webhook was changed: what held it back is of before. `isNew`: so is how it was doing. */
  freshen(hook: number, isNew?: boolean): void;
  healthOf(hook: number): Health;
  isOffline(hook: number): boolean;
  close(): Promise<void>;
}

/** Statuses by which a receiver says that it has too much to do. */
const slowStatuses = new Set([429, 502, 504]);
const goneStatus = 410;
/** Milliseconds between two looks at what isn't due for long. */
const longestWait = 600_000;
/** Milliseconds until the next look where the database refuses. */
const failurePause = 30_000;

/** What is known of a webhook in this run. */
interface Lane {
  isBusy: boolean;
  /** It came while a delivery was on its way: there may be more. */
  isAsked: boolean;
  /** Nothing is sent before this moment; milliseconds since 1970. */
  heldUntil: number;
  /** It is being turned off: nothing more is sent. */
  isStopped: boolean;
  /** How often this computer was found offline in a row; 0: it is online. */
  offline: number;
  callOff: () => void;
}

/** Sends what is due: of each webhook one delivery at a time, so that a slow one holds up no other. */
export function createSender(
  app: Pick<App, "store" | "clock" | "random" | "alarm" | "log">,
  parts: {
    readonly send: Send;
    /** Those that are on. */
    readonly hooks: () => readonly Hook[];
    readonly secretsOf: (hook: number) => HookSecrets | undefined;
    readonly stop: (hook: number, why: "gone" | "failing") => void;
  },
): Sender {
  const { clock, random, alarm, log } = app;
  const { outbox } = app.store;
  const health = new Map<number, Health>();
  const lanes = new Map<number, Lane>();
  const ending = new AbortController();
  const working = new Set<Promise<void>>();

  function laneOf(hook: number): Lane {
    const fresh = {
      isBusy: false,
      isAsked: false,
      heldUntil: 0,
      isStopped: false,
      offline: 0,
      callOff: () => {},
    };
    const lane = lanes.get(hook) ?? fresh;
    lanes.set(hook, lane);
    return lane;
  }

  function isOn(id: number): Hook | undefined {
    return ending.signal.aborted ? undefined : parts.hooks().find((hook) => hook.id === id);
  }

  function start(id: number): void {
    const lane = laneOf(id);
    lane.callOff();
    lane.isAsked = true;
    if (lane.isBusy) return;
    lane.isBusy = true;
    const work = goOn(id, lane)
      .catch((error: unknown) => {
        if (ending.signal.aborted) return;
        log(`Webhook ${id} can't receive events at the moment: ${errorText(error)}`);
        wait(id, lane, failurePause);
      })
      .finally(() => {
        lane.isBusy = false;
        working.delete(work);
      });
    working.add(work);
  }

  function wait(id: number, lane: Lane, milliseconds: number): void {
    lane.callOff();
    // The timers of a computer that slept are late: it is looked at now and then.
    lane.callOff = alarm(Math.min(milliseconds, longestWait), () => start(id));
  }

  async function goOn(id: number, lane: Lane): Promise<void> {
    while (lane.isAsked) {
      lane.isAsked = false;
      for (let isOver = false; !isOver;) isOver = await sendNext(id, lane);
    }
  }

  /** Whether nothing more is to be sent now. */
  async function sendNext(id: number, lane: Lane): Promise<boolean> {
    const next = isOn(id) === undefined ? null : await outbox.next(id);
    // It may have been changed meanwhile.
    const hook = isOn(id);
    const secrets = parts.secretsOf(id);
    if (next === null || hook === undefined || secrets === undefined || lane.isStopped) return true;
    const dueAt = Math.max(next.nextAt ?? 0, lane.heldUntil);
    const startedAt = clock();
    if (dueAt > startedAt) {
      wait(id, lane, dueAt - startedAt);
      return true;
    }
    const attempt = await parts.send(hook, secrets, next, ending.signal);
    if (isOn(id) === undefined) return true;
    if (attempt.kind === "offline") {
      lane.heldUntil = clock() + offlinePause(lane.offline);
      lane.offline += 1;
      return false;
    }
    lane.offline = 0;
    await note(hook, lane, next, { ...attempt, startedAt });
    return false;
  }

  async function note(
    hook: Hook,
    lane: Lane,
    { id, tries: earlier }: FullDelivery,
    attempt: Attempt & { readonly startedAt: number },
  ): Promise<void> {
    const now = clock();
    const { kind, status, problem, answer, headers, retryAfter, startedAt } = attempt;
    const tries = earlier + 1;
    const isDelivered = kind === "delivered";
    const isSlow = status !== null && (slowStatuses.has(status) || retryAfter !== null);
    const next = isDelivered
      ? afterSuccess(now)
      : afterFailure(healthOf(health.get(hook.id)), { status, problem, now, isSlow });
    if (!isDelivered && isSlow) {
      lane.heldUntil = now + slowdownAfter(next.slowdowns, retryAfter, now);
    }
    const isGone = status === goneStatus;
    const pause = isDelivered || isGone ? null : pauseAfter(tries, random);
    health.set(hook.id, next);
    await outbox.tried({
      id,
      hook: hook.id,
      state: isDelivered ? "delivered" : pause === null ? "failed" : "waiting",
      tries,
      nextAt: pause === null ? null : Math.max(now + pause, lane.heldUntil),
      triedAt: startedAt,
      took: Math.max(0, now - startedAt),
      headers,
      status,
      answer,
      problem,
      health: JSON.stringify(next),
    });
    if (isDelivered) return;
    if (warnedAt.includes(next.failures)) {
      log(`Webhook “${hook.name}” has failed ${next.failures} times in a row.`);
    }
    lane.isStopped = isGone || isHopeless(next);
    if (lane.isStopped) parts.stop(hook.id, isGone ? "gone" : "failing");
  }

  return {
    async begin() {
      for (const [hook, kept] of await outbox.health()) health.set(hook, healthOf(kept));
    },
    look() {
      for (const { id } of parts.hooks()) start(id);
    },
    freshen(hook, isNew = false) {
      if (isNew) health.delete(hook);
      const lane = laneOf(hook);
      lane.heldUntil = 0;
      lane.offline = 0;
      lane.isStopped = false;
    },
    healthOf: (hook) => health.get(hook) ?? goodHealth,
    isOffline: (hook) => (lanes.get(hook)?.offline ?? 0) > 0,
    async close() {
      ending.abort();
      for (const { callOff } of lanes.values()) callOff();
      await Promise.all(working);
    },
  };
}
