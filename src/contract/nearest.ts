/** Letters to add, drop, change or swap with their neighbour. */
function distance(one: string, other: string): number {
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, index) => index);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const isSame = one[row - 1] === other[column - 1];
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        (last[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwap ? (beforeLast[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    beforeLast = last;
    last = current;
  }
  return last[other.length] ?? 0;
}

/** The word that was most likely meant: the one that begins so, else the nearest by spelling. */
export function nearest(typed: string, words: readonly string[]): string | undefined {
  const beginnings = words.filter((word) => typed.length > 1 && word.startsWith(typed));
  const candidates = (beginnings.length > 0 ? beginnings : words).map((word) => ({
    word,
    far: distance(typed, word),
  }));
  const [best] = candidates.toSorted((one, other) => one.far - other.far);
  if (best === undefined) return undefined;
  const longest = Math.max(typed.length, best.word.length);
  return beginnings.length > 0 || best.far <= Math.max(1, Math.floor(longest / 2.5))
    ? best.word
    : undefined;
}
