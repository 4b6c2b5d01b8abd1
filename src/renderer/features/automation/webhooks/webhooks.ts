import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { TFunction } from "i18next";
import type {
  Webhook,
  WebhookDelivery,
  WebhookEvent,
} from "../../../../contract/server/automation/webhooks.ts";
import { mostWebhooks } from "../../../../contract/server/automation/webhooks.ts";
import { api, queryClient } from "../../../app/client/api.ts";
import type { Format } from "../../../i18n/format.ts";
import type { Words } from "../../../i18n/words.ts";

/** Milliseconds between looks at what is sent, while the page is in view. */
const liveEvery = 5_000;

export function useWebhooks() {
  return useQuery({
    queryKey: ["webhooks"],
    queryFn: async ({ signal }) =>
      (await api.call("listWebhooks", { query: { limit: mostWebhooks } }, signal)).data.webhooks,
    refetchInterval: liveEvery,
  });
}

export function useDeliveries(id: number, page: number) {
  return useQuery({
    queryKey: ["webhooks", id, "deliveries", page],
    queryFn: async ({ signal }) =>
      (await api.call("listWebhookDeliveries", { params: { id }, query: { page } }, signal)).data,
    placeholderData: keepPreviousData,
    refetchInterval: liveEvery,
  });
}

export function useDelivery(id: number, deliveryid: number) {
  return useQuery({
    queryKey: ["webhooks", id, "delivery", deliveryid],
    queryFn: async ({ signal }) =>
      (await api.call("getWebhookDelivery", { params: { id, deliveryid } }, signal)).data,
    refetchInterval: liveEvery,
  });
}

/** Forgotten with the last place that shows it. */
export function useSecret(id: number) {
  return useQuery({
    queryKey: ["webhooks", id, "secret"],
    queryFn: ({ signal }) => api.call("getWebhookSecret", { params: { id } }, signal),
    gcTime: 0,
  });
}

export async function refreshWebhooks(): Promise<void> {
  await queryClient.refresh(["webhooks"]);
}

const eventWords = {
  "link.created": "linkCreated",
  "link.updated": "linkUpdated",
  "link.deleted": "linkDeleted",
  "link.ended": "linkEnded",
  "link.clicked": "linkClicked",
  "contact.received": "contactReceived",
  "change.made": "changeMade",
  test: "test",
} as const satisfies Readonly<Record<WebhookEvent | "test", keyof Words["webhooks"]["event"]>>;

/** An event in the reader's words; one of a later Waypost as it is. */
export function eventText(type: string, t: TFunction): string {
  const word = Object.entries(eventWords).find(([event]) => event === type)?.[1];
  return word === undefined ? type : t(`webhooks.event.${word}`);
}

/** Why the last try failed. */
export function problemText(
  { problem, status }: Pick<Webhook | WebhookDelivery, "problem" | "status">,
  t: TFunction,
  format: Format,
): string {
  const shown = status === null ? "" : format.plain(status);
  return problem === null ? "" : t(`webhooks.problem.${problem}`, { status: shown });
}
