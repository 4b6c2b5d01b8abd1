import { mostWebhooks, type SentWebhook } from "../../../../contract/server/automation/webhooks.ts";
import { type Message, message } from "../../../../contract/messages/messages.ts";
import { errorText } from "../../../../util/errorText.ts";
import { createTaskQueue } from "../../../../util/taskQueue.ts";
import type { App } from "../../../common/context.ts";
import { Conflict, NotFound } from "../../../common/problems.ts";
import type { DeliveryState } from "../../../store/outbox/outbox.ts";
import type { Engine, EngineApp } from "./engine.ts";
import { type Health, healthOf, warnedAt } from "./health.ts";
import { newHook, withSent } from "./hookFields.ts";
import { day } from "./schedule.ts";
import { newSecret } from "./signing.ts";
import { type Hook, type HookSecrets, openWebhookFile } from "./webhookFile.ts";

/** A webhook, and how it is doing. */
export interface HookState {
  readonly hook: Hook;
  /** Empty: it can't be read. */
  readonly url: string;
  /** Milliseconds since 1970; null: there is no former secret. */
  readonly formerUntil: number | null;
  readonly isLocked: boolean;
  readonly health: Health;
  readonly waiting: number;
  readonly refused: number;
  readonly isOffline: boolean;
}

export type WebhookService = Awaited<ReturnType<typeof createWebhooks>>;

/** Milliseconds for which a former secret signs, too. */
const formerTime = day;

