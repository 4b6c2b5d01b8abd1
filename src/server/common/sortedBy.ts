type Key = string | number;

/** The items by a key, equal ones by ID in the same direction; those without a key last. */
export function sortedBy<Item extends { readonly id: number }>(
  items: Iterable<Item>,
  keyOf: (item: Item) => Key | undefined,
  direction: "asc" | "desc",
): Item[] {
  const turn = direction === "asc" ? 1 : -1;
  const byId = (one: Item, other: Item) => turn * (one.id - other.id);
  const keyed: { readonly item: Item; readonly key: Key }[] = [];
  const bare: Item[] = [];
  for (const item of items) {
    const key = keyOf(item);
    if (key === undefined) bare.push(item);
    else keyed.push({ item, key });
  }
  keyed.sort((one, other) => {
    if (one.key === other.key) return byId(one.item, other.item);
    return one.key < other.key ? -turn : turn;
  });
  return [...keyed.map(({ item }) => item), ...bare.toSorted(byId)];
}
