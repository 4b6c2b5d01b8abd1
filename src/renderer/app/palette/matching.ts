/** What can be chosen by its name, and by other words for it. */
interface Named {
  readonly label: string;
  /** Other words that people call it, with blanks between them. */
  readonly also?: string;
}

/** How well something is named like what was typed: 0 is best, null isn't at all. */
export function matchOf(typed: string, { label, also = "" }: Named): number | null {
  const sought = typed.trim().toLocaleLowerCase();
  const name = label.toLocaleLowerCase();
  if (name.startsWith(sought)) return 0;
  if (name.split(/\s+/).some((word) => word.startsWith(sought))) return 1;
  if (
    also
      .toLocaleLowerCase()
      .split(/\s+/)
      .some((word) => word.startsWith(sought))
  )
    return 2;
  return name.includes(sought) ? weak : null;
}

/** Named like it somewhere: that comes after records. */
const weak = 3;

interface Matches<Item> {
  readonly strong: readonly Item[];
  readonly weak: readonly Item[];
}

/** Of those that match, first what begins with what was typed; what only has it in it apart. */
export function matching<Item extends Named>(typed: string, items: readonly Item[]): Matches<Item> {
  const found = items
    .flatMap((item) => {
      const rank = matchOf(typed, item);
      return rank === null ? [] : [{ item, rank }];
    })
    .toSorted((one, other) => one.rank - other.rank);
  const of = (isWeak: boolean) =>
    found.filter(({ rank }) => rank >= weak === isWeak).map(({ item }) => item);
  return { strong: of(false), weak: of(true) };
}
