import { type BackendModule, use as extend } from "i18next";
import { initReactI18next } from "react-i18next";
import type en from "./en.json";
import { type Language, languages } from "./preferences.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en };
  }
}

const catalogues = {
  en: async () => (await import("./en.json")).default,
  fa: async () => (await import("./fa.json")).default,
} as const satisfies Readonly<Record<Language, () => Promise<object>>>;

async function wordsOf(asked: string): Promise<object> {
  const language = languages.find((one) => one === asked);
  if (language === undefined) throw new Error(`There is no catalogue of ${asked}.`);
  return catalogues[language]();
}

/** Each language is a file of its own: the first screen waits for no words that it doesn't show. */
const oneByOne: BackendModule = {
  type: "backend",
  init: () => undefined,
  read: (asked, _namespace, answer) => {
    wordsOf(asked).then(
      (words) => answer(null, { ...words }),
      (error: unknown) => answer(String(error), false),
    );
  },
};

export async function startCatalogue(language: Language): Promise<void> {
  await extend(oneByOne)
    .use(initReactI18next)
    .init({
      lng: language,
      supportedLngs: languages,
      fallbackLng: false,
      // React escapes.
      interpolation: { escapeValue: false },
    });
}
