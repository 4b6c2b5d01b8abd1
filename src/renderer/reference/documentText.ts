import { usePreferences } from "../i18n/PreferencesProvider.tsx";
import persian from "./persian.json";

const inPersian: ReadonlyMap<string, string> = new Map(Object.entries(persian));

/** The document speaks English; what the reader gets is in the reader's language where it is known. */
export function useDocumentText(): (text: string) => string {
  const { language } = usePreferences().preferences;
  return language === "fa" ? translated : asItIs;
}

function translated(text: string): string {
  return inPersian.get(text) ?? text;
}

function asItIs(text: string): string {
  return text;
}
