/** The service names countries in English; this turns such a name into the reader's language. */
export function createCountryNames(language: string): (englishName: string) => string {
  if (language === "en") return (name) => name;
  const english = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
  const own = new Intl.DisplayNames(language, { type: "region" });
  const letters = Array.from({ length: 26 }, (_, place) => String.fromCharCode(65 + place));
  const names = new Map<string, string>();
  for (const first of letters)
    for (const second of letters) {
      const code = first + second;
      const name = english.of(code);
      if (name !== undefined && !names.has(name)) names.set(name, own.of(code) ?? name);
    }
  return (name) => names.get(name) ?? name;
}
