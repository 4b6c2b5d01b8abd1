/** Longest piece of work on the store before others get their turn, in milliseconds. */
const sliceTime = 5;
/** Steps between two looks at the clock. */
const stepsOfLook = 64;

/** Tells a long piece of work when to let others go on. */
export function pauseAfter() {
  let sliceEnd = performance.now() + sliceTime;
  let steps = 0;
  return {
    /** @param more how many usual steps the last one is worth */
    isDue(more = 1): boolean {
      steps += more;
      if (steps < stepsOfLook) return false;
      steps = 0;
      return performance.now() >= sliceEnd;
    },
    async now(): Promise<void> {
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
      sliceEnd = performance.now() + sliceTime;
    },
  };
}
