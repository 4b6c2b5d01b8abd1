/**
 * Characters of a value as JSON, without those that escapes add. Stops once they are more than
 * `most`, however large or deep the value is.
 */
export function jsonLength(value: unknown, most = Infinity): number {
  let length = 0;
  const waiting = [value];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next === "object" && next !== null) {
      const keys = Array.isArray(next) ? [] : Object.keys(next);
      const values: readonly unknown[] = Array.isArray(next) ? next : Object.values(next);
      // Brackets, and what stands between the values.
      length += 1 + Math.max(values.length, 1);
      for (const key of keys) length += key.length + 3;
      if (length > most) return length;
      for (const one of values) waiting.push(one);
    } else length += typeof next === "string" ? next.length + 2 : String(next).length;
    if (length > most) return length;
  }
  return length;
}
