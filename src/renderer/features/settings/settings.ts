import { useQuery } from "@tanstack/react-query";
import { t } from "i18next";
import type { Setting } from "../../../contract/server/settings.ts";
import { api, queryClient } from "../../app/client/api.ts";
import { done } from "../../ui/messages/undo.ts";

const queryKey = ["settings"];

export type SettingValue = Setting["value"];

interface SettingsChange {
  readonly set?: Readonly<Record<string, string | number | boolean>>;
  readonly unset?: readonly string[];
}

export function useSettings() {
  return useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await api.call("listSettings", {}, signal)).settings,
  });
}

/** What is kept for settings, as it was read last. */
function storedOf(
  settings: readonly Setting[],
  keys: readonly string[],
): Record<string, SettingValue> {
  return Object.fromEntries(
    keys.map((key) => [key, settings.find((setting) => setting.key === key)?.kept ?? null]),
  );
}

/** Sends a change, which others' changes since the last reading stand against. */
async function send(
  { set = {}, unset = [] }: SettingsChange,
  expect: Record<string, SettingValue>,
): Promise<readonly Setting[]> {
  const { settings } = await api.call("updateSettings", {
    body: { set: { ...set }, unset: [...unset], expect },
  });
  await queryClient.keep(queryKey, settings);
  await queryClient.refresh([...queryKey, "newLink"], ["service"], ["reach"]);
  return settings;
}

/** What leads from a change back to what was kept before it. */
function wayBack(before: Record<string, SettingValue>): SettingsChange {
  const entries = Object.entries(before);
  return {
    set: Object.fromEntries(
      entries.flatMap(([key, value]) => (value === null ? [] : [[key, value]])),
    ),
    unset: entries.flatMap(([key, value]) => (value === null ? [key] : [])),
  };
}

/** Keeps settings, or gives kept ones up, and offers the way back; throws what the service refuses. */
export async function changeSettings(change: SettingsChange, name: string): Promise<void> {
  const keys = [...Object.keys(change.set ?? {}), ...(change.unset ?? [])];
  const before = storedOf(queryClient.getQueryData<readonly Setting[]>(queryKey) ?? [], keys);
  try {
    const after = storedOf(await send(change, before), keys);
    const named = `\u2068${name}\u2069`;
    done({
      name: named,
      did: t("settings.saved", { name: named }),
      async takeBack() {
        await send(wayBack(before), after);
        return t("settings.putBack", { name: named });
      },
    });
  } catch (error) {
    // What somebody else changed is shown before the next try.
    await queryClient.refresh(queryKey);
    throw error;
  }
}
