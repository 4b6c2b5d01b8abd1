/**
 * Remembers what was made of a text while the text is in use. Two generations rather than an order of
 * use: a hit costs one look into a map, which is what a redirect can afford.
 *
 * Visitors choose the texts, so both dimensions are bounded, and each key is a copy: a slice would
 * keep the header alive that it was cut from.
 */
export function createBoundedCache<Value>(
  bounds: {
    /** Texts remembered, at most; half as many that are in use are never made twice. */
    readonly size: number;
    /** Characters from which on a text isn't remembered: it was probably cut. */
    readonly longest: number;
  },
  make: (text: string) => Value,
): (text: string) => Value {
  const { size, longest } = bounds;
  let recent = new Map<string, Value>();
  let older = new Map<string, Value>();

  return (text) => {
    if (text.length >= longest) return make(text);
    const hit = recent.get(text);
    if (hit !== undefined) return hit;
    const value = older.get(text) ?? make(text);
    if (recent.size >= size / 2) {
      older = recent;
      recent = new Map();
    }
    recent.set(ownCopy(text), value);
    return value;
  };
}

/**
 * The same text in memory of its own. A slice keeps the whole text that it was cut from alive, which
 * may be a header of 60 kB; and Node's buffers don't exist at the edge.
 */
export function ownCopy(text: string): string {
  const copy: string = JSON.parse(JSON.stringify(text));
  return copy;
}
