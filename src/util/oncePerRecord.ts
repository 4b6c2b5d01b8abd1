/** What follows from a record alone, found once for each: records never change, they're replaced. */
export function oncePerRecord<Item extends object, Value>(
  find: (record: Item) => Value,
): (record: Item) => Value {
  const found = new WeakMap<Item, { readonly value: Value }>();
  return (record) => {
    const known = found.get(record) ?? { value: find(record) };
    found.set(record, known);
    return known.value;
  };
}
