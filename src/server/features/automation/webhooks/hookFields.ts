import { isIP } from "node:net";
import {
  usualEvents,
  type WebhookEvent,
  type WebhookKind,
} from "../../../../contract/server/automation/webhooks.ts";
import { type Faults, Invalid } from "../../../common/problems.ts";
import { isPublicAddress } from "../../../outside/publicAddresses.ts";
import { isLoopback } from "../../domains/ownAddresses.ts";
import { placeOf } from "./attempt.ts";
import type { Hook } from "./webhookFile.ts";

/** What callers send of a webhook. */
export interface SentHook {
  readonly name?: string | undefined;
  readonly url?: string | undefined;
  readonly kind?: WebhookKind | undefined;
  readonly events?: readonly WebhookEvent[] | undefined;
  readonly links?: readonly number[] | undefined;
  readonly channels?: readonly number[] | undefined;
  readonly campaigns?: readonly number[] | undefined;
  readonly tags?: readonly string[] | undefined;
  readonly chat?: string | undefined;
  readonly private?: string | undefined;
  readonly on?: boolean | undefined;
  readonly clear?:
    | readonly ("links" | "channels" | "campaigns" | "tags" | "chat" | "private")[]
    | undefined;
}

export const newHook: Omit<Hook, "id" | "name"> = {
  kind: "standard",
  events: [...usualEvents],
  links: [],
  channels: [],
  campaigns: [],
  tags: [],
  chat: null,
  private: null,
  isOn: true,
  stopped: null,
};

/** A webhook with what was sent of it. Throws {@link Invalid}. */
export function withSent(former: Hook, url: string, sent: SentHook): Hook {
  const emptied = (sent.clear ?? []).map((name) => [name, newHook[name]]);
  const hook: Hook = { ...former, ...Object.fromEntries(emptied) };
  const unique = <Item>(sentItems: readonly Item[] | undefined, items: readonly Item[]) => [
    ...new Set(sentItems ?? items),
  ];
  const next: Hook = {
    ...hook,
    name: sent.name ?? hook.name,
    kind: sent.kind ?? hook.kind,
    events: unique(sent.events, hook.events),
    links: unique(sent.links, hook.links),
    channels: unique(sent.channels, hook.channels),
    campaigns: unique(sent.campaigns, hook.campaigns),
    tags: unique(sent.tags, hook.tags),
    chat: sent.chat ?? hook.chat,
    private: sent.private ?? hook.private,
    isOn: sent.on ?? hook.isOn,
    stopped: sent.on === undefined ? hook.stopped : null,
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
      private: `must be ${place}, the host and port of url, if url leads to a private address`,
    }),
    ...(hook.kind === "telegram" && hook.chat === null && { chat: "is required for Telegram" }),
  };
}
