/** Dice that fall the same way in every run (mulberry32). */
export interface Dice {
  /** From 0 up to 1. */
  readonly roll: () => number;
  /** From 0 up to `sides`, whole. */
  readonly below: (sides: number) => number;
  readonly of: <Item>(items: readonly [Item, ...Item[]]) => Item;
  /** So often in a hundred. */
  readonly isOften: (percent: number) => boolean;
  /** The value so often in a hundred; else undefined. */
  readonly some: <Value>(percent: number, value: () => Value) => Value | undefined;
  readonly many: <Value>(most: number, value: () => Value) => Value[];
}

export function diceFrom(seed: number): Dice {
  let state = seed;
  const roll = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (sides: number) => Math.floor(roll() * sides);
  const isOften = (percent: number) => roll() * 100 < percent;
  return {
    roll,
    below,
    of: (items) => items[below(items.length)] ?? items[0],
    isOften,
    some: (percent, value) => (isOften(percent) ? value() : undefined),
    many: (most, value) => Array.from({ length: below(most + 1) }, value),
  };
}
