import type { Settings } from "../settings.ts";
import { type Language, languageOf, type Say, sayIn } from "./words.ts";

/** Whom the shell speaks to: the window says in which language, and it is remembered for the next start. */
export interface Reader {
  readonly say: Say;
  readonly speak: (language: Language) => void;
  /** Told when the language is another one. */
  readonly onChange: (told: () => void) => void;
}

export function createReader(settings: Settings, preferred: () => readonly string[]): Reader {
  const told: (() => void)[] = [];
  const language = () => settings.kept().language ?? languageOf(preferred());
  return {
    say: (key, values) => sayIn(language())(key, values),
    speak(next) {
      const before = language();
      if (settings.kept().language !== next) settings.keep({ language: next });
      if (next !== before) for (const tell of told) tell();
    },
    onChange: (tell) => told.push(tell),
  };
}
