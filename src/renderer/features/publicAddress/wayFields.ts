import { completeAddress } from "../../../contract/fields/completeAddress.ts";
import type { Tunnel, TunnelWay } from "../../../contract/server/tunnels.ts";
import { latinDigits } from "../../i18n/typedMoment.ts";

export interface WayValues {
  readonly host: string;
  readonly user: string;
  readonly port: string;
  readonly remotePort: string;
  readonly bindAddress: string;
  readonly keyFile: string;
  readonly token: string;
  readonly command: string;
  readonly pattern: string;
  readonly address: string;
}
export type WayField = keyof WayValues;

/** What each way is asked for; those behind `more` have a default that mostly holds. */
export const fieldsOfWay: Readonly<
  Record<TunnelWay, { readonly fields: readonly WayField[]; readonly more: readonly WayField[] }>
> = {
  ssh: {
    fields: ["host", "port", "user", "remotePort", "address"],
    more: ["keyFile", "bindAddress"],
  },
  "cloudflared-named": { fields: ["token", "address"], more: [] },
  "tailscale-funnel": { fields: [], more: [] },
  pasted: { fields: ["address"], more: [] },
  command: { fields: ["command", "pattern", "address"], more: [] },
  "cloudflared-quick": { fields: [], more: [] },
};

/** Where Caddy or nginx on the server finds the tunnel, unless its owner says otherwise. */
const usualRemotePort = 4081;

/** What the form begins with: what was set before. The token is never answered, so it stays empty. */
export function valuesOf({ settings }: Pick<Tunnel, "settings">): WayValues {
  return {
    host: settings.host ?? "",
    user: settings.user ?? "",
    port: String(settings.port ?? 22),
    remotePort: String(settings.remotePort ?? usualRemotePort),
    bindAddress: settings.bindAddress ?? "",
    keyFile: settings.keyFile ?? "",
    token: "",
    command: settings.command ?? "",
    pattern: settings.pattern ?? "",
    address: settings.address ?? "",
  };
}

function sentOf(name: WayField, typed: string): string {
  const text = typed.trim();
  if (name === "address") return completeAddress(text);
  return name === "port" || name === "remotePort" ? latinDigits(text) : text;
}

/** What is sent for a way: its own fields, and of those what was filled in. */
export function bodyOfWay(
  way: TunnelWay,
  values: WayValues,
): { readonly way: TunnelWay } & Partial<Record<WayField, string>> {
  const { fields, more } = fieldsOfWay[way];
  const filled = [...fields, ...more]
    .map((name) => [name, sentOf(name, values[name])] as const)
    .filter(([, text]) => text !== "");
  return { way, ...Object.fromEntries(filled) };
}
