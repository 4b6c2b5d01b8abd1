import { use as extend } from "i18next";
import { initReactI18next } from "react-i18next";
import en from "./en.json";
import fa from "./fa.json";
import type { Language } from "./preferences.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

export async function startCatalogue(language: Language): Promise<void> {
  await extend(initReactI18next).init({
    lng: language,
    fallbackLng: "en",
    resources: { en: { translation: en }, fa: { translation: fa } },
    // React escapes.
    interpolation: { escapeValue: false },
  });
}
