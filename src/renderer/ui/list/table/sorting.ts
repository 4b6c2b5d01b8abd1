import type { ListSearch } from "../recordSource.ts";

interface ColumnSort {
  readonly order: string;
  readonly first: "asc" | "desc";
}

/** Something that a list can be sorted by. */
export interface SortChoice {
  readonly name: string;
  readonly label: string;
  readonly sort: ColumnSort;
}

export interface Sorting {
  /** What holds: the list's own order where the address says none. */
  readonly order: string;
  readonly direction: ListSearch["direction"];
  /** Sorts by a column; one that it is sorted by already is turned. */
  readonly choose: (sort: ColumnSort) => void;
}

/** In which direction the list is sorted by a column; null: it isn't. */
export function directionOf(
  { order, direction }: Pick<Sorting, "order" | "direction">,
  sort: ColumnSort,
): "asc" | "desc" | null {
  if (order !== sort.order) return null;
  return direction === "" ? sort.first : direction;
}

/** What the address says of a choice: nothing where it would hold anyway. */
export function sortedBy(
  present: Pick<Sorting, "order" | "direction">,
  sort: ColumnSort,
  ownOrder: string,
): { readonly order: string; readonly direction: string } {
  const now = directionOf(present, sort);
  const next = now === null ? sort.first : now === "asc" ? "desc" : "asc";
  return {
    order: sort.order === ownOrder ? "" : sort.order,
    direction: next === sort.first ? "" : next,
  };
}
