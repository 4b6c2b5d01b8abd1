const names = new Intl.DisplayNames("en", { type: "language", fallback: "code" });

/** Primary tag to English name: "de" → "German"; what is no tag stays as it is. */
export function languageName(tag: string): string {
  return /^[a-z]{2,8}$/u.test(tag) ? (names.of(tag) ?? tag) : tag;
}
