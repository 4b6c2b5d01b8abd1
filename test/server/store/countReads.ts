/** Counts the reads of records' fields: unlike time, they are the same on each machine. */
export function countReads() {
  let reads = 0;
  return {
    counted: <Item extends object>(record: Item): Item =>
      new Proxy(record, {
        get(target, field) {
          reads += 1;
          return Reflect.get(target, field) as unknown;
        },
      }),
    reads: () => reads,
  };
}

/** 4,096 names that differ in case alone, by number. */
export function spelling(number: number): string {
  return "abcdefghijkl"
    .split("")
    .map((letter, place) => (((number >> place) & 1) === 1 ? letter.toUpperCase() : letter))
    .join("");
}
