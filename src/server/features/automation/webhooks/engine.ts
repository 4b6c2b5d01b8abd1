import { logDays, mostLogged } from "../../../../contract/server/automation/webhooks.ts";
import type { App } from "../../../common/context.ts";
import { errorText } from "../../../../util/errorText.ts";
import { createSend } from "./attempt.ts";
import { type Collector, createCollector } from "./collector.ts";
import type { Health } from "./health.ts";
import { day } from "./schedule.ts";
import { createSender } from "./sender.ts";
import type { Hook, HookSecrets } from "./webhookFile.ts";

export type EngineApp = Pick<
  App,
  | "store"
  | "clock"
  | "random"
  | "alarm"
  | "log"
  | "fetch"
  | "listensAt"
  | "isConnected"
  | "linkPresenter"
  | "presentAnswer"
  | "statistics"
  | "timestamps"
>;

export interface Engine extends Pick<Collector, "changed" | "collect" | "send"> {
  /** Others are on, or have other events and addresses. */
  hooksChanged(): void;
  /** What held a webhook back is of before. `isNew`: so is how it was doing. */
  freshen(hook: number, isNew?: boolean): void;
  /** There is something to send. */
  look(): void;
  healthOf(hook: number): Health;
  isOffline(hook: number): boolean;
  /** Events that the full queue of a webhook didn't take in this run. */
  refusedOf(hook: number): number;
  close(): Promise<void>;
}

/** Milliseconds between two looks for what the log needs no longer. */
const trimPause = 3_600_000;

/** Loaded and started by the first webhook that is on. */
export async function startEngine(
  app: EngineApp,
  parts: {
    /** Those that are on. */
    readonly hooks: () => readonly Hook[];
    readonly secretsOf: (hook: number) => HookSecrets | undefined;
    readonly stop: (hook: number, why: "gone" | "failing") => void;
    /** Nothing that happened before is sent. */
    readonly isFresh: boolean;
  },
): Promise<Engine> {
  const { store, clock, alarm, log } = app;
  const refused = new Map<number, number>();
  const sender = createSender(app, { ...parts, send: createSend(app) });
  const collector = createCollector(app, {
    hooks: parts.hooks,
    put(counts) {
      for (const [hook, count] of counts) refused.set(hook, (refused.get(hook) ?? 0) + count);
      sender.look();
    },
  });
  let callOffTrim = () => {};
  let trimming: Promise<void> = Promise.resolve();

  function trim(): void {
    trimming = store.outbox
      .trim({ before: clock() - logDays * day, most: mostLogged })
      .catch((error: unknown) => log(`Old deliveries couldn't be deleted: ${errorText(error)}`));
    callOffTrim = alarm(trimPause, trim);
  }

  await sender.begin();
  await collector.begin(parts.isFresh);
  trim();

  return {
    changed: () => collector.changed(),
    collect: () => collector.collect(),
    send: (hook, event) => collector.send(hook, event),
    hooksChanged() {
      collector.hooksChanged();
      sender.look();
    },
    freshen: (hook, isNew) => sender.freshen(hook, isNew),
    look: () => sender.look(),
    healthOf: (hook) => sender.healthOf(hook),
    isOffline: (hook) => sender.isOffline(hook),
    refusedOf: (hook) => refused.get(hook) ?? 0,
    async close() {
      callOffTrim();
      await collector.close();
      await sender.close();
      await trimming;
    },
  };
}
