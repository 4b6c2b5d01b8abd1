import type { TFunction } from "i18next";
import { type Format, sizeText } from "../../i18n/format.ts";
import { settingRow, type SettingName } from "../../../contract/server/settingsTable.ts";
import type { SettingValue } from "./settings.ts";

/** The labels of settings that are one of a few values. */
export const optionWords = {
  document: "settings.options.document",
  vendor: "settings.options.vendor",
  none: "settings.options.none",
  cloudflare: "settings.options.cloudflare",
  forwarded: "settings.options.forwarded",
} as const;

export function optionText(option: string, t: TFunction): string {
  const words = Object.entries(optionWords).find(([name]) => name === option)?.[1];
  return words === undefined ? option : t(words);
}

/** A value of a setting as a sentence says it. */
export function valueText(
  name: SettingName,
  value: SettingValue,
  t: TFunction,
  format: Format,
): string {
  const control = settingRow(name).control;
  switch (control.kind) {
    case "switch":
      return t(value === true || value === "true" ? "common.on" : "common.off");
    case "choice":
      return optionText(String(value), t);
    case "number":
      return numberText(name, Number(value), t, format);
    case "bytes":
      return sizeText(Number(value), t, format);
    case "door":
      return value === null || value === "off"
        ? t("settings.closed")
        : isolated(format.plain(Number(value)));
    case "channel":
      return Number(value) === 0 ? t("common.none") : `#${format.plain(Number(value))}`;
    case "domain":
      return textOr(value, t("settings.ownAddress"));
    case "text":
    case "colour":
    case "timeZone":
      return textOr(value, t(noneWords[name] ?? "common.none"));
  }
}

/** What nothing means, where it isn't nothing. */
const noneWords: { readonly [Name in SettingName]?: "settings.ownAddress" | "settings.ownColour" } =
  { baseUrl: "settings.ownAddress", "page.color": "settings.ownColour" };

function textOr(value: SettingValue, otherwise: string): string {
  return value === null || value === "" ? otherwise : isolated(String(value));
}

/** Addresses, zones and ports run from left to right inside any sentence. */
function isolated(text: string): string {
  return `\u2066${text}\u2069`;
}

function numberText(name: SettingName, value: number, t: TFunction, format: Format): string {
  const control = settingRow(name).control;
  if (control.kind !== "number" || control.unit === null) return format.plain(value);
  if (value === 0 && control.unit === "days")
    return t(name === "links.expiryDays" ? "settings.never" : "settings.forEver");
  return t(`settings.units.${control.unit}`, format.counted(value));
}
