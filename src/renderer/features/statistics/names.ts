import type { TFunction } from "i18next";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";
import { isDevice } from "../../../contract/fields/devices.ts";
import { socialPlatforms } from "../../../contract/fields/socialPlatforms.ts";
import type { Preferences } from "../../i18n/preferences.ts";
import { usePreferences } from "../../i18n/PreferencesProvider.tsx";
import type { Breakdown } from "./useStatisticsSearchParams.ts";

export interface Named {
  /** What a filter asks for by it; null: several rare ones together. */
  readonly key: string | null;
  /** In English, where it has a name in every language. */
  readonly name: string;
}

/** Keys of what can't be known. */
const unknownCountry = "unknown";
const directReferrer = "direct";

/** Names as the reader says them: countries and languages in their own words. */
function createNames(
  language: Preferences["language"],
  t: TFunction,
): (list: Breakdown, one: Named) => string {
  const countries = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
  const tongues = new Intl.DisplayNames(language, { type: "language", fallback: "none" });
  return (list, { key, name }) => {
    if (key === null) return t("statistics.other");
    switch (list) {
      case "country":
        if (key === unknownCountry) return t("statistics.unknownCountry");
        // The service has its own English names.
        if (language === "en" || !isRegion(key)) return name;
        return countries.of(key) ?? name;
      case "referrer":
        return key === directReferrer ? t("statistics.direct") : name;
      case "language":
        return (isTag(key) ? tongues.of(key) : undefined) ?? name;
      case "device": {
        return isDevice(key) ? t(`devices.${key}`) : name;
      }
      case "social": {
        const platform = socialPlatforms.find((known) => known === key);
        return platform === undefined ? name : platforms[platform];
      }
      case "browser":
      case "system":
      case "rule":
        return name;
      case "variant":
        return name.toUpperCase();
    }
  };
}

/** The names in the reader's language. */
export function useNames(): ReturnType<typeof createNames> {
  const { t } = useTranslation();
  const { language } = usePreferences().preferences;
  return useMemo(() => createNames(language, t), [language, t]);
}

/** As the platforms write themselves. */
const platforms: Readonly<Record<(typeof socialPlatforms)[number], string>> = {
  facebook: "Facebook",
  twitter: "X (Twitter)",
  instagram: "Instagram",
  linkedin: "LinkedIn",
  telegram: "Telegram",
  whatsapp: "WhatsApp",
  youtube: "YouTube",
  reddit: "Reddit",
  tiktok: "TikTok",
  pinterest: "Pinterest",
};

export function isRegion(key: string): boolean {
  return /^[A-Z]{2}$/.test(key);
}

function isTag(key: string): boolean {
  return /^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/.test(key);
}
