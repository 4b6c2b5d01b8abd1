/**
 * What was made of a text, while the text is in use. Two generations rather than an order of use:
 * a hit costs one look into a map, which is what the way of a redirect can afford.
 */
export function createBoundedCache<Value>(
  /** Texts remembered, at most; half as many that are in use are never made twice. */
  size: number,
  make: (text: string) => Value,
): (text: string) => Value {
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();

  return (text) => {
    const hit = recent.get(text);
    if (hit !== undefined) return hit;
    const value = older.get(text) ?? make(text);
    if (recent.size >= size / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(text, value);
    return value;
  };
}
