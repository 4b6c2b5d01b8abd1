import type { settingsOperations } from "../../../contract/server/settings.ts";
import { checkExpected } from "../../api/expectedFields.ts";
import type { HandlersOf } from "../../api/handlers.ts";
import type { App } from "../../common/context.ts";

export function createSettingsHandlers(
  { settingsStore: settings }: Pick<App, "settingsStore">,
  /** Told of every change. */
  changed: () => void,
): HandlersOf<typeof settingsOperations> {
  return {
    listSettings: () => ({ error: 0, settings: [...settings.list()] }),
    async updateSettings({ body: { set = {}, unset = [], expect } }) {
      const after = await settings.change({ set, unset }, (before) => {
        checkExpected(expect, Object.fromEntries(before.map(({ key, kept }) => [key, kept])));
      });
      changed();
      return {
        error: 0,
        message: "Settings have been saved successfully.",
        settings: [...after],
      };
    },
  };
}
