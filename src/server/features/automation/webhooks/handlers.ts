import {
  type Webhook,
  type WebhookDelivery,
  type webhookOperations,
  webhookProblems,
} from "../../../../contract/server/automation/webhooks.ts";
import { listEnvelope } from "../../../../contract/envelope.ts";
import type { HandlersOf } from "../../../api/handlers.ts";
import type { App } from "../../../common/context.ts";
import type { Delivery } from "../../../store/outbox/outbox.ts";
import type { HookState } from "./service.ts";

export function createWebhookHandlers(
  app: Pick<App, "webhooks" | "timestamps">,
): HandlersOf<typeof webhookOperations> {
  const { webhooks, timestamps } = app;
  const moment = (at: number | null) =>
    at === null ? null : timestamps.render(new Date(at).toISOString());

  function present({ hook, url, health, ...state }: HookState): Webhook {
    const { isOn, stopped, ...fields } = hook;
    return {
      ...fields,
      url,
      on: isOn,
      stopped,
      waiting: state.waiting,
      refused: state.refused,
      failures: health.failures,
      offline: state.isOffline,
      success: moment(health.successAt),
      failure: moment(health.failureAt),
      status: health.status,
      problem: state.isLocked ? "locked" : health.problem,
      former: moment(state.formerUntil),
    };
  }

  function presentDelivery({ at, nextAt, triedAt, ...delivery }: Delivery): WebhookDelivery {
    const { id, message, type, state, tries, took, status, problem } = delivery;
    return {
      id,
      message,
      type,
      date: timestamps.render(new Date(at).toISOString()),
      state,
      tries,
      next: state === "waiting" ? moment(nextAt) : null,
      tried: moment(triedAt),
      took,
      status,
      problem: webhookProblems.find((one) => one === problem) ?? null,
    };
  }

  const answer = (state: HookState) => ({ error: 0 as const, data: present(state) });

  return {
    async listWebhooks({ query: { page, limit } }) {
      const all = await webhooks.list();
      const items = all.slice((page - 1) * limit, page * limit);
      return listEnvelope("webhooks", { items, total: all.length, page, limit }, present);
    },
    getWebhook: async ({ params }) => answer(await webhooks.get(params.id)),
    addWebhook: async ({ body }) => answer(await webhooks.add(body)),
    updateWebhook: async ({ params, body }) => answer(await webhooks.update(params.id, body)),
    async deleteWebhook({ params }) {
      await webhooks.remove(params.id);
      return { error: 0, message: "Webhook has been deleted successfully." };
    },
    getWebhookSecret: ({ params }) => ({ error: 0, ...webhooks.secretsOf(params.id) }),
    async renewWebhookSecret({ params }) {
      await webhooks.renew(params.id);
      return { error: 0, ...webhooks.secretsOf(params.id) };
    },
    async testWebhook({ params }) {
      await webhooks.test(params.id);
      return { error: 0, message: "Test event has been added to the queue successfully." };
    },
    async listWebhookDeliveries({ params, query: { page, limit, state } }) {
      const found = await webhooks.deliveries(params.id, {
        offset: (page - 1) * limit,
        limit,
        ...(state !== undefined && { state }),
      });
      return listEnvelope("deliveries", { ...found, page, limit }, presentDelivery);
    },
    async getWebhookDelivery({ params }) {
      const {
        headers,
        body,
        answer: answered,
        ...delivery
      } = await webhooks.delivery(params.id, params.deliveryid);
      return {
        error: 0,
        data: { ...presentDelivery(delivery), body, headers, answer: answered },
      };
    },
    async redeliverWebhook({ params }) {
      await webhooks.redeliver(params.id, params.deliveryid);
      return { error: 0, message: "Delivery has been added to the queue successfully." };
    },
  };
}
