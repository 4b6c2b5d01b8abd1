import { z } from "zod";
import { done, listOf, success } from "../../envelope.ts";
import {
  address,
  clearOf,
  entries,
  flag,
  id,
  name,
  paging,
  tag,
  text,
  timestamp,
} from "../../fields/fields.ts";
import { owner } from "../../operation.ts";

/** What a webhook can tell of, in the order in which it is offered. */
export const webhookEvents = [
  "link.created",
  "link.updated",
  "link.deleted",
  "link.ended",
  "link.clicked",
  "contact.received",
  /** Several links were changed at once: their ids instead of one event for each. */
  "change.made",
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];
/** Of a webhook that names none. */
export const usualEvents = ["link.created", "link.updated", "link.deleted"] as const;

/** What is sent: signed events for programs, or a sentence for people. */
export const webhookKinds = ["standard", "slack", "discord", "telegram", "ntfy"] as const;
export type WebhookKind = (typeof webhookKinds)[number];

/** Why a webhook that was on is off. */
export const webhookStops = [
  /** The receiver answered 410. */
  "gone",
  /** Nothing but failures for days. */
  "failing",
  /** The folder was set up elsewhere, or copied: here, nobody turned it on. */
  "foreign",
] as const;

/** Why a try failed, apart from the status of an answer. */
export const webhookProblems = [
  "status",
  "redirect",
  "timeout",
  "network",
  /** A private address that isn't the named one. */
  "private",
  /** Its secrets can't be read. */
  "locked",
] as const;

export const mostWebhooks = 20;
/** Deliveries of one webhook that its log keeps. */
export const mostLogged = 1_000;
export const logDays = 7;
/** Deliveries that may wait for one webhook. */
export const mostWaiting = 10_000;
/** Bytes of an answer that the log keeps. */
export const mostAnswer = 4_096;
/** Bytes of a body: what tells of many things is split. */
export const mostBody = 20_000;

export const deliveryStates = ["waiting", "delivered", "failed", "dropped"] as const;

const webhookProblem = z.enum(webhookProblems).nullable();

const delivery = z.object({
  id: z.int().positive(),
  message: z
    .string()
    .describe("Value of the webhook-id header, which is the same for all attempts"),
  type: z.string(),
  date: timestamp,
  state: z.enum(deliveryStates),
  tries: z.int().nonnegative(),
  next: timestamp.nullable().describe("Time of the next attempt, or null"),
  tried: timestamp.nullable().describe("Time of the last attempt, or null"),
  took: z
    .int()
    .nonnegative()
    .nullable()
    .describe("Duration of the last attempt in milliseconds, or null"),
  status: z.int().nullable().describe("HTTP status of the last answer, or null"),
  problem: webhookProblem.describe("Reason why the last attempt failed, or null"),
});
export type WebhookDelivery = z.output<typeof delivery>;

const fullDelivery = delivery.extend({
  body: z.string(),
  headers: z.string().nullable().describe("Headers of the last attempt, one per line, or null"),
  answer: z.string().nullable().describe("First 4 KiB of the last answer, or null"),
});

const webhook = z.object({
  id: z.int().positive(),
  name: z.string(),
  url: z.string(),
  kind: z.enum(webhookKinds),
  events: z.array(z.enum(webhookEvents)),
  links: z
    .array(z.int())
    .describe(
      "IDs of the links whose clicks are sent. If links, channels, campaigns and tags are all empty, all clicks are sent",
    ),
  channels: z
    .array(z.int())
    .describe("IDs of channels. Clicks on the links in these channels are sent"),
  campaigns: z
    .array(z.int())
    .describe("IDs of campaigns. Clicks on the links in these campaigns are sent"),
  tags: z.array(z.string()).describe("Tags. Clicks on links with any of these tags are sent"),
  chat: z.string().nullable().describe("Telegram chat, or null"),
  private: z
    .string()
    .nullable()
    .describe("Private host and port that events may be sent to, or null"),
  on: z.boolean(),
  stopped: z
    .enum(webhookStops)
    .nullable()
    .describe("Reason why the webhook was turned off automatically, or null"),
  waiting: z.int().nonnegative().describe("Number of waiting deliveries"),
  refused: z
    .int()
    .nonnegative()
    .describe("Number of events that weren't queued because the queue was full"),
  failures: z.int().nonnegative().describe("Number of failed attempts in a row"),
  offline: z.boolean().describe("Whether the webhook is waiting for this computer to be online"),
  success: timestamp.nullable().describe("Time of the last success, or null"),
  failure: timestamp.nullable().describe("Time of the last failure, or null"),
  status: z.int().nullable().describe("HTTP status of the last failure, or null"),
  problem: webhookProblem.describe("Reason why the last attempt failed, or null"),
  former: timestamp
    .nullable()
    .describe("Time until which events are also signed with the previous secret, or null"),
});
export type Webhook = z.output<typeof webhook>;

const oneOf = (words: readonly string[]) => `must be one of ${words.join(", ")}`;

