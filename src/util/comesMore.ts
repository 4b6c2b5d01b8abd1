/** Whether `mark` comes more than `most` times; looks no further than that. */
export function comesMore(
  text: { indexOf(mark: string, from: number): number },
  mark: string,
  most: number,
): boolean {
  let place = -1;
  for (let found = 0; found <= most; found += 1) {
    place = text.indexOf(mark, place + 1);
    if (place === -1) return false;
  }
  return true;
}
