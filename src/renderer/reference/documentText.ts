import { usePreferences } from "../i18n/PreferencesProvider.tsx";
import persian from "./persian.json";

const inPersian: ReadonlyMap<string, string> = new Map(Object.entries(persian));

/** The document speaks English; what the reader gets is in the reader's language where it is known. */
export function useDocumentText(): (text: string) => string {
  const { language, digits } = usePreferences().preferences;
  if (language === "en") return asItIs;
  return digits === "persian" ? translated : translatedWithLatinDigits;
}

function translated(text: string): string {
  return inPersian.get(text) ?? text;
}

function translatedWithLatinDigits(text: string): string {
  return translated(text).replace(/[۰-۹]/g, (digit) => String(digit.charCodeAt(0) - 0x6f0));
}

function asItIs(text: string): string {
  return text;
}
