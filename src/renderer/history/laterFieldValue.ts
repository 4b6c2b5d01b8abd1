import { lazy } from "react";
import { withWords } from "../i18n/catalogue.ts";

/** A value of a record, with the words of the rooms that it may be of. */
export const FieldValue = lazy(async () => ({
  default: await withWords(
    ["linkEditor", "list", "overlays", "qr", "settings"],
    async () => (await import("./FieldValue.tsx")).FieldValue,
  ),
}));

/** The name of a setting, with the words of the settings. */
export const SettingTitle = lazy(async () => ({
  default: await withWords(
    ["settings"],
    async () => (await import("./SettingTitle.tsx")).SettingTitle,
  ),
}));
