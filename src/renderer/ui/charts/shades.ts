/** Shades of the map and the week, palest first; 0 is none. */
const mostShade = 5;

export type Shade = 0 | 1 | 2 | 3 | 4 | 5;

/**
 * By the root of the share of the most: one busy place doesn't make all the others look empty, and
 * those that have a third of it don't look alike.
 */
export function shadeOf(count: number, most: number): Shade {
  if (count <= 0) return 0;
  const shade = Math.min(mostShade, Math.max(1, Math.ceil(Math.sqrt(count / most) * mostShade)));
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a whole number from 1 to 5
  return shade as Shade;
}

/** The fewest that have each shade, palest first; what no count can have is left out. */
export function shadeSteps(
  most: number,
): readonly { readonly shade: Shade; readonly from: number }[] {
  const from = (shade: number) => Math.floor(((shade - 1) / mostShade) ** 2 * most) + 1;
  return Array.from({ length: mostShade }, (_, place) => from(place + 1))
    .filter((count, place, counts) => count <= most && counts.indexOf(count) === place)
    .map((count) => ({ shade: shadeOf(count, most), from: count }));
}