/** Webhooks. While none is on, a small file was read at the start, and nothing else was. */
export async function createWebhooks(app: EngineApp & Pick<App, "dataDir" | "secretKeeper">) {
  const { store, clock, log } = app;
  const { outbox } = store;
  const file = await openWebhookFile(app);
  const queue = createTaskQueue();
  let engine: Engine | null = null;
  let isClosed = false;
  let isWatching = false;

  const isUsable = ({ id, isOn }: Hook) => isOn && file.secretsOf(id) !== undefined;
  const hooksOn = () => file.hooks().filter(isUsable);

  function find(id: number): Hook {
    const hook = file.hooks().find((one) => one.id === id);
    if (hook === undefined) throw new NotFound("Webhook does not exist.");
    return hook;
  }

  function secretsOf(id: number): HookSecrets {
    const secrets = file.secretsOf(id);
    if (secrets !== undefined) return secrets;
    throw new Conflict(
      "blocked",
      "The webhook's URL and secret can't be read. Delete the webhook and create it again.",
    );
  }

  /** Once: whoever watches a table does so for good. */
  function watch(): void {
    if (isWatching) return;
    isWatching = true;
    store.links.watch(() => engine?.changed());
    store.table("contactAnswers").watch((former, next) => {
      if (former === undefined && next !== undefined) engine?.changed();
    });
  }

  /** What happens from now on is for those that come. */
  async function started(isFresh: boolean): Promise<Engine> {
    if (engine !== null) {
      await engine.collect();
      return engine;
    }
    const { startEngine } = await import("./engine.ts");
    watch();
    const stop = (hook: number, why: "gone" | "failing") => {
      // The queue may be waiting for the engine to end, which waits for this.
      queue
        .run(() => stopHook(hook, why))
        .catch((error: unknown) => {
          log(`Webhook ${hook} couldn't be turned off: ${errorText(error)}`);
        });
    };
    engine = await startEngine(app, {
      hooks: hooksOn,
      secretsOf: (hook) => file.secretsOf(hook),
      stop,
      isFresh,
    });
    return engine;
  }

  /** After a webhook was changed: nothing runs for none. */
  async function settle(): Promise<void> {
    if (hooksOn().length > 0) {
      engine?.hooksChanged();
      return;
    }
    const former = engine;
    engine = null;
    await former?.close();
  }

  async function stopHook(id: number, why: "gone" | "failing"): Promise<void> {
    const hook = file.hooks().find((one) => one.id === id);
    if (isClosed || hook?.isOn !== true) return;
    await file.write(id, { hook: { ...hook, isOn: false, stopped: why } });
    await outbox.drop(id);
    log(`Webhook “${hook.name}” has been turned off: ${reasons[why]}.`);
    await settle();
  }

  /** `former` is null for a new one. */
  async function write(hook: Hook, former: Hook | null, secrets?: HookSecrets): Promise<void> {
    const wasOn = former?.isOn === true;
    if (hook.isOn && !wasOn) {
      // What somebody else left in the folder isn't sent, and nothing of it is signed.
      if (former === null || former.stopped === "foreign") await outbox.forget(hook.id);
      else await outbox.drop(hook.id);
      const begun = await started(true);
      await outbox.forgetHealth(hook.id);
      begun.freshen(hook.id, true);
    }
    try {
      await file.write(hook.id, { hook, ...(secrets !== undefined && { secrets }) });
      if (wasOn && !hook.isOn) await outbox.drop(hook.id);
      if (secrets !== undefined) engine?.freshen(hook.id);
    } finally {
      await settle();
    }
  }

  async function statesOf(hooks: readonly Hook[]): Promise<HookState[]> {
    if (hooks.length === 0) return [];
    const [health, waiting] = await Promise.all([outbox.health(), outbox.waiting()]);
    return hooks.map((hook) => {
      const secrets = file.secretsOf(hook.id);
      const until = secrets?.former?.until ?? 0;
      return {
        hook,
        url: secrets?.url ?? "",
        isLocked: secrets === undefined,
        formerUntil: until > clock() ? until : null,
        health: healthOf(health.get(hook.id)),
        waiting: waiting.get(hook.id) ?? 0,
        refused: engine?.refusedOf(hook.id) ?? 0,
        isOffline: engine?.isOffline(hook.id) ?? false,
      };
    });
  }

  async function stateOf(id: number): Promise<HookState> {
    const [state] = await statesOf([find(id)]);
    if (state === undefined) throw new NotFound("Webhook does not exist.");
    return state;
  }

  function running(id: number): { readonly hook: Hook; readonly engine: Engine } {
    const hook = find(id);
    secretsOf(id);
    if (hook.isOn && engine !== null) return { hook, engine };
    throw new Conflict("blocked", "The webhook is off. Turn it on first.");
  }

  return {
    /** Goes on where the last run ended. */
    begin: () =>
      queue.run(async () => {
        if (isClosed || hooksOn().length === 0) return;
        const begun = await started(false);
        begun.hooksChanged();
      }),
    list: () => statesOf(file.hooks()),
    get: stateOf,
    add: (
      sent: SentWebhook & {
        readonly name: string;
        readonly url: string;
        readonly secret?: string | undefined;
      },
    ) =>
      queue.run(async () => {
        if (file.hooks().length >= mostWebhooks) {
          throw new Conflict("blocked", `There can be at most ${mostWebhooks} webhooks.`);
        }
        const { name, url, secret = newSecret() } = sent;
        const hook = withSent({ ...newHook, id: file.nextId(), name }, url, sent);
        await write(hook, null, { url, secret, former: null });
        return stateOf(hook.id);
      }),
    update: (id: number, sent: SentWebhook) =>
      queue.run(async () => {
        const former = find(id);
        const secrets = secretsOf(id);
        const url = sent.url ?? secrets.url;
        const hook = withSent(former, url, sent);
        await write(hook, former, url === secrets.url ? undefined : { ...secrets, url });
        return stateOf(id);
      }),
    remove: (id: number) =>
      queue.run(async () => {
        find(id);
        await file.write(id, null);
        await settle();
        await outbox.forget(id);
      }),
    secretsOf(id: number): { readonly secret: string; readonly former: string | null } {
      find(id);
      const { secret, former } = secretsOf(id);
      return { secret, former: former !== null && former.until > clock() ? former.secret : null };
    },
    renew: (id: number) =>
      queue.run(async () => {
        const hook = find(id);
        const { secret, ...secrets } = secretsOf(id);
        const former = { secret, until: clock() + formerTime };
        await file.write(id, { hook, secrets: { ...secrets, secret: newSecret(), former } });
      }),
    async test(id: number): Promise<void> {
      const { hook, engine: present } = running(id);
      await present.send(hook, {
        at: clock(),
        type: "test",
        data: { id, name: hook.name },
      });
    },
    deliveries(
      id: number,
      request: {
        readonly offset: number;
        readonly limit: number;
        readonly state?: DeliveryState;
      },
    ) {
      find(id);
      return outbox.page(id, request);
    },
    async delivery(id: number, deliveryId: number) {
      find(id);
      const found = await outbox.get(id, deliveryId);
      if (found === null) throw new NotFound("Delivery does not exist.");
      return found;
    },
    async redeliver(id: number, deliveryId: number): Promise<void> {
      const { engine: present } = running(id);
      if ((await outbox.get(id, deliveryId)) === null) {
        throw new NotFound("Delivery does not exist.");
      }
      await outbox.again(id, deliveryId, clock());
      present.freshen(id);
      present.look();
    },
    /** What the owner should be told. */
    notices(): Message[] {
      return file.hooks().flatMap(({ id, name, stopped }) => {
        if (stopped !== null) return [message(stopNotices[stopped], { name })];
        const failures = engine?.healthOf(id).failures ?? 0;
        const count = warnedAt.findLast((at) => failures >= at);
        return count === undefined ? [] : [message("service.webhookWarned", { name, count })];
      });
    },
    async close(): Promise<void> {
      isClosed = true;
      const former = engine;
      engine = null;
      await former?.close();
      await queue.idle();
    },
  };
}

const stopNotices = {
  gone: "service.webhookGone",
  failing: "service.webhookFailing",
  foreign: "service.webhookForeign",
} as const;

const reasons = {
  gone: "the receiver answered 410",
  failing: "nothing could be delivered for 5 days",
} as const;
