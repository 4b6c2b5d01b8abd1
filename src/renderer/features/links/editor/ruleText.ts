import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import {
  type ConditionBrowser,
  conditionBrowsers,
  type ConditionDevice,
  conditionDevices,
} from "../../../../contract/fields/decisionFields.ts";
import { useFormat, usePreferences } from "../../../i18n/PreferencesProvider.tsx";
import { isMoment, withDigits } from "../../../i18n/typedMoment.ts";
import { nameOfCountry, nameOfLanguage } from "./placeNames.ts";
import type { ConditionValue, RuleValue, TimeWindow } from "./ruleModel.ts";

export const browserNames: Readonly<Record<ConditionBrowser, string>> = {
  chrome: "Chrome",
  firefox: "Firefox",
  edge: "Edge",
  safari: "Safari",
  opera: "Opera",
  android_browser: "Android Browser",
};

export function isConditionDevice(name: string): name is ConditionDevice {
  return conditionDevices.some((one) => one === name);
}

function browserName(name: string): string {
  const known = conditionBrowsers.find((one) => one === name);
  return known === undefined ? name : browserNames[known];
}

/** Days of the week from Monday, in the reader's words. */
export function dayNames(language: string): string[] {
  const format = new Intl.DateTimeFormat(language, { weekday: "short", timeZone: "UTC" });
  // The first of January 2024 was a Monday.
  return Array.from({ length: 7 }, (_, day) => format.format(Date.UTC(2024, 0, 1 + day)));
}

/** "Mon–Fri"; days that don't follow each other are listed. */
function daysText(days: readonly number[], language: string, t: TFunction): string {
  const names = dayNames(language);
  const nameOf = (day: number | undefined) => (day === undefined ? "" : (names[day - 1] ?? ""));
  const sorted = days.toSorted((one, other) => one - other);
  const [first = 0] = sorted;
  const last = sorted.at(-1) ?? 0;
  if (sorted.length === 7) return t("rules.everyDay");
  if (sorted.length > 2 && last - first === sorted.length - 1)
    return t("rules.dayRange", { from: nameOf(first), to: nameOf(last) });
  return sorted.map(nameOf).join(t("common.comma"));
}

/** Rules and their conditions as sentences of the reader's language. */
export function useRuleText() {
  const { t } = useTranslation();
  const format = useFormat();
  const { language, digits } = usePreferences().preferences;

  function windowText({ days, from, to }: TimeWindow): string {
    const hours = t("rules.hours", {
      from: withDigits(from, digits),
      to: withDigits(to, digits),
    });
    return `${daysText(days, language, t)} ${hours}`;
  }

  function valueText(type: ConditionValue["type"], value: string): string {
    switch (type) {
      case "geolocation-country-code":
        return nameOfCountry(value, language);
      case "language":
        return nameOfLanguage(value, language);
      case "device":
        return isConditionDevice(value) ? t(`rules.devices.${value}`) : value;
      case "browser":
        return browserName(value);
      case "before-date":
      case "after-date":
        return isMoment(value) ? format.moment(value) : value;
      case "geolocation-city-name":
      case "query-param":
      case "any-value-query-param":
      case "valueless-query-param":
      case "ip-address":
      case "referrer-domain":
      case "time-window":
        return value;
    }
  }

  function conditionText({ type, isNot, key, values, window }: ConditionValue): string {
    const isolated = (text: string) => `\u2068${text}\u2069`;
    const shown =
      type === "time-window"
        ? windowText(window)
        : values.map((value) => isolated(valueText(type, value))).join(t("rules.or"));
    return t(`rules.says.${type}.${isNot ? "not" : "is"}`, {
      key: isolated(key || "…"),
      values: shown || "…",
    });
  }

  return {
    conditionText,
    valueText,
    /** Whom a rule is for. */
    ruleText: ({ conditions }: Pick<RuleValue, "conditions">) =>
      t("rules.where", { conditions: conditions.map(conditionText).join(t("rules.and")) }),
  };
}
