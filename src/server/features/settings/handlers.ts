import type { settingsOperations } from "../../../contract/settings.ts";
import type { SettingState } from "./settingsStore.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createSettingsHandlers(
  { keptSettings: settings }: Pick<App, "keptSettings">,
  /** Told of every change. */
  changed: () => void,
): HandlersOf<typeof settingsOperations> {
  const present = (setting: SettingState) => ({
    key: setting.name,
    meaning: setting.meaning,
    takes: setting.expected,
    default: setting.otherwise,
    value: setting.value,
    kept: setting.kept,
    origin: setting.origin,
    restart: setting.needsRestart,
    waiting: setting.isWaiting,
  });

  return {
    listSettings: () => ({ error: 0, settings: settings.list().map(present) }),
    async updateSettings({ body: { set = {}, unset = [], expect } }) {
      const after = await settings.change({ set, unset }, (before) => {
        checkExpected(expect, Object.fromEntries(before.map(({ name, kept }) => [name, kept])));
      });
      changed();
      return {
        error: 0,
        message: "Settings have been saved successfully.",
        settings: after.map(present),
      };
    },
  };
}
