import { isIP } from "node:net";
import {
  optionalWebhookFields,
  optionalWebhookNames,
  type SentWebhook,
  usualEvents,
} from "../../../../contract/server/automation/webhooks.ts";
import { type Faults, Invalid } from "../../../common/problems.ts";
import { isPublicAddress } from "../../../outside/publicAddresses.ts";
import { isLoopback } from "../../domains/ownAddresses.ts";
import type { Hook } from "./webhookFile.ts";

export const newHook: Omit<Hook, "id" | "name"> = {
  kind: "standard",
  events: [...usualEvents],
  ...optionalWebhookFields,
  isOn: true,
  stopped: null,
};

/** Host and port that a URL leads to, as the owner names them. */
export function placeOf(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port === "" ? (protocol === "https:" ? 443 : 80) : port}`.toLowerCase();
}

/** What is kept as it is sent; a list has each item once. */
const sentNames = ["name", "kind", "events", ...optionalWebhookNames] as const;

/** A webhook with what was sent of it. Throws {@link Invalid}. */
export function withSent(former: Hook, url: string, sent: SentWebhook): Hook {
  const emptied = (sent.clear ?? []).map((name) => [name, optionalWebhookFields[name]]);
  const given = sentNames.flatMap((name) => {
    const value = sent[name];
    if (value === undefined) return [];
    return [[name, Array.isArray(value) ? [...new Set<unknown>(value)] : value]];
  });
  const next: Hook = {
    ...former,
    ...Object.fromEntries([...emptied, ...given]),
    isOn: sent.on ?? former.isOn,
    stopped: sent.on === undefined ? former.stopped : null,
  };
  const faults = faultsOf(next, url);
  if (Object.keys(faults).length > 0) throw new Invalid(faults);
  return next;
}

function faultsOf(hook: Hook, url: string): Faults {
  const { hostname, username, password } = new URL(url);
  const place = placeOf(url);
  const name = hostname.replace(/^\[(.*)\]$/, "$1");
  const isPrivate = isLoopback(name) || (isIP(name) !== 0 && !isPublicAddress(name));
  const isNamed = hook.private === place;
  return {
    ...(`${username}${password}` !== "" && { url: "must not contain a username or password" }),
    ...(((hook.private !== null && !isNamed) || (isPrivate && !isNamed)) && {
      private: `must be ${place}, the host and port of url, if url points to a private address`,
    }),
    ...(hook.kind === "telegram" && hook.chat === null && { chat: "is required for Telegram" }),
  };
}
