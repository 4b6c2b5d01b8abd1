/**
 * About as many characters as a value has as JSON: without those that escapes add, and each fraction
 * counts as the longest. Writes nothing, and stops once they are more than `most`, however large or
 * deep the value is.
 */
export function jsonLength(value: unknown, most = Infinity): number {
  if (!isHolder(value)) return lengthOfOne(value);
  let length = 0;
  const waiting: object[] = [value];
  for (let next = waiting.pop(); next !== undefined && length <= most; next = waiting.pop()) {
    const keys = Array.isArray(next) ? [] : Object.keys(next);
    const values: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
    // Brackets, and what stands between the values.
    length += 1 + Math.max(values.length, 1);
    for (const key of keys) length += key.length + 3;
    if (length > most) return length;
    for (const one of values) {
      if (isHolder(one)) waiting.push(one);
      else length += lengthOfOne(one);
    }
  }
  return length;
}

function isHolder(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

const longestFraction = 24;

function lengthOfOne(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "number") return String(value).length;
  if (!Number.isInteger(value)) return longestFraction;
  let length = value < 0 ? 2 : 1;
  for (let rest = Math.abs(value); rest >= 10 && length < longestFraction; rest /= 10) length += 1;
  return length;
}
