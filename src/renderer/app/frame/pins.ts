import { useQueries } from "@tanstack/react-query";
import { api } from "../client/api.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";

/** A tag, channel, campaign or view as the navigation shows it. */
export interface Pinnable {
  /** How the preferences name it: its kind and its id. */
  readonly pin: string;
  readonly name: string;
  /** Null: it has none of its own. */
  readonly color: string | null;
  /** Links in it; null where that isn't known. */
  readonly links: number | null;
  /** Its links. */
  readonly to: string;
}

/** As many as a list to choose from shows. */
const limit = 1_000;
const linksWith = (query: Readonly<Record<string, string>>) =>
  `/links?${new URLSearchParams(query).toString()}`;

/** Each under the key of its kind, so that a change of one is shown here too. */
const kinds = [
  {
    kind: "tag",
    queryKey: ["tags", "pins"],
    async queryFn(): Promise<Pinnable[]> {
      const { data } = await api.call("listTags", { query: { limit } });
      return data.tags.map(({ tag, color, links }) => ({
        pin: `tag:${tag}`,
        name: tag,
        color,
        links,
        to: linksWith({ tag }),
      }));
    },
  },
  {
    kind: "channel",
    queryKey: ["channels", "pins"],
    async queryFn(): Promise<Pinnable[]> {
      const { data } = await api.call("listChannels", { query: { limit } });
      return data.channels.map(({ id, name, color, links }) => ({
        pin: `channel:${id}`,
        name,
        color,
        links,
        to: linksWith({ channel: String(id) }),
      }));
    },
  },
  {
    kind: "campaign",
    queryKey: ["campaigns", "pins"],
    async queryFn(): Promise<Pinnable[]> {
      const { data } = await api.call("listCampaigns", { query: { limit } });
      return data.campaigns.map(({ id, name, links }) => ({
        pin: `campaign:${id}`,
        name,
        color: "var(--accent)",
        links,
        to: linksWith({ campaign: String(id) }),
      }));
    },
  },
  {
    kind: "view",
    queryKey: ["views", "pins"],
    async queryFn(): Promise<Pinnable[]> {
      const { data } = await api.call("listViews", { query: { kind: "links", limit } });
      return data.views.map(({ id, name, query }) => ({
        pin: `view:${id}`,
        name,
        color: null,
        links: null,
        to: linksWith(
          Object.fromEntries(Object.entries(query).map(([key, value]) => [key, String(value)])),
        ),
      }));
    },
  },
] as const;

/** Milliseconds for which the counts of pinned records hold. */
const staleTime = 30_000;

/** Everything that can be pinned; only what is asked for. */
export function usePinnable(wanted: (kind: string) => boolean): readonly Pinnable[] {
  return useQueries({
    queries: kinds.map((pinnable) => ({
      queryKey: pinnable.queryKey,
      queryFn: () => pinnable.queryFn(),
      enabled: wanted(pinnable.kind),
      staleTime,
    })),
    combine: (answers) => answers.flatMap(({ data }) => data ?? []),
  });
}

/** What its user has pinned, in that order, and a way to change it. */
export function usePins() {
  const { preferences, choose } = usePreferences();
  const { pins } = preferences;
  return {
    pins,
    toggle: (pin: string) => {
      const isPinned = pins.includes(pin);
      choose({
        ...preferences,
        pins: isPinned ? pins.filter((one) => one !== pin) : [...pins, pin],
      });
    },
  };
}
