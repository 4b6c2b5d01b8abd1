import { useQueries } from "@tanstack/react-query";
import { allViews, parametersOf } from "../../features/links/views.ts";
import { allTags } from "../../features/tags/tags.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import { allCampaigns, allChannels } from "../client/namedRecords.ts";

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

const linksWith = (query: Readonly<Record<string, string>>) =>
  `/links?${new URLSearchParams(query).toString()}`;

/** Milliseconds for which the counts of pinned records hold. */
const staleTime = 30_000;

/** Everything that can be pinned; only what is asked for. */
export function usePinnable(wanted: (kind: string) => boolean): readonly Pinnable[] {
  return useQueries({
    queries: [
      { ...allTags, enabled: wanted("tag"), staleTime },
      { ...allChannels, enabled: wanted("channel"), staleTime },
      { ...allCampaigns, enabled: wanted("campaign"), staleTime },
      { ...allViews, enabled: wanted("view"), staleTime },
    ],
    combine: ([tags, channels, campaigns, views]): readonly Pinnable[] => [
      ...(tags.data ?? []).map(({ tag, color, links }) => ({
        pin: `tag:${tag}`,
        name: tag,
        color,
        links,
        to: linksWith({ tag }),
      })),
      ...(channels.data ?? []).map(({ id, name, color, links }) => ({
        pin: `channel:${id}`,
        name,
        color,
        links,
        to: linksWith({ channel: String(id) }),
      })),
      ...(campaigns.data ?? []).map(({ id, name, links }) => ({
        pin: `campaign:${id}`,
        name,
        color: "var(--accent)",
        links,
        to: linksWith({ campaign: String(id) }),
      })),
      ...(views.data ?? []).map(({ id, name, query }) => ({
        pin: `view:${id}`,
        name,
        color: null,
        links: null,
        to: linksWith(parametersOf(query)),
      })),
    ],
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
