import i18next, { changeLanguage as showLanguage, use as extend } from "i18next";
import { initReactI18next } from "react-i18next";
import { type Language, languages } from "./preferences.ts";
import type { Words } from "./words.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: Words };
  }
}

type Loader = () => Promise<object>;

/** What the first screen says, or more than one room. */
const sharedWords: Readonly<Record<Language, readonly Loader[]>> = {
  en: [
    async () => (await import("./en.json")).default,
    async () => (await import("../ui/list/words.en.json")).default,
    async () => (await import("../features/links/words.en.json")).default,
  ],
  fa: [
    async () => (await import("./fa.json")).default,
    async () => (await import("../ui/list/words.fa.json")).default,
    async () => (await import("../features/links/words.fa.json")).default,
  ],
};

/** What each room says; all of a language are one file of the build. */
const roomWords: Readonly<Record<Language, Readonly<Record<string, Loader>>>> = {
  en: {
    ...import.meta.glob<object>("../**/words.en.json", { import: "default" }),
    messages: async () => (await import("./contractEnglish.ts")).contractEnglish,
  },
  fa: {
    ...import.meta.glob<object>("../**/words.fa.json", { import: "default" }),
    messages: async () => (await import("./messages.fa.json")).default,
  },
};

const namespace = "translation";

/** Whether something other than the first screen was shown, so that each language needs all words. */
let areRoomsShown = false;
const loading = new Map<string, Promise<void>>();

/** Loads words once; a failure is forgotten, so that the next try asks again. */
async function once(name: string, load: () => Promise<void>): Promise<void> {
  const running = loading.get(name);
  if (running !== undefined) return running;
  const started = load().catch((error: unknown) => {
    loading.delete(name);
    throw error;
  });
  loading.set(name, started);
  return started;
}

async function addWords(
  name: string,
  language: Language,
  loaders: readonly Loader[],
): Promise<void> {
  await once(`${language} ${name}`, async () => {
    for (const words of await Promise.all(loaders.map((load) => load())))
      i18next.addResourceBundle(language, namespace, words, true);
  });
}

async function addLanguage(language: Language): Promise<void> {
  await Promise.all([
    addWords("shared", language, sharedWords[language]),
    areRoomsShown ? addWords("rooms", language, Object.values(roomWords[language])) : undefined,
  ]);
}

export async function startCatalogue(language: Language): Promise<void> {
  await extend(initReactI18next).init({
    lng: language,
    resources: {},
    supportedLngs: languages,
    fallbackLng: false,
    // A text that nobody wrote is a fault of the program; what has an instead brings it along.
    saveMissing: true,
    missingKeyHandler: (_languages, _namespace, key, instead) => {
      if (instead === key) reportError(new Error(`The window has no words for ${key}.`));
    },
    // React escapes.
    interpolation: { escapeValue: false },
  });
  await addLanguage(language);
}

/** Each language is files of its own: nothing waits for words that aren't shown. */
export async function changeLanguage(language: Language): Promise<void> {
  await addLanguage(language);
  await showLanguage(language);
}

/** Adds the words of every room, which the first screen does without. */
export async function addRoomWords(): Promise<void> {
  areRoomsShown = true;
  await addLanguage(languages.find((one) => one === i18next.language) ?? "en");
}
