/** Characters of all texts in a value, without the names of fields. */
export function textLength(value: unknown): number {
  if (typeof value === "string") return value.length;
  if (typeof value !== "object" || value === null) return 0;
  let length = 0;
  for (const part of Object.values(value)) length += textLength(part);
  return length;
}
