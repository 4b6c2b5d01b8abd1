/** A number with its noun: "1 link", "1,204 links", "2 entries". */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** What a list with too many entries gets to hear. */
export function entriesFault(most: number): string {
  return `must have at most ${counted(most, "entry", "entries")}`;
}
