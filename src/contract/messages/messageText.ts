/** Texts with places for values, as `{{name}}`, that stand under codes. */

export type MessageValues = Readonly<Record<string, string | number>>;

/** The places of a text. */
export type NamesIn<Text> = Text extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** Numbers in which no language marks the thousands: they name something. */
const plainNumbers: ReadonlySet<string> = new Set([
  "begins",
  "id",
  "line",
  "other",
  "port",
  "status",
]);

export function isPlainNumber(name: string): boolean {
  return plainNumbers.has(name);
}

/** The number that decides between the forms `_one` and `_other` of a text. */
export function countIn(values: MessageValues): number | undefined {
  return Object.values(values).find((value) => typeof value === "number");
}

/** A place without a value stays empty. */
export function fillText(text: string, write: (name: string) => string): string {
  return text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => write(name)).trimEnd();
}

/** A text with its values in English. */
export function englishText(text: string, values: MessageValues): string {
  return fillText(text, (name) => {
    const value = values[name] ?? "";
    return typeof value === "number" && !isPlainNumber(name)
      ? value.toLocaleString("en")
      : String(value);
  });
}
