import { onTestFinished } from "vitest";

/** Counts the turns that others get in the event loop; what is answered here ends it and says how many. */
export function countTurns(): () => number {
  let turns = 0;
  let next = setImmediate(count);
  function count(): void {
    turns += 1;
    next = setImmediate(count);
  }
  onTestFinished(() => clearImmediate(next));
  return () => {
    clearImmediate(next);
    return turns;
  };
}

/** What takes that many milliseconds for each item and finds that it matches. */
export function slowMatch(milliseconds: number): () => boolean {
  return () => {
    const end = performance.now() + milliseconds;
    while (performance.now() < end);
    return true;
  };
}
