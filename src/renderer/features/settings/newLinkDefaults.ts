import type { Setting } from "../../../contract/server/settings.ts";
import { api } from "../../app/client/api.ts";
import { timestampNow } from "../../i18n/format.ts";

export interface NewLinkDefaults {
  /** "": the service's own address. */
  readonly domain: string;
  /** A moment of the account's clock; "": never. */
  readonly expiry: string;
  readonly channel: number | null;
}

const oneDay = 86_400_000;

/** The end of the day so many days after a moment of the account's clock; "" for none. */
export function expiryAfter(days: number, now: string): string {
  if (days === 0) return "";
  const day = new Date(Date.parse(`${now.slice(0, 10)}T00:00:00Z`) + days * oneDay);
  return `${day.toISOString().slice(0, 10)} 23:59:59`;
}

function valueOf(settings: readonly Setting[], name: string): Setting["value"] {
  return settings.find(({ key }) => key === name)?.value ?? null;
}

async function isDomain(domain: string): Promise<boolean> {
  if (domain === "") return false;
  const { data } = await api.call("listDomains", { query: { limit: 1000 } });
  return data.domains.some((one) => one.domain === domain);
}

async function isChannel(channel: number): Promise<boolean> {
  if (channel === 0) return false;
  const { data } = await api.call("listChannels", { query: { limit: 1000 } });
  return data.channels.some(({ id }) => id === channel);
}

/** What a new link begins with, where its owner has said so; what was deleted since is left out. */
export async function newLinkDefaults(): Promise<NewLinkDefaults> {
  const { settings } = await api.call("listSettings", {});
  const domain = String(valueOf(settings, "links.domain") ?? "");
  const channel = Number(valueOf(settings, "links.channel") ?? 0);
  const days = Number(valueOf(settings, "links.expiryDays") ?? 0);
  const zone = String(valueOf(settings, "timeZone") ?? "UTC");
  return {
    domain: (await isDomain(domain)) ? domain : "",
    channel: (await isChannel(channel)) ? channel : null,
    expiry: expiryAfter(days, timestampNow(zone, new Date())),
  };
}