/** `whsec_` and the base64 of 24 to 64 bytes. */
const secretFault = "must start with whsec_, followed by 24 to 64 bytes in base64";
const secret = text(100)
  .trim()
  .regex(/^whsec_(?:[A-Za-z\d+/]{4})*(?:[A-Za-z\d+/]{2}==|[A-Za-z\d+/]{3}=)?$/, secretFault)
  .refine((value) => {
    const bytes = (value.replace(/=+$/, "").length - "whsec_".length) * 0.75;
    return bytes >= 24 && bytes < 65;
  }, secretFault);

const ids = entries(id);

const fields = {
  name: name.describe("Name of the webhook"),
  url: address.describe("URL that events are sent to"),
  kind: z
    .enum(webhookKinds, oneOf(webhookKinds))
    .describe("Format of events: standard (signed JSON) or a messaging service"),
  events: entries(z.enum(webhookEvents, oneOf(webhookEvents))).describe("Events that are sent"),
  links: ids
    .optional()
    .describe(
      "IDs of links whose clicks are sent. Replaces the current list. If links, channels, campaigns and tags are all empty, all clicks are sent",
    ),
  channels: ids
    .optional()
    .describe("IDs of channels. Clicks on the links in these channels are sent"),
  campaigns: ids
    .optional()
    .describe("IDs of campaigns. Clicks on the links in these campaigns are sent"),
  tags: entries(tag).optional().describe("Tags. Clicks on links with any of these tags are sent"),
  chat: text(100).trim().optional().describe("ID or @name of the chat, for Telegram"),
  private: text(260)
    .trim()
    .toLowerCase()
    .regex(
      /^(?:\[[\da-f:.]+\]|[^\s:/[\]@]+):\d{1,5}$/,
      "must be a host and a port, such as nas:8123",
    )
    .optional()
    .describe("Host and port of the URL, if it points to a private address"),
  on: flag.optional().describe("Whether events are sent"),
};

/** What only some webhooks have, as those have it that don't: for the server and the form alike. */
export const optionalWebhookFields = {
  links: [],
  channels: [],
  campaigns: [],
  tags: [],
  chat: null,
  private: null,
} satisfies Partial<Webhook>;
// Object.keys forgets which keys they are.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const optionalWebhookNames = Object.keys(
  optionalWebhookFields,
) as (keyof typeof optionalWebhookFields)[];

const updateBody = z
  .object(fields)
  .partial()
  .extend({ clear: clearOf(optionalWebhookNames).optional() });
/** What is sent of a webhook. */
export type SentWebhook = z.output<typeof updateBody>;

const response = success({ data: webhook });
const deliveryPath = z.object({ id, deliveryid: id });

export const webhookOperations = {
  listWebhooks: owner.get("/api/webhooks", {
    summary: "List webhooks with their state.",
    query: z.object({ limit: paging.limit, page: paging.page }),
    response: listOf("webhooks", webhook),
  }),
  getWebhook: owner.get("/api/webhook/:id", { summary: "Show a webhook.", response }),
  addWebhook: owner.post("/api/webhook/add", {
    summary: "Create a webhook, which sends events to a URL.",
    isStrict: true,
    body: z.object({
      ...fields,
      kind: fields.kind.optional(),
      events: fields.events.optional(),
      secret: secret
        .optional()
        .describe("Signing secret: whsec_ followed by 24 to 64 bytes in base64. Random by default"),
    }),
    response,
  }),
  updateWebhook: owner.put("/api/webhook/:id/update", {
    summary: "Update a webhook; omitted fields don't change.",
    isStrict: true,
    body: updateBody,
    response,
  }),
  deleteWebhook: owner.delete("/api/webhook/:id/delete", {
    summary: "Delete a webhook and its log.",
    response: done("Webhook has been deleted successfully."),
  }),
  getWebhookSecret: owner.get("/api/webhook/:id/secret", {
    summary: "Show the secret that signs a webhook's events.",
    response: success({
      secret: z.string(),
      former: z
        .string()
        .nullable()
        .describe("Previous secret, which keeps signing for 24 hours, or null"),
    }),
  }),
  renewWebhookSecret: owner.post("/api/webhook/:id/renew", {
    summary: "Renew a webhook's secret; the previous secret keeps signing for 24 hours.",
    response: success({ secret: z.string(), former: z.string().nullable() }),
  }),
  /** Answers at once; how it goes, the log tells. */
  testWebhook: owner.post("/api/webhook/:id/test", {
    summary: "Send a test event to a webhook.",
    response: done("Test event has been added to the queue successfully."),
  }),
  listWebhookDeliveries: owner.get("/api/webhook/:id/deliveries", {
    summary: "List what a webhook sent in the last 7 days, newest first.",
    query: z.object({
      limit: paging.limit,
      page: paging.page,
      state: z
        .enum(deliveryStates, oneOf(deliveryStates))
        .optional()
        .describe("Only deliveries in this state"),
    }),
    response: listOf("deliveries", delivery),
  }),
  getWebhookDelivery: owner.get("/api/webhook/:id/delivery/:deliveryid", {
    summary: "Show the request and the last answer of a delivery.",
    params: deliveryPath,
    response: success({ data: fullDelivery }),
  }),
  /** With the same `webhook-id`. Answers at once. */
  redeliverWebhook: owner.post("/api/webhook/:id/redeliver/:deliveryid", {
    summary: "Send a delivery again.",
    params: deliveryPath,
    response: done("Delivery has been added to the queue successfully."),
  }),
} as const;
