import { english, type WordKey } from "./english.ts";
import { persian } from "./persian.ts";

export const languages = ["en", "fa"] as const;
export type Language = (typeof languages)[number];

/** Says a text in the reader's language, with its values filled in. */
export type Translate = (
  key: WordKey,
  values?: Readonly<Record<string, string | number>>,
) => string;

const catalogues = { en: english, fa: persian } as const;
/** Ports and counts; nobody groups the digits of a port. */
const numbers = {
  en: new Intl.NumberFormat("en", { useGrouping: false }),
  fa: new Intl.NumberFormat("fa", { useGrouping: false }),
} as const;

export function translateTo(language: Language): Translate {
  return (key, values = {}) =>
    catalogues[language][key].replaceAll(/\{(\w+)\}/g, (place, name: string) => {
      const value = values[name];
      if (typeof value === "number") return numbers[language].format(value);
      if (value === undefined) return place;
      // An address keeps its direction among Persian words.
      return language === "fa" ? `\u2068${value}\u2069` : value;
    });
}

/** The language until the window has said which one its owner chose. */
export function languageOf(preferred: readonly string[]): Language {
  return preferred[0]?.toLowerCase().startsWith("fa") === true ? "fa" : "en";
}

/** Whom the shell speaks to: the window says in which language, and it is remembered for the next start. */
export interface Reader {
  readonly t: Translate;
  readonly speak: (language: Language) => void;
  /** Told when the language is another one. */
  readonly onChange: (listener: () => void) => void;
}

/** Where the chosen language is stored. */
interface LanguageSetting {
  current(): { readonly language: Language | null };
  keep(part: { readonly language: Language }): void;
}

export function createReader(
  settings: LanguageSetting,
  preferred: () => readonly string[],
): Reader {
  const listeners: (() => void)[] = [];
  const language = () => settings.current().language ?? languageOf(preferred());
  return {
    t: (key, values) => translateTo(language())(key, values),
    speak(next) {
      const before = language();
      if (settings.current().language !== next) settings.keep({ language: next });
      if (next !== before) for (const listener of listeners) listener();
    },
    onChange: (listener) => listeners.push(listener),
  };
}
