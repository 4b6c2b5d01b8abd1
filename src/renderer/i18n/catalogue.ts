import i18next, { changeLanguage as showLanguage, use as extend } from "i18next";
import { initReactI18next } from "react-i18next";
import type en from "./en.json";
import { type Language, languages } from "./preferences.ts";
import { roomWords, type RoomWords, type WordsRoom } from "./roomWords.ts";

declare module "i18next" {
  interface CustomTypeOptions {
    resources: { translation: typeof en & RoomWords };
  }
}

/** What more than one room says, or the first screen. */
const sharedWords = {
  en: async () => (await import("./en.json")).default,
  fa: async () => (await import("./fa.json")).default,
} as const satisfies Readonly<Record<Language, () => Promise<object>>>;

const namespace = "translation";

/** Rooms that were entered: their words are there in whatever language is chosen next. */
const entered = new Set<WordsRoom>();
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

async function addShared(language: Language): Promise<void> {
  await once(language, async () => {
    i18next.addResourceBundle(language, namespace, await sharedWords[language](), true);
  });
}

async function addRoom(room: WordsRoom, language: Language): Promise<void> {
  await once(`${language} ${room}`, async () => {
    i18next.addResourceBundle(language, namespace, await roomWords[room][language](), true);
  });
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
  await addShared(language);
}

/** Each language is files of its own: nothing waits for words that aren't shown. */
export async function changeLanguage(language: Language): Promise<void> {
  await Promise.all([addShared(language), ...[...entered].map((room) => addRoom(room, language))]);
  await showLanguage(language);
}

/** What `load` brings, once the words of its rooms are there as well. */
export async function withWords<Loaded>(
  rooms: readonly WordsRoom[],
  load: () => Promise<Loaded>,
): Promise<Loaded> {
  for (const room of rooms) entered.add(room);
  const language = languages.find((one) => one === i18next.language) ?? "en";
  const [loaded] = await Promise.all([load(), ...rooms.map((room) => addRoom(room, language))]);
  return loaded;
}
